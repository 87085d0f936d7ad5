"""`make quick`, for a developer after every change: style and types, then the tests that say most in a minute.

Golden games and endings for the rules, the log and what is read from it, the drawings, one game in a real browser; and
the test files of what has changed since the last commit.
"""

import subprocess
import sys
import time
from pathlib import Path

HOUSE = Path(__file__).parents[1]
BIN = HOUSE / ".venv" / "bin"
ALWAYS = (
    "tests/test_golden.py", "tests/test_endings.py", "tests/test_records.py",
    "tests/log/test_table_state.py", "tests/log/test_clocks.py", "tests/log/test_table_projection.py",
    "tests/drawing/test_mabula_picture.py", "tests/drawing/test_marabunta_picture.py",
    "tests/drawing/test_makabana_picture.py", "tests/drawing/test_junglerumble_picture.py",
    "tests/drawing/test_screen_text.py", "tests/web/test_mabula.py",
)  # fmt: skip
MOST_CHANGED = 12  # changed test files; with more, `make test` is the better choice


def changed_files() -> list[str]:
    """Files that differ from the last commit, new ones included."""
    command = ["git", "status", "--porcelain", "--untracked-files=all", "--no-renames"]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, check=False)  # noqa: S603
    lines = done.stdout.splitlines()
    return [line[3:].strip('"') for line in lines if line[:2].strip() != "D"]


def tests_of(changed: list[str]) -> list[str]:
    """The test files that were changed, and those named after a module that was."""
    files = {path.stem: path for path in sorted((HOUSE / "tests").rglob("test_*.py"))}
    found = [path for path in changed if path.startswith("tests/") and Path(path).name.startswith("test_")]
    for path in map(Path, changed):
        if path.parts[:1] == ("src",) and path.suffix == ".py":
            own = [name for name in (f"test_{path.stem}", f"test_{path.parent.name}") if name in files]
            found += [str(files[name].relative_to(HOUSE)) for name in own]
    return list(dict.fromkeys(found))


def main() -> int:
    """Run part after part; the first that fails ends it."""
    tests = tests_of(changed_files())
    if len(tests) > MOST_CHANGED:
        print(f"{len(tests)} test files belong to what has changed; the first {MOST_CHANGED} are run. See make test.")
    chosen = list(dict.fromkeys([*ALWAYS, *tests[:MOST_CHANGED]]))
    parts: dict[str, list[str]] = {
        "style": ["ruff", "check", "-q", "."],
        "format": ["ruff", "format", "--check", "-q", "."],
        "types": ["python", "-m", "tools.typed_games"],
        "scripts": ["sh", "tools/scripts"],
        "rooms": ["lint-imports"],
        "tests": ["pytest", "-n", "2", "--dist", "worksteal", "-q", "-m", "not slow", *chosen],
    }
    times, status = list[str](), 0
    for name, (tool, *arguments) in parts.items():
        began = time.monotonic()
        command = [tool if tool == "sh" else str(BIN / tool), *arguments]
        status = subprocess.run(command, cwd=HOUSE, check=False).returncode  # noqa: S603
        times.append(f"{name} {time.monotonic() - began:.0f} s")
        if status:
            break
    print(", ".join(times))
    return status


if __name__ == "__main__":
    sys.exit(main())
