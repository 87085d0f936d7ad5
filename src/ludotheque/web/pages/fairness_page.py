"""The check of a game's chance, in words: one sentence for each thing that was checked."""

from dataclasses import dataclass

from ludotheque.play.proof import Proof, has_proof, verify
from ludotheque.play.record import Record
from ludotheque.web.reader import Reader
from ludotheque.wire.entry_messages import Sent


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
    lines: list[str]  # what was checked, then for what one has to trust the house
    problems: tuple[str, ...]
    figures: ProofFigures | None  # that the browser's own check must reproduce


def check(record: Record, reader: Reader) -> FairnessReport:
    """Compute all chance of a record again, and replay its moves."""
    if not has_proof(record):
        return FairnessReport(reader.say("Nothing was drawn at this table that could be checked."), [], (), None)
    proof = verify(record)
    if proof.problems:
        return FairnessReport(reader.say("Something does not add up."), [], proof.problems, None)
    lines = lines_of(proof, reader) + [reader.speak(reason.phrase) for reason in proof.reasons]
    return FairnessReport(_verdict(proof, reader), lines, (), figures_of(proof))


def figures_of(proof: Proof) -> ProofFigures:
    """A proof's figures, as the browser's own verifier computes them."""
    return ProofFigures(
        opened=proof.is_open, draws=proof.draws, back=proof.back, places=list(proof.places), seating=proof.seating,
        given=proof.given,
    )  # fmt: skip


def _verdict(proof: Proof, reader: Reader) -> str:
    if not proof.is_open:
        return reader.say("So far so good: the rest can be checked when the game is over.")
    words = reader.speak(proof.grade.phrase)
    return words[:1].upper() + words[1:]


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
