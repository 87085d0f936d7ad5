"""The first game of Maka Bana: huts, groups, beaches, paint, the club, secrets and Tikis. The learner is Red."""

from functools import partial
from typing import Any

from ludotheque.games.phrase import say
from ludotheque.play.position import Position
from ludotheque.study.lesson import Lesson

RED, BLUE = 1, 2


def seat_fields(position: Position, seat: int) -> Any:
    return position.to_fields()["seats"][str(seat)]


def huts(position: Position, seat: int) -> set[str]:
    return set(seat_fields(position, seat)["huts"])


def part(position: Position, name: str) -> int:
    """A part of Red's score."""
    return position.scores[RED - 1].parts[name]


def is_laid(position: Position) -> bool:
    """Whether Red's project lies on the table, its card chosen."""
    return position.actors != (RED,) or position.to_fields()["phase"] != "projects"


def carried_out(position: Position) -> Position:
    """How the round ends when every Tiki stands where it disturbs nobody."""
    if not is_laid(position):
        position = position.play("show:beach", RED)
    targets = {seat_fields(position, seat)["project"]["site"] for seat in range(1, position.players + 1)}
    while position.to_fields()["phase"] == "tikis":
        places = (step for step in position.legal() if not step.text.startswith("tiki:club."))
        position = position.play(next(step for step in places if step.text.removeprefix("tiki:") not in targets))
    return position


def placed(first: Position, now: Position) -> bool:
    return True


def pays(first: Position, now: Position, name: str, by: int) -> bool | None:
    """Whether Red's project would bring so many points in a part of the score, once it is laid down."""
    if part(carried_out(now), name) < part(first, name) + by:
        return False
    return True if is_laid(now) else None


def pays_in_all(first: Position, now: Position, by: int) -> bool | None:
    """Whether Red's project would bring so many points, once it is laid down."""
    if carried_out(now).scores[RED - 1].total < first.scores[RED - 1].total + by:
        return False
    return True if is_laid(now) else None


def says_least(first: Position, now: Position) -> bool:
    """Whether no other card would have left Blue with more to guess."""
    return guesses(now) == max(guesses(first.play(step)) for step in first.legal(RED))


def guesses(position: Position) -> int:
    """How many projects of Red's Blue must think possible."""
    return len(position.facts(BLUE)["seats"][str(RED)]["possible_projects"])


def stopped(first: Position, now: Position) -> bool:
    """Whether Blue has built nothing."""
    return huts(now, BLUE) == huts(first, BLUE)


def guarded(first: Position, now: Position) -> bool:
    """Whether all of Red's huts are still Red's."""
    return huts(first, RED) <= huts(now, RED)


lesson = partial(Lesson, game="makabana")
SHOW = say("Now choose the card that the others will see.")

LESSONS = (
    lesson(
        name="huts",
        title=say("The first two huts"),
        task=say(
            "Before the first round everybody puts up two huts. Yours on the lagoon of Danae is standing. Put the "
            "second on another beach, and not next to the first."
        ),
        hint=say("Any lit site of Evao will do. One with free neighbours leaves you room."),
        praise=say("Your company is on both beaches. Now the rounds begin."),
        aim=placed,
        answer=("hut:evao.palm.flower",),
    ),
    lesson(
        name="build",
        title=say("A project in three cards"),
        task=say(
            "Everybody plans in secret: beach, sector and type name a site. Neighbouring huts make a group: one hut "
            "is worth 1 point, two are worth 3, three 6. Build next to one of yours, then choose a card to show."
        ),
        then=SHOW,
        hint=say("The site below your hut on the sand of Danae is its neighbour: sand and flower."),
        praise=say("A group of two: 3 points, where two huts apart bring only 2."),
        nudge=say(
            "That hut would stand alone. Look for a site that shares a side with your hut, with no wall between."
        ),
        aim=partial(pays, name="huts", by=2),
        answer=("build:danae.sand.flower", "show:beach"),
    ),
    lesson(
        name="majority",
        title=say("The most huts on a beach"),
        task=say(
            "Each beach brings 4 points to whoever has the most huts there. Two who are tied get 2 each, three get "
            "nothing. You are tied with Blue on one beach: break the tie."
        ),
        then=SHOW,
        hint=say("On Danae you have two huts, and so has Blue. Any free site there will do."),
        praise=say("You have the most on Danae: all 4 points are yours, and Blue loses its 2."),
        nudge=say("That changes nothing on the beach where you are tied. Count the huts on Danae."),
        aim=partial(pays, name="beaches", by=2),
        answer=("build:danae.palm.flower", "show:sector"),
    ),
    lesson(
        name="paint",
        title=say("A new coat of paint"),
        task=say(
            "You have two Paint cards: each turns somebody else's hut into one of yours. Paint the hut that joins "
            "your two on Evao to a group of three, worth 6 points."
        ),
        then=SHOW,
        hint=say("Blue's hut on the lagoon of Evao, type fish, stands between your two."),
        praise=say(
            "Three huts together, and Blue has one less. But four cards on the table are a warning to the others."
        ),
        nudge=say("That does not join your two huts on Evao. Whose hut stands between them?"),
        aim=partial(pays, name="huts", by=4),
        answer=("paint:evao.lagoon.fish", "show:sector"),
    ),
    lesson(
        name="club",
        title=say("The diving club"),
        task=say(
            "Once in the game you may open a diving club, on a beach where you have a hut. It brings 1 point for each "
            "of your huts on its beach, and decides a tie. Open it where it brings at least 4 points."
        ),
        then=SHOW,
        hint=say("You have four huts on Danae. Choose the club, and any one of them."),
        praise=say("4 points at once, and 1 more for each hut you add there. A club is never painted."),
        nudge=say("Open your club, and open it on the beach with most of your huts."),
        aim=partial(pays, name="clubs", by=4),
        answer=("club:danae.sand.tattoo", "show:club"),
    ),
    lesson(
        name="show",
        title=say("The card on top"),
        task=say(
            "You will build on Danae, palm, flower. The others see one card of it, and then put their Tikis. Show the "
            "one that leaves them the most sites to guess from."
        ),
        hint=say("How many free sites have a flower? How many lie on a palm sector? How many are on Danae?"),
        praise=say("The most sites are still possible. If you are guessed all the same, it was bad luck."),
        nudge=say(
            "With that card fewer sites are possible than you could leave them. Count the free sites for each card."
        ),
        aim=says_least,
        answer=("show:beach",),
    ),
    lesson(
        name="tiki",
        title=say("Where will Blue build?"),
        task=say(
            "Now it is you who guesses. Blue shows rock, and three cards are a hut to build. A Tiki on the site stops "
            "it: put yours where Blue will build."
        ),
        hint=say("Only one rock site is still free: on Evao, with the tattoo."),
        praise=say("Blue's cards go back to the hand, and your own hut is built."),
        nudge=say("Blue builds there undisturbed. Which rock sites are still free?"),
        aim=stopped,
        answer=("tiki:evao.rock.tattoo",),
    ),
    lesson(
        name="guard",
        title=say("A Tiki on guard"),
        task=say(
            "Blue shows a fish, with four cards: somebody's hut will be painted, and Blue has no fish hut for a club. "
            "A Tiki against your own hut keeps the paint off. Save your group."
        ),
        hint=say("Your fish hut stands on the lagoon of Evao. Put your Tiki there."),
        praise=say("The paint stays in the pot, and your three huts stay together."),
        nudge=say("Then Blue paints your hut and breaks the group. Which of your huts has the fish?"),
        aim=guarded,
        answer=("tiki:evao.lagoon.fish",),
    ),
    lesson(
        name="final",
        title=say("The final round"),
        task=say(
            "Huts and Tikis had filled a beach, so this is the final round: only huts are built now, no paint, no "
            "club. One site brings you 6 points. Find it."
        ),
        then=SHOW,
        hint=say("On Evao one hut would join two of yours, and give you the most huts there."),
        praise=say("A group that grows together, and the beach as well: that is how games are won."),
        nudge=say("There is more to be had. Look for a site that joins groups and decides a beach."),
        aim=partial(pays_in_all, by=6),
        answer=("build:evao.lagoon.fish", "show:type"),
    ),
)  # fmt: skip
