"""The checks that a lesson's aim names: have the learner's steps reached it?

A check compares the lesson's first position with the one now and answers True (done), None (not yet, but within reach),
False (missed), or the name of a particular miss, for which the lesson may have a nudge of its own. Further arguments
come from the lesson's file. Checks compare facts, scores and fields, not notations. Those for every game stand first,
then those of Mabula, Maka Bana, Marabunta and Jungle Rumble.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from ludotheque.play.json_fields import FactFields
from ludotheque.play.position import Position

LEARNER, OTHER = 1, 2  # seats

Answer = bool | str | None
Check = Callable[..., Answer]
CHECKS: dict[str, Check] = {}  # by name
C = TypeVar("C", bound=Check)


def check(function: C) -> C:
    """Mark a function that a lesson may name."""
    CHECKS[function.__name__] = function
    return function


@lru_cache(maxsize=256)
def facts_of(position: Position) -> FactFields:
    """The public facts; cached, because a check reads them several times."""
    return position.facts()


def own_facts(position: Position) -> Any:
    """The facts of the learner's seat."""
    return facts_of(position)["seats"][str(LEARNER)]


def total(position: Position, seat: int = LEARNER) -> int:
    return position.scores[seat - 1].total


@check
def any_step(first: Position, now: Position) -> bool:
    """Every legal step will do."""
    return True


@check
def total_grows(first: Position, now: Position, by: int) -> bool:
    return total(now) >= total(first) + by


@check
def best_step(first: Position, now: Position) -> bool:
    """No other step would have left the learner with more points."""
    return total(now) == max(total(first.play(step)) for step in first.legal(LEARNER))


@check
def plays_on_alone(first: Position, now: Position) -> bool:
    """It is the learner's turn again."""
    return now.actors == (LEARNER,)


@check
def wins(first: Position, now: Position) -> bool:
    return now.outcome is not None and now.outcome.winners == (LEARNER,)


@check
def breaks_group(first: Position, now: Position, by: int) -> bool:
    """Black's largest group is smaller by so many marbles, and White's not at all."""
    return total(now, OTHER) <= total(first, OTHER) - by and total(now) >= total(first)


@check
def shuts_marble_out(first: Position, now: Position) -> bool:
    """More of Black's marbles than before face a full line."""
    before, after = (len(facts_of(position)["seats"][str(OTHER)]["stuck"]) for position in (first, now))
    return after > before


def _seat_fields(position: Position, seat: int) -> Any:
    return position.to_fields()["seats"][str(seat)]


def _huts(position: Position, seat: int) -> set[str]:
    return set(_seat_fields(position, seat)["huts"])


def _is_laid(position: Position) -> bool:
    """Whether Red's project lies on the table, its card chosen."""
    return position.actors != (LEARNER,) or position.to_fields()["phase"] != "projects"


def _end_of_round(position: Position) -> Position:
    """The position after the round if every Tiki is put where it disturbs nobody."""
    if not _is_laid(position):
        position = position.play("show:beach", LEARNER)
    targets = {_seat_fields(position, seat)["project"]["site"] for seat in range(1, position.players + 1)}
    while position.to_fields()["phase"] == "tikis":
        places = (step for step in position.legal() if not step.text.startswith("tiki:club."))
        position = position.play(next(step for step in places if step.text.removeprefix("tiki:") not in targets))
    return position


@check
def project_pays(first: Position, now: Position, by: int, part: str = "") -> bool | None:
    """Red's project is laid down and would bring so many points, in all or in a part of the score."""

    def points(position: Position) -> int:
        return position.scores[LEARNER - 1].parts[part] if part else total(position)

    if points(_end_of_round(now)) < points(first) + by:
        return False
    return True if _is_laid(now) else None


@check
def shows_least(first: Position, now: Position) -> bool:
    """No other card would have left Blue with more projects to guess from."""

    def guesses(position: Position) -> int:
        return len(position.facts(OTHER)["seats"][str(LEARNER)]["possible_projects"])

    return guesses(now) == max(guesses(first.play(step)) for step in first.legal(LEARNER))


@check
def keeps_blue_from_building(first: Position, now: Position) -> bool:
    return _huts(now, OTHER) == _huts(first, OTHER)


@check
def keeps_huts(first: Position, now: Position) -> bool:
    """All of Red's huts are still Red's."""
    return _huts(first, LEARNER) <= _huts(now, LEARNER)


def _region(position: Position, letter: str) -> Any:
    return facts_of(position)["regions"][letter]


def _leads(position: Position, letter: str) -> bool:
    return bool(_region(position, letter)["leader"] == LEARNER)


def _crates(position: Position) -> int:
    """All of Red's crates, those still to be ticked included."""
    due = facts_of(position)["crates_due"] if position.actors == (LEARNER,) else 0
    return int(due + sum(crate["ticked"] for crate in own_facts(position)["crates"].values()))


def _is_writing(position: Position) -> bool:
    effect = facts_of(position)["effect"]
    return bool(effect and effect["kind"] == "write" and position.actors == (LEARNER,))


def _is_anthill_spent(first: Position, now: Position) -> bool:
    return bool(own_facts(now)["anthills"] < own_facts(first)["anthills"])


@check
def writes_beside(first: Position, now: Position, region: str) -> Answer:
    """Red's sum in a region has grown, and no anthill was spent."""
    if _region(now, region)["sums"]["1"] == _region(first, region)["sums"]["1"]:
        return None if _is_writing(now) else False
    return "anthill_spent" if _is_anthill_spent(first, now) else True


@check
def ticks_cupcake(first: Position, now: Position) -> Answer:
    """Red has ticked a cupcake, and no anthill was spent."""
    if _is_anthill_spent(first, now):
        return "anthill_spent"
    return True if own_facts(now)["cupcakes"] > own_facts(first)["cupcakes"] else None if _is_writing(now) else False


@check
def leads_with_bonus(first: Position, now: Position, region: str) -> Answer:
    """Red leads in a region, from a hex that brought a cupcake or a crate."""
    if not _leads(now, region):
        return None if _is_writing(now) else False
    has_bonus = own_facts(now)["cupcakes"] > own_facts(first)["cupcakes"] or _crates(now) > _crates(first)
    return True if has_bonus else "no_bonus"


@check
def overtakes(first: Position, now: Position, region: str) -> bool | None:
    """Red leads in a region, or still can with the rest of the group."""
    sums, effect = _region(now, region)["sums"], facts_of(now)["effect"]
    elements = facts_of(now)["elements"].values()
    to_come = sum(1 for element in elements if element["seat"] == LEARNER and element["unused"])
    to_come += effect["number"] if effect else 0
    if sums["1"] > sums["2"]:
        return True
    return None if now.actors == (LEARNER,) and sums["1"] + to_come > sums["2"] else False


@check
def fills_circles(first: Position, now: Position, circles: int) -> bool | None:
    """So many circles are filled, and each has brought a point."""

    def filled(position: Position) -> int:
        return sum(region["circles"]["1"] for region in facts_of(position)["regions"].values())

    gain = own_facts(now)["total"] - own_facts(first)["total"]
    if gain != filled(now) - filled(first):
        return False
    return True if gain == circles else None if facts_of(now)["effect"] else False


@check
def leads_by_power(first: Position, now: Position, region: str) -> bool | None:
    """The power `one` has given Red the lead in a region."""
    if _leads(now, region):
        return True
    is_due = now.actors == (LEARNER,) and facts_of(now)["crates_due"] > 0
    is_unlocked = _is_writing(now) and facts_of(now)["effect"]["number"] > 0
    return None if is_due or is_unlocked else False


@check
def leads_by_group(first: Position, now: Position, region: str) -> bool | None:
    """Red has taken the group with a region's die, and the lead there with it."""
    if _leads(now, region):
        return True
    element, effect = facts_of(now)["elements"][region], facts_of(now)["effect"]
    is_usable = element["unused"] or bool(effect and effect["region"] == region)
    return None if now.actors == (LEARNER,) and element["seat"] == LEARNER and is_usable else False


@check
def splits_for_either_choice(first: Position, now: Position) -> bool:
    """Whichever group Blue takes, Red keeps a die that gives the lead in its region."""
    facts = facts_of(first)

    def gives_lead(letter: str) -> bool:
        region, die = facts["regions"][letter], facts["elements"][letter]
        number = int(die["shows"]) if die["shows"].isdigit() and LEARNER in die["can_use"] else 0
        return bool(region["leader"] != LEARNER and region["sums"]["1"] + number > region["sums"]["2"])

    wanted = [letter for letter in facts["regions"] if gives_lead(letter)]
    groups = [facts_of(now.play(step))["elements"] for step in now.legal(OTHER)]
    return all(any(elements[letter]["seat"] == LEARNER for letter in wanted) for elements in groups)


@check
def triggers_end(first: Position, now: Position, region: str, strikes: int) -> bool | None:
    """Red has triggered the end, or still can with what is left of so many strikes in a region."""
    if facts_of(now)["end"]["trigger"] == LEARNER:
        return True
    left = strikes - len(now.to_fields()["struck"])
    is_possible = facts_of(now)["effect"] and len(_region(now, region)["free"]) <= left
    return None if is_possible and now.actors == (LEARNER,) else False


def _is_with(position: Position, card: str) -> bool:
    """Whether Red has chosen this card and is still sending or placing."""
    facts = facts_of(position)
    is_own = (facts["active"], facts["turn"], facts["card"]) == (LEARNER, LEARNER, card)
    return is_own and facts["phase"] != "feeding"


def _is_past(position: Position) -> bool:
    """Whether Red's turn is over, supper included."""
    return bool(facts_of(position)["phase"] == "waking" or facts_of(position)["active"] != LEARNER)


def _pairs(position: Position) -> int:
    return int(own_facts(position)["farm"]["pairs"])


@check
def has_supper(first: Position, now: Position, card: str) -> bool | None:
    """Everybody had supper, by a card."""
    if _is_past(now):
        return True
    return None if _is_with(now, card) else False


@check
def has_more_food(first: Position, now: Position, by: int, card: str) -> bool | None:
    """Two workers went to a card, and after supper Red has so much food more."""
    mine, facts = own_facts(now), facts_of(now)
    if _is_past(now):
        return bool(mine["food"] >= own_facts(first)["food"] + by)
    is_possible = mine["awake"] == 2 and facts["phase"] in ("choosing", "sending") and facts["card"] in (None, card)
    return None if is_possible else False


@check
def pairs_grow(first: Position, now: Position, by: int, card: str) -> bool | None:
    """Red's farm has so many pairs more, or every field or waterway to come can still bring its share."""
    wanted = _pairs(first) + by
    if _pairs(now) >= wanted or not _is_with(now, card):
        return _pairs(now) >= wanted
    facts = facts_of(now)
    to_come = own_facts(now)["can_send"][card] if facts["phase"] == "sending" else facts["to_place"]
    return None if _pairs(now) + to_come * (by // own_facts(first)["can_send"][card]) >= wanted else False


@check
def follows_with_pairs(first: Position, now: Position, by: int) -> bool | None:
    """Red has followed, and has so many pairs more."""
    if _pairs(now) == _pairs(first) + by:
        return True
    return None if now.actors == (LEARNER,) and facts_of(now)["to_place"] else False


@check
def hires(first: Position, now: Position, card: str) -> Answer:
    """Red has a kitten more by a card, and all of them had supper."""
    mine = own_facts(now)
    if _is_past(now):
        return bool(mine["kittens"] > own_facts(first)["kittens"])
    if not _is_with(now, card):
        return False
    return "short_of_food" if 2 * facts_of(now)["to_place"] > mine["supper"]["left"] else None


@check
def ends_and_wins(first: Position, now: Position, card: str) -> bool | None:
    """The game is over by a card, and Red has won."""
    if now.outcome:
        return wins(first, now)
    return None if _is_with(now, card) else False
