"""Lineups and seatings: every bot in every seat, every filling of the seats, the same chance for a whole pairing."""

from collections import Counter
from itertools import product

import pytest

from ludotheque.arena.lineups import lineups, seatings
from ludotheque.arena.schedule import PairingDraws, Plan
from ludotheque.play.game import game
from tests.arena.players import FINDER


def plan(name: str, players: int, bots: int, alone: bool = False, seed: int = 3) -> Plan:
    names = tuple("abcdefgh"[:bots])
    return Plan(name, players, {}, None, "", 1, names, (1,) * bots, None, None, seed, alone, FINDER)


def test_two_bots_at_a_table_of_two_swap_seats() -> None:
    assert [job.bots for job in plan("mabula", 2, 2).pairing(0)] == [(0, 1), (1, 0)]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("bots", [2, 3, 4])
def test_with_fewer_bots_than_seats_every_way_to_fill_them_is_played_once(bots: int, seats: int) -> None:
    played = [filled for lineup in lineups(bots, seats) for filled in seatings(lineup)]
    ways = [filled for filled in product(range(bots), repeat=seats) if len(set(filled)) == min(bots, seats)]
    assert Counter(played) == Counter(ways)


def test_a_bot_of_a_pairing_sits_equally_often_in_every_seat() -> None:
    for lineup in lineups(3, 4):
        for bot in range(3):
            assert len({[table[seat] for table in seatings(lineup)].count(bot) for seat in range(4)}) == 1


def test_alone_the_first_bot_has_one_seat_and_takes_each_in_turn() -> None:
    jobs = plan("junglerumble", 4, 2, alone=True).pairing(0)
    assert [job.bots.index(0) for job in jobs] == [0, 3, 2, 1]
    assert all(job.bots.count(0) == 1 for job in jobs)


def test_all_lineups_are_played_before_one_repeats_in_an_order_by_the_seed() -> None:
    one = [plan("junglerumble", 3, 4).pairing(number)[0].bots for number in range(16)]
    assert Counter(one[:8]) == Counter(one[8:]) == Counter(lineups(4, 3))
    assert one != [plan("junglerumble", 3, 4, seed=4).pairing(number)[0].bots for number in range(16)]


def test_all_seatings_of_a_pairing_start_alike_and_other_pairings_do_not() -> None:
    mabula, arena = game("mabula"), plan("mabula", 2, 2)
    assert arena.setup(mabula, 5).start == arena.setup(mabula, 5).start
    assert len({arena.setup(mabula, number).start for number in range(20)}) == 20


def test_draw_number_d_does_not_depend_on_earlier_draws() -> None:
    one, other = PairingDraws(7, 0), PairingDraws(7, 0)
    first = [one.randrange(6) for _ in range(20)]
    second = [other.randrange(6 if number % 2 else 1000) for number in range(20)]
    assert first[1::2] == second[1::2]
    assert [PairingDraws(7, pairing).randrange(1 << 30) for pairing in range(3)] != [
        PairingDraws(7, 0).randrange(1 << 30)
    ] * 3


def test_a_plan_round_trips_through_json_and_its_key_depends_on_its_settings() -> None:
    one = plan("mabula", 2, 2)
    assert Plan.from_json(one.to_json()) == one
    assert one.key == plan("mabula", 2, 2).key != plan("mabula", 2, 2, seed=4).key
