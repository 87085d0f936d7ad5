"""The terminal: `ludotheque`."""
