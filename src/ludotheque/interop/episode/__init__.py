"""A game in progress, driven by another library."""
