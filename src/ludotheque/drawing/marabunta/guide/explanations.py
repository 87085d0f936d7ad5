"""What each thing in Marabunta's picture is: hexes, numbers, dice, tiles, leaves, powers, cupcakes, anthills."""

from ludotheque.drawing.guide import Explanation, Explanations
from ludotheque.drawing.marabunta.labels import seat_word
from ludotheque.drawing.marabunta.names import A_NUMBER
from ludotheque.drawing.marabunta.scene import Land, land_of
from ludotheque.games.marabunta.board_file import LETTERS
from ludotheque.games.marabunta.nouns import DICE, REGIONS
from ludotheque.games.marabunta.state import CAKES, NEST, POINTS, SEATS, STRIKE, TRIO, WRITE
from ludotheque.games.phrase import Phrase, count, say
from ludotheque.play.game import Setup

HEX, HEX_WITH_CUPCAKE, HEX_WITH_CRATE = "", "c", "x"
TILES = (
    Explanation(say("Tile: tick two crates on your powers."), "elements.3"),
    Explanation(say("Tile: fill a circle on each of two different leaves."), "elements.4"),
    Explanation(say("Tile: write a 1 in any region."), "elements.5"),
    Explanation(say("Tile: write two 0s side by side, in any regions."), "elements.5"),
    Explanation(say("Tile: write a 0 in any free hex, wherever it lies, without an anthill."), "elements.6"),
    Explanation(
        say("Tile: strike two free hexes side by side. They are closed for the rest of the game."), "elements.6"
    ),
    Explanation(say("Tile: use one die of your group once more."), "elements.7"),
    Explanation(say("The crumbs, from round 8 on: strike a free hex with a cupcake. You have to."), "elements.8"),
)
ANTHILLS = Explanation(say("Anthills: each lets you write once away from your own numbers."), "writing.3")
PENS = {1: "r", 2: "b"}


def explanations(setup: Setup) -> Explanations:
    """Everything on the sheet; powers and regions are those of the board."""
    land = land_of(setup.board)
    return _territory() | _dice_and_tiles() | _leaves() | _holdings(land)


def _territory() -> dict[str, Explanation]:
    """The hexes by region and feature, the numbers by who wrote them, and what is struck or dear."""
    found = {}
    for letter, region in zip(LETTERS, REGIONS, strict=True):
        found[f"#g{letter}"] = Explanation(say("A hex of the {region} region.", region=region), "table.1")
        found[f"#g{letter}c"] = Explanation(
            say(
                "A hex of the {region} region with a cupcake: write here and you tick your next cupcake.", region=region
            ),
            "bonus.1",
        )
        found[f"#g{letter}x"] = Explanation(
            say(
                "A hex of the {region} region with a crate: write here and you tick a crate on a power.", region=region
            ),
            "bonus.3",
        )
    for seat, pen in PENS.items():
        written = Explanation(
            say("Written by {seat}: it counts for the sum of this region.", seat=seat_word(seat)), "scoring.1"
        )
        found |= {f"#{pen}{number}{look}": written for number in range(4) for look in "abcx"}
    for look in (HEX, HEX_WITH_CUPCAKE, HEX_WITH_CRATE):
        found[f"#k{look}"] = Explanation(say("Struck: nothing can be written here any more."), "writing.7")
        found[f"#d{look}"] = Explanation(say("Away from your numbers: writing here costs an anthill."), "writing.3")
    return found


def _dice_and_tiles() -> dict[str, Explanation]:
    """The six dice by colour and by face, the tile of this round, and those still to come."""
    found = {
        f"#cube-{letter}": Explanation(
            say("The {colour} die. A number goes to its region, a flag to its leaf.", colour=die), "elements.1"
        )
        for letter, die in zip(LETTERS, DICE, strict=True)
    }
    found |= {f"#tile-{tile}": explanation for tile, explanation in enumerate(TILES, 1)}
    return found | {
        "#face-0": Explanation(say("A 0: write it in any region."), "elements.1"),
        "#face-1": Explanation(say("A 1: write it in the region of the die's colour."), "elements.1"),
        "#face-2": Explanation(say("A 2: write it in the region of the die's colour."), "elements.1"),
        "#face-3": Explanation(say("A 3: write it in the region of the die's colour."), "elements.1"),
        "#face-4": Explanation(say("A flag: fill a circle on the leaf of the die's colour."), "elements.2"),
        "#face-5": Explanation(say("A crate: tick a crate on one of your powers."), "elements.3"),
        "#tile-back": Explanation(say("The tile of this round, not turned up yet."), "round.1"),
        "#now": Explanation(say("The tile of this round."), "round.1"),
        "#near": Explanation(say("So many free hexes lie beside your numbers."), "writing.2"),
        "#far": Explanation(say("So many more hexes are open to you for an anthill."), "writing.3"),
        "round": Explanation(
            say("The round. Each has one tile and six dice; from round 8 on the tile is the crumbs."), "round.1"
        ),
    }


def _leaves() -> dict[str, Explanation]:
    """The leaves by region, and the end watch."""
    found = {
        f"circles-{letter}": Explanation(
            say(
                "The leaf of the {region} region. Outside are both sums: at the end the higher one scores a point for "
                "each circle of its colour. On the right: hexes still free.",
                region=region,
            ),
            "scoring.1",
        )
        for letter, region in zip(LETTERS, REGIONS, strict=True)
    }
    return found | {
        "left": Explanation(
            say(
                "The round in which one of these runs out is the last: the free hexes of a region, the blank circles "
                "of a leaf, the hexes with a cupcake."
            ),
            "end.1",
        )
    }


def _holdings(land: Land) -> dict[str, Explanation]:
    """The powers of the board, the cupcake row, the anthills, and the figures above them."""
    found = dict[str, Explanation]()
    for name, needed, effect, figure in land.powers:
        done = say(
            "{power}. It happens at once when the last of its {n} crates is ticked.",
            power=_power(effect, figure),
            n=needed,
        )
        found |= {f"about-power-{seat}-{name}": Explanation(done, "powers.2") for seat in SEATS}
    return found | {
        "about-cakes": Explanation(
            say("The cupcake row: writing on a cupcake ticks the next one, and scores the points below it."), "bonus.2"
        ),
        "about-anthills": ANTHILLS,
        "about-anthills-left": ANTHILLS,
        "about-cupcakes-ticked": Explanation(say("Cupcakes ticked so far, of those in the row."), "bonus.2"),
        "about-crates-ticked": Explanation(say("Crates ticked so far, on all powers together."), "powers.1"),
        "about-leaves-now": Explanation(say("Points that the leaves would bring if the game ended now."), "scoring.1"),
        "score": Explanation(say("Points, with what the leaves would bring if the game ended now."), "scoring.2"),
    }


def _power(effect: int, figure: int) -> Phrase:
    """What a power does, in a sentence without its full stop."""
    match effect:
        case _ if effect == WRITE:
            return say("Power: write {number} in any region", number=A_NUMBER[figure])
        case _ if effect == NEST:
            return say("Power: write {number} in any free hex, wherever it lies", number=A_NUMBER[figure])
        case _ if effect == TRIO:
            return say("Power: write three {n}s in a triangle", n=figure)
        case _ if effect == POINTS:
            return count("Power: {n} point", "Power: {n} points", figure)
        case _ if effect == CAKES:
            return count("Power: tick your next cupcake", "Power: tick your next {n} cupcakes", figure)
        case _ if effect == STRIKE:
            return say("Power: strike two free hexes side by side")
    return say("Power: fill a circle on each of two leaves")
