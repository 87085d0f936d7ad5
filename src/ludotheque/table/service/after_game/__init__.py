"""After a game: series of several games, what somebody may like to do next, and which games are worth a look."""
