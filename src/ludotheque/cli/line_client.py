"""A table in the terminal, line by line: for pipes, screen readers and simple terminals."""

import sys
import textwrap
from collections.abc import Callable, Sequence
from itertools import groupby, takewhile

import click

from ludotheque import NAMES, Refusal, game
from ludotheque.cli.home_seat import HomeSeat
from ludotheque.cli.saved_games import PlayRequest, Visit, saved, sit_down
from ludotheque.cli.terminal import echo
from ludotheque.drawing import Ink, RulebookError, draw_text, in_words, language, rulebook
from ludotheque.drawing.description import rules_note
from ludotheque.drawing.rulebooks.book_pages import book_text, paragraphs_text
from ludotheque.drawing.shared_names import part_name, seat_word
from ludotheque.games.phrase import Phrase, named, say
from ludotheque.games.refusal import GameError
from ludotheque.interop.seat.seat import Seat, TableSnapshot, find_steps, refusal_of
from ludotheque.interop.seat.undo_requests import DONE
from ludotheque.play.plain_text import clean

PATIENCE = 30.0  # seconds to wait for the others at a time
RECAP = 5  # lines of the story that are shown on arrival
HELP = say("""\
Type a move as it is written in the list; what stands before the colon may be
left out. Several steps of one choice are written one after the other.
  moves        list your legal moves         why MOVE     why a move is not legal
  board        draw the board again          words        the same in words
  scores       points if the game ended now  rules [ID]   read the rules, or a paragraph
  hint         what a strong bot would do    save FILE    write the game to a file
  undo         take your last move back      quit         stop; the game is kept""")
LOST = say("The connection to the house is lost. We are trying to restore it; your game is safe.")
FOUND = say("The connection to the house is back.")


def ask(prompt: str) -> str | None:
    """A line from the keyboard; None at its end."""
    try:
        return input(clean(prompt)).strip() if sys.stdin else None
    except EOFError:
        echo()
        return None


class Screen:
    """Writes to the terminal: in a language, with or without colours, in pictures or words."""

    def __init__(self, lang: str, ink: Ink, in_sentences: bool) -> None:
        self.lang, self.ink, self.in_sentences = lang, ink, in_sentences
        self.speaker = language(lang)

    def write(self, phrase: Phrase) -> None:
        echo(self.speaker.say(phrase))

    def show(self, snapshot: TableSnapshot) -> None:
        """Print the table as its seat sees it."""
        if snapshot.view is None:
            return
        if self.in_sentences:
            echo(f"\n{in_words(snapshot.view, self.lang)}\n")
        else:
            drawn = draw_text(snapshot.view, snapshot.marks, self.lang, colour=self.ink.is_coloured)
            echo(f"\n{drawn}\n", color=True)

    def refuse(self, refusal: Refusal) -> None:
        """Print a refusal: its reason, its rule and the nearest legal moves."""
        cited = refusal.cite(self.lang)
        echo(cited.reason)
        echo(
            textwrap.fill(
                f"{cited.paragraph}: {' '.join(cited.text.split())}", 80, initial_indent="  ", subsequent_indent="  "
            )
        )
        if cited.alternatives:
            self.write(say("Near it: {moves}.", moves=", ".join(cited.alternatives)))

    def rules(self, name: str, paragraph: str) -> None:
        """Print the rulebook, or a section or paragraph."""
        book = rulebook(name, self.lang)
        try:
            shown = paragraphs_text(book, book.find(paragraph), self.ink) if paragraph else book_text(book, self.ink)
            echo(shown, color=True)
        except RulebookError as error:
            echo(str(error))


def proven_words(proof: str, seat: Phrase) -> Phrase:
    """The words of a bot that has solved the game."""
    if proof == "win":
        return say("{seat} has worked it out to the end, and wins.", seat=seat)
    if proof == "draw":
        return say("{seat} has worked it out to the end: nobody wins if both play well.", seat=seat)
    return say("{seat} has worked it out to the end, and loses if you play well.", seat=seat)


def warming(percent: int) -> Phrase:
    """The progress of compilation in words."""
    return say("Warming up: {n} %. You can play meanwhile.", n=percent) if percent < 100 else say("Warmed up.")


def choose_game(lang: str) -> str:
    """Ask which game, by number or name."""
    speaker = language(lang)
    echo(speaker.say(say("Welcome to Ludothèque. Which game?")))
    for number, name in enumerate(NAMES, 1):
        low, high = game(name).players
        seats = say("{many} players", many=str(low) if low == high else f"{low}-{high}")
        echo(f"  {number}  {game(name).title}  ({speaker.say(seats)})")
    while True:
        answer = ask(speaker.say(say("Game [1]: ")))
        if answer is None:
            raise click.exceptions.Abort
        answer = answer or "1"
        if answer in NAMES:
            return answer
        if answer in "1234" and len(answer) == 1:
            return NAMES[int(answer) - 1]
        echo(speaker.say(say("Type a number from 1 to {last}, or a game's name.", last=len(NAMES))))


def play_plain(request: PlayRequest, visit: Visit | None, screen: Screen) -> None:
    """Play line by line: against bots in this process, or at a table of a house."""
    own_seat: Seat
    if visit:
        from ludotheque.cli.house_visit import come, goodbye_to  # late, so that a local game starts without them

        own_seat = there = come(visit, request, screen.lang)
        goodbye = goodbye_to(there)
        if visit.invite:
            screen.write(say("Send your friends this link: {link}", link=str(there.link)))
    else:
        own_seat = home = HomeSeat(sit_down(request), screen.lang, screen.write, screen.write)
        goodbye = home.goodbye
    try:
        PlainTable(own_seat, screen, goodbye).play()
    finally:
        own_seat.close()


class PlainTable:
    """A table in the terminal, and how much of it was printed so far."""

    def __init__(self, own_seat: Seat, screen: Screen, goodbye: Callable[[], Phrase]) -> None:
        self.own_seat, self.screen, self.goodbye = own_seat, screen, goodbye
        self.told = own_seat.look().told[:-RECAP]  # the lines of the story printed so far
        self.drawn: tuple[int | None, int] | None = None  # seat and entry for which the board was drawn
        self.parts: tuple[str, ...] = ()  # the parts of a choice typed so far
        self.proven: set[tuple[int, str]] = set()  # proofs printed so far
        self.is_lost, self.compiled = False, 100
        self.is_noted = screen.in_sentences  # whether older rules were named; a board in sentences names them itself

    def play(self) -> None:
        """Play until the game is over or the person quits."""
        try:
            self.arrive(self.news())
            while (snapshot := self.news()).stage != "over":
                if not snapshot.is_mine:
                    self.own_seat.wait(PATIENCE)
                elif not self.ask(snapshot):
                    self.screen.write(self.goodbye())
                    return
        except KeyboardInterrupt:
            echo()
            self.screen.write(self.goodbye())
            raise
        self.screen.show(snapshot)
        self.show_scores(snapshot)
        echo(snapshot.ending)
        if snapshot.fairness:
            echo(snapshot.fairness)

    def arrive(self, snapshot: TableSnapshot) -> None:
        """Show the table and its prompt to a person whose turn it is not."""
        if snapshot.stage != "over" and not snapshot.is_mine:
            self.draw(snapshot)
            if snapshot.prompt:
                echo(snapshot.prompt)

    def name_of(self, snapshot: TableSnapshot) -> Phrase:
        """The name of the snapshot's seat."""
        return next(named("seat", one.name) for one in snapshot.seats if one.seat == snapshot.seat)

    def news(self) -> TableSnapshot:
        """Print the news; returns the snapshot."""
        snapshot = self.own_seat.look()
        for status in snapshot.seats:
            if status.proof and (status.seat, status.proof) not in self.proven:
                self.proven.add((status.seat, status.proof))
                self.screen.write(proven_words(status.proof, named("seat", status.name)))
        same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(self.told, snapshot.told, strict=False))))
        for line in snapshot.told[same:]:  # a withdrawn choice has left the story; the lines after it are new
            echo(line)
        self.told = snapshot.told
        if snapshot.compiled != self.compiled:
            self.compiled = snapshot.compiled
            self.screen.write(warming(snapshot.compiled))
        if snapshot.is_lost != self.is_lost:
            self.screen.write(LOST if snapshot.is_lost else FOUND)
            self.is_lost = snapshot.is_lost
        return snapshot

    def ask(self, snapshot: TableSnapshot) -> bool:
        """Read and perform one line; False to stop."""
        if self.drawn != (snapshot.seat, snapshot.number):
            self.parts = ()
            self.draw(snapshot)
        prompt = say("{seat}, your move (? for help): ", seat=self.name_of(snapshot))
        answer = ask(self.screen.speaker.say(prompt))
        if answer is None or answer == "quit":
            return False
        try:
            self.obey(snapshot, answer)
        except Refusal as refusal:
            self.screen.refuse(refusal)
        except GameError as error:
            echo(str(error))
        return True

    def obey(self, snapshot: TableSnapshot, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        rest = rest.strip()
        if word in ("?", "help", ""):
            self.screen.write(HELP)
        elif word == "moves":
            echo(list_moves(snapshot.may_follow(self.parts)))
        elif word == "board":
            self.draw(snapshot)
        elif word == "words" and snapshot.view:
            echo(in_words(snapshot.view, self.screen.lang))
        elif word == "scores":
            self.show_scores(snapshot)
        elif word == "rules":
            self.screen.rules(snapshot.game.name, rest)
        elif word == "hint":
            hint = self.own_seat.hint(snapshot.seat)
            echo(f"{' '.join(hint.steps)}: {' '.join((*hint.words, *hint.reason))}")
        elif word == "why" and snapshot.view:
            self.explain(snapshot, rest)
        elif word == "undo":
            self.take_back(snapshot)
        elif word == "save":
            self.screen.write(saved(self.own_seat, rest))
        else:
            self.choose(snapshot, find_steps(snapshot, answer, self.parts))

    def choose(self, snapshot: TableSnapshot, steps: tuple[str, ...]) -> None:
        """Play a complete choice; of an incomplete one, ask for the next part."""
        if following := snapshot.may_follow(steps):
            self.parts = steps
            self.screen.write(say("Now the next part: {moves}.", moves=", ".join(following)))
        else:
            self.own_seat.play(steps, snapshot.seat)

    def take_back(self, snapshot: TableSnapshot) -> None:
        """Discard the parts typed so far, else withdraw the last choice; print the result."""
        if self.parts:
            self.parts = ()
            self.screen.write(DONE)
            return
        echo(self.own_seat.take_back(snapshot.seat))
        self.told = self.own_seat.look().told  # the line above reported it

    def explain(self, snapshot: TableSnapshot, text: str) -> None:
        if refusal := refusal_of(snapshot, text):
            raise refusal
        self.screen.write(say("{move} is legal.", move=text))

    def draw(self, snapshot: TableSnapshot) -> None:
        self.drawn = snapshot.seat, snapshot.number
        if snapshot.view and not self.is_noted:
            self.is_noted = True
            for phrase in rules_note(snapshot.game, snapshot.view.setup.rules):
                self.screen.write(phrase)
        self.screen.show(snapshot)

    def show_scores(self, snapshot: TableSnapshot) -> None:
        if snapshot.view is None:
            return
        speaker = language(self.screen.lang, snapshot.game.name)
        for status, score in zip(snapshot.seats, snapshot.view.scores, strict=True):
            said = {speaker.say(part_name(part)): value for part, value in score.parts.items() if value}
            parts = ", ".join(f"{part} {value}" for part, value in said.items())
            echo(f"{speaker.say(seat_word(status.name)):<10} {score.total:>4}  {parts}")


def list_moves(steps: Sequence[str]) -> str:
    """The moves by kind, each kind on a new line, wrapped at 80 columns."""
    lines = []
    for kind, group in groupby(steps, key=lambda step: step[: step.find(":") + 1]):
        moves = f"{kind} {' '.join(step.removeprefix(kind) for step in group)}".strip()
        lines.append(
            textwrap.fill(
                moves, 80, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False, break_long_words=False
            )
        )
    return "\n".join(lines)
