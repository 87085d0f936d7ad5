"""Bots at the tables: the queue of choices, and the worker processes that make them."""
