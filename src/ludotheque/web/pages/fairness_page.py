"""The check of a game's chance, in words: who added what, the verdict, and one sentence for each thing checked."""

from dataclasses import dataclass

from ludotheque.games.phrase import say
from ludotheque.log.entries import BotHolder, Entry, Holder, PersonHolder, Sit
from ludotheque.log.table_state import DiceShare, TableState
from ludotheque.play.fairness.proof import Proof, has_proof, verify
from ludotheque.play.fairness.verdict import Grade, Trust
from ludotheque.play.record import Record
from ludotheque.web.pages.level_names import bot_name
from ludotheque.web.reader import Reader
from ludotheque.wire.entry_messages import Sent

VERDICTS = {
    Grade.ANYONE: say("Fair, whoever you trust"),
    Grade.HOUSE: say("Fair if you trust the house"),
    Grade.UNFAIR: say("Something does not fit"),
    Grade.OPEN: say("So far so good: the rest can be checked when the game is over."),
}


class ProofFigures(Sent):
    """A proof's figures, as the browser's own verifier computes them."""

    opened: bool
    draws: int
    back: int
    places: list[str]
    seating: str
    given: int | None


@dataclass(frozen=True, slots=True)
class FairnessReport:
    """The result of checking a record: verdict, sentences, problems, and figures for the browser."""

    verdict: str
    lines: list[str]
    problems: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()  # for which one has to trust the house
    figures: ProofFigures | None = None  # that the browser's own check must reproduce


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place, who sat down there, and what was added to the chance for it."""

    place: int
    who: str
    added: str
    share: DiceShare | None
    is_own: bool


def check(record: Record | None, reader: Reader) -> FairnessReport:
    """Compute all chance of a record again, and replay its moves. Without a record the game has not begun."""
    if record is None:
        return FairnessReport(reader.say("Nothing is drawn yet: the game begins when all have sat down."), [])
    if not has_proof(record):
        return FairnessReport(reader.say("Nothing was drawn at this table that could be checked."), [])
    proof = verify(record)
    verdict = reader.speak(VERDICTS[proof.grade])
    if proof.problems:
        return FairnessReport(verdict, [], proof.problems)
    reasons = tuple(reader.speak(one.phrase) for one in proof.reasons)
    return FairnessReport(verdict, lines_of(proof, reader), (), reasons, figures_of(proof))


def reason_texts(reader: Reader) -> dict[str, str]:
    """By the browser's own sentence: each reason in the reader's language; `{}` is a number."""
    return {str(trust.value): reader.speak(trust.value) for trust in Trust}


def figures_of(proof: Proof) -> ProofFigures:
    """A proof's figures, as the browser's own verifier computes them."""
    return ProofFigures(
        opened=proof.is_open, draws=proof.draws, back=proof.back, places=list(proof.places), seating=proof.seating,
        given=proof.given,
    )  # fmt: skip


def lines_of(proof: Proof, reader: Reader) -> list[str]:
    """One sentence for each thing that was checked."""
    clients, servers = proof.places.count("client"), proof.places.count("server")
    lines = [
        reader.say("The secret of the house is the one that it promised before anybody sat down.")
        if proof.is_open
        else reader.say("The secret of the house stays closed until the game is over.")
    ]
    if clients:
        lines.append(
            reader.count(
                "The bytes that a player's own program added are the ones that it promised.",
                "The bytes that the programs of {n} players added are the ones that they promised.",
                clients,
            )
        )
    if servers:
        lines.append(
            reader.count(
                "For one player the house chose the bytes, and they are the ones that it promised.",
                "For {n} players the house chose the bytes, and they are the ones that it promised.",
                servers,
            )
        )
    if proof.is_open:
        lines.append(
            reader.say("Who sits where was drawn, and is as the draw gives it.")
            if proof.seating == "drawn"
            else reader.say("The players chose their seats: nothing was drawn for that.")
        )
        lines.append(_draws_line(proof, reader))
    if proof.given is not None:
        lines.append(
            reader.count(
                "The first step comes from another game: nothing was drawn for it here.",
                "The first {n} steps come from another game: nothing was drawn for them here.",
                proof.given,
            )
        )
    if proof.back:
        lines.append(
            reader.count(
                "One draw was taken back; its number was used up.",
                "{n} draws were taken back; their numbers were used up.",
                proof.back,
            )
        )
    return lines


def _draws_line(proof: Proof, reader: Reader) -> str:
    if not proof.draws:
        return reader.say("Nothing else was drawn in this game.")
    return reader.count(
        "One outcome was computed again, and is as it came in the game.",
        "{n} outcomes were computed again, and all are as they came in the game.",
        proof.draws,
    )


def place_lines(state: TableState, reader: Reader) -> list[PlaceLine]:
    """Each place: who sat down there before the game, and what was added for it."""
    sat = {entry.seat: entry.holder for entry in _entries_before_begin(state) if isinstance(entry, Sit)}
    return [_place_line(state, place, sat.get(place), reader) for place in state.holders]


def _entries_before_begin(state: TableState) -> list[Entry]:
    return [logged.entry for logged in state.log[: state.begun or None]]


def _place_line(state: TableState, place: int, sat: Holder | None, reader: Reader) -> PlaceLine:
    share, now = state.places.get(place), state.holders[seat_of_place(state, place)]
    added = [_added(share, reader)]
    if state.has_begun and not is_same(now, sat):
        added.append(reader.say("{who} took the seat over later, and added nothing.", who=_name(now, reader)))
    is_own = isinstance(sat, PersonHolder) and reader.person is not None and sat.person == reader.person.id
    return PlaceLine(place, _name(sat, reader), " ".join(added), share, is_own)


def seat_of_place(state: TableState, place: int) -> int:
    """The seat that was drawn for a place; the place itself where none was."""
    return state.seats[place - 1] if state.seats else place


def is_same(one: Holder | None, other: Holder | None) -> bool:
    """Whether two holders are the same person, or both a bot."""
    if isinstance(one, PersonHolder) and isinstance(other, PersonHolder):
        return one.person == other.person
    return isinstance(one, BotHolder) == isinstance(other, BotHolder)


def _added(share: DiceShare | None, reader: Reader) -> str:
    if share is None:
        return reader.say("Nobody sits here yet.")
    if share.by == "bot":
        return reader.say("A bot: it adds nothing.")
    if share.by == "server":
        return reader.say("The house drew the bytes: no script could, or they were lost.")
    if share.opened is None:
        return reader.say("Their browser or program drew bytes, and opens them when all have sat down.")
    return reader.say("Their browser or program drew the bytes.")


def _name(holder: Holder | None, reader: Reader) -> str:
    if isinstance(holder, BotHolder):
        return bot_name(reader, holder.level) or reader.say("Bot")
    return holder.name if holder else reader.say("free")


def not_kept(places: list[PlaceLine], reader: Reader) -> str:
    """Why this browser may have no receipt with bytes of its own, for a reader without one."""
    own = next((one for one in places if one.is_own), None)
    if own is None or own.share is None:
        return reader.say("You did not sit down here: this browser added nothing, and has no receipt.")
    if own.share.by == "server":
        return reader.say(
            "The house drew your bytes: you sat down without scripts, or let the house choose. It chose alone, so you"
            " have to trust it there."
        )
    return reader.say(
        "You sat down with another browser, device or program: that one drew your bytes and has the receipt. Look at"
        " this page there."
    )
