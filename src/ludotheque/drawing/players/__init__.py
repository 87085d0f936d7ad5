"""Who plays: the characters of the bots, and the faces of all players."""
