"""Extract what is said, bring the catalogues up to date and compile them: `make words`, or `tools/words.py DOMAIN`.

A catalogue is `drawing/locale/LANGUAGE/LC_MESSAGES/DOMAIN.po`: one for each game, one for `study` (its lessons),
one for `web` (with its templates), and `table.po` for what all share. With --check nothing is written: a text without
translation, other placeholders or a file that is out of date is an error.
"""

import io
import re
import runpy
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from ludotheque.games import NAMES
from ludotheque.study.lesson_runner import read_lessons
from tools.french_signs import typeset

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "ludotheque"
LOCALE = PACKAGE / "drawing" / "locale"
ROOMS = ("study", "web")  # the rooms with a catalogue of their own
DOMAINS = (*NAMES, *ROOMS, "table")
LANGUAGES = ("fr", "it")
# a function and which of its arguments are the text, its plural, its context
KEYWORDS = {"say": None, "count": (1, 2), "count_alike": (1, 1), "named": ((1, "c"), 2)}
Extracted = tuple[int, str, str, list[str]]
PLACE = re.compile(r"\{\w+\}")


def folders(domain: str) -> list[Path]:
    """The folders that belong to a catalogue alone; none for `table`."""
    if domain in ROOMS:
        return [PACKAGE / domain]
    return [PACKAGE / room / domain for room in ("games", "drawing")] if domain in NAMES else []


def sources(domain: str) -> list[Path]:
    """The files whose words belong to a catalogue: Python, templates, and lessons."""
    if theirs := folders(domain):
        found = [file for folder in theirs for ending in ("py", "html") for file in folder.rglob(f"*.{ending}")]
        found += [file for folder in theirs for file in folder.glob("lessons/*.toml")]
    else:
        taken = [folder for one in DOMAINS for folder in folders(one)]
        found = [file for file in PACKAGE.rglob("*.py") if not any(file.is_relative_to(folder) for folder in taken)]
    return sorted(found)


def extract_lessons(file: IO[bytes], _keywords: object, _tags: object, options: object) -> Iterator[Extracted]:
    """Extract the texts of a file's lessons for Babel: line, function, text and comments."""
    for lesson in read_lessons(Path(file.name).stem, file.read().decode()):
        yield from ((1, "say", phrase.text, []) for phrase in lesson.texts())


METHODS = {".py": "python", ".html": babel_extract, ".toml": extract_lessons}


def extract(domain: str) -> Catalog:
    """Everything that a domain says, in English."""
    template = Catalog(project="Ludothèque", charset="utf-8")
    for file in sources(domain):
        for _line, text, comments, context in extract_from_file(METHODS[file.suffix], str(file), keywords=KEYWORDS):
            if text and text != ("",):
                template.add(
                    text, None, [(file.relative_to(PACKAGE).as_posix(), None)], auto_comments=comments, context=context
                )
    return template


def load(language: str, domain: str) -> Catalog:
    """The catalogue of a language as it is on disk; empty when there is none."""
    file = po_file(language, domain)
    if not file.exists():
        return Catalog(locale=language, project="Ludothèque", charset="utf-8")
    with file.open("rb") as text:
        return read_po(text, locale=language)


def po_file(language: str, domain: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def updated(language: str, domain: str) -> Catalog:
    """The catalogue with exactly the words that are said now, and the translations that are known."""
    known, fresh = load(language, domain), extract(domain)
    catalog = Catalog(locale=language, project="Ludothèque", charset="utf-8", fuzzy=False)
    catalog.version, catalog.msgid_bugs_address = "1", "none"
    catalog.last_translator = catalog.language_team = "The Ludothèque developers"
    catalog.header_comment = f"# Ludothèque: {domain} in {language}."
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    for message in sorted((one for one in fresh if one.id), key=_order):
        old = known.get(message.id, message.context)
        is_same = old is not None and not old.fuzzy and old.pluralizable == message.pluralizable
        text = old.string if old and is_same else None
        if language == "fr" and text:
            text = typeset(text) if isinstance(text, str) else tuple(map(typeset, text))
        catalog.add(message.id, text, sorted(set(message.locations)), context=message.context)
    return catalog


def _order(message: Message) -> tuple[str, str, str]:
    return message.locations[0][0], str(message.id), message.context or ""


def problems(catalog: Catalog, domain: str) -> list[str]:
    """One line for each missing or unfitting translation."""
    found = []
    for message in catalog:
        if not message.id:
            continue
        where = f"{domain}.po ({catalog.locale})"
        texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if not all(texts):
            found.append(f"{where}: no translation of {message.id!r}")
        elif any(
            set(PLACE.findall(text)) - allowed(message) or needed(message) - set(PLACE.findall(text)) for text in texts
        ):
            found.append(f"{where}: other placeholders in {message.id!r}")
    return found


def allowed(message: Message) -> set[str]:
    ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
    return {place for text in ids for place in PLACE.findall(text)} | ({"{n}"} if len(ids) > 1 else set())


def needed(message: Message) -> set[str]:
    ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
    return set.intersection(*(set(PLACE.findall(text)) for text in ids)) - ({"{n}"} if len(ids) > 1 else set())


def po_bytes(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, catalog, width=120, omit_header=False, include_lineno=False)
    return out.getvalue()


def main(arguments: list[str]) -> int:
    is_check = "--check" in arguments
    domains = [one for one in arguments if not one.startswith("-")] or list(DOMAINS)
    found = []
    for domain in domains:
        for language in LANGUAGES:
            catalog, file = updated(language, domain), po_file(language, domain)
            found += problems(catalog, domain)
            if is_check and (not file.exists() or file.read_bytes() != po_bytes(catalog)):
                found.append(f"{file.relative_to(ROOT)}: out of date: run make words")
            elif not is_check:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(po_bytes(catalog))
    if not is_check:
        runpy.run_path(str(ROOT / "hatch_build.py"), run_name="__main__")
    for line in found:
        print(line)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
