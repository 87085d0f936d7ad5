"""Which elements of a drawing express which steps, for those who light and compose them without reading the picture."""

import re
from html import unescape
from itertools import combinations

from ludotheque.drawing.drawing import Drawing

TAG = re.compile(r"<\w[^>]*\sdata-(?:steps|set)=[^>]*>")
ATTRIBUTE = re.compile(r'\s(id|data-steps|data-set|data-name)="([^"]*)"')

Elements = dict[str, list[str]]  # by step: the ids of the elements that are its path


def elements_of(drawing: Drawing) -> Elements:
    """The path of each step of a drawing; of a step that cuts a set in two, the half that has the first element."""
    found: Elements = {}
    sets: dict[str, list[tuple[str, str]]] = {}
    for markup in drawing.live.values():
        for tag in TAG.findall(markup):
            said = {name: unescape(value) for name, value in ATTRIBUTE.findall(tag)}
            for step in said.get("data-steps", "").split():
                found.setdefault(step, []).append(said["id"])
            if "data-set" in said:
                sets.setdefault(said["data-set"], []).append((said["id"], said["data-name"]))
    for name, members in sets.items():
        found |= _halves(drawing.sets[name], members)
    return found


def _halves(template: str, members: list[tuple[str, str]]) -> Elements:
    """All ways to cut a set in two."""
    first, *others = members
    found: Elements = {}
    for size in range(len(others)):
        for chosen in combinations(others, size):
            half = [first, *chosen]
            rest = "".join(name for key, name in others if (key, name) not in chosen)
            found[template.format(chosen="".join(name for _, name in half), rest=rest)] = [key for key, _ in half]
    return found
