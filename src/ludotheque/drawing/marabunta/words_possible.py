"""What is expected and what is possible, in words."""

from ludotheque.drawing.marabunta.names import DICE, group_letters, hex_names, power_of, seat_name, task
from ludotheque.drawing.marabunta.scene import Scene
from ludotheque.drawing.marabunta.words_end import final_word
from ludotheque.games.marabunta.state import (
    ALL_ELEMENTS,
    DO_DECLINE,
    DO_DONE,
    DO_STRIKE,
    ENDED,
    NEST,
    TO_CHOOSE,
    TO_REVEAL,
    TO_ROLL,
    TO_SPLIT,
    TO_TAKE,
    TO_TICK,
    TO_USE,
)
from ludotheque.games.phrase import Listing, Phrase, count, either, listed, say

LETTERS_MEAN = say(
    "The letters mean B blue, P pink, O orange, G green, S grey and Y yellow, each a die or a leaf, and T the tile."
)


def expected(scene: Scene) -> tuple[Phrase, ...]:
    """The seat whose turn it is, and its task."""
    if scene.phase == ENDED:
        return final_word(scene)
    if scene.phase == TO_REVEAL:
        return (say("The table reveals a tile."),)
    if scene.phase == TO_ROLL:
        die = scene.dice.index(0)
        return (say("The table rolls the {colour} die.", colour=DICE[die]),)
    later = _crates_later(scene)
    if scene.turn == scene.seat:
        return say("Your move: {task}.", task=_task(scene)), *later
    return say("Waiting for {seat} to {task}.", seat=seat_name(scene.turn), task=_task(scene)), *later


def _crates_later(scene: Scene) -> tuple[Phrase, ...]:
    """Crates that wait until a power has been carried out."""
    if scene.phase != TO_CHOOSE or not scene.crates:
        return ()
    return (count("After that a crate is to be ticked.", "After that {n} crates are to be ticked.", scene.crates),)


def _task(scene: Scene) -> Phrase:
    if scene.phase == TO_SPLIT:
        return say("split the seven elements into two groups")
    if scene.phase == TO_TAKE:
        return say("take one of the two groups")
    if scene.phase == TO_TICK:
        return count("tick a crate", "tick {n} crates, one after another", scene.crates)
    if scene.phase != TO_USE:
        return task(scene)
    if not scene.steps or scene.steps[-1].action == DO_DONE:
        return say("use an element of the group, or leave the rest")
    return say("use the elements of the group, the crumbs among them")


def possible(scene: Scene) -> tuple[Phrase, ...]:
    """Every legal step, the notation between « and »."""
    if not scene.steps:
        return ()
    if scene.phase == TO_SPLIT:
        return (
            LETTERS_MEAN,
            say(
                "Name the group with B first, the letters in the order B P O G S Y T, such as «split:BOT/PGSY»; each "
                "group has at least one element."
            ),
        )
    if scene.phase == TO_TAKE:
        groups = either(group_letters(group) for group in (scene.split, ALL_ELEMENTS - scene.split))
        return LETTERS_MEAN, say("Take a group with «take:» {names}.", names=groups)
    if scene.verb in ("write", "strike", "decline"):
        return _possible_hexes(scene)
    return _possible_names(scene)


def _names(scene: Scene) -> Listing:
    """The endings that may follow the step's word."""
    return either(step.text.partition(":")[2] for step in scene.steps if step.action < DO_DONE)


def _possible_names(scene: Scene) -> tuple[Phrase, ...]:
    names, verb = _names(scene), scene.verb
    if verb == "crate":
        return tuple(_possible_crate(scene, step.text) for step in scene.steps)
    if verb == "leaf":
        return LETTERS_MEAN, say("Fill a circle with «leaf:» {names}.", names=names)
    if verb == "again":
        return LETTERS_MEAN, say("Use a die once more with «again:» {names}.", names=names)
    use = say("Use an element with «use:» {names}.", names=names)
    if scene.steps[-1].action == DO_DONE:
        return LETTERS_MEAN, use, say("Leave the rest with «done».")
    return LETTERS_MEAN, use


def _possible_crate(scene: Scene, step: str) -> Phrase:
    name = step.partition(":")[2]
    power = next(power for power, (own, *_) in enumerate(scene.land.powers) if own == name)
    return say("Tick a crate of the power to {power} with «{step}».", power=power_of(scene, power), step=step)


def _possible_hexes(scene: Scene) -> tuple[Phrase, ...]:
    """Hexes that cost nothing, hexes that cost an anthill, and giving up."""
    if scene.verb == "strike":
        return (say("Strike with «strike:» {names}.", names=_names(scene)),)
    hexes = [step.action for step in scene.steps if step.action < DO_STRIKE]
    free, priced = [one for one in hexes if one not in scene.priced], [one for one in hexes if one in scene.priced]
    said = []
    if scene.effect == NEST or scene.chosen[0]:
        said.append(say("Write with «write:» {names}.", names=either(hex_names(scene, hexes))))
    elif free:
        said.append(say("Without an anthill: «write:» {names}.", names=either(hex_names(scene, free))))
    if priced:
        said.append(
            count(
                "For your last anthill: «write:» {names}.",
                "For one of your {n} anthills: «write:» {names}.",
                scene.anthills[scene.turn],
                names=either(hex_names(scene, priced)),
            )
        )
    said += _bonuses(scene, hexes)
    if scene.steps[-1].action == DO_DECLINE:
        said.append(say("Give the power up with «decline»."))
    return tuple(said)


def _bonuses(scene: Scene, hexes: list[int]) -> list[Phrase]:
    """The hexes among these that have a cupcake or a crate."""
    features = scene.land.features
    cupcakes = hex_names(scene, (one for one in hexes if features[one] == "c"))
    crates = hex_names(scene, (one for one in hexes if features[one] == "x"))
    said = [say("Among them with a cupcake: {hexes}.", hexes=listed(cupcakes))] if cupcakes else []
    return said + ([say("Among them with a crate: {hexes}.", hexes=listed(crates))] if crates else [])
