"""The path of each step in a drawing: the elements that are chosen to compose it."""

from itertools import combinations

from ludotheque.drawing.drawing import Drawing

Paths = dict[str, list[str]]  # by step: the ids of the elements that are its path


def paths_of(drawing: Drawing) -> Paths:
    """The path of each step of a drawing; of a step that cuts a set in two, the half that has the first element."""
    found: Paths = {}
    sets: dict[str, list[tuple[str, str]]] = {}
    for key, element in drawing.elements.items():
        for step in element.steps:
            found.setdefault(step, []).append(key)
        if element.set:
            sets.setdefault(element.set, []).append((key, element.name))
    for name, members in sets.items():
        found |= _halves(drawing.sets[name], members)
    return found


def _halves(template: str, members: list[tuple[str, str]]) -> Paths:
    """All ways to cut a set in two."""
    first, *others = members
    found: Paths = {}
    for size in range(len(others)):
        for chosen in combinations(others, size):
            half = [first, *chosen]
            rest = "".join(name for key, name in others if (key, name) not in chosen)
            found[template.format(chosen="".join(name for _, name in half), rest=rest)] = [key for key, _ in half]
    return found
