"""A bot that plays at random, from anywhere. Start here, and choose better.

python remote_bot.py http://127.0.0.1:8000 TOKEN
"""

import json
import random
import sys
import time
import uuid
from urllib.request import Request, urlopen

HOUSE, TOKEN = sys.argv[1:]


def ask(path, body=None):
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    return urlopen(Request(HOUSE + path, body and json.dumps(body).encode(), headers), timeout=60)


while True:
    try:
        for line in ask("/api/events"):  # first all turns that are due, then each as it comes
            turn = json.loads(line[5:]) if line.startswith(b"data:") else {}
            if turn.get("kind") == "turn":
                steps = random.choice(turn["choices"])  # here is your bot
                move = {"seat": turn["seat"], "seen": turn["seen"], "steps": steps, "id": uuid.uuid4().hex}
                ask(f"/api/tables/{turn['table']}/steps", move).close()
    except OSError as error:  # the line was lost, or the table has gone on: listen again
        print(error, file=sys.stderr)
    time.sleep(1)
