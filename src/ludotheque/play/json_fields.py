"""Types of a game's JSON; each game chooses the field names of its states and figures."""

from typing import Any

StateFields = dict[str, Any]
"""A state as the named fields of its game's record format, as `to_fields` of `games/<game>/fields.py` writes them."""

FactFields = dict[str, Any]
"""The figures that a player looks at, as `facts` of `games/<game>/facts.py` counts them."""
