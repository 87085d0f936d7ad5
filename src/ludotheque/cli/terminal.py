"""A game in the terminal, against players who move at random."""

import os
import sys
import textwrap
from io import TextIOWrapper
from itertools import groupby
from pathlib import Path

import click

from ludotheque import NAMES, Chance, Position, Record, Refusal, SetupError, Step, game
from ludotheque.cli.options import check_can_write, check_seat, find_game, position_at, read_setup, setup_options
from ludotheque.cli.records import describe

HELP = """\
Type a move as it is written in the list; what stands before the colon may be left out.
  moves        list your legal moves         why MOVE     why a move is not legal
  board        draw the board again          scores       points if the game ended now
  undo         take your last move back      save FILE    write the game to a file
  quit         stop; the game is kept, and you are told how to go on with it"""


@click.command()
@click.argument("name", metavar="[GAME | FILE]", required=False)
@setup_options
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), help="The same seed, the same chance and opponents.")
@click.option("--seat", "seats", type=int, multiple=True, metavar="S", help="Your seat (1); several for a hot seat.")
@click.option("--save", metavar="FILE", help="Where the game is kept after every move.")
def play(
    name: str | None, players: int | None, options: tuple[str, ...], board: str | None,
    seed: int | None, seats: tuple[int, ...], save: str | None,
) -> None:  # fmt: skip
    """Play a game against random players, or go on with a record."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a letter in another encoding is a wrong answer, not a crash
    if save:
        check_can_write(save)
    seed = int.from_bytes(os.urandom(6), "big") if seed is None else seed
    name = name or choose_game()
    notes: dict[str, str] = {}
    if name in NAMES:
        one = find_game(name)
        position = one.begin(read_setup(one, players, options, board, seed=seed))
    elif not Path(name).exists():
        raise SetupError(f"there is neither a game nor a file {name!r}: choose {', '.join(NAMES)}, or a record's file")
    elif players is not None or options:
        raise SetupError(f"{name}: a game under way has its players and options: leave --players and --option out")
    else:
        record, position = position_at(name, None, board)
        notes = {key: value for key, value in record.header.items() if key.startswith("x-")}
    for seat in seats:
        check_seat(position, seat)
    file = save or (kept_file(name) if name in NAMES else name)
    Table(position, set(seats or (1,)), Chance(seed, 1), file, board, notes).play()


def choose_game() -> str:
    """Ask which game, by number or name."""
    click.echo("Welcome to Ludothèque. Which game?")
    for number, name in enumerate(NAMES, 1):
        low, high = game(name).players
        click.echo(f"  {number}  {game(name).title}  ({low if low == high else f'{low}-{high}'} players)")
    while True:
        answer = ask("Game [1]: ")
        if answer is None:
            raise click.exceptions.Abort
        answer = answer or "1"
        if answer in NAMES:
            return answer
        if answer in "1234" and len(answer) == 1:
            return NAMES[int(answer) - 1]
        click.echo(f"Type a number from 1 to {len(NAMES)}, or a game's name.")


def ask(prompt: str) -> str | None:
    """A line from the keyboard; None at its end."""
    try:
        return input(prompt).strip() if sys.stdin else None
    except EOFError:
        click.echo()
        return None


def kept_file(name: str) -> str:
    """Where a game is kept when nobody says where."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return str(Path(home, "ludotheque", f"{name}.record"))


class Table:
    """One game in the terminal: who sits where, and what has been shown so far."""

    def __init__(
        self, position: Position, people: set[int], chance: Chance, file: str, board: str | None, notes: dict[str, str]
    ) -> None:
        self.position, self.people, self.chance = position, people, chance
        self.file, self.board, self.notes = Path(file), board, notes  # notes: free keys of the record gone on with
        self.is_kept: bool | None = None  # None: not tried yet
        self.drawn_for: tuple[int, int] | None = None  # seat and ply that the board was drawn for

    def play(self) -> None:
        """Until the game is over, or somebody quits."""
        begun = self.position.ply
        try:
            while not self.position.is_over:
                if not self.play_on():
                    self.say_goodbye()
                    return
        except KeyboardInterrupt:
            click.echo()
            self.say_goodbye()
            raise
        self.show_end()
        if self.position.ply > begun:
            self.keep()

    def play_on(self) -> bool:
        """One step; False to stop. Seats that choose at the same time do so in order."""
        actors = self.position.actors
        if self.position.is_chance:
            self.draw_chance()
        elif actors[0] in self.people:
            return self.ask_move(actors[0])
        else:
            self.play_random(actors[0])
        return True

    def draw_chance(self) -> None:
        before = self.position.ply
        self.position = self.position.roll(self.chance)
        drawn = " ".join(map(str, self.position.steps[before:]))
        click.echo(f"\nThe table draws {drawn}")

    def play_random(self, seat: int) -> None:
        steps = self.position.legal(seat)
        step = steps[self.chance.randrange(len(steps))]
        click.echo(f"{self.name(seat)} " + ("chooses in secret" if self.is_secret(step) else f"plays {step}"))
        self.position = self.position.play(step)

    def is_secret(self, step: Step) -> bool:
        """Whether the people at the table would see no difference if it were another step."""
        viewer = next(iter(self.people)) if len(self.people) == 1 else None
        others = [other for other in self.position.legal(step.seat) if other != step]
        seen = self.position.play(step).view(viewer)
        return bool(others) and all(self.position.play(other).view(viewer) == seen for other in others)

    def ask_move(self, seat: int) -> bool:
        """One move of a person; False to stop."""
        steps = self.position.legal(seat)
        if len(steps) == 1:
            click.echo(f"{self.name(seat)} can only play {steps[0]}")
            self.position = self.position.play(steps[0])
            return True
        if self.drawn_for != (seat, self.position.ply):
            self.draw_board(seat)
            click.echo(list_moves(steps, 12))
        answer = ask(f"{self.name(seat)}, your move (? for help): ")
        if answer is None or answer == "quit":
            return False
        self.obey(seat, answer)
        return True

    def obey(self, seat: int, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        if word in ("?", "help", ""):
            click.echo(HELP)
        elif word == "moves":
            click.echo(list_moves(self.position.legal(seat), 1000))
        elif word == "board":
            self.draw_board(seat)
        elif word == "scores":
            self.show_scores()
        elif word == "why":
            refusal = self.position.why_not(rest.strip(), seat)
            click.echo(f"{refusal} [{refusal.rule}]" if refusal else f"{rest.strip()} is legal.")
        elif word == "undo":
            self.undo(seat)
        elif word == "save":
            self.save_as(rest.strip())
        else:
            self.play_text(seat, answer)

    def play_text(self, seat: int, text: str) -> None:
        full = [step.text for step in self.position.legal(seat) if step.text.partition(":")[2] == text]
        try:
            self.position = self.position.play(full[0] if len(full) == 1 else text, seat)
        except Refusal as refusal:
            click.echo(f"{refusal.reason} (moves lists what you may play)")
            return
        self.keep()

    def undo(self, seat: int) -> None:
        """Back to the latest moment at which this person chose something."""
        for position in self.position.history:
            if seat in position.actors and len(position.legal(seat)) > 1:
                self.position = position
                click.echo("Taken back.")
                self.keep()
                return
        click.echo("There is nothing to take back.")

    def save_as(self, file: str) -> None:
        if not file:
            click.echo("Say where: save FILE")
            return
        try:
            self.record().save(file)
            click.echo(f"Written to {file}.")
        except OSError as error:
            click.echo(f"{file} cannot be written: {error.strerror}.")
        except ValueError:
            click.echo(f"{file!r} is no name for a file.")

    def record(self) -> Record:
        return self.position.record(None, **self.notes)

    def keep(self) -> None:
        """After every move, so that nothing is lost."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.record().save(self.file)
            self.is_kept = True
        except OSError as error:
            if self.is_kept is not False:
                click.echo(f"(The game is not being kept: {self.file}: {error.strerror}.)")
            self.is_kept = False

    def name(self, seat: int) -> str:
        return self.position.game.seat_name(seat)

    def draw_board(self, seat: int) -> None:
        self.drawn_for = (seat, self.position.ply)
        click.echo(f"\n{self.position.view(seat)}\n")

    def show_scores(self) -> None:
        for seat, score in enumerate(self.position.scores, 1):
            parts = ", ".join(f"{name} {value}" for name, value in score.parts.items() if value)
            click.echo(f"{self.name(seat):<8} {score.total:>4}  {parts}")

    def show_end(self) -> None:
        click.echo(f"\n{self.position}\n")
        self.show_scores()
        click.echo(describe(self.position))

    def say_goodbye(self) -> None:
        """Keep what has happened since the last move; before the first there is nothing to keep."""
        if self.is_kept:
            self.keep()
        if not self.is_kept:
            click.echo("Goodbye.")
            return
        board = f" --board {self.board}" if self.board else ""
        click.echo(f"Goodbye. Go on with: ludotheque play {self.file}{board}")


def list_moves(steps: tuple[Step, ...], most: int) -> str:
    """The moves by kind, each kind from a new line on, no line longer than a terminal is wide."""
    lines = []
    for kind, group in groupby(steps, key=lambda step: step.text[: step.text.find(":") + 1]):
        texts = [step.text.removeprefix(kind) for step in group]
        more = f" ... and {len(texts) - most} more (moves lists all)" if len(texts) > most else ""
        moves = f"{kind} {' '.join(texts[:most])}{more}".strip()
        lines.append(
            textwrap.fill(
                moves, 80, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False, break_long_words=False
            )
        )
    return "\n".join(lines)
