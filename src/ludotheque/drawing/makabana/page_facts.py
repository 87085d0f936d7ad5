"""Values for Maka Bana's own script on the page."""

from dataclasses import dataclass

from ludotheque.drawing.drawing import Facts


@dataclass(frozen=True, slots=True)
class MakabanaFacts(Facts):
    """The round: when its number changes, the page shows the reveal."""

    round: int  # its number, 0 while the first huts are put
