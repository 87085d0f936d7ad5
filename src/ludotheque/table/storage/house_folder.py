"""Where a house lies when nothing is said."""

import os
from pathlib import Path


def data_folder() -> Path:
    """The folder of the user's own house, and of the keys of others."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "ludotheque"
