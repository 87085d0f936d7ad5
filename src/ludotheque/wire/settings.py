"""What somebody has chosen for all tables: the language, and what the table does by itself."""

import json

from pydantic import BaseModel, ConfigDict

from ludotheque.wire.field_bounds import Language


class Settings(BaseModel):
    """One person's choices."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: Language = "en"
    plays_alone: bool = True  # a step with a single option is played for you
    messages: bool = True  # messages of others are shown to you

    @classmethod
    def load(cls, text: str) -> "Settings":
        """Settings as they are stored; what is no longer known is passed over."""
        stored = json.loads(text)
        return cls(**{name: value for name, value in stored.items() if name in cls.model_fields})
