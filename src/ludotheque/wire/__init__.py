"""The contract: every message between a house and a client, one class for each kind.

`requests` and `table_requests` parse what clients send; `table_messages`, `entry_messages` and others build what they
are sent: over the socket, as answers of the HTTP routes, in /openapi.json, and as types for the pages' scripts.
"""

from ludotheque.wire.requests import INCOMING, Incoming
from ludotheque.wire.table_messages import OUTGOING, Outgoing

__all__ = ["INCOMING", "OUTGOING", "Incoming", "Outgoing"]
