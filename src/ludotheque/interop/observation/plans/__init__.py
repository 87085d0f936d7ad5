"""What observations are made of: a plan for each game, field by field of its state."""
