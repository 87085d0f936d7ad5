"""The observations of Maka Bana."""

from ludotheque.games.board_record import Board
from ludotheque.games.makabana.state import (
    BUILD,
    CLUB_CARD,
    CLUB_PLACE,
    ENDINGS,
    FIRST_SECTOR_CARD,
    LAST_ROUND,
    NONE,
    PAINTS,
    STATE,
)
from ludotheque.interop.observation.observation_plan import ObservationPlan, in_order

PHASES = 4


def plan(board: Board, players: int) -> ObservationPlan:
    """The pieces on the island, the visible projects and the phase."""
    made = ObservationPlan(STATE, players)
    _plan_island(made, board, players)
    _plan_projects(made, board, players)
    made.choice(made.part("phase", {"phase": PHASES}, "first huts, projects, Tikis, over"), "phase", in_order(PHASES))
    made.seat(made.part("turn", {"seat": players}, "who puts a hut or a Tiki; nobody in the projects"), "turn")
    made.seat(made.part("first", {"seat": players}, "the first player"), "first")
    made.number(
        made.part("round", {"number": 1}, f"the round / {LAST_ROUND}"), "round_number", LAST_ROUND, is_open=True
    )
    ways = made.part("ending", {"way": len(ENDINGS)}, f"what brings the last round: {', '.join(ENDINGS)}")
    made.flags(ways, "ending", in_order(len(ENDINGS)))
    made.leave_out("players", "the same through a game; the shapes tell it")
    made.leave_out("rules", "the version of the rules, the same through a game")
    return made


def _plan_island(made: ObservationPlan, board: Board, players: int) -> None:
    sites, beaches = len(board.names["sites"]), len(board.names["beaches"])
    huts = made.part("huts", {"seat": players, "site": sites}, "the sites with a seat's huts")
    made.flags(huts, "huts", in_order(sites), by_seat=True)
    paints = made.part("paints", {"seat": players}, f"Paint cards left / {PAINTS}")
    made.number(paints, "paints", PAINTS, by_seat=True)
    clubs = made.part("club", {"seat": players, "beach": beaches}, "the beach of a seat's club; none: the card is held")
    made.choice(clubs, "club", in_order(beaches, 1), by_seat=True)
    places = in_order(sites, 1) | {CLUB_PLACE + 1 + beach: sites + beach for beach in range(beaches)}
    tikis = made.part(
        "tiki", {"seat": players, "place": sites + beaches}, "where a seat's Tiki stands: site, club place"
    )
    made.choice(tikis, "tiki", places, by_seat=True)


def _plan_projects(made: ObservationPlan, board: Board, players: int) -> None:
    sites, beaches = len(board.names["sites"]), len(board.names["beaches"])
    kinds = made.part(
        "project", {"seat": players, "kind": NONE}, "build, paint, club, paint or club, none; as far as seen"
    )
    made.choice(kinds, "kind", in_order(NONE, BUILD), by_seat=True)
    cards = in_order(beaches, 1)
    cards |= {card: beaches + card - FIRST_SECTOR_CARD for card in range(FIRST_SECTOR_CARD, CLUB_CARD + 1)}
    shown = made.part(
        "card", {"seat": players, "card": len(cards)}, "the card shown: beaches, sectors, types, paint, club"
    )
    made.choice(shown, "card", cards, by_seat=True)
    target = made.part("site", {"site": sites}, "the site of the observer's own project; others' are never seen")
    made.choice(target, "site", in_order(sites, 1), by_seat=True, own_only=True)
    made.seats(made.part("ready", {"seat": players}, "whose project is laid down"), "ready")
