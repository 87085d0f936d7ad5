"""The short rulebook that all games share."""
