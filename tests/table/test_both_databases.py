"""`make test` selects tests for both databases by name: a renamed one must not silently move to `make slow`."""

from pathlib import Path

from tests.table.conftest import ALSO_ON_BOTH, ON_BOTH

HERE = Path(__file__).parent


def test_every_file_and_test_that_runs_on_both_databases_is_there() -> None:
    texts = "".join(path.read_text("utf-8") for path in HERE.glob("test_*.py"))
    assert [name for name in ALSO_ON_BOTH if f"def {name.partition('[')[0]}(" not in texts] == []
    assert [name for name in ON_BOTH if not (HERE / f"{name}.py").exists()] == []
