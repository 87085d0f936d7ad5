"""The MCP server: whole games through its tools, mistakes in one line, refusals with their rule."""

import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters

from ludotheque import NAMES, Chance, Record, game
from ludotheque.bots.bot import Budget, Thought
from ludotheque.drawing import LANGUAGES, rulebook
from ludotheque.drawing.rulebooks.rulebook import BOOKS
from ludotheque.interop.house import House
from ludotheque.interop.mcp import build_server
from ludotheque.interop.seat.local_seat import LocalSeat
from ludotheque.interop.seat.seat import Seat, SeatError
from ludotheque.play.chance import Source
from ludotheque.play.view import View
from tests.conftest import sampled
from tests.interop.agents import Agent, text_of, with_agent
from tests.web.serving import House as Served

each_game = pytest.mark.parametrize("name", NAMES)
COMMAND = [sys.executable, "-c", "from ludotheque.cli.main import main; main()", "mcp"]


async def check_end(agent: Agent, now: dict[str, Any]) -> None:
    """Assert that a finished game's record has the same result."""
    record = Record.read((await agent.ask("record", table=now["table"]))["record"])
    outcome = record.verify()
    assert outcome is not None
    assert now["winners"] == list(outcome.winners)
    assert [one["points"] for one in now["seats"]] == list(outcome.scores)
    sheet = (await agent.ask("scores", table=now["table"]))["seats"]
    assert [sum(line["points"] for line in one["lines"]) for one in sheet] == list(outcome.scores)


# whole games


@each_game
def test_a_whole_game_is_played_through_the_tools(name: str) -> None:
    async def play(agent: Agent) -> None:
        now = await agent.play_game(name, against="random", seed=4, seat=2)
        assert now["seat"] == 2 and not now["is_your_turn"] and now["legal_count"] == 0
        await check_end(agent, now)

    with_agent(play)


@sampled("names", NAMES[:1], NAMES)
def test_whole_games_are_played_with_a_process_over_its_standard_input_and_output(names: tuple[str, ...]) -> None:
    async def play(agent: Agent) -> None:
        for name in names:
            await check_end(agent, await agent.play_game(name, against="random", seed=4))
        tables = (await agent.ask("tables"))["tables"]
        assert [one["game"] for one in tables] == [*reversed(names)]

    with_agent(play, StdioServerParameters(command=COMMAND[0], args=COMMAND[1:]))


def test_the_same_seed_gives_the_same_game() -> None:
    async def play(agent: Agent) -> list[str]:
        for _ in range(2):
            await agent.play_game("mabula", against="random", seed=11)
        return [(await agent.ask("record", table=f"mabula-{number}"))["record"] for number in (1, 2)]

    one, other = with_agent(play)
    assert one == other


def test_a_level_plays_as_well() -> None:
    """The bot's rules are compiled when it first thinks."""
    now = with_agent(lambda agent: agent.play_game("mabula", against="novice", seed=1))
    assert now["seats"][1]["holder"] == "novice" and now["winners"]


# snapshots


def test_a_look_has_the_position_in_words_as_json_and_as_a_picture() -> None:
    async def look(agent: Agent) -> None:
        await agent.ask("new_game", game="mabula", seed=7, against="random")
        position = game("mabula").start(seed=Chance(7, 0))
        seen = await agent.ask("look", picture="text")
        assert seen["view"] == position.view(1).to_fields()
        assert "You are White." in seen["words"] and "«b8-»" in seen["words"]
        assert seen["legal_count"] == len(position.legal()) and "┌" in seen["picture"]
        drawn = await agent.call("look", picture="image")
        assert [one.type for one in drawn.content] == ["text", "image"]

    with_agent(look)


def test_news_are_sent_once() -> None:
    async def look(agent: Agent) -> None:
        await agent.ask("new_game", game="mabula", seed=7, against="random")
        played = await agent.ask("play", move="b8-b4")
        assert len(played["now"]["happened"]) == 2 and "b8 to b4" in played["now"]["happened"][0]
        assert (await agent.ask("look"))["happened"] == []

    with_agent(look)


def test_a_long_list_of_moves_comes_in_pages_and_by_beginnings() -> None:
    async def look(agent: Agent) -> None:
        await agent.ask("new_game", game="mabula", seed=7, against="random")
        first, second = [await agent.ask("legal_moves", page=page) for page in (1, 2)]
        texts = [one["move"] for one in first["moves"] + second["moves"]]
        assert texts == [step.text for step in game("mabula").start(seed=Chance(7, 0)).legal()]
        assert first["pages"] == 2 and sum(first["groups"].values()) == first["count"] == len(texts)
        few = await agent.ask("legal_moves", begins="b8-")
        assert [one["move"] for one in few["moves"]] == [text for text in texts if text.startswith("b8-")]
        assert "page: 1 to 2, not 3" in await agent.complain("legal_moves", page=3)
        assert "b8-" in await agent.complain("legal_moves", begins="zz")

    with_agent(look)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_speaks_the_language_that_it_was_asked_for_in(lang: str) -> None:
    async def look(agent: Agent) -> str:
        await agent.ask("new_game", game="mabula", seed=7, against="random", language=lang)
        refused = await agent.call("play", move="b8-b1")
        text = text_of(await agent.call("legal_moves", begins="b8-")) + text_of(refused)
        return text + text_of(await agent.call("look"))

    said = with_agent(look)
    wanted = {"en": "You have 72 legal moves", "fr": "72 coups", "it": "72 mosse"}[lang]
    assert wanted in said
    assert ("You" in said) == (lang == "en")


# playing


def test_a_refused_move_is_an_answer_with_its_rule_paragraph_and_nearest_moves() -> None:
    async def play(agent: Agent) -> None:
        before = await agent.ask("new_game", game="mabula", seed=7, against="random")
        result = await agent.call("play", move="b8-b1")
        assert not result.is_error and result.structured_content is not None
        played = result.structured_content
        refusal = played["refusal"]
        assert not played["is_played"] and played["now"]["view"] == before["view"]
        assert refusal["rule"] == "mabula.no-edge-cell" and refusal["paragraph"] == "mabula/push.2"
        assert refusal["text"] == " ".join(rulebook("mabula").find("push.2")[0].text.split())
        assert refusal["near"] == ["b8-b2", "b8-b3", "b8-b4"]
        assert all(part in text_of(result) for part in (refusal["reason"], refusal["text"], "b8-b2"))
        assert (await agent.ask("why_not", move="b8-b1"))["refusal"] == refusal

    with_agent(play)


def test_a_choice_of_several_parts_is_explained_and_played_only_complete() -> None:
    async def play(agent: Agent) -> None:
        now = await agent.ask("new_game", game="makabana", seed=7, against="random")
        while "build:" not in now["words"]:
            move = (await agent.ask("legal_moves"))["moves"][0]["move"]
            now = (await agent.ask("play", move=move))["now"]
        listed = await agent.ask("legal_moves", begins="build:")
        one = listed["moves"][0]
        assert f'["{one["move"]}", "{one["then"][0]}"]' in now["words"]
        assert "Danae" not in str(listed["then_does"]), "which card it is depends on the move"
        alone = await agent.ask("legal_moves", begins=one["move"])
        assert set(alone["then_does"]) == set(one["then"])
        assert one["move"].split(".")[0].removeprefix("build:").capitalize() in alone["then_does"]["show:beach"]
        half = await agent.ask("play", move=one["move"])
        assert half["refusal"]["kind"] == "half" and half["refusal"]["near"] == one["then"]
        wrong = await agent.ask("why_not", move=[one["move"], "show:paint"])
        assert not wrong["is_legal"] and wrong["refusal"]["paragraph"].startswith("makabana/")
        verdict = await agent.ask("why_not", move=f"{one['move']} {one['then'][0]}")
        assert verdict["is_legal"] and one["does"] in verdict["does"]
        assert (await agent.ask("play", move=f"{one['move']} {one['then'][0]}"))["is_played"]

    with_agent(play)


def test_a_take_back_includes_the_bots_answers_and_is_refused_after_the_game() -> None:
    """As at a table of a house: a step is withdrawn at once if it revealed nothing, else bots agree."""

    async def play(agent: Agent) -> None:
        assert not (await agent.ask("new_game", game="mabula", seed=7, against="random"))["may_take_back"]
        assert "nothing of yours" in await agent.complain("take_back")
        begun = await agent.ask("look")
        assert (await agent.ask("play", move="b8-b4"))["now"]["may_take_back"]
        back = await agent.call("take_back")
        assert text_of(back).startswith("Taken back.\n")
        now = await agent.ask("look")
        assert now["view"] == begun["view"] and now["is_your_turn"]

    with_agent(play)


def test_a_hint_is_a_choice_that_can_be_played() -> None:
    async def play(agent: Agent) -> None:
        await agent.ask("new_game", game="mabula", seed=7, against="random")
        hint = await agent.ask("hint")
        assert hint["reason"] and (await agent.ask("play", move=hint["move"]))["is_played"]

    with_agent(play)


class Sleeper:
    """A bot that thinks until it is woken."""

    name, version = "sleeper", 1

    def __init__(self) -> None:
        self.woken = threading.Event()

    def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
        self.woken.wait(60)
        return Thought(view.legal()[0].text)


def test_a_long_thinking_bot_does_not_block_look() -> None:
    bot, server = Sleeper(), build_server()
    server.player.sit(LocalSeat(game("mabula").start(seed=7), (1,), bot, "sleeper"))

    async def play(agent: Agent) -> None:
        played = await agent.ask("play", move="b8-b4", seconds=0.2)
        assert played["is_played"] and not played["now"]["is_your_turn"]
        assert "call wait" in text_of(await agent.call("look"))
        assert not (await agent.ask("wait", seconds=0))["is_your_turn"]
        bot.woken.set()
        now = await agent.ask("wait", seconds=60)
        assert now["is_your_turn"]
        assert "d8 to d7" in now["happened"][-1]

    with_agent(play, server)


# errors


def test_every_mistake_is_one_line_that_says_what_to_do() -> None:
    async def err(agent: Agent) -> None:
        assert "new_game" in await agent.complain("look")
        assert "mabula, marabunta" in await agent.complain("new_game", game="chess")
        assert "2 players" in await agent.complain("new_game", game="mabula", players=7)
        assert "1 to 2" in await agent.complain("new_game", game="mabula", seat=9)
        assert "largest, product" in await agent.complain("new_game", game="mabula", options={"scoring": "x"})
        assert "scoring" in await agent.complain("new_game", game="mabula", options={"size": "9"})
        assert "novice" in await agent.complain("new_game", game="mabula", against="external:ls")
        assert "en, fr, it" in await agent.complain("new_game", game="mabula", language="xx")
        assert "0 to" in await agent.complain("new_game", game="mabula", seed=-1)
        assert "push" in await agent.complain("rules", game="mabula", paragraph="nothing")
        assert "choose" in await agent.complain("rules", game="chess")
        assert "http" in await agent.complain("join_table", link="nonsense", name="Ada")
        assert "--house URL" in await agent.complain("join_table", link="http://127.0.0.1:9/table/abc", name="Ada")
        await agent.ask("new_game", game="mabula", against="random")
        assert "move" in await agent.complain("play")
        assert "say what you play" in await agent.complain("play", move=[])
        assert "0 to 60" in await agent.complain("play", move="b8-b4", seconds=999)
        assert "mabula-1" in await agent.complain("look", table="mabula-9")
        assert "picture" in await agent.complain("look", picture="film")
        await agent.ask("new_game", game="makabana", against="random")
        assert "Only a game of two" in await agent.complain("leave", resign=True)
        assert "nope" in await agent.complain("nope")

    with_agent(err)


GARBAGE = (
    "",
    " ",
    "x" * 5000,
    "\0\n\x1b[2J",
    "../../etc/passwd",
    "«ö»",
    "b8-b4 b8-b4",
    "{}",
    "[1]",
    "null",
    "-1",
    "1e999",
)


def test_garbage_is_answered_in_one_short_line_or_refused() -> None:
    async def err(agent: Agent) -> None:
        for tool in (await agent.client.list_tools()).tools:
            for name in tool.input_schema["properties"]:
                await agent.ask("new_game", game="makabana", against="random")
                for value in (*GARBAGE, -1, 1 << 70, 0.5, None, [], ["x"], {"x": "y"}):
                    given = {"game": "mabula", "link": "http://127.0.0.1:9/table/abc", "name": "Ada", "move": "x"}
                    wanted = {key: given[key] for key in tool.input_schema.get("required", ())} | {name: value}
                    result = await agent.call(tool.name, **wanted)
                    said = text_of(result)
                    assert "broke" not in said, f"{tool.name} {name}={value!r}: {said}"
                    assert not result.is_error or ("\n" not in said and len(said) < 500)
            for one in (await agent.ask("tables"))["tables"]:
                await agent.ask("leave", table=one["table"])

    with_agent(err)


def test_of_an_unexpected_error_only_the_type_is_answered(caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Sleeper):
        def think(self, view: View, budget: Budget | None, chance: Source) -> Thought:
            raise RuntimeError("a secret")

    server = build_server()
    server.player.sit(LocalSeat(game("mabula").start(seed=7), (1,), Broken(), "broken"))
    said = with_agent(lambda agent: agent.complain("play", move="b8-b4"), server)
    assert "RuntimeError" in said
    assert "RuntimeError" in caplog.text and "a secret" not in said + caplog.text


def test_the_number_of_tables_is_limited() -> None:
    async def sit(agent: Agent) -> None:
        for _ in range(20):
            await agent.ask("new_game", game="mabula", against="random")
        assert "leave one" in await agent.complain("new_game", game="mabula", against="random")
        assert len((await agent.ask("leave", table="mabula-3"))["tables"]) == 19
        assert (await agent.ask("new_game", game="mabula", against="random"))["table"] == "mabula-21"

    with_agent(sit)


# rulebooks and the prompt


def test_every_rulebook_is_a_resource_in_every_language_and_a_tool_reads_it() -> None:
    async def read(agent: Agent) -> None:
        listed = {str(one.uri) for one in (await agent.client.list_resources()).resources}
        assert listed == {f"ludotheque://rules/{book}/{code}" for book in BOOKS for code in LANGUAGES}
        for book in BOOKS:
            text = (await agent.client.read_resource(f"ludotheque://rules/{book}/fr")).contents[0].text  # type: ignore[union-attr]
            paragraphs = rulebook(book, "fr").paragraphs
            assert all(one.text in text and one.name in text for one in paragraphs)
            told = await agent.ask("rules", game=book, language="fr")
            assert [one["paragraph"] for one in told["paragraphs"]] == [one.name for one in paragraphs]
        some = (await agent.client.read_resource("ludotheque://rules/mabula/en/push.2")).contents[0].text  # type: ignore[union-attr]
        assert "b1-b5" in some, "its examples are there"
        with pytest.raises(MCPError, match="its sections are"):
            await agent.client.read_resource("ludotheque://rules/mabula/en/nothing")

    with_agent(read)


def test_the_prompt_names_tools_that_there_are() -> None:
    async def read(agent: Agent) -> None:
        prompt = await agent.client.get_prompt("play_a_game", {"name": "makabana", "against": "club"})
        text = prompt.messages[0].content.text  # type: ignore[union-attr]
        tools = {one.name for one in (await agent.client.list_tools()).tools}
        assert set(re.findall(r"(\w+)\(", text)) == {"rules", "new_game"} < tools
        with pytest.raises(MCPError, match="mabula, marabunta"):
            await agent.client.get_prompt("play_a_game", {"name": "chess"})

    with_agent(read)


def test_every_tool_says_what_it_does_and_what_comes_of_it() -> None:
    async def read(agent: Agent) -> None:
        for tool in (await agent.client.list_tools()).tools:
            assert tool.description and tool.output_schema
            assert all("description" in one for one in tool.input_schema["properties"].values()), tool.name

    with_agent(read)


# in a house, and over HTTP


def play_first(place: Seat) -> None:
    """Play a person's first legal move, once it is their turn."""
    while not place.look().is_mine:
        place.wait(30)
    place.play([place.look().legal[0]])


def test_a_seat_at_a_table_of_a_house_is_taken_by_its_link(served: Served) -> None:
    ada = House(served.address, "Ada")
    link = ada.make("mabula", 2, seating="chosen")
    hers = ada.sit(link, 1)

    async def play(agent: Agent) -> None:
        now = await agent.ask("join_table", link=str(link), name="Marvin")
        while now["stage"] == "open":  # until Ada's client has opened its bytes
            assert "All have sat down" in now["words"]
            now = await agent.ask("wait", seconds=1)
        assert now["stage"] == "playing" and now["seat"] == 2 and now["seats"][0]["holder"] == "Ada (guest)"
        await anyio.to_thread.run_sync(play_first, hers)
        now = await agent.ask("wait", seconds=60)
        assert now["is_your_turn"] and now["happened"]
        refused = await agent.ask("play", move="b8-b1")
        assert refused["refusal"]["paragraph"].startswith("mabula/")
        move = (await agent.ask("legal_moves"))["moves"][0]["move"]
        played = await agent.ask("play", move=move, seconds=0)
        assert played["is_played"] and move in (await agent.ask("record"))["record"]
        hers.resign()
        over = await agent.ask("wait", seconds=60)
        assert over["stage"] == "over" and "White gives up" in over["prompt"] and over["prompt"] in over["words"]
        assert (await agent.ask("legal_moves"))["count"] == 0
        assert "White gives up" in await agent.complain("why_not", move="b8-b4")
        assert (await agent.ask("leave"))["tables"] == []

    with_agent(play, build_server(house=served.address))
    hers.close()


def test_secret_projects_are_made_at_a_table_of_a_house(served: Served) -> None:
    """The whole first round of Maka Bana, against bots of the house."""
    ada = House(served.address, "Ada")
    link = ada.make("makabana", 3, seating="chosen")
    ada.put_bots(link, "novice", [1, 2])

    async def play(agent: Agent) -> None:
        now = await agent.ask("join_table", link=str(link), name="Marvin")
        while now["view"].get("round", 0) < 2:
            if not now["is_your_turn"]:
                now = await agent.ask("wait", seconds=60)
                continue
            one = (await agent.ask("legal_moves"))["moves"][0]
            if one["then"]:
                half = await agent.ask("play", move=one["move"])
                assert half["refusal"]["kind"] == "half"
                others = [now["view"]["seats"][seat]["project"] or {} for seat in ("1", "2")]
                assert [one.get("site") for one in others] == [None, None]
            now = (await agent.ask("play", move=[one["move"], *one["then"][:1]], seconds=60))["now"]
        told = [json.loads(said)["content"][0]["text"] for said in agent.heard]
        news = [
            line for text in told if text.startswith("Table") for line in text.splitlines() if line.startswith("- ")
        ]
        assert len({*news}) == len(news) and sum("The projects are turned up" in line for line in news) == 1
        await agent.ask("leave")

    with_agent(play, build_server(house=served.address))


def test_a_stale_move_is_answered_with_the_news_and_can_be_chosen_again(served: Served) -> None:
    ada = House(served.address, "Ada")
    link = ada.make("mabula", 2, seating="chosen")
    hers = ada.sit(link, 1)
    server = build_server()
    his = House(served.address, "Marvin").sit(link)
    play_first(hers)
    while not his.look().is_mine:
        his.wait(30)
    other = his.house.sit(link)
    server.player.sit(other)
    play_first(his)  # from another device

    played = with_agent(lambda agent: agent.ask("play", move=other.look().legal[1]), server)
    assert not played["is_played"] and played["refusal"]["kind"] in ("stale", "seat")
    assert played["now"]["happened"] and not played["now"]["is_your_turn"]
    for place in (hers, his, other):
        place.close()


def test_an_agent_without_a_seat_cannot_watch(served: Served) -> None:
    ada = House(served.address, "Ada")
    link = ada.make("mabula", 2, seating="chosen")
    for seat in (1, 2):
        ada.sit(link, seat).close()
    server = build_server(house=served.address)
    said = with_agent(lambda agent: agent.complain("join_table", link=str(link), name="Marvin"), server)
    assert "seat" in said


def test_a_link_to_a_house_that_nobody_named_is_refused_without_a_request() -> None:
    """An open and a closed port of this machine are answered alike, and nobody calls at the open one."""

    async def refusals(agent: Agent) -> set[str]:
        links = [f"http://127.0.0.1:{port}/table/abc" for port in (listening.getsockname()[1], closed)]
        return {await agent.complain("join_table", link=link, name="Marvin") for link in links}

    with socket.create_server(("127.0.0.1", 0)) as gone:
        closed = gone.getsockname()[1]
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        for house in ((), "https://games.example.org", ("https://a.example.org", f"https://127.0.0.1:{closed}")):
            assert len(with_agent(refusals, build_server(house=house))) == 1
        with pytest.raises(BlockingIOError):
            listening.accept()


def test_tables_of_several_named_houses_can_be_joined(served: Served) -> None:
    link = House(served.address, "Ada").make("mabula", 2, seating="chosen")
    server = build_server(house=("https://games.example.org", served.address))
    now = with_agent(lambda agent: agent.ask("join_table", link=str(link), name="Marvin"), server)
    assert now["stage"] == "open"


@pytest.fixture
def listening() -> Iterator[str]:
    """The address of a server that listens."""
    with subprocess.Popen([*COMMAND, "--http", "0"], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found
        yield found[0]
        process.terminate()


def test_over_http_agents_of_this_machine_play_and_other_hosts_are_refused(listening: str) -> None:
    now = with_agent(lambda agent: agent.play_game("mabula", against="random", seed=4), listening)
    assert now["stage"] == "over"
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    for headers, status in (({"Host": "evil.example"}, 421), ({"Origin": "http://evil.example"}, 403)):
        assert httpx.post(listening, json=body, headers=headers, trust_env=False).status_code == status


def test_a_token_is_not_sent_to_just_any_house() -> None:
    done = subprocess.run(
        COMMAND, env={"LUDOTHEQUE_TOKEN": "t0ken"}, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2 and "--house" in done.stderr and "t0ken" not in done.stderr


def test_the_client_that_shakes_hands_in_the_old_way_is_understood() -> None:
    async def talk() -> None:
        async with Client(build_server(), mode="legacy") as client:
            assert (await client.call_tool("list_games", {})).structured_content

    anyio.run(talk)


def test_a_token_is_for_one_house_alone() -> None:
    with pytest.raises(SeatError, match="one house"):
        build_server(token="secret")  # noqa: S106


def test_no_move_is_not_a_legal_move() -> None:
    async def ask(agent: Agent) -> None:
        await agent.ask("new_game", game="mabula", seed=1, against="random")
        assert "which move" in await agent.complain("why_not", move="")
        assert "which move" in await agent.complain("why_not", move=[])

    with_agent(ask)
