"""What a finished game's page offers its players next, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.games.phrase import listed
from ludotheque.log.history import TableHistory
from ludotheque.table.service.access import LiveTable
from ludotheque.table.service.after_game.next_games import NextGame, NextGames, next_games
from ludotheque.table.service.after_game.series import BEST_OF
from ludotheque.table.service.rematch import own_seats
from ludotheque.table.service.service import Service
from ludotheque.web.pages.after_game.series_line import standing_line
from ludotheque.web.pages.level_names import level_name
from ludotheque.web.reader import Reader
from ludotheque.wire.score_messages import Scores
from ludotheque.wire.terms_messages import SeriesScore


@dataclass(frozen=True, slots=True)
class NextButton:
    """A button of the form that asks for the next game, or a link elsewhere."""

    label: str
    address: str = ""  # of a link
    field: str = ""  # what the form sends besides
    value: str = ""


@dataclass(frozen=True, slots=True)
class NextWords:
    """A line about the result, and the buttons, the first thing first."""

    says: str
    series: str  # how the series stands; empty without one
    buttons: list[NextButton]


async def load_next(
    service: Service, live: LiveTable, reader: Reader, names: Sequence[str], counted: Scores | None
) -> NextWords | None:
    """What the reader is offered after a game in which they sat; None for anybody else. `names` are by seat."""
    story, person = TableHistory(live.state), reader.person
    own = own_seats(live.state, person.id) if person else []
    if person is None or not own:
        return None
    bots = [names[seat - 1] for seat in live.state.bot_seats]
    plies, scores = (counted.plies, counted.scores) if counted else ([], [])
    found = next_games(story, person.id, plies, scores)
    made = await _made(service, live)
    series = standing_line(found.series, names, own, reader) if found.series else ""
    says = _says_made(live, made, reader) if made else _says(found, bots, reader)
    return NextWords(says, series, _buttons(found, live, made, reader))


@dataclass(frozen=True, slots=True)
class MadeGame:
    """The next game's table, which somebody has made already."""

    series: SeriesScore | None


async def _made(service: Service, live: LiveTable) -> MadeGame | None:
    if live.row.rematch is None:
        return None
    return MadeGame((await service.tables.registry.find(live.row.rematch)).row.terms.series)


def _says_made(live: LiveTable, made: MadeGame, reader: Reader) -> str:
    """A line about the next game that another player has made."""
    if made.series is None or live.row.terms.series is not None:
        return ""
    return reader.say("Best of three? This game counts as the first.")


def _says(found: NextGames, bots: Sequence[str], reader: Reader) -> str:
    """A line about the result against bots, whose names these are."""
    first, names = found.offers[0], listed(bots)
    if found.level is None:
        return ""
    if first.kind == "stronger":
        return reader.say(
            "You beat {names}: try the next level, {level}?", names=names, level=level_name(reader, first.level)
        )
    if found.ending == "won":
        return reader.say("You beat {names}: nobody here is stronger. Try it with people?", names=names)
    if found.ending == "lost":
        if len(found.offers) == 1:
            return reader.say("Not this time. Once more?")
        return reader.say("Not this time. Once more, or a look at how it came about?")
    return ""


def _buttons(found: NextGames, live: LiveTable, made: MadeGame | None, reader: Reader) -> list[NextButton]:
    """The buttons of all offers; once the next game's table is made, the way there stands for all that make one."""
    every = [_button(one, found, live, reader, is_made=made is not None) for one in found.offers]
    buttons = [one for one in every if one is not None]
    if made is None:
        return buttons
    way = reader.say("To game {n} of the series", n=made.series.game) if made.series else reader.say("To the rematch")
    return [NextButton(way), *buttons]


def _button(offer: NextGame, found: NextGames, live: LiveTable, reader: Reader, *, is_made: bool) -> NextButton | None:
    """The button of an offer; None for one that makes a table, if there is one already."""
    table, game, terms = live.row.id, live.row.terms.game, live.row.terms
    match offer.kind:
        case "rematch" | "series" | "stronger" | "best_of" if is_made:
            return None
        case "stronger":
            label = reader.say("Play level {level}", level=level_name(reader, offer.level))
            return NextButton(label, field="level", value=str(offer.level))
        case "series":
            number = found.series.games + 1 if found.series else terms.series.game if terms.series else 1
            return NextButton(reader.say("To game {n} of the series", n=number))
        case "best_of":
            return NextButton(reader.say("Best of three"), field="best_of", value=str(BEST_OF))
        case "lessons":
            return NextButton(reader.say("Take a lesson"), f"/learn/{game}")
        case "moment":
            return NextButton(reader.say("See where it turned"), f"/table/{table}?ply={offer.ply}")
        case "opponent":
            return NextButton(reader.say("Find an opponent"), f"/find/{game}")
        case "rematch":
            return NextButton(reader.say("Rematch"))
