"""Players that choose from a view: search, exact play, and other people's programs."""
