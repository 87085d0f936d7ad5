"""The page of a finished game: its replay, its scores step by step, ratings, what may be next, how a series stands."""
