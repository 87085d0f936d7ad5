"""What a finished game's page says besides the game itself: what may come next, and how a series stands."""
