"""A seat at a table, here or in a house, for screens and programs."""
