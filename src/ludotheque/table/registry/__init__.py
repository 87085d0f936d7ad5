"""The tables that a process serves: cache and writer, seats, dice and time-outs."""
