"""The command `ludotheque verify`: checks every step, the result, and that chance was fair."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from ludotheque import Outcome, Record, RecordError
from ludotheque.cli.commands.records import BOARD
from ludotheque.cli.shared_options import load_record
from ludotheque.cli.terminal import echo
from ludotheque.play.fairness.proof import Proof, has_proof
from ludotheque.play.fairness.proof import verify as prove
from ludotheque.play.fairness.receipt import Receipt


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@BOARD
@click.option("--fair", "must_prove", is_flag=True, help="Refuse a record that does not prove its chance.")
@click.option("--receipt", metavar="RECEIPT", help="What a client was told of the game: compare the record with it.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each file.")
def verify(files: tuple[str, ...], board: str | None, must_prove: bool, receipt: str | None, as_json: bool) -> None:
    """Replay records and check every step, the result, and that the chance was fair.

    Exit code 1 when the chance was not as it should be, 2 when something is no record.
    """
    if receipt and len(files) > 1:
        raise RecordError(f"--receipt {receipt}: of one game, so verify one record with it")
    told, is_bad = Receipt.load(receipt) if receipt else None, False
    for file in files:
        record = load_record(file, board)
        try:
            proof = prove(record, told) if must_prove or told or has_proof(record) else None
            if must_prove and proof and not (proof.is_open or proof.problems):
                raise RecordError("nothing to prove yet: the secret is opened when the game is over")
            outcome = proof.outcome if proof else record.verify()
        except RecordError as error:
            raise RecordError(f"{file}: {error}") from None
        is_bad = is_bad or bool(proof and proof.problems)
        if as_json:
            echo(json.dumps(_fields(file, record, outcome, proof)))
        else:
            for line in _lines(record, outcome, proof):
                echo(f"{file}: {line}")
    if is_bad:
        sys.exit(1)


def _lines(record: Record, outcome: Outcome | None, proof: Proof | None) -> Iterator[str]:
    """The problems, or the verdict with the reasons to trust the house."""
    if proof and proof.problems:
        yield from proof.problems
        return
    ending = f"result {' '.join(map(str, outcome.scores))}" if outcome else "not finished"
    yield f"fine, {len(record.steps)} steps, {ending}" + (f"; {proof}" if proof else "")
    for reason in proof.reasons if proof else ():
        yield f"on trust: {reason}"


def _fields(file: str, record: Record, outcome: Outcome | None, proof: Proof | None) -> dict[str, Any]:
    """The JSON output."""
    fair = proof and {
        "grade": proof.grade, "reasons": [str(reason) for reason in proof.reasons], "is_open": proof.is_open,
        "draws": proof.draws, "back": proof.back, "places": proof.places, "seating": proof.seating,
        "given": proof.given,
    }  # fmt: skip
    scores = outcome.scores if outcome else None
    problems = proof.problems if proof else ()
    return {"file": file, "steps": len(record.steps), "result": scores, "problems": problems, "fair": fair}
