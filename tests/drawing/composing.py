"""A page that knows no rules: it composes steps from a drawing's elements alone, as `drawing.drawing` says."""

from collections import defaultdict
from itertools import combinations

from ludotheque.drawing import Drawing


class Page:
    """A page's knowledge of a drawing: the elements that compose each step."""

    def __init__(self, drawing: Drawing) -> None:
        self.paths: dict[str, set[str]] = defaultdict(set)  # step -> the elements that carry it
        self.after: dict[str, set[str]] = {}  # step -> kinds of step it comes after
        self.sets: dict[str, list[str]] = defaultdict(list)  # set -> names, in order
        self.templates = drawing.sets
        for key, element in drawing.elements.items():
            for step in element.steps:
                self.paths[step].add(key)
                if element.after:
                    self.after[step] = set(element.after)
            if element.set:
                self.sets[element.set].append(element.name)

    @property
    def steps(self) -> set[str]:
        """The steps that can be composed by themselves."""
        return {step for step in self.paths if step not in self.after} | self._cut()

    def _cut(self) -> set[str]:
        found = set()
        for name, members in self.sets.items():
            first, *others = members
            for size in range(len(others)):
                for chosen in combinations(others, size):
                    half = [first, *chosen]
                    rest = [member for member in members if member not in half]
                    found.add(self.templates[name].format(chosen="".join(half), rest="".join(rest)))
        return found

    def follow_ups(self, step: str) -> set[str]:
        """The steps that go together with one that was just composed."""
        kind = step.partition(":")[0]
        return {later for later, kinds in self.after.items() if kind in kinds}

    def ambiguous(self) -> list[tuple[str, str]]:
        """Steps that clicks can't distinguish: the path of one lies within the other's."""
        pairs = combinations([step for step in self.paths if step not in self.after], 2)
        return [(a, b) for a, b in pairs if self.paths[a] <= self.paths[b] or self.paths[b] <= self.paths[a]]
