"""The default folder of a house."""

import os
from pathlib import Path


def data_folder() -> Path:
    """The user's data folder: holds their own house, and the keys of houses in PostgreSQL."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "ludotheque"
