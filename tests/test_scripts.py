"""The pages' scripts: their types are the server's, and the packages that check them are locked."""

import json
import subprocess
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, TypeAdapter
from tools.wire import PLACE, declarations, declare, type_of

pytestmark = pytest.mark.uncounted

ROOT = Path(__file__).parent.parent
MISSPELT = """
/** @import {{ TableView }} from "{types}/wire.js" */

/** @param {{TableView}} news */
export const isMine = (news) => news.{key}?.includes(1);
"""


class Seat(BaseModel):
    """Somebody's place.

    More about it.
    """

    kind: Literal["seat"] = "seat"
    number: int
    name: str | None = None
    steps: tuple[tuple[int, str], ...]


def check_script(folder: Path, key: str) -> str:
    """The output of tsc for a script that reads a key of the news."""
    (folder / "script.js").write_text(MISSPELT.format(types=PLACE.parent, key=key))
    options = {"extends": str(ROOT / "tsconfig.json"), "include": ["script.js"]}
    (folder / "tsconfig.json").write_text(json.dumps(options))
    command = [str(ROOT / "node_modules" / ".bin" / "tsc"), "-p", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def test_a_misspelt_key_in_a_script_is_an_error(tmp_path: Path) -> None:
    assert check_script(tmp_path, "waited_for") == ""
    assert "Did you mean 'waited_for'?" in check_script(tmp_path, "waitd_for")


def test_the_declarations_are_what_the_server_sends() -> None:
    assert PLACE.read_text() == declarations()


def test_a_class_is_declared_with_its_first_sentence_and_what_may_be_missing() -> None:
    declared = declare("Seat", TypeAdapter(Seat).json_schema(mode="serialization"))
    assert declared == (
        '/** Somebody\'s place. */\nexport type Seat = {\n  kind: "seat";\n  number: number;\n'
        "  name?: string | null;\n  steps: [number, string][];\n};\n"
    )


def test_types_are_written_as_typescript_has_them() -> None:
    assert type_of({"type": "object", "additionalProperties": {"type": "integer"}}) == "Record<string, number>"
    assert type_of({"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "null"}]}}) == "(string | null)[]"
    assert type_of({"enum": ["open", "over"]}) == '"open" | "over"'
    assert type_of({"$ref": "#/$defs/SeatView"}) == "SeatView"
    assert type_of({}) == "unknown"


def test_the_lock_file_has_a_hash_of_every_package_and_no_address() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    installed = [package for name, package in packages.items() if name]
    assert installed
    assert all(package["integrity"].startswith("sha512-") and "resolved" not in package for package in installed)
