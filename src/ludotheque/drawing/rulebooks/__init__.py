"""The rulebooks: read, shown as pages, and their worked examples."""
