"""A game in the terminal, against bots."""

import os
import sys
import textwrap
from io import TextIOWrapper
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludotheque import NAMES, Chance, Position, Record, Refusal, SetupError, Step, game
from ludotheque.cli.options import (
    COLOUR,
    LANGUAGE,
    check_can_write,
    check_seat,
    find_game,
    ink_of,
    position_at,
    read_setup,
    setup_options,
)
from ludotheque.drawing import (
    Ink,
    RulebookError,
    draw_text,
    in_words,
    language,
    marks_of,
    rulebook,
    told,
    waiting_words,
)  # fmt: skip
from ludotheque.drawing.book import book_text, paragraphs_text
from ludotheque.drawing.names import PARTS
from ludotheque.games.phrase import Phrase, named, say

if TYPE_CHECKING:
    from ludotheque.bots.bot import Bot

HELP = say("""\
Type a move as it is written in the list; what stands before the colon may be left out.
  moves        list your legal moves         why MOVE     why a move is not legal
  board        draw the board again          words        the same in words
  scores       points if the game ended now  rules [ID]   read the rules, or a paragraph
  undo         take your last move back      save FILE    write the game to a file
  quit         stop; the game is kept, and you are told how to go on with it""")


@click.command()
@click.argument("name", metavar="[GAME | FILE]", required=False)
@setup_options
@click.option("--seed", type=click.IntRange(0, (1 << 64) - 1), help="The same seed, the same chance and opponents.")
@click.option("--seat", "seats", type=int, multiple=True, metavar="S", help="Your seat (1); several for a hot seat.")
@click.option("--save", metavar="FILE", help="Where the game is kept after every move.")
@click.option(
    "--against", default="casual", show_default=True, metavar="BOT", help="novice ... master, random, uct:1000."
)
@click.option("--words", "in_sentences", is_flag=True, help="In words instead of text pictures.")
@LANGUAGE
@COLOUR
def play(
    name: str | None, players: int | None, options: tuple[str, ...], board: str | None, seed: int | None,
    seats: tuple[int, ...], save: str | None, against: str, in_sentences: bool, lang: str, colour: str,
) -> None:  # fmt: skip
    """Play a game against bots, or go on with a record."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a letter in another encoding is a wrong answer, not a crash
    if save:
        check_can_write(save)
    seed = int.from_bytes(os.urandom(6), "big") if seed is None else seed
    name = name or choose_game(lang)
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
    screen = Screen(lang, position.game.name, ink_of(colour), in_sentences)
    people = set(seats or (1,))
    from ludotheque.bots.levels import find_bot  # here, so that other commands start without it

    bot = find_bot(position.game, against)
    if len(people) < position.players and against != "random":
        screen.write(say("{bot} sits down ...", bot=against))
        position.game.prepare(None)
    Table(position, people, Chance(seed, 1), file, board, notes, screen, bot).play()


def choose_game(lang: str) -> str:
    """Ask which game, by number or name."""
    speaker = language(lang)
    click.echo(speaker.say(say("Welcome to Ludothèque. Which game?")))
    for number, name in enumerate(NAMES, 1):
        low, high = game(name).players
        seats = say("{many} players", many=str(low) if low == high else f"{low}-{high}")
        click.echo(f"  {number}  {game(name).title}  ({speaker.say(seats)})")
    while True:
        answer = ask(speaker.say(say("Game [1]: ")))
        if answer is None:
            raise click.exceptions.Abort
        answer = answer or "1"
        if answer in NAMES:
            return answer
        if answer in "1234" and len(answer) == 1:
            return NAMES[int(answer) - 1]
        click.echo(speaker.say(say("Type a number from 1 to {last}, or a game's name.", last=len(NAMES))))


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


class Screen:
    """What is written, and how: the language, the colours, pictures or sentences."""

    def __init__(self, lang: str, name: str, ink: Ink, in_sentences: bool) -> None:
        self.lang, self.ink, self.in_sentences = lang, ink, in_sentences
        self.speaker = language(lang, name)

    def write(self, phrase: Phrase) -> None:
        click.echo(self.speaker.say(phrase))

    def show(self, position: Position, seat: int | None) -> None:
        """The position as a seat sees it."""
        view = position.view(seat)
        if self.in_sentences:
            click.echo(f"\n{in_words(view, self.lang)}\n")
        else:
            click.echo(
                f"\n{draw_text(view, marks_of(position, seat), self.lang, colour=self.ink.is_coloured)}\n", color=True
            )

    def refuse(self, refusal: Refusal) -> None:
        """Why a move is not played, the rule that settles it, and what would be possible."""
        cited = refusal.cite(self.lang)
        click.echo(cited.reason)
        click.echo(
            textwrap.fill(
                f"{cited.paragraph}: {' '.join(cited.text.split())}", 80, initial_indent="  ", subsequent_indent="  "
            )
        )
        if cited.alternatives:
            self.write(say("Near it: {moves}.", moves=", ".join(cited.alternatives)))

    def rules(self, name: str, paragraph: str) -> None:
        """The rulebook, or some of it."""
        book = rulebook(name, self.lang)
        try:
            shown = paragraphs_text(book, book.find(paragraph), self.ink) if paragraph else book_text(book, self.ink)
            click.echo(shown, color=True)
        except RulebookError as error:
            click.echo(str(error))


def proven_words(proof: str, seat: Phrase) -> Phrase:
    """What a bot says when it has worked out how the game ends."""
    if proof == "win":
        return say("{seat} has worked it out to the end, and wins.", seat=seat)
    if proof == "draw":
        return say("{seat} has worked it out to the end: nobody wins if both play well.", seat=seat)
    return say("{seat} has worked it out to the end, and loses if you play well.", seat=seat)


class Table:
    """One game in the terminal: who sits where, and what has been shown so far."""

    def __init__(
        self, position: Position, people: set[int], chance: Chance, file: str, board: str | None,
        notes: dict[str, str], screen: Screen, bot: "Bot",
    ) -> None:  # fmt: skip
        self.screen, self.bot = screen, bot
        self.position, self.people, self.chance = position, people, chance
        self.file, self.board, self.notes = Path(file), board, notes  # notes: free keys of the record gone on with
        self.is_kept: bool | None = None  # None: not tried yet
        self.drawn_for: tuple[int, int] | None = None  # seat and ply that the board was drawn for
        self.proven: set[tuple[int, str]] = set()  # what bots have proven, and said

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
            self.play_bot(actors[0])
        return True

    def draw_chance(self) -> None:
        self.advance(self.position.roll(self.chance))

    def advance(self, after: Position) -> None:
        """Go on to a later position, and tell the people at the table what happened."""
        line = [after]
        while line[-1] is not self.position:
            line.append(next(line[-1].history))
        for position in reversed(line[:-1]):
            if position.last and (words := told(self.position, position.last, self.viewer, self.screen.lang, position)):
                click.echo(words)
            self.position = position

    @property
    def viewer(self) -> int | None:
        """Whose eyes read the screen: the one person's, or nobody's in particular."""
        return next(iter(self.people)) if len(self.people) == 1 else None

    def play_bot(self, seat: int) -> None:
        """A move of the bot, which sees what its seat may see."""
        from ludotheque.bots.bot import consider

        step, thought = consider(self.bot, self.position.view(seat), None, self.chance)
        if thought.proof and (seat, thought.proof) not in self.proven:
            self.proven.add((seat, thought.proof))
            self.screen.write(proven_words(thought.proof, self.name(seat)))
        self.advance(self.position.play(step, seat))

    def ask_move(self, seat: int) -> bool:
        """One move of a person; False to stop."""
        steps = self.position.legal(seat)
        if len(steps) == 1:
            self.screen.write(say("{seat} can only play {move}.", seat=self.name(seat), move=str(steps[0])))
            self.advance(self.position.play(steps[0]))
            return True
        if self.drawn_for != (seat, self.position.ply):
            self.draw_board(seat)
        prompt = say("{seat}, your move (? for help): ", seat=self.name(seat))
        answer = ask(self.screen.speaker.say(prompt))
        if answer is None or answer == "quit":
            return False
        self.obey(seat, answer)
        return True

    def obey(self, seat: int, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        if word in ("?", "help", ""):
            self.screen.write(HELP)
        elif word == "moves":
            click.echo(list_moves(self.position.legal(seat), 1000))
        elif word == "board":
            self.draw_board(seat)
        elif word == "words":
            click.echo(in_words(self.position.view(seat), self.screen.lang))
        elif word == "scores":
            self.show_scores()
        elif word == "rules":
            self.screen.rules(self.position.game.name, rest.strip())
        elif word == "why":
            self.explain(seat, rest.strip())
        elif word == "undo":
            self.undo(seat)
        elif word == "save":
            self.save_as(rest.strip())
        else:
            self.play_text(seat, answer)

    def explain(self, seat: int, text: str) -> None:
        if refusal := self.position.why_not(text, seat):
            self.screen.refuse(refusal)
        else:
            self.screen.write(say("{move} is legal.", move=text))

    def play_text(self, seat: int, text: str) -> None:
        full = [step.text for step in self.position.legal(seat) if step.text.partition(":")[2] == text]
        try:
            after = self.position.play(full[0] if len(full) == 1 else text, seat)
        except Refusal as refusal:
            self.screen.refuse(refusal)
            return
        self.advance(after)
        self.keep()

    def undo(self, seat: int) -> None:
        """Back to the latest moment at which this person chose something."""
        for position in self.position.history:
            if seat in position.actors and len(position.legal(seat)) > 1:
                self.position = position
                self.screen.write(say("Taken back."))
                self.keep()
                return
        self.screen.write(say("There is nothing to take back."))

    def save_as(self, file: str) -> None:
        if not file:
            self.screen.write(say("Say where: save FILE"))
            return
        try:
            self.record().save(file)
            self.screen.write(say("Written to {file}.", file=file))
        except OSError as error:
            self.screen.write(say("{file} cannot be written: {why}.", file=file, why=error.strerror))
        except ValueError:
            self.screen.write(say("{file} is no name for a file.", file=repr(file)))

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
                self.screen.write(say("The game is not being kept: {file}: {why}.", file=self.file, why=error.strerror))
            self.is_kept = False

    def name(self, seat: int) -> Phrase:
        return named("seat", self.position.game.seat_name(seat))

    def draw_board(self, seat: int) -> None:
        self.drawn_for = (seat, self.position.ply)
        self.screen.show(self.position, seat)

    def show_scores(self) -> None:
        names = [self.screen.speaker.say(self.name(seat)) for seat in range(1, self.position.players + 1)]
        for name, score in zip(names, self.position.scores, strict=True):
            said = {self.screen.speaker.say(PARTS[part]): value for part, value in score.parts.items() if value}
            parts = ", ".join(f"{part} {value}" for part, value in said.items())
            click.echo(f"{name:<10} {score.total:>4}  {parts}")

    def show_end(self) -> None:
        self.screen.show(self.position, self.viewer)
        self.show_scores()
        click.echo(waiting_words(self.position, self.screen.lang))

    def say_goodbye(self) -> None:
        """Keep what has happened since the last move; before the first there is nothing to keep."""
        if self.is_kept:
            self.keep()
        if not self.is_kept:
            self.screen.write(say("Goodbye."))
            return
        board = f" --board {self.board}" if self.board else ""
        self.screen.write(say("Goodbye. Go on with: {command}", command=f"ludotheque play {self.file}{board}"))


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
