"""Opponents on a profile, in words, and the caption of a rating's curve."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.drawing.players.characters import CASTS
from ludotheque.play.game import game as find_game
from ludotheque.web.pages.level_names import bot_name
from ludotheque.web.reader import Reader
from ludotheque.wire.profile_messages import Duel, Opponent, Point


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """An opponent, and a line for each game that was played against them."""

    name: str
    animal: str | None  # of a bot of the house: a character of its level, whose face stands for all
    is_bot: bool
    is_guest: bool
    profile: str | None
    duels: list[tuple[str, str]]  # the game's title, and how the games went


def opponent_line(one: Opponent, reader: Reader) -> OpponentLine:
    """An opponent in the reader's language."""
    level = one.name if one.is_bot and one.profile is None else None
    name = bot_name(reader, level) if level else one.name
    duels = [(find_game(duel.game).title, duel_words(duel, reader)) for duel in one.duels]
    animal = CASTS[level][0].name if level else None
    return OpponentLine(name, animal, one.is_bot, one.is_guest, one.profile, duels)


def duel_words(duel: Duel, reader: Reader) -> str:
    """How the games of a title went: «3 won, 1 lost, 1 drawn»."""
    if not duel.draws:
        return reader.say("{wins} won, {losses} lost", wins=duel.wins, losses=duel.losses)
    return reader.say("{wins} won, {losses} lost, {draws} drawn", wins=duel.wins, losses=duel.losses, draws=duel.draws)


def curve_caption(points: Sequence[Point], reader: Reader) -> str:
    """What a rating's curve shows, in words: from where to where, and the highest point."""
    values = [point.shown for point in points]
    first, last, highest = values[0], values[-1], max(values)
    return reader.say("From {first} to {last}; the highest: {highest}", first=first, last=last, highest=highest)
