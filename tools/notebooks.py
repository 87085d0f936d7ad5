"""Run the notebooks of the documentation and store their outputs: `.venv/bin/python -m tools.notebooks`."""

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
SECONDS = 300  # that a cell may take


def run(file: Path, folder: Path) -> Any:
    """A notebook with fresh outputs, run from nothing in a folder; raises an error where a cell fails."""
    notebook = nbformat.read(file, as_version=4)
    notebook.metadata = {"kernelspec": KERNEL}
    client = NotebookClient(
        notebook, timeout=SECONDS, kernel_name="python3", record_timing=False, resources={"metadata": {"path": folder}}
    )
    return client.execute()


def main(names: list[str]) -> None:
    """Run all notebooks, or those that are named."""
    for file in sorted(FOLDER.glob("*.ipynb")):
        if not names or file.stem in names:
            notebook = run(file, FOLDER)
            notebook.metadata = {"kernelspec": KERNEL}
            nbformat.write(notebook, file)
            print(f"{file.name}: {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main(sys.argv[1:])
