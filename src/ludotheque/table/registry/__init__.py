"""The tables that a process serves: found, cached, written to; their seats, dice and time-outs."""
