"""Maka Bana, played slowly from shared/rules/makabana.md."""

from dataclasses import dataclass

MAKA_BANA = """
    Art Arb Apt Bst Bpt Brt Brb                              1  1  2  2  3  3  4
    Arf Apb Apf Bsb Bpb Bpf Brf                              1  1  2  2  3  4  4
    Alt Alb Alf Bsf Blt Blb Blf                              5  5  6  6  7  7  4
    Cst Cpb Cpt Drt Drb Dsb  .                               5  8  6  6  7  9  .
    Csb Csf Cpf Dlt Drf Dst  .                               5  8  8 10  9  9  .
    Clt Clb Clf Dlb Dlf Dsf  .                              11 11  8 10 10  9  .
"""
NOKA = """
     .  Ast Apt Art Arb  .                                   .  1  1  2  2  .
     .  Asb Apb Apf Arf  .                                   .  1  3  3  2  .
     .  Asf Alt Alb Alf  .                                   .  4  3  5  5  .
    Brt Bpt Bpb Cst Cpb Cpt                                  6  4  4  5  7  7
    Brb Brf Bpf Csb Csf Cpf                                  6  8  8  9  7  7
    Bst Bsb Bsf Clt Clb Clf                                  6  6  8  9  9  7
"""
NADAA = """
    Dst Dpt Drt Drb Ert Erb Ept Est                          1  1  2  2  3  3  4  4
    Dsb Dpb Dpf Drf Erf Epf Epb Esb                          1  5  5  2  6  3  7  4
    Dsf Dlt Dlb Dlf Elt Elb Elf Esf                          5  5  6  6  6  7  7  4
"""
ISLANDS = {
    "Maka Bana": (MAKA_BANA, {"A": "azzura", "B": "bikini", "C": "coquito", "D": "diabolo"}),
    "Noka": (NOKA, {"A": "aloa", "B": "borea", "C": "coconut"}),
    "Nadaa": (NADAA, {"D": "danae", "E": "evao"}),
}
ISLANDS_FOR = {3: ["Nadaa"], 4: ["Noka"], 5: ["Maka Bana"], 6: ["Noka", "Nadaa"]}
SECTORS = {"s": "sand", "l": "lagoon", "p": "palm", "r": "rock"}
TYPES = {"t": "tattoo", "b": "flower", "f": "fish"}
HUTS = 10
PAINTS = 2
LAST_ROUND = 30


def island_sides(text: str, beaches: dict[str, str]) -> dict[str, dict[str, bool]]:
    """'Boards': the sites of one island, each with those that share a side; True where also the complex is shared."""
    places: dict[tuple[int, int], tuple[str, str]] = {}
    for row, line in enumerate(text.strip().splitlines()):
        words = line.split()
        half = len(words) // 2
        for column, (code, complex_) in enumerate(zip(words[:half], words[half:], strict=True)):
            if code != ".":
                beach, sector, kind = beaches[code[0]], SECTORS[code[1]], TYPES[code[2]]
                places[row, column] = (f"{beach}.{sector}.{kind}", complex_)
    found: dict[str, dict[str, bool]] = {}
    for (row, column), (site, complex_) in places.items():
        sides = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        around = [places[side] for side in sides if side in places]
        found[site] = {other: its == complex_ for other, its in around}
    return found


def map_sides(players: int) -> dict[str, dict[str, bool]]:
    """'Options': the map for a number of players; two islands never touch."""
    found: dict[str, dict[str, bool]] = {}
    for island in ISLANDS_FOR[players]:
        found.update(island_sides(*ISLANDS[island]))
    return found


SIDES = {players: map_sides(players) for players in ISLANDS_FOR}
# 'Boards': two sites are neighbours when they share a side and lie in the same complex
MAPS = {
    players: {site: {other for other, is_same in around.items() if is_same} for site, around in sides.items()}
    for players, sides in SIDES.items()
}


def beach_of(site: str) -> str:
    """The beach in a site's name."""
    return site.partition(".")[0]


def group_points(size: int) -> int:
    """'Outcome', huts: 1, 3, 6, 9, 12, ..."""
    return 1 if size == 1 else 3 * (size - 1)


@dataclass
class Project:
    """A secret project ('Projects'); kind is build, paint, club or none."""

    kind: str
    site: str
    shown: bool


class Table:
    """One game of Maka Bana."""

    def __init__(self, header: dict[str, str]) -> None:
        """'Start': an empty map, each seat puts two huts."""
        self.players = int(header["players"])
        self.rules = int(header.get("rules", "1"))
        self.seats = range(1, self.players + 1)
        self.beaches = sorted({beach_of(site) for site in MAPS[self.players]})
        self.sites = sorted(MAPS[self.players])
        self.huts: dict[str, int] = {}
        self.reserve = dict.fromkeys(self.seats, HUTS)
        self.paints = dict.fromkeys(self.seats, PAINTS)
        self.clubs: dict[str, int] = {}
        self.tikis: dict[str, int] = {}
        self.projects: dict[int, Project] = {}
        self.first_player = 1
        self.round = 1
        self.final = False
        self.phase = "start"
        self.waiting = [*self.seats, *reversed(self.seats)]
        self.memo: dict[int, list[str]] = {}

    def actors(self) -> list[int]:
        """The seats waited for: several at once only for the projects."""
        if self.phase == "projects":
            return sorted(self.waiting)
        return self.waiting[:1]

    def legal(self, actor: int) -> list[str]:
        """All notations of one waiting seat, sorted."""
        if actor not in self.actors():
            return []
        if actor not in self.memo:
            self.memo[actor] = sorted(self.options(actor))
        return self.memo[actor]

    def options(self, seat: int) -> list[str]:
        """The notations of one waiting seat, in no order."""
        if self.phase == "start":
            return self.start_options(seat)
        if self.phase == "tikis":
            return [f"tiki:{place}" for place in self.tiki_places(seat)]
        if seat in self.projects:
            kind = self.projects[seat].kind
            cards = ["beach", "sector", "type"] + ([] if kind == "build" else [kind])
            return [f"show:{card}" for card in cards]
        return self.targets(seat) or ["none"]

    def start_options(self, seat: int) -> list[str]:
        """'Start': any free site; the second on another beach, sharing no side with the first.

        By rules 1 only a neighbour of the first is excluded.
        """
        barred: set[str] = set()
        for first in [site for site, owner in self.huts.items() if owner == seat]:
            barred = {site for site in self.sites if beach_of(site) == beach_of(first)}
            barred |= MAPS[self.players][first] if self.rules == 1 else set(SIDES[self.players][first])
        return [f"hut:{s}" for s in self.sites if s not in self.huts and s not in barred]

    def targets(self, seat: int) -> list[str]:
        """'Projects': build, paint and club targets; in the final round only build."""
        found = [f"build:{site}" for site in self.sites if site not in self.huts]
        if self.final:
            return found
        if self.paints[seat]:
            found += [f"paint:{site}" for site, owner in self.huts.items() if owner != seat]
        if seat not in self.clubs.values():
            found += [
                f"club:{site}"
                for site, owner in self.huts.items()
                if owner == seat and beach_of(site) not in self.clubs
            ]
        return found

    def tiki_places(self, seat: int) -> list[str]:
        """'Tikis': sites free of huts, own huts, club places without club; never two Tikis."""
        places = [site for site in self.sites if self.huts.get(site, seat) == seat]
        places += [f"club.{beach}" for beach in self.beaches if beach not in self.clubs]
        return [place for place in places if place not in self.tikis]

    def play(self, actor: int, text: str) -> None:
        """One step of a waiting seat, and what follows from it without a choice."""
        assert text in self.legal(actor), (actor, text)
        self.memo = {}
        if self.phase == "start":
            self.put_hut(actor, text.removeprefix("hut:"))
            self.waiting.pop(0)
            if not self.waiting:
                self.begin_projects()
        elif self.phase == "projects":
            self.plan(actor, text)
        else:
            self.tikis[text.removeprefix("tiki:")] = actor
            self.waiting.pop(0)
            self.skip_to_tiki()

    def put_hut(self, seat: int, site: str) -> None:
        """A hut from the reserve goes to a site."""
        self.huts[site] = seat
        self.reserve[seat] -= 1

    def begin_projects(self) -> None:
        """'Projects': all seats at once."""
        self.phase = "projects"
        self.projects = {}
        self.waiting = list(self.seats)

    def plan(self, seat: int, text: str) -> None:
        """'Projects': a target, then the shown card; `none` is a single step."""
        kind, _, site = text.partition(":")
        if kind == "show":
            self.projects[seat].shown = True
        else:
            self.projects[seat] = Project(kind, site, shown=kind == "none")
        if self.projects[seat].shown:
            self.waiting.remove(seat)
        if not self.waiting:
            self.phase = "tikis"
            self.waiting = self.from_first_player()
            self.skip_to_tiki()

    def from_first_player(self) -> list[int]:
        """All seats clockwise, the first player first."""
        return [*range(self.first_player, self.players + 1), *range(1, self.first_player)]

    def skip_to_tiki(self) -> None:
        """'Tikis': skip seats without a place; after the last, carry the projects out."""
        while self.waiting and not self.tiki_places(self.waiting[0]):
            self.waiting.pop(0)
        if not self.waiting:
            for seat in self.from_first_player():
                self.carry_out(seat, self.projects[seat])
            self.end_round()

    def carry_out(self, seat: int, project: Project) -> None:
        """'Carrying out': a project succeeds or fails by what stands on the board now."""
        site = project.site
        owner = self.huts.get(site)
        if project.kind == "build" and owner is None and site not in self.tikis:
            self.put_hut(seat, site)
        if project.kind == "paint" and owner not in (None, seat) and site not in self.tikis:
            self.reserve[self.huts[site]] += 1
            self.put_hut(seat, site)
            self.paints[seat] -= 1
        if project.kind == "club" and owner == seat:
            beach = beach_of(site)
            if beach not in self.clubs and f"club.{beach}" not in self.tikis:
                self.clubs[beach] = seat

    def end_round(self) -> None:
        """'End of the round': the check with the Tikis standing, then the next round or the end."""
        if self.final:
            self.phase = "over"
            return
        self.final = self.last_round_next()
        self.tikis = {}
        self.round += 1
        self.first_player = self.first_player % self.players + 1
        self.begin_projects()

    def last_round_next(self) -> bool:
        """'End of the round': (a) a full beach, (b) a reserve of at most one, (c) 30 rounds."""
        open_beaches = {beach_of(s) for s in self.sites if s not in self.huts and s not in self.tikis}
        return len(open_beaches) < len(self.beaches) or min(self.reserve.values()) <= 1 or self.round >= LAST_ROUND

    def scores(self) -> list[int]:
        """'Outcome': beaches, groups of huts, clubs."""
        totals = dict.fromkeys(self.seats, 0)
        for beach in self.beaches:
            self.score_beach(beach, totals)
        for seat in self.seats:
            totals[seat] += sum(group_points(size) for size in self.group_sizes(seat))
        return list(totals.values())

    def score_beach(self, beach: str, totals: dict[int, int]) -> None:
        """'Outcome': 4 points for the majority, and a point per hut of the club's owner."""
        counts = dict.fromkeys(self.seats, 0)
        for site, owner in self.huts.items():
            counts[owner] += beach_of(site) == beach
        club = self.clubs.get(beach)
        if club is not None:
            totals[club] += counts[club]
        most = max(counts.values())
        tied = [seat for seat in self.seats if counts[seat] == most > 0]
        if len(tied) == 1:
            totals[tied[0]] += 4
        elif club is not None and club in tied:
            totals[club] += 4
        elif len(tied) == 2:
            for seat in tied:
                totals[seat] += 2

    def group_sizes(self, seat: int) -> list[int]:
        """'Boards': groups of one seat's huts, formed by neighbours only."""
        left = {site for site, owner in self.huts.items() if owner == seat}
        sizes = []
        while left:
            reached = [left.pop()]
            for site in reached:
                new = left & MAPS[self.players][site]
                left -= new
                reached += new
            sizes.append(len(reached))
        return sizes

    def winners(self) -> list[int]:
        """'Outcome': the highest total; several seats may tie."""
        scores = self.scores()
        return [seat for seat in self.seats if scores[seat - 1] == max(scores)]
