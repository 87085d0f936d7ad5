"""Webhooks: what is posted to a person's own program, signed so that it can tell the house from anybody else.

The signature is that of Standard Webhooks (https://www.standardwebhooks.com), version 1.
"""

import base64
import hmac
import json
import secrets

PREFIX = "whsec_"
SECRET_BYTES = 24


def new_secret() -> str:
    """A secret that the house and one program share."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, name: str, at: int, body: bytes) -> str:
    """The signature of a message."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{name}.{at}.".encode() + body
    return "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()


def message(fields: dict[str, object], secret: str, name: str, now: float) -> tuple[dict[str, str], bytes]:
    """The headers and the body of a message."""
    body, at = json.dumps(fields, ensure_ascii=False).encode(), int(now)
    headers = {
        "content-type": "application/json", "user-agent": "Ludotheque", "webhook-id": name,
        "webhook-timestamp": str(at), "webhook-signature": signature(secret, name, at, body),
    }  # fmt: skip
    return headers, body
