"""What the tests of the arena share with those of the command: `run` it in this process, in a folder of its own."""

from tests.cli.conftest import folder, run

__all__ = ["folder", "run"]
