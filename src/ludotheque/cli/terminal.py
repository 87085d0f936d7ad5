"""A game in the terminal, against players who move at random."""

import os
from itertools import groupby
from pathlib import Path

import click

from ludotheque import NAMES, Chance, Position, Refusal, Step, game
from ludotheque.cli.options import find_game, load_record, read_setup, setup_options
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
@click.option("--seat", "seats", type=int, multiple=True, metavar="S", help="Your seat; several for a hot seat. Default 1.")
@click.option("--save", metavar="FILE", help="Where the game is kept after every move.")
def play(
    name: str | None, players: int | None, options: tuple[str, ...], board: str | None,
    seed: int | None, seats: tuple[int, ...], save: str | None,
) -> None:  # fmt: skip
    """Play a game against random players, or go on with a record."""
    seed = int.from_bytes(os.urandom(6), "big") if seed is None else seed
    name = name or choose_game()
    if name not in NAMES and Path(name).exists():
        position = load_record(name, board).at(-1)
        save = save or name
    else:
        one = find_game(name)
        position = one.begin(read_setup(one, players, options, board, seed=seed))
    for seat in seats:
        if not 1 <= seat <= position.players:
            raise click.UsageError(f"--seat: seats are 1 to {position.players}, not {seat}")
    Table(position, set(seats or (1,)), Chance(seed, 1), save or kept_file(position.game.name), board).play()


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
        return input(prompt).strip()
    except EOFError:
        click.echo()
        return None


def kept_file(name: str) -> str:
    """Where a game is kept when nobody says where."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return str(Path(home, "ludotheque", f"{name}.record"))


class Table:
    """One game in the terminal: who sits where, and what has been shown so far."""

    def __init__(self, position: Position, people: set[int], chance: Chance, file: str, board: str | None) -> None:
        self.position, self.people, self.chance = position, people, chance
        self.file, self.board = Path(file), board
        self.is_kept = False
        self.drawn_for: tuple[int, int] | None = None  # seat and ply that the board was drawn for

    def play(self) -> None:
        """Until the game is over, or somebody quits."""
        while not self.position.is_over:
            people = [seat for seat in self.position.actors if seat in self.people]
            if self.position.is_chance:
                self.draw_chance()
            elif not people or (len(self.position.actors) > 1 and people[0] != self.position.actors[0]):
                self.play_random(next(seat for seat in self.position.actors if seat not in self.people))
            elif not self.ask_move(people[0]):
                self.say_goodbye()
                return
        self.show_end()

    def draw_chance(self) -> None:
        before = self.position.ply
        self.position = self.position.roll(self.chance)
        drawn = " ".join(map(str, self.position.steps[before:]))
        click.echo(f"\nThe table draws {drawn}")

    def play_random(self, seat: int) -> None:
        steps = self.position.legal(seat)
        step = steps[self.chance.randrange(len(steps))]
        is_secret = len(self.position.actors) > 1 or str(step).startswith("show:")
        click.echo(f"{self.name(seat)} " + ("chooses in secret" if is_secret else f"plays {step}"))
        self.position = self.position.play(step)

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
                return
        click.echo("There is nothing to take back.")

    def save_as(self, file: str) -> None:
        if not file:
            click.echo("Say where: save FILE")
            return
        try:
            self.position.record().save(file)
            click.echo(f"Written to {file}.")
        except OSError as error:
            click.echo(f"{file} cannot be written: {error.strerror}.")

    def keep(self) -> None:
        """After every move, so that nothing is lost."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.position.record().save(self.file)
            self.is_kept = True
        except OSError as error:
            if self.is_kept or self.drawn_for is None:
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
        self.keep()

    def say_goodbye(self) -> None:
        if not self.is_kept:
            click.echo("Goodbye.")
            return
        board = f" --board {self.board}" if self.board else ""
        click.echo(f"Goodbye. Go on with: ludotheque play {self.file}{board}")


def list_moves(steps: tuple[Step, ...], most: int) -> str:
    """The moves by kind, one kind a line."""
    lines = []
    for kind, group in groupby(steps, key=lambda step: "".join(step.text.partition(":")[:2]) if ":" in step.text else ""):
        texts = [step.text.removeprefix(kind) for step in group]
        more = f" ... and {len(texts) - most} more (moves lists all)" if len(texts) > most else ""
        lines.append(f"  {kind} {' '.join(texts[:most])}{more}".replace("   ", "  "))
    return "\n".join(lines)


