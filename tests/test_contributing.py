"""The pages that point newcomers to files: each file exists."""

import re
from pathlib import Path

import pytest

from ludotheque import NAMES

pytestmark = pytest.mark.uncounted

ROOT = Path(__file__).parent.parent
BASES = [ROOT, ROOT / "src" / "ludotheque"]
FILE = re.compile(r"`([\w./<>-]+(?:\.(?:py|md|mjs|js|css|html|toml)|/[\w/]+))`")
MEMBER = re.compile(r"`([\w.]+)` in `([\w./]+\.py)`")


def files(text: str) -> list[str]:
    """The files and folders that a text names; one with `<game>` for each game."""
    named = [name for name in FILE.findall(text) if "/" in name and "<module>" not in name and "build/" not in name]
    return [name.replace("<game>", game) for name in named for game in (NAMES if "<game>" in name else NAMES[:1])]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md", "docs/kernels.md"])
def test_every_file_that_is_named_exists(page: str) -> None:
    named = files((ROOT / page).read_text("utf-8"))
    assert len(named) > 5
    assert [name for name in named if not any((base / name).exists() for base in BASES)] == []


def test_every_function_is_in_the_file_that_is_named_with_it() -> None:
    members = MEMBER.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert members
    for member, file in members:
        source = next(base / file for base in BASES if (base / file).exists()).read_text("utf-8")
        assert f"def {member.split('.')[-1]}(" in source, f"{member}: {file}"


def test_a_newcomers_question_has_its_row() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text("utf-8").split("## Where do I look for ...")[1].split("\n## ")[0]
    assert len([line for line in table.splitlines() if line.startswith("| ") and "`" in line]) >= 30
