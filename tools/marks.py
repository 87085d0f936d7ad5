"""Figures that a command writes into a page of the docs: between two lines `<!-- NAME -->`."""

from pathlib import Path


def fill(page: Path, name: str, text: str) -> None:
    """Replace the text between the two marks of a name."""
    mark = f"<!-- {name} -->"
    head, rest = page.read_text("utf-8").split(mark, 1)
    page.write_text(f"{head}{mark}\n{text.strip()}\n{mark}{rest.split(mark, 1)[1]}", "utf-8")
