"""After a game: series of several games, and what somebody may like to do next."""
