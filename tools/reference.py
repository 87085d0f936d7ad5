"""The reference of the docs site: every public name with its signature, its sentence and an example.

Signatures and sentences come from the code, examples from tools/reference_examples.md: there `# module` begins a
section and `## Name` an example, which runs in the tests of the docs. docs/reference.md is only the head of the page;
`make docs` adds the rest, and `python -m tools.reference NAME...` prints what it says of some names.
"""

import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE, EXAMPLES = ROOT / "docs" / "reference.md", ROOT / "tools" / "reference_examples.md"
WIDTH = 88
TITLES = {
    "ludotheque": "The library",
    "ludotheque.drawing": "Pictures and words",
    "ludotheque.interop.notebook": "Notebooks",
    "ludotheque.bots.bot": "Bots",
    "ludotheque.bots.levels": "Our bots",
    "ludotheque.bots.external_bot": "Programs as bots",
    "ludotheque.arena": "The arena",
    "ludotheque.interop": "Other libraries",
    "ludotheque.interop.batch": "Thousands of games at once",
    "ludotheque.interop.observation": "Observations",
    "ludotheque.interop.pettingzoo": "PettingZoo",
    "ludotheque.interop.openspiel": "OpenSpiel",
    "ludotheque.interop.house": "A house on the network",
    "ludotheque.interop.seat": "A seat at a table",
    "ludotheque.interop.mcp": "Language models",
    "ludotheque.gpu": "On a GPU",
}
CONSTANTS = {
    "NAMES": "The names of all games.",
    "CHANCE": "Who acts when the table draws; seats are numbered from 1.",
    "NO_MARKS": "Nothing is marked.",
    "LANGUAGES": "The languages in which everything is told.",
    "LEVELS": "Our bots, the weakest first.",
    "GRACE": "Seconds that a choice may take beyond its time.",
}
QUALIFIED = re.compile(r"(= '[^']*')|\b(?:[a-z_]\w*\.)+([A-Za-z_]\w*)")  # but not inside a default's quotes
SLOTS = {"drawer", "citer"}  # what a higher room fills in


def examples() -> dict[str, dict[str, tuple[str, str]]]:
    """By module and name, what kind of block an example is, and its lines."""
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for section in re.split(r"(?m)^# ", EXAMPLES.read_text("utf-8"))[1:]:
        module, _, body = section.partition("\n")
        found[module] = {}
        for part in re.split(r"(?m)^## ", body)[1:]:
            name, _, lines = part.partition("\n")
            plain, _, kind = name.partition(" ")
            found[module][plain] = (kind.strip("()") or "python", lines.strip())
    return found


def public_names(module: str) -> list[str]:
    """The names that a module offers: its `__all__`, where it has one."""
    return list(getattr(import_module(module), "__all__", []))


def problems() -> Iterator[str]:
    """A line for each public name without an example, and for each section without a title."""
    given = examples()
    for module in TITLES.keys() ^ given.keys():
        yield f"{module}: has a title or examples, but not both"
    for module, named in given.items():
        for name in public_names(module):
            if name not in named:
                yield f"{module}.{name}: has no example in {EXAMPLES.name}"


def signature(name: str, value: Any) -> str:
    """A function's or class's signature, with short type names."""
    try:
        text = str(inspect.signature(value))
    except (TypeError, ValueError):
        return name
    text = QUALIFIED.sub(lambda found: found[1] or found[2], text).replace("NoneType", "None")
    text = re.sub(r"(?<!= )'([^',=]+)'", r"\1", text)
    text = re.sub(r"<(?:[^<>]|<\w+>)* at 0x[0-9a-f]+>", "...", text).replace("<built-in function print>", "print")
    text = text.replace("Marks(last=(), chosen=(), preview='', played=())", "NO_MARKS")
    whole = f"{name}{text}"
    if len(whole) <= WIDTH:
        return whole
    return wrapped(whole)


def wrapped(call: str) -> str:
    """A long signature, a parameter on each line."""
    head, _, rest = call.partition("(")
    inside, depth, parts = rest, 1, [""]
    end = len(inside)
    for at, sign in enumerate(inside):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0:
            end = at
            break
        if sign == "," and depth == 1:
            parts.append("")
        else:
            parts[-1] += sign
    return f"{head}(\n" + "".join(f"    {part.strip()},\n" for part in parts) + ")" + inside[end + 1 :]


def told(value: Any) -> str:
    """The docstring; empty if it is only the one that `dataclass` generates."""
    text = inspect.getdoc(value) if not isinstance(value, (int, float, str, tuple)) else None
    return "" if text is None or text.startswith(f"{getattr(value, '__name__', '')}(") else text


def members(value: type) -> Iterator[str]:
    """The methods and properties that a class has beside what it inherits from other libraries, a line each."""
    for name in dir(value):
        member = inspect.getattr_static(value, name)
        is_ours = any(name in vars(one) and one.__module__.startswith("ludotheque") for one in value.__mro__)
        if name.startswith("_") or name in SLOTS or not is_ours:
            continue
        if isinstance(member, property) or type(member).__name__ == "cached_property":
            yield f"- `{name}`" + (f": {sentence(member)}" if sentence(member) else "")
        elif callable(getattr(value, name)) and not isinstance(getattr(value, name), type):
            said = sentence(getattr(value, name))
            call = " ".join(signature(name, getattr(value, name)).split()).replace("( ", "(").replace(", )", ")")
            call = call.replace("(self, ", "(").replace("(self)", "()")
            yield f"- `{call}`" + (f": {said}" if said else "")


def sentence(value: Any) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join(told(value).split("\n\n")[0].split())


def entry(module: str, name: str, kind: str, lines: str) -> str:
    """One name: heading, signature, sentences, members, example."""
    value = getattr(import_module(module), name)
    parts = [f"### {name}"]
    if inspect.isclass(value) and issubclass(value, Exception):
        parts += [told(value)]
    elif callable(value):
        parts += [f"```text\n{signature(name, value)}\n```", told(value)]
    else:
        parts += [CONSTANTS.get(name) or told(value)]
    if inspect.isclass(value) and (listed := "\n".join(members(value))):
        parts += [listed]
    return "\n\n".join(filter(None, [*parts, f"```{kind}\n{lines}\n```"])) + "\n"


def imports(module: str, named: dict[str, tuple[str, str]]) -> str:
    """The lines that a section's examples begin with."""
    names = ", ".join(name for name in named if name != "drawing")
    text = f"from {module} import {names}"
    if len(text) > WIDTH:
        text = f"from {module} import (\n" + textwrap.indent(textwrap.fill(names, WIDTH - 8), "    ") + ",\n)"
    first = ">>> import ludotheque\n" if module == "ludotheque" else ""
    return first + ">>> " + text.replace("\n", "\n... ")


def page() -> str:
    """The whole page, as the site shows it."""
    parts = [PAGE.read_text("utf-8")]
    for module, named in examples().items():
        parts.append(f"## {TITLES[module]}\n\n`{module}`: {sentence(import_module(module))}\n")
        parts.append(f"```python\n{imports(module, named)}\n```\n")
        parts += [entry(module, name, kind, lines) for name, (kind, lines) in named.items()]
    return "\n".join(parts)


def main(wanted: list[str]) -> None:
    """Print the entries of names; of all, without a name."""
    if found := list(problems()):
        raise SystemExit("\n".join(found))
    known = [(module, name, *example) for module, named in examples().items() for name, example in named.items()]
    if unknown := set(wanted) - {name for _, name, _, _ in known}:
        raise SystemExit(f"no public name is called {', '.join(sorted(unknown))}")
    for found_entry in known:
        if not wanted or found_entry[1] in wanted:
            print(entry(*found_entry))


if __name__ == "__main__":
    main(sys.argv[1:])
