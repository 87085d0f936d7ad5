"""Shows the notebooks of the docs as pages of the site, with everything that they show when they are run.

A notebook is laid out as a page whose outputs in HTML are left open; once the site is built they are filled in.
"""

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

OPEN = '<div class="shown" data-shown="{}"></div>'


def read(notebook: Path) -> list[dict[str, Any]]:
    """The cells of a notebook."""
    cells: list[dict[str, Any]] = json.loads(notebook.read_text("utf-8"))["cells"]
    return cells


def page_of(notebook: Path) -> str:
    """A notebook as a page."""
    parts = [part for number, cell in enumerate(read(notebook)) for part in _cell(notebook.stem, number, cell)]
    title, _, rest = "\n\n".join(parts).partition("\n")
    return f"{title}\n\n[This notebook as a file]({notebook.name})\n\n{rest}\n"


def _cell(name: str, number: int, cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for place, output in enumerate(cell.get("outputs", [])):
        yield _output(f"{name}-{number}-{place}", output)


def _output(key: str, output: dict[str, Any]) -> str:
    data = {kind: "".join(value) for kind, value in output.get("data", {}).items()}
    if "text/html" in data:
        return OPEN.format(key)
    if "image/png" in data:
        return f'<img alt="" src="data:image/png;base64,{data["image/png"].strip()}">'
    text = data.get("text/plain", "".join(output.get("text", "")))
    return f"```text\n{text.rstrip()}\n```"


def outputs(notebook: Path) -> dict[str, str]:
    """HTML outputs by key, to be filled in when the site is built."""
    return {
        f"{notebook.stem}-{number}-{place}": "".join(output["data"]["text/html"])
        for number, cell in enumerate(read(notebook))
        for place, output in enumerate(cell.get("outputs", []))
        if "text/html" in output.get("data", {})
    }


def fill(page: Path, notebook: Path) -> None:
    """Put a notebook's outputs into its page."""
    text = page.read_text("utf-8")
    for key, shown in outputs(notebook).items():
        mark = OPEN.format(escape(key))
        assert text.count(mark) == 1, f"{page.name}: {key}"  # noqa: S101
        text = text.replace(mark, f'<div class="shown">{shown}</div>')
    page.write_text(text, "utf-8", newline="\n")
