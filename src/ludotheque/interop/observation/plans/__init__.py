"""The plans of observations: one for each game, field by field of its state."""
