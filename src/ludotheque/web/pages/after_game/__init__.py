"""The page of a finished game: its replay, its scores step by step, ratings, what may come next, how a series stands."""
