"""Positions of Jungle Rumble for tests: omitted things are as at the start, and the supply has the rest."""

from ludotheque import Position, game

FIELDS = {2: 22, 3: 25, 4: 30}
WATERWAYS = {2: 22, 3: 25, 4: 28}
FARM = """
      g   h   i   j
 9    .   .   .   .
 8    .  ###|###  .
 7    .   .   .   .
"""
FULL_OF_WATER = """
      f   g   h   i   j   k
10    .   .   .   .   .   .
         ~~~ ~~~ ~~~ ~~~
 9    . |###|###|###|###  .
         ~~~ ~~~ ~~~ ~~~
 8    . |###|###|###|###| .
         ~~~ ~~~ ~~~ ~~~
 7    .   .   .   .   .   .
"""
NO_FOOD = "tiger 0, bull 0, beaver 0, raccoon 0, monkey 0"

DRAWN = """junglerumble  players=2
Round 3, first player: seat 1
Turn of seat 1, beaver: seat 2 follows or passes
Supply: fields 17, waterways 17, kittens 2 3
Cards: tiger 1, bull 0, beaver 0, raccoon 2, monkey 0
Taken: beaver by seat 1
End: not yet

Seat 1 (Red): food 3, gold 2, penalties 1
Workers: awake 1, asleep 1, next trader t4
Traders: t1:2food t3:open
      g   h   i   j
10    .   .   .   .
 9    .  ###  .   .
         ~~~
 8    .  ###|###| .
         ~~~
 7    .   .   .   .

Seat 2 (Blue): food 12, gold 0, penalties 0
Workers: awake 2, asleep 0, next trader t3
Traders: t2:1gold
      g   h   i   j
 9    .   .   .   .
 8    .  ###|###  .
 7    .   .   .   ."""


def long_farm(fields: int) -> str:
    """h8 and i8, and fields below each other from h7 on, then from i7 on, then from g7 on."""
    columns = {"g": fields - 16, "h": 7, "i": 7}
    lines = ["      f   g   h   i   j", " 9    .   .   .   .   .", " 8    .   .  ###|###  ."]
    for row in range(7, 0, -1):
        cells = ["###" if 8 - row <= columns[column] else " . " for column in "ghi"]
        lines.append(f" {row}    .  {' '.join(cells)}  .")
    return "\n".join(line.rstrip() for line in lines)


def seat(
    *,
    food: int = 4,
    gold: int = 1,
    penalties: int = 0,
    awake: int = 2,
    asleep: int = 0,
    next_trader: int = 1,
    traders: str = "none",
    farm: str = FARM,
) -> str:
    """The lines of one seat, without the first words."""
    return (
        f"food {food}, gold {gold}, penalties {penalties}\nWorkers: awake {awake}, asleep {asleep}, "
        f"next trader t{next_trader}\nTraders: {traders}\n{farm.strip(chr(10))}"
    )


def draw(
    turn: str,
    *seats: str,
    round_number: int = 1,
    cards: str = NO_FOOD,
    taken: str = "none",
    end: str = "not yet",
    to_place: tuple[int, int] = (0, 0),
    kittens: tuple[int, ...] | None = None,
) -> str:
    """A whole drawing. The supply has all that is neither on a farm nor still to be placed (fields, waterways)."""
    players = len(seats)
    text = "\n".join(f"\nSeat {number}: {lines}" for number, lines in enumerate(seats, 1))
    fields = FIELDS[players] - text.count("###") - to_place[0]
    waterways = WATERWAYS[players] - text.count("|") - text.count("~~~") - to_place[1]
    left = kittens or tuple(6 - _kittens(lines) for lines in seats)
    return f"""junglerumble players={players}
Round {round_number}, first player: seat {(round_number - 1) % players + 1}
{turn}
Supply: fields {fields}, waterways {waterways}, kittens {" ".join(map(str, left))}
Cards: {cards}
Taken: {taken}
End: {end}
{text}"""


def _kittens(lines: str) -> int:
    words = lines.split("\n")
    workers = words[1].replace(",", "").split()
    traders = words[2].removeprefix("Traders: ")
    return int(workers[2]) + int(workers[4]) + (0 if traders == "none" else len(traders.split()))


def table(turn: str, *seats: str, **given: object) -> Position:
    """The position that `draw` draws, read and checked."""
    return game("junglerumble").read(draw(turn, *seats, **given))  # type: ignore[arg-type]


def texts(position: Position) -> list[str]:
    """The legal steps as text, in their order."""
    return [str(step) for step in position.legal()]


def play(position: Position, *steps: str) -> Position:
    """Play several steps, each by the seat to act."""
    for step in steps:
        position = position.play(step)
    return position


def owned(position: Position, number: int) -> dict[str, object]:
    """A seat's belongings, as named fields."""
    fields: dict[str, object] = position.to_fields()["seats"][str(number)]
    return fields
