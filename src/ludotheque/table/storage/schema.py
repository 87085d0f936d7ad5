"""The tables of the database. The truth: people, tables, entries. Derived: seats, sitters, work, bot_time, ratings.
Passing: seeks, outbox.

Times are seconds since 1970. Secrets (cookies, tokens, invitations, recovery words) are stored hashed.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from ludotheque.wire.field_bounds import LONGEST_MESSAGE

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
}

metadata = MetaData(naming_convention=NAMING)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(40), unique=True),  # the name in small letters; only accounts have one
    Column("password", String(200)),  # argon2
    Column("recovery", String(200)),  # argon2 of the recovery words
    Column("is_bot", Boolean, nullable=False),  # a program's account
    Column("settings", Text, nullable=False),  # JSON: language, whether single options are played, ...
    Column("created", Float, nullable=False),
    Column("alike", String(40), index=True, unique=True),  # the look of an account's name, unless an older one has it
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the cookie or the token
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # cookie, token
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("creator", String(32), nullable=False, index=True),
    Column("terms", Text, nullable=False),  # JSON
    Column("invitation", String(64)),  # SHA-256; none for a public table
    Column("is_public", Boolean, nullable=False),
    Column("stage", String(8), nullable=False),  # open, playing, over
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),  # the time of the last entry
    Column("rematch", String(16)),  # the table of the next game
    Column("game", String(20), nullable=False),  # as in the terms
    Column("commitment", String(64)),  # SHA-256 of the secret that its chance comes from
    Column("secret", Text),  # sealed
    Column("last_entry", Integer, nullable=False, server_default="0"),
    Column("chain", String(32), server_default=""),  # the link of the last entry; NULL: known to be damaged
    Index("ix_tables_listed", "is_public", "stage", "changed"),
    Index("ix_tables_listed_by_game", "is_public", "stage", "game", "changed"),
)

entries = Table(
    "entries",
    metadata,
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("body", Text, nullable=False),  # JSON
    Column("opened", Text),  # JSON: choices that this entry reveals to all
    Column("chain", String(32)),  # hash of this entry and the link before: see `entry_chain`
    PrimaryKeyConstraint("table", "number"),
)

answers = Table(
    "answers",
    metadata,
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("person", String(32), nullable=False),
    Column("id", String(64), nullable=False),  # of the request, chosen by the sender
    Column("body", Text, nullable=False),  # JSON
    Column("at", Float, nullable=False, index=True),
    PrimaryKeyConstraint("table", "person", "id"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(32), index=True),
    Column("bot", String(20)),
    Column("waited", Float),  # since when the seat is waited for
    Column("due", Float, index=True),  # when its time runs out
    PrimaryKeyConstraint("table", "seat"),
)

sitters = Table(  # everybody who ever sat at a table
    "sitters",
    metadata,
    Column("person", String(32), nullable=False),
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    PrimaryKeyConstraint("person", "table"),
)

messages = Table(
    "messages",
    metadata,
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("person", String(32), nullable=False),
    Column("at", Float, nullable=False),
    Column("text", String(LONGEST_MESSAGE), nullable=False),
    PrimaryKeyConstraint("table", "number"),
)

work = Table(
    "work",
    metadata,
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # the last entry when the seat began to be waited for
    Column("level", String(20), nullable=False),
    Column("since", Float, nullable=False, index=True),
    Column("has_people", Boolean, nullable=False),  # a table of bots alone counts more
    Column("taker", String(32)),  # the process that thinks
    Column("taken", Float),
    Column("tries", Integer, nullable=False),
    Column("error", String(200)),
    PrimaryKeyConstraint("table", "seat"),
)

bot_time = Table(  # how much thinking people's bots have had, in the virtual time of the bots' queue
    "bot_time",
    metadata,
    Column("person", String(32), primary_key=True),  # empty: the house's clock
    Column("used", Float, nullable=False),
)

seeks = Table(  # who looks for opponents, one row for each person: gone when they sit, stop or go away
    "seeks",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("offer", String(20), nullable=False),
    Column("rated", String(8), nullable=False),  # no, either, yes
    Column("mean", Float, nullable=False),  # of their rating when they began to look
    Column("is_program", Boolean, nullable=False),
    Column("commitment", String(64)),  # SHA-256 of the bytes that their client opens at the table
    Column("is_meanwhile", Boolean, nullable=False),  # whether they play against bots until somebody is found
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False),  # when their client was last there
    Column("changed", Float, nullable=False),  # when they got their party or their table
    Column("party", String(32)),  # the people found for one table; none: still looking
    Column("size", Integer, nullable=False),  # of the party
    Column("has_come", Boolean, nullable=False),  # whether they have said that they come to the table
    Column("table", String(16)),  # where the party sits
)

channels = Table(  # how a person is reminded of their turns: mail, push, feed, webhook
    "channels",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("target", Text),  # JSON, sealed: the address, with what is needed to write to it; a feed has none
    Column("lookup", String(64), unique=True),  # SHA-256 of a feed's token or a push endpoint
    Column("session", String(64), ForeignKey("sessions.token", ondelete="CASCADE"), index=True),  # of a browser (push)
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("confirmed", Float),  # mail: when its owner has said yes; nothing but that question is sent before
    Column("failures", Integer, nullable=False),  # in a row
    Column("off", Float),  # when the house gave up
    Column("told", Float),  # when a reminder was last handed over
)

reminders = Table(  # of each seat the last turn that its person was reminded of, so that no turn is told twice
    "reminders",
    metadata,
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("turn", Integer, nullable=False),  # the entry with which it began; 0: none yet
    Column("settled", Float),  # `seats.waited` of the wait about which nothing is left to decide
    Column("looked", Float),  # when its person was last seen looking at the table
    PrimaryKeyConstraint("table", "seat"),
)

outbox = Table(  # what is to be sent: reminders, and the question whether an address is theirs
    "outbox",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("channel", String(32), ForeignKey("channels.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # of the channel
    Column("table", String(16), ForeignKey("tables.id", ondelete="CASCADE"), index=True),  # none: the question
    Column("seat", Integer),
    Column("turn", Integer),
    Column("made", Float, nullable=False),
    Column("due", Float, nullable=False, index=True),  # when it is tried next
    Column("tries", Integer, nullable=False),
    Column("taken", Float),  # when a process began to send it
)

ratings = Table(
    "ratings",
    metadata,
    Column("who", String(40), nullable=False),  # a person's id, or bot:LEVEL:VERSION
    Column("game", String(20), nullable=False),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    PrimaryKeyConstraint("who", "game"),
)

results = Table(
    "results",
    metadata,
    Column("table", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("who", String(40), nullable=False, index=True),
    Column("game", String(20), nullable=False),
    Column("players", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("end", String(20), nullable=False),  # how it ended: rules, resigned, agreed, time, left
    Column("is_rated", Boolean, nullable=False),
    Column("mean", Float),  # the rating after a rated game
    Column("deviation", Float),
    Column("at", Float, nullable=False),
    Column("mean_before", Float),  # the rating before a rated game
    PrimaryKeyConstraint("table", "seat", "who"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("started", Float, nullable=False),
    Column("beat", Float, nullable=False),  # time of its last heartbeat
)

pauses = Table(
    "pauses",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("begin", Float, nullable=False),  # no server ran then: no clock counts it
    Column("end", Float, nullable=False),
)

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # one row
    Column("key", Text, nullable=False),  # the identifier of the house's key
    Column("beats", Integer, nullable=False, server_default="0"),  # heartbeats ever, of a SQLite house
)
