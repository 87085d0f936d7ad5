"""The contract: every message between a house and a client, one class for each kind.

`incoming` is read from what clients send, `outgoing` (with the entries of `log`) builds what they are sent: over the
socket, as answers of the HTTP routes, in /openapi.json, and in the types of the page's scripts.
"""

from ludotheque.wire.requests import INCOMING, Incoming
from ludotheque.wire.table_messages import OUTGOING, Outgoing

__all__ = ["INCOMING", "OUTGOING", "Incoming", "Outgoing"]
