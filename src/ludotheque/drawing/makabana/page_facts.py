"""What Maka Bana's page needs to know of a drawing, beside its picture."""

from dataclasses import dataclass

from ludotheque.drawing.drawing import Facts


@dataclass(frozen=True, slots=True)
class MakabanaFacts(Facts):
    """By what a page sees that a round has ended."""

    round: int  # its number, 0 while the first huts are put
