"""A player that sits at a table over the network and moves at random. Start here, and choose better.

Run it as `python remote_bot.py http://127.0.0.1:8000 TOKEN`, with the token of your bot's account.
"""

import json
import random
import sys
import time
import uuid
from typing import Any
from urllib.request import Request, urlopen


def ask(house: str, token: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """What the house answers, line by line."""
    data = json.dumps(body).encode() if body else None
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    return urlopen(Request(house + path, data, headers), timeout=60)  # noqa: S310


def play(house: str, token: str, turn: dict[str, Any]) -> None:
    """Make one of the choices; its steps go together, with the last entry that we have seen."""
    move = {key: turn[key] for key in ("table", "seat", "seen")}
    move |= {"steps": random.choice(turn["choices"]), "id": uuid.uuid4().hex}
    ask(house, token, f"/api/tables/{turn['table']}/steps", move).close()


def main(house: str, token: str) -> None:
    """Wait for our turns; whatever goes wrong, listen again and be told what is due."""
    while True:
        try:
            for line in ask(house, token, "/api/events"):
                event = json.loads(line.removeprefix(b"data:")) if line.startswith(b"data:") else {}
                if event.get("kind") == "turn":
                    play(house, token, event)
        except OSError as error:
            sys.stderr.write(f"{error}\n")
        time.sleep(1)


if __name__ == "__main__":
    main(*sys.argv[1:3])
