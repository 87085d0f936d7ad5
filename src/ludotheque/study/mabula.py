"""The first game of Mabula: pushing, groups, full lines, the end. The learner is White."""

from functools import partial

from ludotheque.games.phrase import say
from ludotheque.play.position import Position
from ludotheque.study.lesson import Lesson

WHITE, BLACK = 1, 2


def total(position: Position, seat: int) -> int:
    return position.scores[seat - 1].total


def stuck(position: Position) -> int:
    """How many of Black's marbles stand before a full line."""
    return len(position.facts()["seats"][str(BLACK)]["stuck"])


def pushed(first: Position, now: Position) -> bool:
    return True


def grown(first: Position, now: Position, by: int = 1) -> bool:
    return total(now, WHITE) >= total(first, WHITE) + by


def broken(first: Position, now: Position) -> bool:
    """Whether Black's largest group is smaller by two, and White's not at all."""
    return total(now, BLACK) <= total(first, BLACK) - 2 and total(now, WHITE) >= total(first, WHITE)


def shut_out(first: Position, now: Position) -> bool:
    return stuck(now) > stuck(first)


def alone(first: Position, now: Position) -> bool:
    return now.actors == (WHITE,)


def won(first: Position, now: Position) -> bool:
    return now.outcome is not None and now.outcome.winners == (WHITE,)


def best(first: Position, now: Position) -> bool:
    """Whether no other push would have brought more."""
    return total(now, WHITE) == max(total(first.play(step), WHITE) for step in first.legal())


lesson = partial(Lesson, game="mabula")

LESSONS = (
    lesson(
        name="push",
        title=say("A first push"),
        task=say("You are White. Push one of your marbles straight in from the edge, as far as you like."),
        hint=say("Choose any white marble: the cells where it may stop light up."),
        praise=say("That is a whole turn: White and Black push in turn, one marble each."),
        aim=pushed,
        answer=("b8-b5",),
    ),
    lesson(
        name="group",
        title=say("Side by side"),
        task=say(
            "Marbles of one colour that stand side by side are a group; corners do not count. Your largest group is "
            "your score, and it has two marbles now. Make it larger."
        ),
        hint=say("{one} and {other} touch only at a corner. Bring {marble} to {cell}, and it joins them.",
            one="d3", other="e2", marble="h3", cell="e3"),
        praise=say("Three together! Marbles on the edge count too, so think of them as you build."),
        nudge=say("Your largest group still has two. Look for a cell that touches two of your marbles."),
        aim=grown,
        answer=("h3-e3",),
    ),
    lesson(
        name="shove",
        title=say("Shoving along"),
        task=say(
            "A marble shoves along whatever it meets, of either colour. Make your largest group larger: this time it "
            "takes a shove."
        ),
        hint=say("Push {marble} up until it moves your marble on {other} beside the one on {cell}.",
            marble="c1", other="c4", cell="b5"),
        praise=say("One push moved two marbles, and both found company."),
        nudge=say("Your largest group has not grown. What would a marble shove along on its way?"),
        aim=grown,
        answer=("c1-c4",),
    ),
    lesson(
        name="bridge",
        title=say("Two groups become one"),
        task=say("You have groups of three in two places. With one push, make a group of six or more."),
        hint=say("Row 3 can travel: push {marble} far enough for its neighbours to reach {cell}.",
            marble="a3", cell="f2"),
        praise=say("Joined. Two small groups that can meet are worth more than one that cannot grow."),
        nudge=say("Not six yet. Which three marbles can move together towards the others?"),
        aim=partial(grown, by=3),
        answer=("a3-d3",),
    ),
    lesson(
        name="apart",
        title=say("Through the middle"),
        task=say(
            "What you shove need not be your own. Break Black's largest group, so that it has at least two marbles "
            "less, and keep yours whole."
        ),
        hint=say("Row 5 holds Black's group together. What does {marble} do to it?", marble="h5"),
        praise=say("Apart it goes. A group that lies across an open line is never safe."),
        nudge=say("Black's largest group is still standing. Aim at the line that holds it together."),
        aim=broken,
        answer=("h5-e5",),
    ),
    lesson(
        name="full",
        title=say("Full lines"),
        task=say(
            "No marble may end on the edge. So a line with six marbles inside is full, and the edge marbles at its "
            "ends are stuck. Shut a black marble out."
        ),
        hint=say("Row 4 lacks one marble. Fill {cell}.", cell="g4"),
        praise=say("Row 4 is full: the marble on a4 stays out, and whatever lies in row 4 is safe from it."),
        nudge=say("Every black marble that could move still can. Count the marbles in each row."),
        aim=shut_out,
        answer=("g1-g4",),
    ),
    lesson(
        name="alone",
        title=say("Playing on alone"),
        task=say(
            "Whoever has no push left is passed over. Black has a single marble on the edge: make sure that it stays "
            "there, and you play on alone."
        ),
        hint=say("The marble on a7 needs room in row 7. Take the last cell, {cell}.", cell="g7"),
        praise=say("Black is passed over, and the last pushes are all yours."),
        nudge=say("Black can still push the marble on a7. How many cells of row 7 are free?"),
        aim=alone,
        answer=("g8-g7",),
    ),
    lesson(
        name="last",
        title=say("The last push"),
        task=say("When nobody can push, the game is over and the largest group wins. It stands 8 to 8. Win!"),
        hint=say("Your last marble must touch your group: {cell} is a good place.", cell="d6"),
        praise=say("9 to 8: you win. The last pushes decide many games, so keep a marble for them."),
        nudge=say("That ends in a draw, 8 to 8. Can the marble go further?"),
        aim=won,
        answer=("a6-d6",),
    ),
    lesson(
        name="product",
        title=say("The other count"),
        task=say(
            "You may also agree to multiply the sizes of all your groups. Then several middling groups beat a large "
            "one. Find the push that makes your product as large as it can be now."
        ),
        hint=say("A marble alone multiplies by one. Give {marble} company at {cell}.", marble="h7", cell="g7"),
        praise=say("Groups of four, four and two: the product goes from 12 to 32."),
        nudge=say("There is a better one. Which of your marbles stand alone?"),
        aim=best,
        answer=("h7-g7",),
    ),
)  # fmt: skip
