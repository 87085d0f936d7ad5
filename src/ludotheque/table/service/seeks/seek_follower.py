"""A socket that follows its person's search for opponents: news for the client, and a sign that it is there."""

from ludotheque.table.service.hub import Hub, Mailbox
from ludotheque.table.service.seeks.seek_desk import SeekDesk
from ludotheque.table.storage.notices import SEEKS
from ludotheque.wire.seek_messages import SeekMessage
from ludotheque.wire.table_messages import widened

NEWS = SEEKS[0]  # in place of a table, in a mailbox: somebody has begun or ceased to look, or has come


class SeekFollower:
    """What one socket has to do with its person's seek."""

    def __init__(self, desk: SeekDesk, hub: Hub, mailbox: Mailbox) -> None:
        self._desk, self._hub, self._mailbox = desk, hub, mailbox
        self.person: str | None = None  # whose seek is followed

    def follow(self, person: str) -> None:
        """From now on the person is there, and is told of all changes."""
        if self.person is None:
            self.person = person
            self._desk.enter(person)
            self._hub.watch(self._mailbox, NEWS)

    def close(self) -> None:
        """The socket is gone."""
        if self.person is not None:
            self._desk.leave(self.person)

    async def put(self, person: str, ref: str | None = None) -> None:
        """Tell the client how the seek stands."""
        seen = await self._desk.look(person, is_here=True)
        self._mailbox.put(widened(seen, SeekMessage, kind="seek", ref=ref))
