"""Texts of others, before they are printed: without letters that command a terminal or turn the text around them."""

import re

COLOURS = r"\x1b\[[0-9;]{0,20}m"  # what our own drawings use of a terminal
# Control and format letters, line separators and lone surrogates; a line feed and a tab stay.
HIDDEN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f]"
)
ALL, ALL_BUT_COLOURS = re.compile(HIDDEN), re.compile(f"({COLOURS})|{HIDDEN}")


def clean(text: str, *, keeps_colours: bool = False) -> str:
    """A text without hidden letters. With `keeps_colours`, those that colour our own drawings stay."""
    if text.isprintable():
        return text
    return ALL_BUT_COLOURS.sub(lambda found: found[1] or "", text) if keeps_colours else ALL.sub("", text)
