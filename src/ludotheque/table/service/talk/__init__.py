"""People at one table: quick reactions, and who is there now."""
