"""What the players at a table are called now, for everything that is told of its game."""

from ludotheque.log.entries import PersonHolder
from ludotheque.log.player_names import PlayerNames, player_names
from ludotheque.log.table_state import TableState
from ludotheque.table.people.people import People


async def load_player_names(people: People, state: TableState, table: str, lang: str) -> PlayerNames:
    """The names of a table's players in a language, those included who have left a seat."""
    left = (one.holder.person for one in state.past.stints if isinstance(one.holder, PersonHolder))
    known = await people.look_up((*state.people, *left))
    return player_names(state, table, {one.id: one for one in known.values() if one.created}, lang)
