"""What somebody may do and see at the tables: acts, access, chat, hints, lists, and how often."""
