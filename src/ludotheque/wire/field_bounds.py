"""The small values of messages, with their bounds."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

LONGEST_MESSAGE = 300  # letters that people may write to each other at once
MOST_ENTRIES = 1_000_000  # of one table
LONGEST_INVITATION = 100  # letters of the secret that opens a private table

Language = Literal["en", "fr", "it"]
Stage = Literal["open", "playing", "over"]
Reaction = Literal["well_played", "thanks", "oops", "moment", "luck", "thumb"]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]  # 32 bytes
SeatNumber = Annotated[int, Field(ge=1, le=6)]
Notation = Annotated[str, Field(min_length=1, max_length=64)]
TableName = Annotated[str, Field(pattern="^[a-z0-9]{1,16}$")]
LANGUAGE: TypeAdapter[Language] = TypeAdapter(Language)
EntryNumber = Annotated[int, Field(ge=1, le=MOST_ENTRIES, strict=True)]


def read_language(code: str) -> Language:
    """The code of a language that houses speak."""
    return LANGUAGE.validate_python(code)
