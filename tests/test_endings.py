"""One recorded, complete game per way each game can end; the ways are listed by the games themselves.

The games are in `endings/<game>-<ending>.record`. Most come from `golden`, made by other implementations. Two endings
never come up by chance: `makabana-thirty-rounds` was played by seats that put their Tiki on their own project until
the last round, `junglerumble-fifty-rounds` by seats that send nobody and never follow.
"""

from pathlib import Path

import pytest

from ludotheque import NAMES, Position, Record, game
from tests.conftest import compiled
from tests.reference.compare import replay_record

pytestmark = pytest.mark.uncounted

FOLDER = Path(__file__).parent / "endings"
WAYS = [f"{name}-{ending}" for name in NAMES for ending in game(name).endings]


def record_of(way: str) -> Record:
    return Record.load(FOLDER / f"{way}.record")


def last_positions(way: str) -> tuple[Position, Position]:
    """The last position in which a seat could act, and the end."""
    record = record_of(way)
    position = compiled(record.header["game"]).begin(record.setup)
    before = position
    for actor, text in record.steps:
        before, position = position, position.play(text, actor)
    return before, position


def test_every_way_to_end_has_its_record_and_no_record_is_of_no_way() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{way}.record" for way in WAYS)


@pytest.mark.parametrize("way", WAYS)
def test_the_record_ends_in_its_way_and_in_no_other(way: str) -> None:
    before, over = last_positions(way)
    assert before.outcome is None
    assert over.outcome is not None
    assert (over.game.name, over.outcome.endings) == (way.split("-")[0], (way.partition("-")[2],))


@pytest.mark.parametrize("way", WAYS)
def test_the_record_is_complete_and_states_its_result(way: str) -> None:
    record = record_of(way)
    outcome = record.verify()
    assert outcome is not None
    assert record.header["result"] == " ".join(map(str, outcome.scores))
    assert str(record.at(-1).record()).encode() == (FOLDER / f"{way}.record").read_bytes()


@pytest.mark.parametrize("way", WAYS)
def test_the_independent_implementation_ends_there_too(way: str) -> None:
    """The reference refuses a step that is not legal, a result that is not its own, and a game that is not over."""
    text = (FOLDER / f"{way}.record").read_text("utf-8")
    assert replay_record(text) == len(record_of(way).steps)


def test_the_independent_implementation_would_see_a_wrong_result() -> None:
    text = (FOLDER / "junglerumble-fifty-rounds.record").read_text("utf-8")
    result = record_of("junglerumble-fifty-rounds").header["result"]
    with pytest.raises(AssertionError, match="reference"):
        replay_record(text.replace(f"result: {result}", "result: 0 0"))
    with pytest.raises(AssertionError, match="the reference waits for"):
        replay_record(text.rstrip("\n").rpartition("\n")[0] + "\n")
