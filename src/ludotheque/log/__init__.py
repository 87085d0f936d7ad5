"""What a table is: entries, the state that they add up to, commands that become entries, and what each seat is sent.

No database and no network: a server (`table`) stores the log on disk, local play (`interop.seat`) in memory.
"""
