"""The command `ludotheque verify`: checks every step, the result, and that chance was fair."""

import json
import sys
from dataclasses import asdict
from typing import Any

import click

from ludotheque import Outcome, Record, RecordError
from ludotheque.cli.commands.records import BOARD
from ludotheque.cli.shared_options import load_record
from ludotheque.cli.terminal import echo
from ludotheque.play.proof import Proof, has_proof
from ludotheque.play.proof import verify as prove


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@BOARD
@click.option("--fair", "must_prove", is_flag=True, help="Refuse a record that does not prove its chance.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each file.")
def verify(files: tuple[str, ...], board: str | None, must_prove: bool, as_json: bool) -> None:
    """Replay records and check every step, the result, and that the chance was fair.

    Exit code 1 when the chance was not as it should be, 2 when something is no record.
    """
    is_bad = False
    for file in files:
        record = load_record(file, board)
        try:
            proof = prove(record) if must_prove or has_proof(record) else None
            if must_prove and proof and not (proof.is_open or proof.problems):
                raise RecordError("nothing to prove yet: the secret is opened when the game is over")
            outcome, problems = _check(record, proof)
        except RecordError as error:
            raise RecordError(f"{file}: {error}") from None
        is_bad = is_bad or bool(problems)
        if as_json:
            echo(json.dumps(_fields(file, record, outcome, proof, problems)))
        else:
            for line in problems or [_fine(record, outcome, proof)]:
                echo(f"{file}: {line}")
    if is_bad:
        sys.exit(1)


def _check(record: Record, proof: Proof | None) -> tuple[Outcome | None, tuple[str, ...]]:
    """The outcome, and the problems of a record with a fairness proof; a record without one is right or raises."""
    if proof is None:
        return record.verify(), ()
    if proof.problems:
        return None, proof.problems
    try:
        return record.verify(), ()
    except RecordError as error:
        return None, (str(error),)


def _fine(record: Record, outcome: Outcome | None, proof: Proof | None) -> str:
    ending = f"result {' '.join(map(str, outcome.scores))}" if outcome else "not finished"
    return f"fine, {len(record.steps)} steps, {ending}" + (f"; {proof}" if proof else "")


def _fields(
    file: str, record: Record, outcome: Outcome | None, proof: Proof | None, problems: tuple[str, ...]
) -> dict[str, Any]:
    """The JSON output."""
    fair = {"is_fair": proof.is_fair, **asdict(proof)} if proof else None
    if fair:
        del fair["problems"]
    scores = outcome.scores if outcome else None
    return {"file": file, "steps": len(record.steps), "result": scores, "problems": problems, "fair": fair}
