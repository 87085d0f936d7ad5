"""How many bytes a game takes in a notebook: the longest golden record of each game, and its last position."""

from pathlib import Path

from ludotheque import NAMES, Record

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"


def longest(name: str) -> Record:
    """The golden record of a game that has the most steps."""
    records = (Record.load(file) for file in sorted((GOLDEN / name).glob("*.record")))
    return max(records, key=lambda record: len(record.steps))


def main() -> None:
    """Print the table of docs/notebooks.md."""
    print("| | steps | record | last position |")
    print("|---|---|---|---|")
    for name in NAMES:
        record = longest(name)
        sizes = (f"{len(thing._repr_html_().encode()) / 1000:.0f} kB" for thing in (record, record[-1]))
        print(f"| {record.game.title} | {len(record.steps)} | {' | '.join(sizes)} |")


if __name__ == "__main__":
    main()
