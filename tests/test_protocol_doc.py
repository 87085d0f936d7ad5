"""docs/protocol.md is what a house sends: every example is run again, and the page is complete."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, get_args

import jsonschema_rs
import pytest

from ludotheque.log.entries import Entry
from ludotheque.log.table_errors import Kind
from ludotheque.play.choice import MOST_CHOICES
from ludotheque.table.api import guard, socket, validation
from ludotheque.table.api.problems import RESPONSES, STATUS
from ludotheque.table.service import chat
from ludotheque.wire import INCOMING, OUTGOING, Incoming, Outgoing
from ludotheque.wire.field_bounds import LONGEST_MESSAGE
from ludotheque.wire.table_messages import Want
from ludotheque.wire.table_requests import NewTable, Origin
from ludotheque.wire.terms_messages import Wishes
from ludotheque.wire.turn_events import TurnOrEnd
from tests.protocol import PAGE, Act, Differs, Stage, acts_of, compare, kind_of, log_lines, opened, perform, read_json
from tests.protocol_log import entries_of, fullest, name_of
from tests.test_docs import table_rows

pytestmark = pytest.mark.uncounted

TEXT = PAGE.read_text("utf-8")
REFUSALS = {"unreadable", "seat", "moment", "illegal", "over"}  # the kinds that docs/python.md explains


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """The house of the page, after all messages of the page were exchanged; raises where an answer differs."""
    with ExitStack() as stack:
        stage = opened(tmp_path_factory.mktemp("protocol"), stack)
        perform(TEXT, stage)
        yield stage


@pytest.fixture(scope="module")
def description(stage: Stage) -> dict[str, Any]:
    found: dict[str, Any] = stage.client("Ada").get("/openapi.json").json()
    return found


def section(heading: str) -> str:
    """The text below a heading, up to the next one of the same order or a higher one."""
    order = re.search(rf"(?m)^(#+) {re.escape(heading)}$", TEXT)
    assert order, heading
    return re.split(rf"(?m)^#{{1,{len(order[1])}}} ", TEXT[order.end() :], maxsplit=1)[0]


def names_in(text: str) -> set[str]:
    """All names between backticks in the first column of the tables of a text."""
    return {name for cells in table_rows(text) for name in re.findall(r"`([^`]+)`", cells[0])}


def route_of(act: Act, description: dict[str, Any]) -> tuple[str, str]:
    """The method of a request, and the path as the description has it."""
    path = act.what.partition(" ")[2].partition("?")[0]
    fitting = [one for one in description["paths"] if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", one), path)]
    return act.method, min(fitting, key=lambda one: one.count("{"))


def requests(stage: Stage) -> list[tuple[Act, Any]]:
    return [(act, found) for act, found in stage.seen if act.what not in "<>"]


def test_every_example_is_what_a_house_sends(stage: Stage) -> None:
    assert len(stage.seen) == len(list(acts_of(TEXT))) > 70
    assert '"…"' not in TEXT


def test_every_route_has_an_example(stage: Stage, description: dict[str, Any]) -> None:
    shown = {route_of(act, description) for act, _ in requests(stage)}
    assert shown == {(method.upper(), path) for path, methods in description["paths"].items() for method in methods}


def test_every_route_is_listed_with_its_fields(description: dict[str, Any]) -> None:
    """`{"name", "language"?}` are the fields of the body, those with ? may be left out; `?seat` is one of the query."""
    listed = {}
    for cells in table_rows(TEXT):
        if found := re.match(r"`([A-Z]+) (/\S+)`(?: `(\{.*?\})`)? ?\|?", cells[0]):
            fields = dict(re.findall(r'"(\w+)"(\??)', found[3] or ""))
            queries = set(re.findall(r"`\?(\w+)`", cells[1]))
            listed[found[1], found[2]] = (fields, queries)
    listed.pop(("GET", "/openapi.json"))
    wanted = {
        (method.upper(), path): (body_fields(about, description), query_names(about))
        for path, methods in description["paths"].items()
        for method, about in methods.items()
    }
    wanted["POST", "/api/tables"] = ({}, set())  # its terms have a table of their own
    assert listed == wanted


def body_fields(about: dict[str, Any], description: dict[str, Any]) -> dict[str, str]:
    if "requestBody" not in about:
        return {}
    schema = about["requestBody"]["content"]["application/json"]["schema"]
    schema = description["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return {name: "" if name in schema.get("required", ()) else "?" for name in schema["properties"]}


def query_names(about: dict[str, Any]) -> set[str]:
    return {one["name"] for one in about.get("parameters", ()) if one["in"] == "query"}


def test_every_answer_is_as_openapi_describes_it(stage: Stage, description: dict[str, Any]) -> None:
    asked = [(act, found) for act, found in requests(stage) if isinstance(found, dict | list)]
    for act, found in asked:
        method, path = route_of(act, description)
        schema = description["paths"][path][method.lower()]["responses"][str(act.status)]
        schema = schema["content"]["application/json"]["schema"] | {"components": description["components"]}
        jsonschema_rs.validate(schema, found)
        example = json.loads(act.answer)
        if '"..."' not in act.answer:
            jsonschema_rs.validate(schema, example)
    assert len(asked) > 50


def test_every_message_of_the_socket_has_an_example(stage: Stage) -> None:
    sent = [INCOMING.validate_json(act.said) for act, _ in stage.seen if act.what == ">"]
    assert {one.kind for one in sent} == kinds(Incoming)
    heard = [(act, found) for act, found in stage.seen if act.what == "<" and not act.said.startswith("data: ")]
    for act, found in heard:
        assert OUTGOING.validate_json(json.dumps(found)).kind == json.loads(act.said)["kind"]
    assert {found["kind"] for _, found in heard} == kinds(Outgoing)


def test_every_message_of_the_socket_is_listed_with_its_fields() -> None:
    listed = {}
    for cells in table_rows(section("The socket")):
        if found := re.match(r'`\{"kind": "(\w+)"(.*)\}`', cells[0]):
            listed[found[1]] = dict(re.findall(r'"(\w+)"(\??)', found[2]))
    wanted = {}
    for model in get_args(get_args(Incoming)[0]):
        fields = {name: field for name, field in model.model_fields.items() if name not in ("kind", "ref")}
        wanted[str(model.model_fields["kind"].default)] = {
            name: "" if field.is_required() else "?" for name, field in fields.items()
        }
    assert listed == wanted


def test_every_event_of_the_stream_is_listed_and_has_an_example(stage: Stage) -> None:
    heard = {found["kind"]: found for act, found in stage.seen if act.said.startswith("data: ")}
    listed = {
        cells[0].strip("`"): set(re.findall(r"`(\w+)`", cells[1])) | {"kind"}
        for cells in table_rows(section("The stream of turns"))
        if not cells[0].startswith("`GET")
    }
    assert kinds(TurnOrEnd) == set(heard) and {kind: set(found) for kind, found in heard.items()} == listed


def kinds(union: Any) -> set[str]:
    """The kinds of a union of messages or entries."""
    return {str(get_args(one.model_fields["kind"].annotation)[0]) for one in get_args(get_args(union)[0])}


def test_every_kind_of_entry_is_listed_and_shown_as_it_is(stage: Stage) -> None:
    assert names_of_first(section("The log")) == kinds(Entry)
    shown = [json.loads(line) for line in log_lines(TEXT)]
    assert {entry["kind"] for entry in shown} == kinds(Entry)
    real = fullest(entries_of(stage))
    for entry in shown:
        found = real[name_of(entry)]
        assert set(entry) == set(found), entry
        for key, value in entry.items():
            assert value is None or found[key] is None or kind_of(value) == kind_of(found[key]), (entry, key)


def test_a_step_is_shown_with_the_chance_that_followed_it(stage: Stage) -> None:
    (shown,) = (entry for line in log_lines(TEXT) if name_of(entry := json.loads(line)) == "play and then")
    real = fullest(entries_of(stage))["play and then"]
    assert shown == real and len(shown["words"]) == len(shown["steps"]) + len(shown["then"])
    assert {seat for seat, _ in shown["then"]} == {0}


def names_of_first(text: str) -> set[str]:
    return {cells[0].strip("`") for cells in table_rows(text)}


def test_every_field_of_a_table_is_explained(stage: Stage) -> None:
    answers = [found for act, found in requests(stage) if re.search(r"^GET /api/tables/\w+\?", act.what)]
    over = stage.client("Ada").get(answers[0]["table"].join(("/api/tables/", ""))).json()
    said = {key for found in (*answers, over) for key in found}
    explained = set(re.findall(r"`(\w+)`", section("A table, as you see it")))
    assert said - explained == {"table", "terms", "rated"}, "named by the path, and explained as terms"
    assert {"picture", "elements", "drawing", "prompt", "told", "words"} <= said


def test_all_values_of_want_and_all_terms_are_listed() -> None:
    assert names_in(section("A table, as you see it")) >= set(get_args(Want))
    fields = set(NewTable.model_fields) | set(Wishes.model_fields)
    explained = set(re.findall(r"`(\w+)`", section("Terms")))
    assert fields <= explained
    assert set(Origin.model_fields) <= set(re.findall(r"\b\w+\b", section("Terms")))


def test_every_error_is_listed_with_its_status() -> None:
    rows = table_rows(section("When something can't be done"))
    listed = {kind: cells[0] for cells in rows for kind in re.findall(r"`([a-z_]+)`", cells[1])}
    assert {*get_args(Kind), *REFUSALS, "broken"} == set(listed) - {"rule"}
    shown = {kind: {int(number) for cells in rows if f"`{kind}`" in cells[1] for number in cells[0].split(", ")
                    if number.isdigit()} for kind in STATUS}  # fmt: skip
    assert all(status in shown[kind] for kind, status in STATUS.items())
    statuses = {int(number) for cells in rows for number in re.findall(r"\b\d{3}\b", cells[0])}
    assert {status for status in RESPONSES if isinstance(status, int)} | {500, 414} == statuses


def test_the_limits_are_as_listed() -> None:
    rows = dict(table_rows(section("How much")))
    assert rows["a request's body"] == f"{guard.LARGEST_BODY // 1024} KiB, within {guard.SLOW_BODY:g} seconds"
    assert rows["a path with its query"] == f"{guard.LONGEST_TARGET:,} bytes"
    assert rows["a message of the socket"] == f"{validation.LONGEST:,} letters"
    assert rows["tables that one socket watches"] == str(socket.MOST_WATCHED)
    said = f"{LONGEST_MESSAGE} letters; {chat.MOST_KEPT:,} messages a table"
    assert rows["a message at a table"] == said
    assert rows["choices in a `turn`"] == f"{MOST_CHOICES:,}"
    assert rows["a board file"] == f"{longest(Wishes, 'board'):,} letters"
    assert rows["the record of an opening"] == f"{longest(Origin, 'record'):,} letters"


def longest(model: Any, name: str) -> int:
    """How many letters a field of a model may have."""
    found = json.dumps(model.model_json_schema()["properties"][name])
    most = re.search(r'"maxLength": (\d+)', found)
    assert most
    return int(most[1])


def test_every_reason_to_close_a_socket_is_listed() -> None:
    codes = {code for cells in table_rows(section("The socket")) for code in re.findall(r"\b\d{4}\b", cells[0])}
    said = {socket.FORBIDDEN, socket.COME_BACK, socket.NO_TEXT, socket.NONSENSE}
    assert codes == {str(code) for code in said} | {"1012"}


@pytest.mark.parametrize(
    ("example", "found"),
    [
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"a": 1, "...": "..."}, {"b": 1}),
        ({"a": 1}, {"a": "1"}),
        ({"a": True}, {"a": 1}),
        ({"a": None}, {"a": 1}),
        ({"kind": "play"}, {"kind": "sit"}),
        ({"a": [1]}, {"a": [1, 2]}),
        ({"a": [1, "..."]}, {"a": []}),
        ({"a": [{"b": 1}, "..."]}, {"a": [{"c": 1}]}),
        ("game: mabula\nrules: 1\n", "game: mabula\nstart: W\n"),
    ],
)
def test_an_example_of_another_shape_is_found(example: Any, found: Any) -> None:
    with pytest.raises(Differs):
        compare(example, found, "here")


@pytest.mark.parametrize(
    ("example", "found"),
    [
        ({"a": 1, "...": "..."}, {"a": 2, "b": 3}),
        ({"a": "...", "b": [1, "..."]}, {"a": {"c": 1}, "b": [5, 6, 7]}),
        ({"told": {"b1-b2": "x", "...": "..."}}, {"told": {"c1-c2": "y", "d1-d2": "z"}}),
        ("game: mabula\n...", "game: mabula\nstart: W\n"),
    ],
)
def test_an_example_may_leave_parts_out(example: Any, found: Any) -> None:
    compare(example, found, "here")


def test_a_scene_is_parsed_into_requests_and_answers() -> None:
    page = 'x\n```text\nAda: POST /api/tables\n{"game": 1}\n201\n{"table": "a"}\n\nBob > {"kind": "ping"}\n```\n'
    first, second = acts_of(page)
    assert (first.who, first.what, first.said, first.status) == ("Ada", "POST /api/tables", '{"game": 1}', 201)
    assert read_json(first.answer) == {"table": "a"}
    assert (second.who, second.what, second.said) == ("Bob", ">", '{"kind": "ping"}')
