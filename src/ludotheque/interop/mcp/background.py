"""A long job in a daemon thread, polled with a timeout."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundTask(threading.Thread, Generic[T]):
    """A running job in a daemon thread: the process can exit before it ends."""

    def __init__(self, job: Callable[[], T]) -> None:
        super().__init__(daemon=True)
        self._job = job
        self._found: list[T] = []
        self._broken: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self._found.append(self._job())
        except Exception as error:  # raised by `is_done`
            self._broken = error

    def is_done(self, seconds: float = 0.0) -> bool:
        """Whether the job ends within so many seconds. Raises its exception, once."""
        self.join(seconds)
        if self.is_alive():
            return False
        broken, self._broken = self._broken, None
        if broken is not None:
            raise broken
        return True

    @property
    def found(self) -> T:
        """The job's result, once it is done."""
        return self._found[0]
