"""Progress of long work: a line that updates in a notebook or a terminal, else a single line."""

import sys
from importlib import import_module
from typing import Any


class Progress:
    """Prints a line; `advance` updates it with the share done, where lines can change."""

    def __init__(self) -> None:
        self._line, self._display = "", None  # type: tuple[str, Any]

    def __repr__(self) -> str:
        return "announce"

    def __call__(self, line: str) -> None:
        """Begin a new line."""
        self._line, self._display = line, _new_display(line)
        if self._display is None:
            print(line, end="" if _can_change() else "\n", flush=True)  # noqa: T201  people wait for it

    def advance(self, done: int, total: int) -> None:
        """Show the share done."""
        line = f"{self._line} {done} of {total}"
        if self._display is not None:
            self._display.update(_as_text(line))
        elif _can_change():
            print(f"\r{line}", end="\n" if done == total else "", flush=True)  # noqa: T201


announce = Progress()


def _can_change() -> bool:
    """Whether a printed line can be overwritten."""
    return sys.stdout.isatty()


def _new_display(line: str) -> Any:
    """A notebook's display that can be updated; None elsewhere."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    return import_module("IPython.display").display(_as_text(line), display_id=True)


def _as_text(line: str) -> Any:
    return import_module("IPython.display").Pretty(line)
