"""Drawings and records as files: PNG, an animated SVG, a page that replays a record."""
