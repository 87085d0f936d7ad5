"""Hints and scores: a bot's choice with its reason, for whom, without a secret; and where points come from."""

import asyncio
from typing import Any

import pytest

from ludotheque import Chance, Position, game
from ludotheque.bots import adviser as advising
from ludotheque.bots.adviser import ADVISER
from ludotheque.bots.bot import Budget
from ludotheque.bots.levels import find_bot
from ludotheque.bots.search_style import style_of
from ludotheque.drawing import LANGUAGES
from ludotheque.drawing import told as told_of
from ludotheque.drawing.advice_words import MOST_REASONS, tell_advice
from ludotheque.log.entries import Thinking
from ludotheque.log.terms import Terms
from ludotheque.play.thought import Advice, Thought, Weighed
from ludotheque.table.bots.bot_jobs import (
    AdviceGiven,
    BotFailedError,
    BotJob,
    ChoiceMade,
    Chosen,
    read_advice,
    think_for,
    version_of,
)
from ludotheque.table.bots.worker_pool import BotWorker, WorkerPool
from ludotheque.table.service import score_history
from ludotheque.table.service.score_history import scores_seen
from tests.table.dealing import Bench
from tests.table.serving import Player, Running
from tests.table.test_bot_jobs import EVERY_GAME, projects

PASSWORD = "a quiet blue teapot"  # noqa: S105


@pytest.fixture
def ada(running: Running) -> Player:
    return Player(running, "Ada")


def begun(ada: Player, bob: Player, **terms: Any) -> str:
    table, invitation = ada.make_table(**terms)
    ada.post(f"/api/tables/{table}/seats/1")
    bob.post(f"/api/tables/{table}/join", invitation=invitation)
    return table


def job_of(position: Position, seat: int, terms: Terms) -> BotJob:
    version = version_of(terms.game, ADVISER)
    return BotJob.of(terms, position.view(seat), number=4, level=ADVISER, version=version, seed=7)


def told(position: Position, thought: Thought, code: str = "en") -> list[str]:
    """The reason for a thought of one part."""
    advice = Advice((thought.move,), (thought,), counts_wins=not style_of(position.game.name).settings.get("margin"))
    return tell_advice(position.view(position.actors[0]), advice, code).reason


# A bot's answer


@pytest.mark.parametrize("terms", EVERY_GAME, ids=lambda terms: terms.game)
def test_a_hint_can_be_played_and_says_why_in_every_language(terms: Terms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "ADVISING", Budget(simulations=60))
    position = terms.find_game().begin(terms.setup(0)).roll(3)
    for ply in range(6):
        seat = position.actors[-1]
        advice = think_for(job_of(position, seat, terms), find_bot)
        view = position.view(seat)
        for code in LANGUAGES:
            said = tell_advice(view, advice, code)
            assert len(said.words) == len(advice.steps) and all(said.words)
            assert 1 <= len(said.reason) <= MOST_REASONS
            assert not any("{" in text for text in (*said.words, *said.reason))
        for step in advice.steps:
            position = position.play(step, seat).roll(ply)
        assert advice == read_advice(AdviceGiven(advice=advice).model_dump_json())


def test_a_hint_for_a_project_has_all_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "ADVISING", Budget(simulations=60))
    position = projects()
    advice = think_for(job_of(position, 2, EVERY_GAME[2]), find_bot)
    assert len(advice.steps) == len(advice.thoughts) == 2
    words = tell_advice(position.view(2), advice).words
    assert words[0].startswith("Blue's secret project: ")
    assert words[1].startswith("Blue is ready, and will show the ")


# The reason in words


def mabula() -> Position:
    return game("mabula").start(start="WWBWBBWBWWBWBBWBWBBWBWWB")


def test_the_only_move_needs_no_reason() -> None:
    position = mabula()
    source = Chance(3)
    while len(position.legal()) > 1:
        steps = position.legal()
        position = position.play(steps[source.randrange(len(steps))])
    assert told(position, Thought(position.legal()[0].text)) == ["It is your only move."]


@pytest.mark.parametrize(
    ("value", "words"),
    [(0.02, "hardly ever win"), (0.61, "win about 6 times in 10"), (0.98, "win nearly always")],
)
def test_a_hint_gives_the_bots_confidence_in_games_of_ten(value: float, words: str) -> None:
    thought = Thought("b8-b4", (value, 1 - value), weighed=(Weighed("b8-b4", 1.0, value),))
    assert words in told(mabula(), thought)[0]


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        ("win", "you win for certain."),
        ("draw", "the win is shared."),
        ("loss", "if Black plays well, it can no longer be won."),
    ],
)
def test_a_hint_says_first_what_is_proven(proof: str, words: str) -> None:
    thought = Thought("b8-b4", (0.5, 0.5), weighed=(Weighed("b8-b4", 1.0, 0.5),), proof=proof)
    assert told(mabula(), thought)[0].endswith(words)


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (0.4, "The next best choice is clearly weaker: White pushes the marble on b8 to b7."),
        (0.57, "The next best choice is a little weaker: White pushes the marble on b8 to b7."),
        (0.6, "Another choice is nearly as good: White pushes the marble on b8 to b7."),
    ],
)
def test_a_hint_names_the_next_best_choice_and_how_much_weaker_it_is(second: float, words: str) -> None:
    weighed = (Weighed("b8-b4", 0.7, 0.6), Weighed("b8-b7", 0.3, second))
    assert words in told(mabula(), Thought("b8-b4", (0.6, 0.4), weighed=weighed))


def test_a_hint_names_the_expected_reply() -> None:
    position = mabula()
    answer = position.play("b8-b4").legal()[0].text
    thought = Thought("b8-b4", (0.6, 0.4), weighed=(Weighed("b8-b4", 1.0, 0.6),), line=("b8-b4", answer))
    origin, target = answer.split("-")
    assert told(position, thought)[1] == (
        f"Next the bot expects this: Black pushes the marble on {origin} to {target}."
    )


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((9.0, 5.2, 5.0), "about 4 points in front of Blue."),
        ((5.0, 4.1, 4.0), "about 1 point in front of Blue."),
        ((5.0, 5.2, 8.0), "about 3 points behind Yellow."),
        ((5.0, 5.2, 4.0), "about level with Blue."),
    ],
)
def test_a_hint_gives_the_margin_where_points_are_weighed(scores: tuple[float, ...], words: str) -> None:
    position = game("makabana").start(players=3)
    move = position.legal()[0].text
    thought = Thought(move, (0.4, 0.3, 0.3), scores, (Weighed(move, 1.0, 0.4),))
    assert told(position, thought)[0] == f"Looking ahead, the bot sees you {words}"


def test_a_hint_gives_immediate_gains_in_their_parts() -> None:
    position = game("makabana").start(players=3)
    move = position.legal()[0].text
    thought = Thought(move, (0.4, 0.3, 0.3), (1.0, 1.0, 1.0), (Weighed(move, 1.0, 0.4),))
    assert told(position, thought)[1] == "Your score goes from 0 to 5 at once: beaches +4 and huts +1."
    assert told(position, thought, "fr")[1] == "Votre score passe aussitôt de 0 à 5\u202f: plages +4 et paillotes +1."


# Secrets


def two_worlds() -> tuple[Position, Position]:
    """Maka Bana when Red has to lay down its project, after others have laid down these, or those."""
    one, other = projects(), projects()
    for seat, mine, theirs in ((2, 0, 5), (3, 1, 7)):
        for place, choice in ((0, mine), (1, theirs)):
            position = (one, other)[place]
            later = position.play(position.legal(seat)[choice], seat)
            later = later.play(later.legal(seat)[place], seat)
            one, other = (later, other) if place == 0 else (one, later)
    return one, other


def test_secrets_of_others_change_no_letter_of_a_hint() -> None:
    one, other = two_worlds()
    assert one.view(None) == other.view(None) and one != other
    target = one.legal(1)[0].text
    card = one.play(target, 1).legal(1)[0].text
    thoughts = tuple(
        Thought(move, (0.4, 0.3, 0.3), (3.0, 2.0, 1.0), (Weighed(move, 1.0, 0.4),)) for move in (target, card)
    )
    advice = Advice(steps=(target, card), thoughts=thoughts)
    said = [tell_advice(position.view(1), advice) for position in (one, other)]
    assert said[0] == said[1]
    assert said[0].words[1].endswith("All projects are laid down."), "what the others show is not known yet"


def test_a_hint_about_a_last_tiki_holds_in_every_world_that_the_seat_thinks_possible() -> None:
    """After it the projects are revealed, so the hint may not say what they are."""
    position, _ = two_worlds()
    for _ in range(2):
        position = position.play(position.legal(1)[0], 1)
    while position.play(position.legal()[0]).state.phase == position.state.phase:
        position = position.play(position.legal()[0])
    step = position.legal()[0]
    view = position.view(step.seat)
    said = tell_advice(view, Advice(steps=(step.text,), thoughts=(Thought(step.text),))).words[0]
    worlds = {told_of(world, step, step.seat) for world in (position, *(view.guess(Chance(30 + k)) for k in range(20)))}
    assert len(worlds) > 1 and all(world.startswith(said) for world in worlds)
    assert said.endswith("The projects are turned up.")


# The workers


class Waiting(WorkerPool):
    """A crew whose workers think until they are let go; remembers in which order they began."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.begun: list[str] = []
        self.tasks: list[asyncio.Task[object] | None] = []
        self.go = asyncio.Semaphore(0)

    async def _free_worker(self) -> BotWorker:
        return None  # type: ignore[return-value]

    async def _answer(self, worker: BotWorker, request: str) -> bytes:
        is_hint = '{"hint"' in request
        self.begun.append("hint" if is_hint else "move")
        self.tasks.append(asyncio.current_task())
        await self.go.acquire()
        advice = Advice(steps=("b8-b4",), thoughts=(Thought("b8-b4"),))
        thinking = Thinking(bot="club", version=1, simulations=1, seconds=None, seed=1)
        chosen = ChoiceMade(chosen=Chosen(steps=("b8-b4",), thinking=thinking))
        return (AdviceGiven(advice=advice) if is_hint else chosen).model_dump_json().encode()


def order(count: int, asked: str) -> list[str]:
    """The order in which a pool starts these jobs: m for a bot's move, any other letter for a hint to that person."""

    async def ask() -> list[str]:
        crew, job = Waiting(count), job_of(mabula(), 1, EVERY_GAME[0])
        tasks = []
        for one in asked:
            tasks.append(asyncio.create_task(crew.think(job) if one == "m" else crew.advise(job, one)))
            await asyncio.sleep(0)
        for _ in asked:
            crew.go.release()
        await asyncio.gather(*tasks)
        return crew.begun

    return asyncio.run(ask())


def test_a_bots_move_waits_for_one_hint_at_most() -> None:
    assert order(1, "hhhhm") == ["hint", "move", "hint", "hint", "hint"]


def test_people_take_turns_at_hints_however_often_one_asks() -> None:
    async def ask(asked: str) -> str:
        crew, job = Waiting(1), job_of(mabula(), 1, EVERY_GAME[0])
        tasks = []
        for one in asked:
            tasks.append(asyncio.create_task(crew.advise(job, one), name=one))
            await asyncio.sleep(0)
        tasks[asked.index("g")].cancel()  # who gives up waiting takes nobody's place
        for _ in asked:
            crew.go.release()
        await asyncio.gather(*tasks, return_exceptions=True)
        return "".join(task.get_name() for task in crew.tasks if task)

    assert asyncio.run(ask("mmmmmmgeef")) == "mmefmemmm"


def test_hints_take_half_of_the_places() -> None:
    assert order(4, "hhhhmm")[:4] == ["hint", "hint", "move", "move"]


# Over HTTP


def test_an_awaited_person_gets_a_hint_and_nothing_is_stored(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    before = ada.get(f"/api/tables/{table}")
    hint = ada.post(f"/api/tables/{table}/hint")
    assert hint["number"] == before["number"] == ada.get(f"/api/tables/{table}")["number"]
    assert set(hint["steps"]) <= set(before["legal"])
    assert hint["words"][0].startswith("Ada pushes the marble on ")
    assert 1 <= len(hint["reason"]) <= MOST_REASONS
    french = ada.http.post(f"/api/tables/{table}/hint?lang=fr", json={}).json()
    assert french["words"][0].startswith("Ada pousse la bille en ")


def test_a_person_who_is_not_awaited_or_not_seated_gets_no_hint(ada: Player, bob: Player, running: Running) -> None:
    table = begun(ada, bob, private=False)
    assert bob.post(f"/api/tables/{table}/hint", 409)["text"] == "There is nothing to advise: you are not waited for."
    assert Player(running, "Eve").post(f"/api/tables/{table}/hint", 403)["text"] == "You have no seat at this table."
    assert ada.post(f"/api/tables/{table}/hint", 403, seat=2)["text"] == "This is not your seat."


def test_before_the_game_there_is_no_hint(ada: Player) -> None:
    table, _ = ada.make_table()
    ada.post(f"/api/tables/{table}/seats/1")
    assert ada.post(f"/api/tables/{table}/hint", 409)["error"] == "late"


def test_a_rated_game_has_no_hints(running: Running) -> None:
    players = [Player(running, name) for name in ("Rosa", "Karl")]
    for number, player in enumerate(players):
        player.post("/api/accounts", 201, name=f"Rated {number} {running.host[-5:]}", password=PASSWORD)
    table = begun(*players, rated=True, clock="slow", absence="end")
    assert players[0].post(f"/api/tables/{table}/hint", 403)["text"] == "This game is rated: there are no hints."


def test_a_failed_hint_is_reported_in_one_line_and_can_be_retried(
    ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(job: BotJob, person: str) -> Advice:
        raise BotFailedError("its process ended with code 7")

    table = begun(ada, bob)
    with monkeypatch.context() as patched:
        patched.setattr(ada.running.service.workers, "advise", fail)
        answer = ada.http.post(f"/api/tables/{table}/hint", json={})
        assert answer.status_code == 429 and answer.headers["retry-after"] == "5"
        assert answer.json()["text"] == "The bot could not think of anything: ask again, or trust yourself."
    assert ada.post(f"/api/tables/{table}/hint")["steps"]


def test_while_bots_are_compiled_there_is_no_hint(ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(ada, bob)
    monkeypatch.setattr(type(ada.running.service.workshop), "compiling", frozenset({"mabula"}))
    assert "getting ready" in ada.post(f"/api/tables/{table}/hint", 429)["text"]


def test_a_person_who_may_see_a_table_sees_its_scores(ada: Player, bob: Player, running: Running) -> None:
    table = begun(ada, bob, private=False)
    ada.play_first(table, ada.get(f"/api/tables/{table}"), "s-1")
    seen = running.client().get(f"/api/tables/{table}/scores").json()
    assert seen["plies"] == [0, 1] and len(seen["scores"]) == 2 and seen["parts"] == ["groups"]
    for seat, totals in zip(seen["sheet"], seen["scores"][-1], strict=True):
        assert seat["total"] == totals == sum(line["points"] for line in seat["lines"])
    private = begun(ada, bob)
    assert running.client().get(f"/api/tables/{private}/scores").status_code == 404


def test_before_the_game_there_are_no_scores(ada: Player) -> None:
    table, _ = ada.make_table()
    assert ada.get(f"/api/tables/{table}/scores") == {"plies": [], "scores": [], "parts": ["groups"], "sheet": []}


# Scores after each step


def played(game: str, players: int, choices: int) -> Bench:
    """A table at which so many choices were made, each the first one."""
    bench, source = Bench(game, players), Chance(5)
    for _ in range(choices):
        assert bench.state.position is not None
        steps = bench.state.position.legal()
        step = steps[source.randrange(len(steps))]
        bench.play(step.seat, step.text)
    return bench


def test_there_is_a_sample_after_every_active_step() -> None:
    bench = played("junglerumble", 3, 30)
    seen = asyncio.run(scores_seen(bench.state, None, "en"))
    line = [*reversed([bench.state.position, *bench.state.position.history])]  # type: ignore[union-attr]
    assert seen.plies == [*range(len(line))]
    assert seen.scores == [[score.total for score in position.scores] for position in line]


def test_of_very_many_samples_some_are_sent_and_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_history, "MOST_SAMPLES", 10)
    bench = played("junglerumble", 3, 30)
    seen = asyncio.run(scores_seen(bench.state, None, "en"))
    assert len(seen.plies) <= 10 and seen.plies[-1] == bench.state.ply
    assert len({later - sooner for sooner, later in zip(seen.plies, seen.plies[1:], strict=False)}) == 1


def test_a_step_in_secret_adds_no_sample_for_others() -> None:
    bench = Bench("makabana", 3)
    while len(bench.state.waited_for) == 1:
        bench.play(bench.state.waited_for[0], bench.first(bench.state.waited_for[0]))
    before = {seat: asyncio.run(scores_seen(bench.state, seat, "en")).plies for seat in (None, 1, 2)}
    assert bench.state.position is not None
    target = bench.first(2)
    bench.play(2, target, bench.state.position.play(target, 2).legal(2)[0].text)
    after = {seat: asyncio.run(scores_seen(bench.state, seat, "en")).plies for seat in (None, 1, 2)}
    assert after[None] == before[None] and after[1] == before[1]
    assert len(after[2]) > len(before[2])
