"""The first game of Marabunta: numbers, anthills, leaves, crates, sharing, the end. The learner is Red."""

from functools import partial
from typing import Any

from ludotheque.games.phrase import Phrase, say
from ludotheque.play.position import Position
from ludotheque.study.lesson import Lesson, facts_of

RED, BLUE = 1, 2


def red(position: Position) -> Any:
    """Red's facts."""
    return facts_of(position)["seats"][str(RED)]


def region(position: Position, letter: str) -> Any:
    return facts_of(position)["regions"][letter]


def crates(position: Position) -> int:
    """All of Red's crates, those still to be ticked included."""
    due = facts_of(position)["crates_due"] if position.actors == (RED,) else 0
    return int(due + sum(crate["ticked"] for crate in red(position)["crates"].values()))


def is_writing(position: Position) -> bool:
    effect = facts_of(position)["effect"]
    return bool(effect and effect["kind"] == "write" and position.actors == (RED,))


def beside(first: Position, now: Position, letter: str) -> bool | Phrase | None:
    """Whether Red's sum in a region has grown, and no anthill was spent."""
    if region(now, letter)["sums"]["1"] == region(first, letter)["sums"]["1"]:
        return None if is_writing(now) else False
    if red(now)["anthills"] < red(first)["anthills"]:
        return say("That works, but it costs an anthill. Stay beside your own numbers and keep it for later.")
    return True


def sweet(first: Position, now: Position) -> bool | Phrase | None:
    """Whether Red has ticked a cupcake, and no anthill was spent."""
    if red(now)["anthills"] < red(first)["anthills"]:
        return say("One of the cupcakes costs no anthill: look beside your own numbers.")
    return True if red(now)["cupcakes"] > red(first)["cupcakes"] else None if is_writing(now) else False


def founded(first: Position, now: Position) -> bool | Phrase | None:
    """Whether Red leads in grey, from a hex that brought a cupcake or a crate."""
    if region(now, "S")["leader"] != RED:
        return None if is_writing(now) else False
    is_paid = red(now)["cupcakes"] > red(first)["cupcakes"] or crates(now) > crates(first)
    return True if is_paid else say("You lead, but an anthill may pay twice: choose a hex with a cupcake or a crate.")


def overtaken(first: Position, now: Position) -> bool | None:
    """Whether Red leads in yellow, or can still with what is left of the group."""
    facts = facts_of(now)
    sums, effect = facts["regions"]["Y"]["sums"], facts["effect"]
    to_come = sum(1 for element in facts["elements"].values() if element["seat"] == RED and element["unused"])
    to_come += effect["number"] if effect else 0
    if sums["1"] > sums["2"]:
        return True
    return None if now.actors == (RED,) and sums["1"] + to_come > sums["2"] else False


def filled(first: Position, now: Position) -> bool | None:
    """Whether both circles have brought a point each."""
    gain = red(now)["total"] - red(first)["total"]
    circles = sum(region(now, letter)["circles"]["1"] - region(first, letter)["circles"]["1"] for letter in "BPOGSY")
    if gain == circles == 2:
        return True
    return None if gain == circles and facts_of(now)["effect"] else False


def empowered(first: Position, now: Position) -> bool | None:
    """Whether the power `one` has given Red the lead in orange."""
    if region(now, "O")["leader"] == RED:
        return True
    is_due = now.actors == (RED,) and facts_of(now)["crates_due"] > 0
    is_unlocked = is_writing(now) and facts_of(now)["effect"]["number"] > 0
    return None if is_due or is_unlocked else False


def turned(first: Position, now: Position, letter: str) -> bool | None:
    """Whether Red has taken the group with a region's die, and the region with it."""
    if region(now, letter)["leader"] == RED:
        return True
    element, effect = facts_of(now)["elements"][letter], facts_of(now)["effect"]
    is_on = element["seat"] == RED and (element["unused"] or bool(effect and effect["region"] == letter))
    return None if is_on and now.actors == (RED,) else False


def turning(position: Position) -> set[str]:
    """The dice that would give Red the lead in their region."""
    facts = facts_of(position)
    found = set()
    for letter, place in facts["regions"].items():
        die = facts["elements"][letter]
        number = int(die["shows"]) if die["shows"].isdigit() and RED in die["can_use"] else 0
        if place["leader"] != RED and place["sums"]["1"] + number > place["sums"]["2"]:
            found.add(letter)
    return found


def shared(first: Position, now: Position) -> bool:
    """Whether Red keeps a die that turns a region, whichever group Blue takes."""
    wanted = turning(first)
    taken = [facts_of(now.play(step))["elements"] for step in now.legal(BLUE)]
    return all(any(elements[letter]["seat"] == RED for letter in wanted) for elements in taken)


def triggered(first: Position, now: Position) -> bool | None:
    """Whether Red has triggered the end."""
    if facts_of(now)["end"]["trigger"] == RED:
        return True
    strikes = 2 - len(now.to_fields()["struck"])
    is_on = facts_of(now)["effect"] and now.actors == (RED,) and len(region(now, "S")["free"]) <= strikes
    return None if is_on else False


lesson = partial(Lesson, game="marabunta")
WHERE = say("Now choose a hex.")

LESSONS = (
    lesson(
        name="write",
        title=say("Beside your own"),
        task=say(
            "Your blue die shows a 3. Use it: the 3 goes into a free hex of the blue region. Beside one of your "
            "numbers that costs nothing."
        ),
        then=WHERE,
        hint=say("Use the blue die, then write on {hex}: it touches both of your numbers.", hex="d2"),
        praise=say("Your numbers spread from hex to hex, and in blue you have 4 to nothing."),
        nudge=say("The 3 is lost that way. Use the blue die."),
        aim=partial(beside, letter="B"),
        answer=("use:B", "write:d2"),
    ),
    lesson(
        name="zero",
        title=say("What a 0 is good for"),
        task=say(
            "A 0 goes into any region, for it has no colour. It adds nothing, but it takes you further, and whatever "
            "lies on its hex is yours. Get a cupcake: your fourth is worth a point at once."
        ),
        then=WHERE,
        hint=say("There is a cupcake on {hex}, right beside your numbers.", hex="h1"),
        praise=say("A point at once. The further along your row, the more a cupcake is worth: up to 3."),
        nudge=say("No cupcake there. Which cupcake touches one of your numbers?"),
        aim=sweet,
        answer=("use:B", "write:h1"),
    ),
    lesson(
        name="anthill",
        title=say("A new anthill"),
        task=say(
            "Nothing in grey touches your numbers. An anthill lets you write anywhere, and this is your last. Take "
            "the lead in grey with the 3, on a hex that brings a cupcake or a crate as well."
        ),
        then=WHERE,
        hint=say("{hex} has a cupcake: use the grey die, and write there.", hex="h3"),
        praise=say("3 to 2 in grey, and something for your board as well. From here you can spread again for free."),
        nudge=say("Blue leads in grey, 2 to nothing. Your 3 would change that."),
        aim=founded,
        answer=("use:S", "write:h3"),
    ),
    lesson(
        name="majority",
        title=say("The higher sum"),
        task=say(
            "In each region the higher sum takes all: 1 point for each circle of its colour. In yellow it is 3 to 2 "
            "for Blue, and you have five circles there. You hold a yellow 1, and a tile that writes a 1 anywhere. "
            "Take yellow."
        ),
        then=say("Keep count: you need more than 3 in yellow."),
        hint=say("Write both 1s in yellow, on {one} and {other} for example: 4 to 3.", one="d4", other="e4"),
        praise=say("4 to 3: five points are yours, and Blue's circles count for nothing."),
        nudge=say("That will not be enough in yellow. You need both 1s there."),
        aim=overtaken,
        answer=("use:Y", "write:d4", "use:T", "write:e4"),
    ),
    lesson(
        name="circles",
        title=say("Circles where you lead"),
        task=say(
            "A flag fills a circle on the leaf of its region, and this tile fills two, on two leaves of your choice. "
            "Circles only count where you lead. Fill two that bring you a point each."
        ),
        then=say("Choose a leaf where your sum is the higher one."),
        hint=say("You lead in orange and in grey."),
        praise=say("Two points more, as long as you keep the lead there."),
        nudge=say("There you do not lead, so the circle would be worth nothing now."),
        aim=filled,
        answer=("use:T", "leaf:O", "leaf:S"),
    ),
    lesson(
        name="power",
        title=say("The last crate"),
        task=say(
            "Crates are ticked on your powers, and the last crate of a power unlocks it at once. One of yours writes "
            "a 1 in any region and lacks a single crate. Orange stands at 2 to 2: win it."
        ),
        then=say("Tick the crate that unlocks the 1, and write it in orange."),
        hint=say("Use the blue die, tick the power that writes a 1, and write on {hex}.", hex="g2"),
        praise=say("3 to 2: a single crate brought four points."),
        nudge=say("That does not win orange. A 1 there would."),
        aim=empowered,
        answer=("use:B", "crate:one", "write:g2"),
    ),
    lesson(
        name="take",
        title=say("Choosing a group"),
        task=say(
            "Blue has split dice and tile into two groups; you take one, and Blue keeps the other. More is not always "
            "better: in green you have five circles and Blue leads, 2 to nothing. Take the right group, and green."
        ),
        then=say("Go on: use the green die in its region."),
        hint=say("The green 3 is what you need. Take its group, and write on {hex}.", hex="h6"),
        praise=say("3 to 2 in green: five points with a single die."),
        nudge=say("That does not take green. Which group has the green 3?"),
        aim=partial(turned, letter="G"),
        answer=("take:GS", "use:G", "write:h6"),
    ),
    lesson(
        name="split",
        title=say("I cut, you choose"),
        task=say(
            "Now you split, and Blue chooses. Two dice would each win you a region, the orange 3 and the green 3. "
            "Split so that one of them is left to you, whatever Blue takes."
        ),
        hint=say("Put the two 3s into different groups; then share out the rest so that Blue finds it hard to choose."),
        praise=say("Whichever group Blue takes, a 3 is yours. Cut so that either half suits you."),
        nudge=say("Blue takes the group with both, and neither is left to you."),
        aim=shared,
        answer=("split:BPO/GSYT",),
    ),
    lesson(
        name="end",
        title=say("Closing time"),
        task=say(
            "When a region has no free hex, a leaf no blank circle, or the territory no cupcake left, this round is "
            "the last. You are ahead. Your tile strikes two hexes that touch: end the game with it."
        ),
        then=say("Strike two hexes, one after the other."),
        hint=say("In grey only {one} and {other} are free.", one="k3", other="k4"),
        praise=say("Grey is full and you lead there: this round was the last. Ending in time wins games."),
        nudge=say("The game would go on. Which region is almost full?"),
        aim=triggered,
        answer=("use:T", "strike:k3", "strike:k4"),
    ),
)  # fmt: skip
