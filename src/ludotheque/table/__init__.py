"""Tables: seats, clocks, the log, and what each seat is sent. A server with no page in it."""
