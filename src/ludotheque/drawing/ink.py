"""Colour for text pictures. Without colour the same signs stay, so that nothing is said by colour alone."""

from dataclasses import dataclass

SEATS = ("", "31", "34", "33", "36", "35", "1")  # ANSI: red, blue, yellow, teal, orchid, ink (bold)
LINK = "\x1b]8;;{}\x1b\\"
WORN = {"lit": "1;4", "last": "7", "soft": "2", "strong": "1", "good": "32", "bad": "31"}


@dataclass(frozen=True, slots=True)
class Ink:
    """A pen that writes in colour, or does not."""

    is_coloured: bool = False
    is_naming: bool = False  # what can be pointed at carries its name, as a link of a terminal does

    def seat(self, seat: int, text: str) -> str:
        """Something that belongs to a seat."""
        return self.code(SEATS[seat], text)

    def wear(self, style: str, text: str) -> str:
        """lit: you may; last: the last step; soft, strong, good, bad."""
        return self.code(WORN[style], text)

    def spot(self, name: str, text: str) -> str:
        """Something that can be pointed at, by its name in the notation."""
        return f"{LINK.format(name)}{text}{LINK.format('')}" if self.is_naming and name else text

    def code(self, code: str, text: str) -> str:
        """Any ANSI style, such as `30;48;5;216`."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.is_coloured and code and text else text
