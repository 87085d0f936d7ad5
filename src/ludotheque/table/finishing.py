"""When a game is over: its results and ratings are written, once, by whichever process comes first."""

from ludotheque.table.house import House
from ludotheque.table.results import keep_results
from ludotheque.table.story import tell


async def finish(house: House, table: str) -> bool:
    """Keep the results of a table that this process has in memory, if it is over; whether there was something to keep.

    The process that wrote the last entry has it. One that dies just then leaves it to `results.keep_missing`.
    """
    if table not in house.tables or not (kept := await house.find(table)).course.is_over:
        return False
    story = tell(kept.row.terms, kept.course.kept)
    async with house.store.begin() as connection:
        return await keep_results(connection, table, story)
