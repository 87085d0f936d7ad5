"""Something that may take long, done in a thread of its own, so that nobody has to wait for it to the end."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundTask(threading.Thread, Generic[T]):
    """A job that has begun. The process may end before it does."""

    def __init__(self, job: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self._job = job
        self._found: list[T] = []
        self._broken: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self._found.append(self._job())
        except Exception as error:  # it is raised where somebody hears it
            self._broken = error

    def is_done(self, seconds: float = 0.0) -> bool:
        """Whether it ends within so many seconds. What went wrong in it is raised here, once."""
        self.join(seconds)
        if self.is_alive():
            return False
        broken, self._broken = self._broken, None
        if broken is not None:
            raise broken
        return True

    @property
    def found(self) -> T:
        """What came of it, once it is done."""
        return self._found[0]
