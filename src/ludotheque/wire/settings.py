"""A person's settings for all tables: the language, auto-play, chat."""

import json

from pydantic import BaseModel, ConfigDict

from ludotheque.wire.field_bounds import Language


class Settings(BaseModel):
    """A person's settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: Language = "en"
    plays_alone: bool = True  # a step with a single option is played for you
    messages: bool = True  # messages of others are shown to you

    @classmethod
    def load(cls, text: str) -> "Settings":
        """Settings as stored; unknown ones are skipped."""
        stored = json.loads(text)
        return cls(**{name: value for name, value in stored.items() if name in cls.model_fields})
