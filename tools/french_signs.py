"""French signs: what a translator types on a keyboard, as French sets it. `make words` writes it like that."""

import re

NARROW_SPACE = "\u202f"  # before a colon, a semicolon, marks of exclamation and question, and inside «quotation marks»
WIDE_SPACE = re.compile(r"(?<=[^\s(:;!?])[ \u00a0](?=[;:!?]+(?:\s|$))|(?<=«)[ \u00a0]|[ \u00a0](?=»)")


def typeset(text: str) -> str:
    """A French text with its narrow spaces, and one kind of apostrophe. Tables of keys have signs of their own."""
    return text if "\n  " in text else WIDE_SPACE.sub(NARROW_SPACE, text).replace("’", "'")
