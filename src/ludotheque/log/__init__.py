"""What a table is: entries, the course that they add up to, commands that become entries, and what each seat is sent.

No database and no network: a server (`table`) keeps the log on disk, local play (`interop.local`) keeps it in memory.
"""
