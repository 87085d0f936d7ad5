"""The pages of the server: HTML and SVG made here, and small scripts that know no rules."""
