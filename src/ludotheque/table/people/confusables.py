"""Unicode's table of letters that look alike (UTS #39, Unicode Security Mechanisms).

`confusables.txt` beside this module is made from Unicode's own file by `tools/confusables.py`. No stored login depends
on it, so a newer one may come with any release.
"""

import unicodedata
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("confusables.txt")


def skeleton(text: str) -> str:
    """The text with every letter replaced by its prototype: equal for texts that look alike. Never shown."""
    spread = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", spread.translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """The prototype of each letter, by its code point."""
    found: dict[int, str] = {}
    for line in FILE.read_text("utf-8").splitlines():
        prototype, is_entry, letters = line.partition(":")
        if is_entry and not line.startswith("#"):
            text = "".join(chr(int(number, 16)) for number in prototype.split())
            found |= dict.fromkeys((int(number, 16) for number in letters.split()), text)
    return found
