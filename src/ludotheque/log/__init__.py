"""A table without a server: entries, the state that they add up to, commands, rights, and projections for each seat.

No database and no network: a server (`table`) stores the log on disk, local play (`interop.seat`) in memory.
"""
