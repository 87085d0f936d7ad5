"""Seats are called by their players' names: in the log, in prompts, in what steps would do, in remarks."""

from dataclasses import dataclass

import pytest

from ludotheque.drawing.description import told
from ludotheque.drawing.language import language
from ludotheque.drawing.shared_names import speaker_of
from ludotheque.games.phrase import cached, named, say
from ludotheque.log.entries import SOMEBODY, BotHolder, PersonHolder, Sit
from ludotheque.log.player_names import PlayerNames, player_names
from ludotheque.log.projection.subscription import Subscription
from ludotheque.log.projection.table_projection import TableContext
from ludotheque.log.table_state import TableState
from ludotheque.play.game import game
from ludotheque.wire.table_messages import Rights, TableView, Want
from tests.table.dealing import Bench

WORDS: tuple[Want, ...] = ("words", "drawing", "faces")
IN_WORDS: tuple[Want, ...] = ("words",)
TOLD: tuple[Want, ...] = ("words", "drawing", "told")


@dataclass(frozen=True)
class Called:
    """A person's present name."""

    name: str
    is_guest: bool = False


def names_at(bench: Bench, *names: str, lang: str = "en", table: str = "t") -> PlayerNames:
    """The names at a table whose people are called so now."""
    return player_names(bench.state, table, {f"p{seat}": Called(name) for seat, name in enumerate(names, 1)}, lang)


def news(subscription: Subscription, state: TableState, names: PlayerNames, seat: int = 1) -> TableView:
    return subscription.news(state, "t", (seat,), seat, TableContext({}, Rights(), players=names))


def played() -> Bench:
    bench = Bench("mabula")
    bench.play(1, bench.first(1))
    return bench


@pytest.mark.parametrize(
    ("lang", "says"), [("en", "Émile pushes the marble"), ("fr", "Émile pousse la bille"), ("it", "Émile spinge")]
)
def test_a_step_is_told_with_the_name_of_who_played_it(lang: str, says: str) -> None:
    bench = played()
    seen = news(Subscription(IN_WORDS, lang), bench.state, names_at(bench, "Émile", "Bob", lang=lang))  # type: ignore[arg-type]
    assert seen.entries[-1].words[0].startswith(says)  # type: ignore[union-attr, index]


def test_the_prompt_and_what_a_step_would_do_call_players_by_name() -> None:
    bench = played()
    seen = news(Subscription(TOLD), bench.state, names_at(bench, "Ada", "Bob"))
    assert seen.prompt == "We wait for Bob to push a marble."
    other = news(Subscription(TOLD), bench.state, names_at(bench, "Ada", "Bob"), seat=2)
    assert all(words.startswith("Bob pushes") for words in (other.told or {}).values())


def test_the_position_in_words_says_who_plays_which_colour() -> None:
    bench = played()
    seen = news(Subscription(IN_WORDS), bench.state, names_at(bench, "Ada", "Bob"))
    assert (seen.words or "").startswith("You are White.\nAt the table: Ada (White) and Bob (Black).")


def test_bots_are_called_as_their_characters_in_every_language() -> None:
    bench = Bench("mabula", bots=(2,))
    english, french = names_at(bench, "Ada"), names_at(bench, "Ada", lang="fr")
    assert english.now[1] == french.now[1] != ""
    assert [names.view(bench.state, 2, with_face=False).about for names in (english, french)] == ["Club", "Club"]  # type: ignore[union-attr]


def test_players_of_one_name_have_their_colours_in_brackets() -> None:
    bench = Bench("makabana", 3)
    assert names_at(bench, "Ada", "ADA", "Bob").now == ("Ada (Red)", "ADA (Blue)", "Bob")


def test_whoever_is_called_like_a_colour_has_their_own_in_brackets() -> None:
    assert names_at(Bench("marabunta"), "Blue", "Bob").now == ("Blue (Red)", "Bob")


def test_players_at_one_device_are_called_by_their_colours() -> None:
    bench = Bench("mabula")
    bench.state.holders |= {seat: PersonHolder(person="p1", name="Ada") for seat in (1, 2)}
    bench.state.settle_facts()
    names = names_at(bench, "Ada")
    assert names.now == ("", "")
    assert names.view(bench.state, 1, with_face=False).called == "White"  # type: ignore[union-attr]


def test_a_deleted_person_leaves_the_seat_its_colour() -> None:
    bench = Bench("mabula")
    bench.state.holders |= {2: PersonHolder(person="p9", name=SOMEBODY)}
    assert names_at(bench, "Ada").now == ("Ada", "")


def test_steps_keep_the_name_of_who_played_them_when_a_bot_takes_over() -> None:
    bench = played()
    bench.write(Sit(seat=1, holder=BotHolder(level="club", version=1)))
    names = names_at(bench, "Ada", "Bob")
    seen = news(Subscription(IN_WORDS), bench.state, names, seat=2)
    play = next(one for one in seen.entries if one.kind == "play")
    assert play.words[0].startswith("Ada pushes"), "it was Ada's step"  # type: ignore[index]
    assert names.now[0] not in ("Ada", "")


def test_a_new_name_reaches_a_client_that_has_all_entries() -> None:
    bench = played()
    subscription = Subscription(WORDS)
    first = news(subscription, bench.state, names_at(bench, "Ada", "Bob"))
    assert first.seats[0].player and first.seats[0].player.face
    same = news(subscription, bench.state, names_at(bench, "Ada", "Bob"))
    assert (same.entries, same.seats[0].player.face) == ([], None), "nothing is sent twice"  # type: ignore[union-attr]
    new = news(subscription, bench.state, names_at(bench, "Grace", "Bob"))
    assert [one.words[0].split()[0] for one in new.entries] == ["Grace"]  # type: ignore[union-attr, index]
    assert new.seats[0].player and new.seats[0].player.called == "Grace"
    assert new.seats[0].player.face != first.seats[0].player.face


def test_without_a_table_words_say_colours() -> None:
    bench = played()
    (move,) = bench.state.active_moves
    assert bench.state.position
    last = bench.state.position
    assert told(move.before, last.last, None, "en", last).startswith("White pushes")  # type: ignore[arg-type]


def test_names_leave_no_trace_in_cached_phrases() -> None:
    phrase, one = cached(say("{seat} is ready.", seat=named("seat", "Red"))), game("makabana")
    assert speaker_of(one, "en", ("Ada",)).say(phrase) == "Ada is ready."
    assert language("en", "makabana").say(phrase) == "Red is ready."
    assert speaker_of(one, "en", ("Bob",)).say(phrase) == "Bob is ready."


def test_a_name_stays_as_it_is_written() -> None:
    phrase = say("{seat} is ready.", seat=named("seat", "Red"))
    assert speaker_of(game("makabana"), "en", ("ada {seat}",)).say(phrase) == "ada {seat} is ready."


def test_names_are_joined_as_french_joins_words() -> None:
    push = say("{seat}'s largest group grows from {old} to {new}.", seat=named("seat", "White"), old=1, new=2)
    assert "d'Anna" in speaker_of(game("mabula"), "fr", ("Anna",)).say(push)
    assert "de Bob" in speaker_of(game("mabula"), "fr", ("Bob",)).say(push)
