"""What the players at a table are called now, for everything that is told of its game."""

from ludotheque.log.player_names import PlayerNames, people_named, player_names
from ludotheque.log.table_state import TableState
from ludotheque.table.people.people import People


async def load_player_names(people: People, state: TableState, table: str, lang: str) -> PlayerNames:
    """The names of a table's players in a language, those included who have left a seat."""
    known = await people.look_up(people_named(state))
    return player_names(state, table, known, lang)
