"""The page about agents: its transcripts are played again, its tables and settings compared with the server."""

import doctest
import json
import re
from pathlib import Path
from typing import Any

from ludotheque.cli.main import cli
from tests.interop.agents import Agent, text_of, with_agent

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text("utf-8")
CALL = re.compile(r"^> (\w+) (\{.*\})$", re.MULTILINE)


def calls(kind: str) -> list[tuple[str, dict[str, Any], str]]:
    """Each call in the page's blocks of a kind: tool, arguments, and the answer below it."""
    found = []
    for block in re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        parts = CALL.split(block)
        found += [(tool, json.loads(given), said) for tool, given, said in zip(*[iter(parts[1:])] * 3, strict=True)]
    return found


def is_said(wanted: Any, got: Any) -> bool:
    """True if an answer has all fields of an example; in texts, `...` matches anything."""
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(key in got and is_said(value, got[key]) for key, value in wanted.items())
    if isinstance(wanted, str):
        return doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS)
    return bool(wanted == got)


def test_the_transcripts_of_the_page_are_what_the_tools_say() -> None:
    async def talk(agent: Agent) -> None:
        for tool, given, said in calls("text"):
            result = await agent.call(tool, **given)
            assert is_said(said.strip(), text_of(result).strip()), f"{tool} {given}\n{text_of(result)}"
        for tool, given, said in calls("json"):
            result = await agent.call(tool, table="mabula-1", **given)
            assert is_said(json.loads(said), result.structured_content), f"{tool} {given}\n{result.structured_content}"

    assert len(calls("text")) > 9 and calls("json")
    with_agent(talk)


def test_the_page_lists_exactly_the_tools_with_their_arguments() -> None:
    async def read(agent: Agent) -> dict[str, list[str]]:
        return {one.name: [*one.input_schema["properties"]] for one in (await agent.client.list_tools()).tools}

    rows = re.findall(r"^\| `(\w+)` \| (.*?) ?\| .* \|$", PAGE, re.MULTILINE)
    assert {tool: re.findall(r"`(\w+)`", given) for tool, given in rows} == with_agent(read)


def test_the_settings_of_the_page_start_the_server() -> None:
    block = re.search(r'```json\n(\{\n  "mcpServers".*?)```', PAGE, re.DOTALL)
    assert block
    settings = json.loads(block[1])["mcpServers"]["ludotheque"]
    assert settings["command"] == "ludotheque"
    command = cli.get_command(cli.make_context("ludotheque", settings["args"]), settings["args"][0])
    assert command is not None
    assert command.make_context("mcp", settings["args"][1:]).params["port"] is None
