"""One word, one thing: `python -m tools.names`, part of `make check`.

Fails on a module name or a public class name that stands for two things, and on a module whose name is no noun. The
files that every game has (`games/<game>/state.py`) are one thing, whichever game they belong to.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src" / "ludotheque"
COMMANDS = Path("cli/commands")  # its modules are named after the commands that people type: verbs, too
NOUNS_IN_ING = {
    "building",
    "drawing",
    "ending",
    "king",
    "listing",
    "meaning",
    "opening",
    "rating",
    "ring",
    "setting",
    "string",
}
FIRST_IS_HEAD = {"text", "words"}  # `words_where`: the words that say where things are
NO_NOUNS = {
    # verbs
    "act", "ask", "choose", "compose", "draw", "find", "foretell", "hear", "keep", "learn", "load", "look", "make",
    "read", "run", "save", "say", "see", "send", "serve", "show", "simulate", "sit", "solve", "start", "tell", "think",
    "verify", "wait", "write",
    # adjectives and participles
    "bulk", "drawn", "early", "exact", "external", "fair", "hidden", "incoming", "lasting", "nearest", "outgoing",
    "packed", "plain", "possible", "seen", "sequential", "shared", "shown", "told",
    # all others
    "after", "again", "ahead", "around", "before", "here", "me", "mine", "there", "together", "what", "where", "who",
    "why",
}  # fmt: skip


def role(file: Path, games: Iterable[str]) -> Path:
    """The file with any game's name replaced: files of the same role in several games are the same."""
    return Path(*("<game>" if part in games else part for part in file.parts))


def game_names(sources: Path) -> set[str]:
    return {file.parent.name for file in sources.glob("games/*/manifest.py")}


def is_noun(name: str) -> bool:
    """Whether a module's name can be read as a noun of the field, judged by its head: mostly its last word."""
    words = name.split("_")
    head = words[0] if words[0] in FIRST_IS_HEAD else words[-1]
    return head not in NO_NOUNS and (not head.endswith("ing") or head in NOUNS_IN_ING)


def class_names(file: Path) -> set[str]:
    """The public classes of a file, nested ones too."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    return {node.name for node in nodes if isinstance(node, ast.ClassDef) and not node.name.startswith("_")}


def problems(sources: Path) -> Iterator[str]:
    """A line for each name that is no noun or stands for two things."""
    games = game_names(sources)
    modules, classes = defaultdict[str, set[Path]](set), defaultdict[str, set[Path]](set)
    for file in sorted(sources.rglob("*.py")):
        path = file.relative_to(sources)
        if path.stem != "__init__" and path.stem not in games:
            modules[path.stem].add(role(path, games))
            if path.parent != COMMANDS and not path.stem[0].isdigit() and not is_noun(path.stem):
                yield f"{path}: {path.stem} is no noun: name the thing that the module holds"
        for name in class_names(file):
            classes[name].add(role(path, games))
    yield from _doubles("module", modules)
    yield from _doubles("class", classes)


def _doubles(kind: str, found: dict[str, set[Path]]) -> Iterator[str]:
    for name, files in sorted(found.items()):
        if len(files) > 1:
            yield f"the {kind} name {name} stands for {len(files)} things: {', '.join(map(str, sorted(files)))}"


if __name__ == "__main__":
    lines = list(problems(SOURCES))
    print("\n".join(lines) or "Every name stands for one thing.")
    sys.exit(bool(lines))
