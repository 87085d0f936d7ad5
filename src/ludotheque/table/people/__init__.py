"""People: accounts, sessions, names, profiles, ratings and results."""
