"""A WebSocket's frames, as few as scripts need: a library would take most of a client's processor."""

import base64
import os

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


def greeting(host: str, cookie: str, path: str = "/api/socket") -> bytes:
    """The client's opening handshake."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()


def frame_of(kind: int, payload: bytes) -> bytes:
    """A whole frame of a client, masked with zeros; of at most 65,535 bytes."""
    size = len(payload)
    head = bytes([0x80 | kind, 0x80 | size]) if size < 126 else bytes([0x80 | kind, 0xFE]) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


def take_frame(buffer: bytearray) -> tuple[int, bytes] | None:
    """The next whole frame of a server, out of what has come: its kind, and what it holds."""
    if len(buffer) < 2:
        return None
    length, head = buffer[1] & 127, 2
    if length >= 126:
        head += 2 if length == 126 else 8
        length = int.from_bytes(buffer[2:head], "big")
    if len(buffer) < head or len(buffer) < head + length:
        return None
    kind, payload = buffer[0] & 15, bytes(buffer[head : head + length])
    del buffer[: head + length]
    return kind, payload
