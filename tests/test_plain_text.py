"""Texts of others are cleaned before they are printed, at one border for each way in and out."""

import json
import sys
import unicodedata
from pathlib import Path

import pytest

from ludotheque.cli.terminal import echo
from ludotheque.play.plain_text import clean
from ludotheque.wire.message_reader import read_json, read_message

HOSTILE = "\x1b]0;title\x07\x1b]52;c;Y2xpcA==\x07\x1b[31mred\x9b31m\u202eover\r\b\x00\u2066\u200b\u2028\x7f"
LEFT = "]0;title]52;c;Y2xpcA==[31mred31mover"
CLI = Path(__file__).parents[1] / "src" / "ludotheque" / "cli"


def test_no_letter_that_commands_a_terminal_or_turns_text_around_is_left() -> None:
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    every = [chr(code) for code in range(sys.maxunicode + 1)]
    left = [sign for sign in every if clean(sign) and unicodedata.category(sign) in hidden]
    assert left == ["\t", "\n"]
    assert clean(HOSTILE) == LEFT


def test_words_of_all_languages_stay_as_they_are() -> None:
    text = "Voilà\u00a0: «\u202fça\u202f», così, 日本語, עברית\n\tzweite Zeile"
    assert clean(text) == text


def test_our_own_colours_stay_and_no_other_command_does() -> None:
    assert clean("\x1b[1;31mred\x1b[0m\x1b]0;title\x07\x1b[2J", keeps_colours=True) == "\x1b[1;31mred\x1b[0m]0;title[2J"


def test_every_text_of_a_house_is_cleaned_however_deep() -> None:
    said = json.dumps({"a": [HOSTILE, {HOSTILE: HOSTILE}], "n": 1.5, "none": None})
    assert read_json(said) == {"a": [LEFT, {LEFT: LEFT}], "n": 1.5, "none": None}
    named = {"kind": "error", "ok": False, "error": "wrong", "ref": None, "table": None}
    message = read_message(json.dumps(named | {"text": HOSTILE}))
    assert message is not None and message.kind == "error" and message.text == LEFT


def test_whatever_a_command_prints_is_cleaned(capsys: pytest.CaptureFixture[str]) -> None:
    echo(HOSTILE)
    echo(HOSTILE, err=True)
    assert capsys.readouterr() == (f"{LEFT}\n", f"{LEFT}\n")


def test_no_command_prints_past_the_border() -> None:
    for file in CLI.rglob("*.py"):
        code = file.read_text("utf-8")
        if file.name != "terminal.py":
            assert "click.echo(" not in code and "click.secho(" not in code and " print(" not in code, file
