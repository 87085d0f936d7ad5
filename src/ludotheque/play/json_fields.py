"""The JSON of a game: what a state or its figures are called in it is the game's own affair."""

from typing import Any

StateFields = dict[str, Any]
"""A state as the named fields of its game's record format, as `to_fields` of `games/<game>/fields.py` writes them."""

FactFields = dict[str, Any]
"""The figures that a player looks at, as `facts` of `games/<game>/facts.py` counts them."""
