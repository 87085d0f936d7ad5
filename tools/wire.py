"""Writes the declarations of what the pages' scripts are sent and send, from the server's own types: `make wire`.

TypeScript reads src/ludotheque/web/types/wire.d.ts (tsconfig.json); no browser does. With --check nothing is written:
it fails where the file is not what the types say.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from ludotheque.drawing.drawing import Facts
from ludotheque.games import NAMES
from ludotheque.web.pages.page_data import PAGES
from ludotheque.wire import INCOMING, OUTGOING

PLACE = Path(__file__).parents[1] / "src" / "ludotheque" / "web" / "types" / "wire.d.ts"
HEAD = "// What scripts send and are sent, from the server's types: `make wire` writes it, `make check` compares.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
Schema = Mapping[str, Any]


def type_of(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema or "enum" in schema:
        return " | ".join(map(literal, schema.get("enum", [schema.get("const")])))
    if several := schema.get("anyOf") or schema.get("oneOf"):
        return " | ".join(dict.fromkeys(map(type_of, several)))
    if schema.get("type") == "array":
        return array_of(schema)
    if schema.get("type") == "object":
        return object_of(schema)
    return PLAIN.get(schema.get("type", ""), "unknown")


def literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def array_of(schema: Schema) -> str:
    """A list, or a tuple of as many as it has."""
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    inside = type_of(schema.get("items", {}))
    return f"({inside})[]" if " | " in inside else f"{inside}[]"


def object_of(schema: Schema) -> str:
    """Named fields, or a value for each name."""
    if "properties" not in schema:
        inside = schema.get("additionalProperties")
        return f"Record<string, {type_of(inside) if isinstance(inside, dict) else 'unknown'}>"
    sure = schema.get("required", ())  # a `const` field, the discriminator, is always sent
    fields = [
        f"{doc(field, '  ')}  {name}{'' if name in sure or 'const' in field else '?'}: {type_of(field)};\n"
        for name, field in schema["properties"].items()
    ]
    return "{\n" + "".join(fields) + "}"


def doc(schema: Schema, before: str = "") -> str:
    """The first paragraph of a description, as a comment."""
    told = " ".join(schema.get("description", "").split("\n\n")[0].split())
    return f"{before}/** {told} */\n" if told and "$ref" not in schema else ""


def declare(name: str, schema: Schema) -> str:
    """A named type."""
    return f"{doc(schema)}export type {name} = {type_of(schema)};\n"


def all_facts() -> list[type[Facts]]:
    """The facts that drawings send to scripts: each game's own class, if it has one."""
    for name in NAMES:
        if find_spec(f"ludotheque.drawing.{name}"):
            import_module(f"ludotheque.drawing.{name}.picture")
    return sorted(Facts.__subclasses__(), key=lambda one: one.__name__)


def collect(
    adapter: TypeAdapter[Any], name: str, mode: JsonSchemaMode, found: dict[str, Schema], *, is_whole: bool = False
) -> None:
    """Add a type and all types that it uses to `found`; with `is_whole`, no field is optional."""
    schema = adapter.json_schema(mode=mode)
    for part, inner in (*schema.pop("$defs", {}).items(), (name, schema)):
        if is_whole:
            inner["required"] = list(inner.get("properties", ()))
        if found.setdefault(part, inner) != inner:
            raise ValueError(f"{part} means two things")


def declarations() -> str:
    """The whole file."""
    found: dict[str, Schema] = {}
    collect(INCOMING, "Incoming", "validation", found)
    collect(OUTGOING, "Outgoing", "serialization", found)
    for page in PAGES:
        collect(TypeAdapter(page), page.__name__, "serialization", found)
    for facts in all_facts():
        collect(TypeAdapter(facts), facts.__name__, "serialization", found, is_whole=True)
    return "\n".join([HEAD, *(declare(name, found[name]) for name in sorted(found))])


def main() -> int:
    made = declarations()
    if "--check" not in sys.argv:
        PLACE.write_text(made)
        return 0
    if PLACE.exists() and PLACE.read_text() == made:
        return 0
    print("The declarations for the scripts are not what the server sends: make wire writes them.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
