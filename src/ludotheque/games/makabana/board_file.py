"""Reading a file of Maka Bana's islands: every rule of boards is checked, every complaint names its place."""

import re
from dataclasses import dataclass
from typing import Any

from ludotheque.games.board_text import read_board_text
from ludotheque.games.field_reader import short
from ludotheque.games.makabana.state import MAX_BEACHES, MAX_SITES, PLAYERS, SECTORS, TYPES
from ludotheque.games.refusal import BoardError

SECTOR_LETTERS = dict(zip("slpr", SECTORS, strict=True))
TYPE_LETTERS = dict(zip("tbf", TYPES, strict=True))  # b for bloom: f is taken
SITE = re.compile(r"[A-Z][slpr][tbf]", re.ASCII)
COUNTS = tuple(range(PLAYERS[0], PLAYERS[1] + 1))

Place = tuple[int, int]


@dataclass(frozen=True)
class Island:
    """One island: its beaches (letter to name), and by place (row, column) its sites and their complexes."""

    name: str
    players: tuple[int, ...]
    beaches: dict[str, str]
    sites: dict[Place, str]
    complexes: dict[Place, int]

    def beside(self, place: Place) -> list[Place]:
        """The places that share a side with this one."""
        row, column = place
        sides = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [side for side in sides if side in self.sites]

    def neighbours(self, place: Place) -> list[Place]:
        """The places that share a side and a complex with this one."""
        return [side for side in self.beside(place) if self.complexes[side] == self.complexes[place]]


def read_islands(text: str, rules: int) -> tuple[str, list[Island]]:
    """The file's name and its islands; refuses a file that breaks a rule for any number of players."""
    data = read_board_text(text)
    _only(data, "file", "name", "island")
    name = _text(data, "file", "name", r"[a-z0-9][a-z0-9-]{0,31}", "small letters, digits and hyphens")
    tables = data.get("island")
    if not isinstance(tables, list) or not tables:
        raise BoardError("file: at least one [[island]] is needed")
    islands = [_read_island(table, f"island {number}") for number, table in enumerate(tables, 1)]
    for players in COUNTS:
        together = [island for island in islands if players in island.players]
        if together:
            check_together(together, players, rules)
    return name, islands


def _only(table: dict[str, Any], at: str, *keys: str) -> None:
    for key in table:
        if key not in keys:
            raise BoardError(f"{at}: no such key {short(key)}; there are {', '.join(keys)}")


def _text(table: dict[str, Any], at: str, key: str, form: str, words: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not re.fullmatch(form, value, re.ASCII):
        raise BoardError(f"{at}: {key} is written in {words}, not {short(value)}")
    return value


def _read_island(table: object, at: str) -> Island:
    if not isinstance(table, dict):
        raise BoardError(f"{at}: write each island as an [[island]] of its own")
    _only(table, at, "name", "players", "beaches", "sites", "complexes")
    name = at = _text(table, at, "name", r"[A-Za-z][A-Za-z' -]{0,23}", "letters, spaces, hyphens and apostrophes")
    beaches = _read_beaches(table.get("beaches"), at)
    sites = _read_sites(table, at, beaches)
    _check_sectors(at, beaches, set(sites.values()))
    island = Island(name, _read_players(table, at), beaches, sites, _read_complexes(table, at, sites))
    _check_complexes(island)
    return island


def _read_players(table: dict[str, Any], at: str) -> tuple[int, ...]:
    players = table.get("players", list(COUNTS))
    if not isinstance(players, list) or not players or not all(type(one) is int and one in COUNTS for one in players):
        raise BoardError(f"{at}: players is a list of numbers from {COUNTS[0]} to {COUNTS[-1]}, not {short(players)}")
    return tuple(players)


def _read_beaches(table: object, at: str) -> dict[str, str]:
    if not isinstance(table, dict) or not table:
        raise BoardError(f'{at}: beaches gives each beach a letter and a name, as in A = "Azzura"')
    for letter, name in table.items():
        if not re.fullmatch("[A-Z]", letter, re.ASCII):
            raise BoardError(f"{at}: beaches: a beach's letter is one capital, not {short(letter)}")
        if not isinstance(name, str) or not re.fullmatch("[A-Za-z]{2,12}", name, re.ASCII):
            raise BoardError(f"{at}: beaches: the name of {letter} is 2 to 12 letters a to z, not {short(name)}")
        if name.lower() in (*SECTORS, *TYPES, "paint", "club"):
            raise BoardError(f"{at}: beaches: {name} is the name of another card")
    return {letter: name.lower() for letter, name in table.items()}


def _read_map(table: dict[str, Any], at: str, key: str) -> dict[Place, str]:
    """The words of a drawn map by row and column, without the sea."""
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise BoardError(f"{at}: {key} is a map, drawn row by row between triple quotes")
    rows = [line.split() for line in value.strip().splitlines()]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise BoardError(f"{at}: {key}: row {number} has {len(row)} places, but row 1 has {len(rows[0])}")
    if len(rows) > MAX_SITES or len(rows[0]) > MAX_SITES:
        raise BoardError(f"{at}: {key}: a map has at most {MAX_SITES} rows and columns")
    return {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row) if word != "."}


def _read_sites(table: dict[str, Any], at: str, beaches: dict[str, str]) -> dict[Place, str]:
    sites = _read_map(table, at, "sites")
    seen: set[str] = set()
    for place, code in sites.items():
        where = f"{at}: sites: {_where(place)}"
        if not SITE.fullmatch(code):
            raise BoardError(f"{where}: a site is a beach letter, one of s l p r and one of t b f, not {short(code)}")
        if code[0] not in beaches:
            raise BoardError(f"{where}: {code} is on beach {code[0]}, which has no name in beaches")
        if code in seen:
            raise BoardError(f"{where}: {code} stands on the map twice")
        seen.add(code)
    return sites


def _where(place: Place) -> str:
    return f"row {place[0] + 1}, column {place[1] + 1}"


def _read_complexes(table: dict[str, Any], at: str, sites: dict[Place, str]) -> dict[Place, int]:
    words = _read_map(table, at, "complexes")
    for place in sorted(sites.keys() ^ words.keys()):
        what = f"site {sites[place]} has no complex" if place in sites else "a complex, but no site"
        raise BoardError(f"{at}: complexes: {_where(place)}: {what}")
    for place, word in words.items():
        if not re.fullmatch("[1-9][0-9]?", word, re.ASCII):
            raise BoardError(f"{at}: complexes: {_where(place)}: a number from 1 to 99, not {short(word)}")
    return {place: int(word) for place, word in words.items()}


def _check_sectors(at: str, beaches: dict[str, str], codes: set[str]) -> None:
    """A beach has three or four sectors, and each of them its three types."""
    for letter, beach in beaches.items():
        sectors = [sector for sector in SECTOR_LETTERS if any(code[:2] == letter + sector for code in codes)]
        for sector in sectors:
            missing = [word for kind, word in TYPE_LETTERS.items() if letter + sector + kind not in codes]
            if missing:
                raise BoardError(f"{at}: sites: {beach}'s {SECTOR_LETTERS[sector]} has no {missing[0]} site")
        if len(sectors) < 3:
            raise BoardError(f"{at}: sites: {beach} has {len(sectors)} sectors: a beach has three or four")


def _check_complexes(island: Island) -> None:
    """All sites of a complex are connected side by side."""
    for number in sorted(set(island.complexes.values())):
        places = [place for place, its in island.complexes.items() if its == number]
        reached = places[:1]
        for place in reached:
            reached += [near for near in island.neighbours(place) if near not in reached]
        for place in places:
            if place not in reached:
                first, other = island.sites[places[0]], island.sites[place]
                raise BoardError(f"{island.name}: complexes: complex {number} is in pieces: {first} and {other}")


def check_together(islands: list[Island], players: int, rules: int) -> None:
    """Check islands that are used together: distinct names, enough room, and a start that cannot get stuck."""
    at = f"for {players} players"
    letters = [letter for island in islands for letter in island.beaches]
    names = [name for island in islands for name in island.beaches.values()]
    for words in (letters, names):
        for word in words:
            if words.count(word) > 1:
                raise BoardError(f"{at}: two beaches are called {word}")
    count = sum(len(island.sites) for island in islands)
    if len(names) > MAX_BEACHES or count > MAX_SITES:
        raise BoardError(f"{at}: {count} sites on {len(names)} beaches; there is room for {MAX_SITES} on {MAX_BEACHES}")
    for island in islands:
        for place, code in island.sites.items():
            barred = [other for other in island.sites.values() if other[0] == code[0]]
            touching = island.neighbours(place) if rules < 2 else island.beside(place)
            barred += [island.sites[other] for other in touching]
            if count - len(set(barred)) < 2 * players - 1:
                what = f"after a first hut on {code} there may be no site for the second"
                raise BoardError(f"{at}: too small: {what} (players says which numbers an island is for)")
