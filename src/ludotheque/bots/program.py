"""A program that answers line by line; each of its errors is a BotError of one line."""

from collections.abc import Sequence

from ludotheque.bots.bot import BotError
from ludotheque.bots.child_process import LONGEST, AnswerTooLongError, ChildEndedError, ChildProcess, how_it_ended


class ProgramTimeoutError(BotError):
    """A program did not answer in time."""


class Program:
    """A running program, with `memory` bytes for each of its processes."""

    def __init__(self, command: Sequence[str], memory: int) -> None:
        try:
            self._child = ChildProcess(command, memory=memory)
        except PermissionError:
            raise BotError(f"{command[0]} may not be run; put its interpreter first, as in: python3 bot.py") from None
        except FileNotFoundError:
            raise BotError(f"there is no program {command[0]}; check the path, or the spelling") from None
        except (OSError, ValueError) as error:
            raise BotError(f"{command[0]} cannot be run: {getattr(error, 'strerror', None) or error}") from None
        self.close, self.end = self._child.close, self._child.end

    def ask(self, line: str, seconds: float) -> str:
        """The line that the program answers. Raises ProgramTimeoutError, or a BotError if no answer can come."""
        try:
            return self._child.request(line).result(seconds).decode("utf-8", "replace")
        except TimeoutError:
            raise ProgramTimeoutError(
                f"did not answer within {seconds:.4g} s, and was ended{self._last_words()}"
            ) from None
        except AnswerTooLongError:
            raise BotError(f"answers with a line of more than {LONGEST} bytes") from None
        except ChildEndedError as error:
            how = "closed its output" if error.code is None else how_it_ended(error.code, "exit code")
            raise BotError(f"{how} instead of answering{self._last_words()}") from None

    def _last_words(self) -> str:
        """The program's last three lines on stderr, as the end of a sentence."""
        lines = [line.strip() for line in self._child.said.splitlines() if line.strip()]
        said = one_line(" / ".join(lines[-3:]), 300)
        return f"; it said: {said}" if said else ""


def one_line(text: str, longest: int = 200) -> str:
    """Foreign text for one line of ours: shortened, and without control characters."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return plain if len(plain) <= longest else plain[: longest - 1] + "…"
