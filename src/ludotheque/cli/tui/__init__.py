"""The terminal client: a whole screen for a place at a table, with keys and mouse. It needs the extra `tui`."""
