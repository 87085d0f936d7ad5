"""Runs a command, and ends with it everything that it has started, daemons too. For Linux.

`child_process` runs `python -I -S supervisor.py SOCKET MEMORY COMMAND...`, so this file imports nothing of ours. As a
child subreaper (`man 2const PR_SET_CHILD_SUBREAPER`) it becomes the parent of every orphan below it: a double fork and
a new session lead nowhere else. It kills its children, then theirs, which have become its own, until none is left: as
soon as the command has ended, or the socket is closed, since whoever has started it wants that or is dead. Then it
ends in the way the command has ended.
"""

import _thread
import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress

SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
IGNORED = ("HUP", "INT", "QUIT", "TERM", "ALRM", "USR1", "USR2", "TSTP", "TTIN", "TTOU", "VTALRM", "PROF")
NO_COMMAND = 127
MOST_UNLISTED = 1000  # times that a child is there which the kernel does not list


def supervise(socket: int, memory: int, command: list[str]) -> None:
    """Run the command to its end; sends the error number of its start (0: it runs) to the socket first."""
    ctypes.CDLL(None, use_errno=True).prctl(SUBREAPER, 1, 0, 0, 0)
    os.set_inheritable(socket, False)
    child, error = _start(command, memory)
    for name in IGNORED:  # a program may signal its parent
        signal.signal(getattr(signal, f"SIG{name}"), signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):  # else its pipes would stay open when the command has closed them
        os.dup2(nowhere, standard)
    os.write(socket, error)
    _thread.start_new_thread(_wait_for_parent, (socket, child))
    while (ended := os.waitpid(-1, 0))[0] != child:  # others are orphans
        pass
    end_children()
    _end_like(ended[1])


def _start(command: list[str], memory: int) -> tuple[int, bytes]:
    """Fork and execute; returns the process, and the number of the error if that fails, or 0."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            for name in ("SIGPIPE", "SIGXFSZ"):  # Python ignores them
                signal.signal(getattr(signal, name), signal.SIG_DFL)
            if memory:
                with suppress(OSError, ValueError):  # it has less already
                    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
            os.execvp(command[0], command)  # noqa: S606
        except OSError as error:
            os.write(writing, str(error.errno).encode())
        finally:
            os._exit(NO_COMMAND)
    os.close(writing)
    return child, os.read(reading, 16) or b"0"


def _wait_for_parent(socket: int, child: int) -> None:
    """The thread that kills the command when the socket is closed."""
    with suppress(OSError):
        os.read(socket, 1)
    _kill(child)


def end_children() -> None:
    """Kill and reap until no child is left, or only such as may not be killed or be listed."""
    unlisted = 0
    with suppress(ChildProcessError):  # none is left
        while unlisted < MOST_UNLISTED:
            killed = [_kill(child) for child in children()]
            if any(killed):
                os.waitpid(-1, 0)
            elif not os.waitpid(-1, os.WNOHANG)[0]:  # an orphan may have come meanwhile
                unlisted += MOST_UNLISTED if killed else 1


def _kill(process: int) -> bool:
    """Send SIGKILL; returns whether that is allowed."""
    try:
        os.kill(process, signal.SIGKILL)
    except OSError:
        return False
    return True


def children() -> list[int]:
    """The children of this process, dead ones too; none where the kernel does not tell."""
    found: list[int] = []
    for thread in os.listdir("/proc/self/task"):
        with suppress(OSError), open(f"/proc/self/task/{thread}/children", encoding="ascii") as file:
            found += map(int, file.read().split())
    return found


def _end_like(status: int) -> None:
    """Exit with the same code, or by the same signal but without a second core dump."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError):  # SIGKILL has no handler
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    supervise(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
