"""The page of threats: each names the test that holds it, and the test exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
CLAIMS = re.findall(r"`(test_\w+)`", PAGE)


def test_every_threat_names_a_test() -> None:
    sections = PAGE.split("\n| threat |")[1:]
    rows = [row for section in sections for row in section.split("\n\n")[0].splitlines()[2:]]
    assert len(rows) > 25
    assert [row for row in rows if not re.search(r"\| `test_\w+`(, `test_\w+`)* \|$", row)] == []


@pytest.mark.parametrize("claim", CLAIMS)
def test_every_named_test_exists(claim: str) -> None:
    assert any(f"\ndef {claim}(" in path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
