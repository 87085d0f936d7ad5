"""Quick reactions, and who is at the table now: what those who sit there are told, and nobody else."""

import pytest

from ludotheque.log.table_errors import TooOften
from ludotheque.table.service.limits import RULES, Limits
from ludotheque.table.service.talk.presence import GRACE, Presence
from ludotheque.table.service.talk.reactions import MARK, format_reaction, parse_reaction
from ludotheque.wire.requests import ReactCommand
from tests.table.serving import Player, Running
from tests.table.test_socket import begun


def test_a_reaction_is_read_by_everybody_in_their_own_language(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    with ada.socket() as talker:
        assert talker.ask("react", table=table, reaction="thanks")["kind"] == "done"
    bob.http.patch("/api/me", json={"language": "it"})
    (said,) = bob.get(f"/api/tables/{table}/messages")
    assert (said["person"], said["seat"], said["reaction"], said["text"]) == ("Ada", 1, "thanks", "Grazie!")
    assert bob.get(f"/api/tables/{table}/messages", lang="fr")[0]["text"] == "Merci\u202f!"


def test_reactions_are_between_those_who_may_talk(ada: Player, bob: Player, running: Running) -> None:
    table, quiet, public = begun(ada, bob), begun(ada, bob, messages=False), begun(ada, bob, private=False)
    eve = Player(running, "Eve")
    eve.post(f"/api/tables/{table}/reactions", 404, reaction="luck")
    eve.post(f"/api/tables/{public}/reactions", 403, reaction="luck")
    for here in (quiet, public):
        ada.post(f"/api/tables/{here}/reactions", 403, reaction="luck")
    ada.post(f"/api/tables/{table}/reactions", 422, reaction="shout")
    assert bob.get(f"/api/tables/{table}/messages") == []


def test_whoever_wants_no_messages_gets_no_reactions(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    bob.http.patch("/api/me", json={"messages": False})
    ada.post(f"/api/tables/{table}/reactions", 201, reaction="thumb")
    assert bob.get(f"/api/tables/{table}/messages") == []


def test_a_few_reactions_at_once_are_enough(clock: "Clock") -> None:
    limits, account = Limits(clock), RULES[ReactCommand.limit].account
    assert account and account.burst <= 10
    for _ in range(account.burst):
        limits.spend("reaction", account="ada")
    with pytest.raises(TooOften):
        limits.spend("reaction", account="ada")
    clock.now += account.every
    limits.spend("reaction", account="ada")


def test_nobody_can_type_a_reaction(ada: Player, bob: Player) -> None:
    table = begun(ada, bob)
    ada.post(f"/api/tables/{table}/messages", 422, text=f"hm {format_reaction('luck')}")
    ada.post(f"/api/tables/{table}/messages", 201, text="luck")
    (said,) = bob.get(f"/api/tables/{table}/messages")
    assert (said["reaction"], said["text"]) == (None, "luck")
    assert parse_reaction(f"{MARK}shout") is None


# presence


def test_those_who_sit_there_see_who_has_the_table_open(ada: Player, bob: Player, running: Running) -> None:
    table = begun(ada, bob)
    away = False if running.service.store.kind == "sqlite" else None
    with ada.socket() as first:
        first.say("watch", table=table)
        assert [seat["is_here"] for seat in first.hear("table")["seats"]] == [True, away]
        with bob.socket() as second:
            second.say("watch", table=table)
            assert [seat["is_here"] for seat in second.hear("table")["seats"]] == [True, True]
            assert [seat["is_here"] for seat in first.hear("table")["seats"]] == [True, True], "told at once"


def test_spectators_are_not_told_who_is_there_nor_counted(ada: Player, bob: Player, running: Running) -> None:
    table, eve = begun(ada, bob, private=False), Player(running, "Eve")
    with ada.socket() as first, eve.socket() as other:
        first.say("watch", table=table)
        first.hear("table")
        other.say("watch", table=table)
        assert {seat["is_here"] for seat in other.hear("table")["seats"]} == {None}
    assert not running.service.hub.presence.is_here(table, eve.me["id"])


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(told: list[str], clock: Clock) -> Presence:
    return Presence(told.append, clock)


def test_whoever_loads_a_page_again_was_never_gone(presence: Presence, told: list[str], clock: Clock) -> None:
    presence.come("t", "ada")
    presence.go("t", "ada")
    clock.now = GRACE / 2
    presence.check(clock.now)
    assert presence.is_here("t", "ada")
    presence.come("t", "ada")
    assert told == ["t"], "once: when they came"


def test_whoever_closes_their_last_page_is_gone_after_some_seconds(
    presence: Presence, told: list[str], clock: Clock
) -> None:  # fmt: skip
    for _ in range(2):
        presence.come("t", "ada")
    presence.go("t", "ada")
    presence.check(GRACE * 2)
    assert presence.is_here("t", "ada"), "one page is still open"
    presence.go("t", "ada")
    clock.now = GRACE + 1
    presence.check(clock.now)
    assert not presence.is_here("t", "ada")
    assert told == ["t", "t"]
