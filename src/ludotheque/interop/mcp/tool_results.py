"""The results of the tools: clients get them as JSON, with a schema. Docstrings and descriptions are for models."""

from typing import Literal

from pydantic import BaseModel, Field

from ludotheque.play.json_fields import StateFields


class GameFacts(BaseModel):
    """A game that can be played here."""

    game: str = Field(description="The name to use in the other tools.")
    title: str
    least_players: int
    most_players: int
    options: dict[str, list[str]] = Field(description="Each option and its values, the first by default.")


class Games(BaseModel):
    """The games, the bots to play against, and the languages."""

    games: list[GameFacts]
    bots: list[str] = Field(description="From the weakest to the strongest.")
    languages: list[str]


class RuleParagraph(BaseModel):
    """A numbered paragraph of a rulebook."""

    paragraph: str = Field(description="Its id, such as mabula/push.2.")
    section: str = Field(description="The title of its section.")
    text: str


class RulesText(BaseModel):
    """A rulebook, or some of it."""

    game: str
    language: str
    title: str
    paragraphs: list[RuleParagraph]


class SeatSeen(BaseModel):
    """A seat of a table: who holds it, and its points if the game ended now."""

    seat: int
    name: str
    holder: str = Field(description="Who sits there; empty when nobody does.")
    is_you: bool
    is_waited_for: bool
    points: int | None = Field(description="If the game ended now; null before it has begun.")
    seconds_left: float | None = Field(description="On the seat's clock, where there is one.")


class TableSeen(BaseModel):
    """A table as your seat sees it; nothing in it is hidden from your seat."""

    table: str = Field(description="The name of this table in the other tools.")
    game: str
    stage: Literal["open", "playing", "over"] = Field(description="Whether the game has begun, and whether it is over.")
    seat: int = Field(description="Your seat.")
    is_your_turn: bool
    happened: list[str] = Field(description="What has happened since you were last told, the oldest first.")
    words: str = Field(description="The whole position in words, what is expected of you, and all that you may play.")
    prompt: str = Field(description="What is expected of whom.")
    legal_count: int = Field(description="How many legal moves you have now; legal_moves lists them.")
    seats: list[SeatSeen]
    winners: list[int] = Field(description="The seats that have won, once the game is over.")
    may_take_back: bool = Field(description="Whether take_back would give you your last move back.")
    view: StateFields = Field(description="The position as named fields, as far as your seat may know it.")
    is_lost: bool = Field(description="Whether the line to the house is lost; it is being looked for.")
    picture: str = Field("", description="The board as a text picture, where it was asked for.")


class RefusedStep(BaseModel):
    """Why something is not legal, the rule that says so, and what would be possible instead."""

    kind: str = Field(
        description="unreadable, seat, moment, illegal, half or over; stale: others were quicker, look again."
    )
    rule: str = Field(description="A stable id of the rule, such as mabula.no-edge-cell; empty if none is broken.")
    reason: str
    paragraph: str = Field(description="The paragraph of the rulebook that settles it, such as mabula/push.2.")
    text: str = Field(description="That paragraph.")
    near: list[str] = Field(description="The nearest legal moves.")


class PlayedSteps(BaseModel):
    """Whether the moves were played; if not, why. Then the table as it is now."""

    is_played: bool
    refusal: RefusedStep | None
    now: TableSeen


class RuleVerdict(BaseModel):
    """Whether a move is legal now, and if not, why not. Nothing was played."""

    is_legal: bool
    does: str = Field(description="What it would do, if it is legal.")
    refusal: RefusedStep | None


class Move(BaseModel):
    """A legal move: what it would do, and what must be sent with it."""

    move: str = Field(description="The text to send to play.")
    does: str
    then: list[str] = Field(description="If this is not empty, send one of these together with the move.")


class LegalMoves(BaseModel):
    """A page of your legal moves."""

    table: str
    count: int = Field(description="How many there are in all.")
    groups: dict[str, int] = Field(description="How they begin, and how many begin so: values for the argument begins.")
    page: int
    pages: int
    moves: list[Move]
    then_does: dict[str, str] = Field(
        description="What the second parts mean, where it is the same for all these moves."
    )


class ScoreLine(BaseModel):
    """Points, and what they are for."""

    part: str
    what: str
    points: int


class SeatScore(BaseModel):
    """A seat's score if the game ended now."""

    seat: int
    name: str
    total: int
    lines: list[ScoreLine]


class ScoreTable(BaseModel):
    """The scores of a table if the game ended now, as far as your seat may know."""

    table: str
    seats: list[SeatScore]


class HintSeen(BaseModel):
    """What a strong bot would play in your place, and why; it has seen what you see, and nothing else."""

    move: list[str] = Field(description="What to send to play.")
    words: list[str]
    reason: list[str]


class RecordSeen(BaseModel):
    """The game as a record, as far as your seat may know it."""

    table: str
    record: str


class Sat(BaseModel):
    """A table at which you have a seat."""

    table: str
    game: str
    stage: str
    seat: int
    is_your_turn: bool


class TableList(BaseModel):
    """All tables at which you have a seat, the newest first."""

    tables: list[Sat]
