"""Slow, plain implementations of the four games, written from shared/rules alone.

They are the oracle the fast engine is compared with (see compare.py). Every module has a class
`Table` with the same five methods: actors, legal, play, scores, winners.
"""
