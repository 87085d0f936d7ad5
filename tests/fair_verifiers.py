"""The three verifiers of a record's chance: ours, JavaScript, and the lines of docs/fairness.md."""

import json
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ludotheque import Record, RecordError
from ludotheque.play.fairness.proof import Proof, verify
from ludotheque.play.fairness.receipt import Receipt
from ludotheque.play.fairness.verdict import PHRASES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "fairness.md").read_text("utf-8")
MOSS, MOSS_RECEIPT, LINES = (
    str(text)
    for text in re.findall(r"```\w+\n# (?:moss\.record|moss\.receipt|check_fair\.py)\n(.*?)```", PAGE, re.DOTALL)
)
NODE = """
import { createInterface } from "node:readline";
const { verify } = await import(process.argv[1]);
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await verify(...JSON.parse(line))));
}
"""

Script = Callable[..., Any]


@contextmanager
def script_verifier() -> Iterator[Script]:
    """The JavaScript verifier, in a node that answers as long as the block runs."""
    module = (ROOT / "src/ludotheque/play/fair.mjs").as_uri()
    with subprocess.Popen(
        ["node", "--input-type=module", "-e", NODE, module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as node:  # fmt: skip
        assert node.stdin and node.stdout
        ask, answers = node.stdin, node.stdout

        def verify_text(text: str, receipt: object = None) -> Any:
            ask.write(json.dumps([text, receipt]) + "\n")
            ask.flush()
            return json.loads(answers.readline())

        yield verify_text


def our_verify(text: str, receipt: Receipt | None = None) -> Proof:
    """Our proof; a text that is no record any more counts as a problem."""
    try:
        return verify(Record.read(text), receipt)
    except RecordError as error:
        return Proof((str(error),))


@cache
def docs_names() -> dict[str, Any]:
    """The names that the lines of the docs define; the starts are made once."""
    names: dict[str, Any] = {"__name__": "docs"}
    exec(compile(LINES, "docs/fairness.md", "exec"), names)  # noqa: S102
    names["starts"] = cache(names["starts"])
    return names


def docs_numbers(text: str) -> list[int]:
    """The numbers that `1-8 16` stands for, as the docs' lines read them."""
    return [number for span in docs_names()["spans"](text) for number in span]


@dataclass(frozen=True)
class Judged:
    """A verifier's verdict."""

    grade: str
    reasons: tuple[str, ...]
    problems: tuple[str, ...] = ()


def docs_verify(text: str, receipt: object = None) -> Judged:
    """The verdict of the docs' lines."""
    try:
        first, *reasons = docs_names()["verify"](text, receipt)
    except SystemExit as error:
        return Judged("unfair", (), (str(error),))
    grade = next(grade for grade, words in PHRASES.items() if first.startswith(f"{words}: "))
    return Judged(grade, tuple(reasons))


def judged_by_all(script: Script, text: str, receipt: Receipt | None = None) -> tuple[Judged, Judged, Judged]:
    """The verdicts of ours, of the JavaScript and of the docs' lines."""
    proof, plain = our_verify(text, receipt), None if receipt is None else json.loads(str(receipt))
    answer = script(text, plain)
    return (
        Judged(proof.grade, tuple(map(str, proof.reasons)), proof.problems),
        Judged(answer["grade"], tuple(answer["reasons"]), tuple(answer["problems"])),
        docs_verify(text, plain),
    )
