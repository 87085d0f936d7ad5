"""The notebooks of the documentation run from top to bottom and give their stored output."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from tools.notebooks import FOLDER, run

from tests.conftest import some_of

NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
SHOWN = {
    "play-and-inspect": {"<img src=": 6, "ludotheque-record": 1, "mabula/push.2": 1},
    "tournament": {"image/png": 4, "ludotheque-record": 1},
}


def outputs(cell: Any) -> list[Any]:
    """The output of a cell without the bytes of pictures, which differ between machines."""
    kept: list[Any] = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        kept.append((output["output_type"], output.get("text"), sorted(data), data.get("text/plain")))
    return kept


@pytest.mark.filterwarnings("ignore")  # of the kernel's libraries
@pytest.mark.parametrize("file", some_of(NOTEBOOKS, NOTEBOOKS[0]), ids=lambda file: file.stem)
def test_a_notebook_runs_and_shows_its_stored_output(file: Path, tmp_path: Path) -> None:
    kept = nbformat.read(file, as_version=4)
    fresh = run(file, tmp_path)
    assert [cell.source for cell in fresh.cells] == [cell.source for cell in kept.cells]
    for now, before in zip(fresh.cells, kept.cells, strict=True):
        assert outputs(now) == outputs(before), now.source
        assert now.get("execution_count") == before.get("execution_count")


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_stored_notebook_is_small_and_has_its_pictures(file: Path) -> None:
    text = file.read_text("utf-8")
    assert len(text.encode()) < 1_000_000 and "Traceback" not in text
    for piece, least in SHOWN[file.stem].items():
        assert text.count(piece) >= least, piece
