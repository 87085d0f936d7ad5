"""Why a step of another phase is not legal now: its phase, and the step that is expected first."""

from typing import Any

from ludotheque.games.junglerumble.board import CARD_NAMES
from ludotheque.games.junglerumble.kinds import CARD_OF, PHASE_OF, kind_of
from ludotheque.games.junglerumble.nouns import CARDS_SAID
from ludotheque.games.junglerumble.state import (
    BEAVER,
    BULL,
    CHOOSING,
    FEEDING,
    FOLLOWING,
    MONKEY,
    PLACING,
    SELLING,
    SENDING,
    WAKING,
)
from ludotheque.games.phrase import Phrase, say
from ludotheque.games.refusal import Refusal

TIMES = {
    "wake": say("Workers wake at the beginning of your turn"),
    "sell": say("Traders buy at the beginning of your turn, after the waking"),
    "card": say("You choose a card in your own turn, after the waking and the selling"),
    "send": say("Workers are sent to the card that you choose"),
    "field": say("Fields are placed with the bull"),
    "water": say("Waterways are dug with the beaver"),
    "hire": say("Kittens are hired with the monkey"),
    "follow": say("Following is for the others, when one seat has carried out its card"),
    "pass": say("Passing is for the others, when one seat has carried out its card"),
    "dismiss": say("Kittens are dismissed only when food is short at your supper"),
    "penalty": say("Penalties are taken only when food is short at your supper"),
}
PLACES = {
    BULL: say("place a field"),
    BEAVER: say("dig a waterway"),
    MONKEY: say("hire a kitten, as worker or trader"),
}


def is_expected(state: Any, action: int) -> bool:
    """Whether the step is of the expected kind."""
    kind, card = kind_of(action), int(state.card)
    return PHASE_OF[kind] == int(state.phase) and CARD_OF.get(kind, card) == card


def not_now(state: Any, seat: int, action: int) -> Refusal:
    """The refusal of a step that belongs to another phase."""
    kind, what = kind_of(action), _expected(state, seat)
    if _comes_later(state, seat, kind):
        reason = say("{when}: first {what}.", when=TIMES[kind], what=what)
    else:
        reason = say("{when}: now {what}.", when=TIMES[kind], what=what)
    return Refusal("moment", "junglerumble.phase", reason, _places(state, seat, kind))


def _comes_later(state: Any, seat: int, kind: str) -> bool:
    """Whether the step may still come in this turn, with the card that is chosen or with one to be chosen."""
    phase = int(state.phase)
    if kind in CARD_OF:
        return phase < SENDING or (phase in (SENDING, FOLLOWING) and CARD_OF[kind] == int(state.card))
    return seat == int(state.active) and kind not in ("follow", "pass") and PHASE_OF[kind] > phase


def _expected(state: Any, seat: int) -> Phrase:
    """The step expected of the seat, as the end of a sentence after «first» or «now»."""
    phase, card, trader = int(state.phase), int(state.card), _trader(state, seat)
    if phase == PLACING:
        return PLACES[card]
    said = CARDS_SAID.get(card)
    return {
        WAKING: say("say how many more workers wake, wake:0 or more"),
        SELLING: say("sell something to {trader}, or nothing (sell:{trader}=none)", trader=trader),
        CHOOSING: say("choose a card"),
        SENDING: say("say how many workers go to {card}, send:0 or more", card=said),
        FOLLOWING: say("follow {card} or pass", card=said),
        FEEDING: say("dismiss a kitten or take the penalties, for food is short"),
    }[phase]


def _trader(state: Any, seat: int) -> str:
    return f"t{state.number[seat, state.seller]}"


def _places(state: Any, seat: int, kind: str) -> tuple[str, ...]:
    """The elements to point at: those of the expected step; of several cards, the one that allows the refused step."""
    if int(state.phase) == CHOOSING:
        free = [card for card in CARD_NAMES if not state.taker[card]]
        wanted = [card for card in free if card == CARD_OF.get(kind)]
        return tuple(f"card-{CARD_NAMES[card]}" for card in wanted or free)
    if int(state.phase) == SELLING:
        return (f"trader-{seat}-{_trader(state, seat)}",)
    if int(state.phase) == FEEDING:
        return (f"supper-{seat}",)
    return (f"card-{CARD_NAMES[int(state.card)]}",) if state.card else ()
