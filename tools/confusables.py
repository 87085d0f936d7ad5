"""Write the table of letters that look alike, from Unicode's own: `python -m tools.confusables confusables.txt`.

The newest lies at https://www.unicode.org/Public/security/latest/confusables.txt (UTS #39); all versions also in
https://github.com/unicode-org/unicodetools, `unicodetools/data/security`.
"""

import hashlib
import sys
from pathlib import Path

FILE = Path(__file__).parent.parent / "src" / "ludotheque" / "table" / "people" / "confusables.txt"
HEAD = """\
# Unicode Security Mechanisms for UTS #39, version {version}: a prototype, and the letters that look like it.
# Made by tools/confusables.py from {source},
# SHA-256 {digest}.
# © {year} Unicode, Inc. Unicode License V3: see unicode-license.txt.
"""
SOURCE = "https://www.unicode.org/Public/security/{version}/confusables.txt"


def read_table(text: str) -> dict[str, list[str]]:
    """The letters by the prototype that they look like, as hexadecimal numbers."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        source, *rest = line.partition("#")[0].split(";")
        if rest:
            found.setdefault(rest[0].strip(), []).append(source.strip())
    return found


def main(file: Path) -> None:
    """Write the table."""
    text = file.read_text("utf-8-sig")
    version = text.split("# Version: ", 1)[1].split()[0]
    year = text.split("# © ", 1)[1].split()[0]
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    head = HEAD.format(version=version, year=year, source=SOURCE.format(version=version), digest=digest)
    lines = [f"{prototype}: {' '.join(letters)}\n" for prototype, letters in sorted(read_table(text).items())]
    FILE.write_text(head + "".join(lines), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
