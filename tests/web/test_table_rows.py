"""Lists, names and durations in the pages' words."""

from typing import Any

import pytest
from starlette.requests import Request

from ludotheque.web.devices import device_name
from ludotheque.web.pages.level_names import rated_name
from ludotheque.web.pages.profile.rating_graph import curve
from ludotheque.web.pages.table_rows import own_row, public_row, span
from ludotheque.web.reader import Reader
from ludotheque.wire.field_bounds import Stage
from ludotheque.wire.table_requests import SeatListed, TableListed

ENGLISH, FRENCH, ITALIAN = Reader(None, "en", ""), Reader(None, "fr", ""), Reader(None, "it", "")


def seat(number: int, holder: str | None, waited: float | None = None) -> SeatListed:
    is_bot = holder == "club"
    character = "Hugo" if is_bot else None
    return SeatListed(
        seat=number, holder=holder, character=character, is_bot=is_bot, is_guest=False, waited=waited
    )  # fmt: skip


def listed(stage: Stage = "playing", **more: Any) -> TableListed:
    """A table as a list of the house has it: Ada is the reader."""
    usual = TableListed(
        table="abc", game="mabula", players=2, options={}, rules=1, stage=stage, is_public=True, rated=False,
        clock="none", created=900.0, changed=1000.0, own=[1], may_return=[], waited=None,
        seats=[seat(1, "Ada"), seat(2, "club", 130.0)], cursor="c",
    )  # fmt: skip
    return usual.model_copy(update=more)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(3, "1 min"), (119, "1 min"), (3599, "59 min"), (3600, "1 h"), (8e4, "22 h"), (9e4, "un jour"), (2e5, "2 jours")],
)  # fmt: skip
def test_a_time_is_said_with_one_figure(seconds: float, said: str) -> None:
    assert FRENCH.speak(span(seconds)) == said


def test_a_table_that_waits_for_the_other_says_for_whom_and_how_long() -> None:
    row = own_row(listed(), ITALIAN)
    assert (row.people, row.state, row.act) == ("con Hugo\u00a0·\u00a0Circolo", "aspetta Hugo · da 2 min", "look")


@pytest.mark.parametrize("stage", ["open", "playing", "over"])
def test_a_table_by_older_rules_is_marked_in_lists_and_one_by_the_newest_is_not(stage: Stage) -> None:
    """Maka Bana is at rules 2, Mabula at 1."""
    for game, rules, is_older in (("makabana", 1, True), ("makabana", 2, False), ("mabula", 1, False)):
        found = listed(stage, game=game, rules=rules)
        rows = own_row(found, ENGLISH), public_row(found, ENGLISH, 2000.0)
        assert [row.is_older for row in rows] == [is_older, is_older], (game, rules)


def test_a_row_has_the_face_of_each_player_and_none_of_a_free_seat() -> None:
    row = public_row(listed(seats=[seat(1, "Ada"), seat(2, "club"), seat(3, None)]), ENGLISH, 2000.0)
    ada, hugo, free = (place.face for place in row.places)
    assert ">A</text>" in ada and "face-bot" in hugo and free == ""


def test_a_table_that_waits_for_me_is_to_be_played() -> None:
    row = own_row(listed(waited=4000.0), ENGLISH)
    assert (row.state, row.act) == ("for 1 h", "play")
    assert own_row(listed(waited=3.0), ENGLISH).state == ""


def test_a_seat_that_a_bot_holds_for_me_can_be_taken_back() -> None:
    assert own_row(listed(own=[], may_return=[1]), ENGLISH).act == "return"


def test_an_open_table_says_how_many_seats_are_free() -> None:
    row = public_row(listed("open", seats=[seat(1, "Bea"), seat(2, None)], clock="slow"), ENGLISH, 2000.0)
    assert (row.people, row.state, row.act) == ("Bea", "one seat free · at leisure, some days a step", "join")


def test_a_finished_game_says_when_it_ended() -> None:
    assert public_row(listed("over"), FRENCH, 1000.0 + 7200).state == "finie il y a 2 h"


def test_a_rated_bot_of_the_house_is_called_by_its_level() -> None:
    assert rated_name(FRENCH, "club 3", is_bot=True) == "Bot de club 3"
    assert rated_name(FRENCH, "Marvin", is_bot=True) == "Marvin"
    assert rated_name(FRENCH, "club 3", is_bot=False) == "club 3"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("curl/8", ""),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(agent: str, name: str) -> None:
    headers = [(b"user-agent", agent.encode())]
    assert device_name(Request({"type": "http", "headers": headers})) == name


def test_a_line_needs_two_points_and_keeps_within_its_frame() -> None:
    assert curve([1500.0]) is None
    assert 'points="6,74 160,6 314,40"' in str(curve([1000.0, 1200.0, 1100.0]))
