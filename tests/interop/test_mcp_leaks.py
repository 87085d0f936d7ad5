"""The tools reveal nothing that is hidden from the seat. Maka Bana's projects are the secrets."""

import pytest

from ludotheque import Chance, Position, game
from ludotheque.interop.mcp import build_server
from ludotheque.interop.seat.local_seat import LocalSeat
from tests.conftest import some_of
from tests.interop.agents import Agent, Scripted, with_agent

OWN = ["build:evao.palm.tattoo", "show:beach"]
WORLDS = (
    {2: ("build:danae.lagoon.tattoo", "show:beach"), 3: ("paint:danae.sand.tattoo", "show:paint")},
    {2: ("build:danae.rock.fish", "show:beach"), 3: ("paint:evao.sand.flower", "show:paint")},
)
READ = ("look", "legal_moves", "scores", "record", "tables")  # not hint: it thinks for a second, not for so many trials


def at_projects(players: int = 3) -> Position:
    """A game in which everybody chooses a project."""
    position = game("makabana").start(players=players)
    while len(position.actors) == 1:
        position = position.play(position.legal()[0])
    return position


async def read_all(agent: Agent, *moves: str) -> None:
    """Call every tool that does not play."""
    for tool in READ:
        await agent.call(tool)
    await agent.ask("look", picture="text")
    for move in moves:
        await agent.call("why_not", move=move)


async def play_until_the_reveal(agent: Agent) -> tuple[list[str], list[str]]:
    """Play a project and the Tiki, calling every tool on the way; returns the texts before and after the reveal."""
    moves = [step for plan in WORLDS for steps in plan.values() for step in steps]
    await read_all(agent, *moves)
    await agent.ask("play", move=OWN[0])  # a half: refused
    assert (await agent.ask("play", move=OWN))["is_played"]
    await read_all(agent, "tiki:danae.lagoon.tattoo", "tiki:danae.rock.fish", *moves)
    assert (await agent.ask("take_back"))["is_your_turn"]  # nothing was learned since, and others' secrets stay
    assert (await agent.ask("play", move=OWN))["is_played"]
    before = [*agent.heard]
    assert (await agent.ask("play", move="tiki:danae.palm.fish"))["is_played"]
    return before, agent.heard[len(before) :]


def test_until_the_reveal_other_secrets_change_no_letter_of_what_is_said() -> None:
    told = []
    for plan in WORLDS:
        server = build_server()
        server.player.sit(LocalSeat(at_projects(), (1,), Scripted(dict(plan)), "scripted", Chance(0, 1)))
        told.append(with_agent(play_until_the_reveal, server))
    (before, since), (other_before, other_since) = told
    assert before == other_before and len(before) > 20
    assert since != other_since, "the reveal tells"


async def play_and_search(agent: Agent, place: LocalSeat, seed: int) -> int:
    """Play a random game, asserting that no answer has a step that is still secret; returns how many such steps."""
    dice, met = Chance(seed), 0
    now = await agent.ask("look")
    while now["stage"] != "over":
        moves = (await agent.ask("legal_moves"))["moves"]
        one = moves[dice.randrange(len(moves))]
        own = [one["move"], *one["then"][:1]]
        agent.heard.clear()
        now = (await agent.ask("play", move=own))["now"]
        await agent.ask("record")
        await agent.ask("look", picture="text")
        known = place.position.seen_steps(1)
        hidden = [step for step in place.position.steps if not any(step is one for one in known)]
        public = {step.text for step in (*known, *place.position.legal(1))}  # tried before, or own choices now
        secret = {step.text for step in hidden} - public
        met += len(secret)
        for text in secret:
            assert not any(text in said for said in agent.heard), text
    return met


@pytest.mark.parametrize("players", some_of([3, 5], 3))
def test_no_secret_step_of_others_is_ever_said(players: int) -> None:
    server = build_server()
    place = LocalSeat(game("makabana").start(players=players), (1,), chance=Chance(players, 1))
    server.player.sit(place)
    met = with_agent(lambda agent: play_and_search(agent, place, players), server)
    assert met > 5, "there were secrets"


def test_in_every_world_that_the_seat_thinks_possible_the_tools_say_the_same() -> None:
    """For each position of a game: the truth, and another world with the same view."""
    position, dice, compared = at_projects(), Chance(4), 0

    async def read(agent: Agent) -> list[str]:
        moves = (await agent.ask("legal_moves"))["moves"]
        await agent.call("scores")
        await agent.call("why_not", move=moves[0]["move"] if moves else "tiki:danae.sand.tattoo")
        await agent.call("why_not", move="build:danae.sand.tattoo")
        now = await agent.ask("look")
        return [*agent.heard[:-1], now["words"], now["prompt"], str(now["view"]), str(now["seats"])]

    def said(world: Position) -> list[str]:
        server = build_server()
        server.player.sit(LocalSeat(world, (1,)))
        return with_agent(read, server)

    for _ in range(24):
        actors = position.actors
        steps = position.legal(actors[dice.randrange(len(actors))])
        position = position.play(steps[dice.randrange(len(steps))])
        if position.view(1).state.tobytes() != position.state.tobytes():
            compared += 1
            assert said(position) == said(position.view(1).guess(compared))
    assert compared > 8
