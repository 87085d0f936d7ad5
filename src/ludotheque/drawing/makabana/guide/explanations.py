"""What each thing in Maka Bana's picture is: sites, huts, Tikis, clubs, tallies, cards."""

from ludotheque.drawing.guide import Explanation, Explanations
from ludotheque.drawing.makabana.names import SEATS, sites
from ludotheque.games.board_record import Board
from ludotheque.games.makabana.nouns import site_element
from ludotheque.games.phrase import say
from ludotheque.play.game import Setup

CARD = Explanation(say("One of the three cards that name a site: its beach, its sector, its type."), "setup.2")
SHOWN = Explanation(
    say("A card of your project. The one that you choose to show is all that the others see."), "projects.6"
)
EVERY = {
    "club": Explanation(
        say(
            "The place of a diving club, one for each beach. It brings its seat a point for each of its own huts on "
            "the beach, and breaks a tie for the most huts."
        ),
        "scoring.4",
    ),
    "tally": Explanation(
        say("Huts on this beach, by seat. The most bring 4 points; the filled tag leads."), "scoring.1"
    ),
    "#mb-wall": Explanation(say("A wall: the sites on its two sides are not neighbours."), "setup.3"),
    "#mb-planks": Explanation(say("Planks: the sites on their two sides are neighbours."), "setup.3"),
    "#mb-back": Explanation(say("A card face down: it belongs to a project that is still secret."), "projects.7"),
    "#mb-card": CARD,
    "#mb-card-paint": Explanation(say("A Paint card: with it a project paints the hut of another seat."), "projects.3"),
    "#mb-card-club": Explanation(
        say("The Club card: with it a project opens a diving club at one of your huts."), "projects.4"
    ),
    "#mb-few-huts": Explanation(
        say("Huts left in reserve. When a seat has one or none, the next round is the final one."), "end.2"
    ),
    "#mb-left": Explanation(say("Paint cards not spent yet, and the Club card."), "setup.4"),
    "#mb-first": Explanation(say("The first player of this round, or the place in the end."), "end.3"),
    "#mb-no-card-yet": Explanation(
        say("Here lies the project of this seat. One of its cards is turned up for all."), "projects.7"
    ),
    "#mb-few-beach": Explanation(say("4 points for the most huts on a beach."), "scoring.1"),
    "#mb-few-mask": Explanation(say("A point for each of your huts on the beach of your club."), "scoring.4"),
    "#mb-few-wall": Explanation(say("A wall: the sites on its two sides are not neighbours."), "setup.3"),
    "#mb-few-planks": Explanation(say("Planks: the sites on their two sides are neighbours."), "setup.3"),
    "round-phases": Explanation(
        say("First all make a project in secret, then each puts a Tiki; then the projects are carried out."), "round.1"
    ),
    "project-seat": Explanation(say("Your hut: put it on the site where you want to build."), "projects.2"),
    "project-seen": Explanation(say("What the others see of your project."), "projects.7"),
    "project-target": Explanation(say("The target of your project. Only you see it."), "projects.1"),
    "card-beach": SHOWN,
    "card-sector": SHOWN,
    "card-type": SHOWN,
    "card-paint": SHOWN,
    "card-club": SHOWN,
    "tool-paint": Explanation(say("The brush: a project that paints the hut of another seat."), "projects.3"),
    "tool-club": Explanation(say("The mask: a project that opens a diving club at one of your huts."), "projects.4"),
    "ropes": Explanation(
        say("Neighbouring huts of one seat are a group: 1, 3, 6, 9, 12 points for one to five huts."), "scoring.3"
    ),
}


def explanations(setup: Setup) -> Explanations:
    """Everything on the sheet; the sites are those of the board."""
    return EVERY | _pieces(setup.players) | _sites(setup.board)


def _pieces(players: int) -> dict[str, Explanation]:
    """Huts, Tikis and clubs, by seat."""
    found = dict[str, Explanation]()
    for seat in range(1, players + 1):
        name = SEATS[seat]
        hut = Explanation(say("A hut of {seat}. Huts side by side score as a group.", seat=name), "scoring.3")
        found |= {f"#mb-hut-{seat}": hut, f"#mb-paint-{seat}": hut}
        found[f"#mb-tiki-{seat}"] = Explanation(
            say("The Tiki of {seat}. Nobody can build on its site; beside a hut, it guards it from paint.", seat=name),
            "tikis.2",
        )
        found[f"#mb-flag-{seat}"] = Explanation(say("The diving club of {seat}, for good.", seat=name), "carrying.4")
    return found


def _sites(board: Board) -> dict[str, Explanation]:
    """Each site by name."""
    return {
        site_element(board, site): Explanation(say("{site}: a site for one hut.", site=name), "setup.2")
        for site, name in enumerate(sites(board))
    }
