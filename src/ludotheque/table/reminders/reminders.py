"""All that has to do with reminders, as one process does it."""

from collections.abc import Callable

from ludotheque.table.registry.tables import Tables
from ludotheque.table.reminders.channel_desk import ChannelDesk
from ludotheque.table.reminders.feed_desk import FeedDesk
from ludotheque.table.reminders.reminder_sender import ReminderSender
from ludotheque.table.reminders.reminder_settings import ReminderSettings
from ludotheque.table.reminders.turn_desk import Looks, TurnDesk
from ludotheque.table.reminders.web_push import PushKey


class Reminders:
    """The desks of one process."""

    def __init__(
        self, tables: Tables, settings: ReminderSettings, push_key: PushKey | None, looks: Looks,
        count: Callable[[str, str], None],
    ) -> None:  # fmt: skip
        self.settings = settings
        self.channels = ChannelDesk(tables.store, settings, push_key)
        self.feeds = FeedDesk(tables)
        self.turns = TurnDesk(tables, settings, looks)
        self.sender = ReminderSender(tables, settings, push_key, looks, count)
