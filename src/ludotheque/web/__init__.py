"""The server's pages: HTML and SVG rendered here, and small scripts that know no rules."""
