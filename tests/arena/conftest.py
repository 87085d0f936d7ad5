"""Fixtures of the arena's tests: run the command in this process, in a folder of its own."""

from tests.cli.conftest import folder, run

__all__ = ["folder", "run"]
