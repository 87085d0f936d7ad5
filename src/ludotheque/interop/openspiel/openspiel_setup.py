"""What a game is loaded with by OpenSpiel: its parameters, and the sitting that they ask for."""

from collections.abc import Mapping
from typing import Any

from ludotheque.games import MANIFESTS
from ludotheque.games.field_reader import short
from ludotheque.interop.episode.episode import DRAWN, EpisodeSetup, prepared
from ludotheque.play.game import Game, SetupError

USUAL = -1  # as `recall`

Parameters = Mapping[str, str | int]  # by name: what OpenSpiel hands over, still to be checked


def parameters_of(name: str) -> dict[str, str | int]:
    """What a game can be loaded with, and what it has otherwise."""
    one = Game(name)
    starts = {"start": DRAWN} if one.starts > 1 else {}
    boards = {"board": ""} if one.engine.board_files else {}
    options = {key: values[0] for key, values in one.options.items()}
    return {"players": one.players[0], **options, **starts, **boards, "recall": USUAL}


def sitting_of(name: str, parameters: Parameters) -> EpisodeSetup:
    """The setup that parameters ask for; refused in one line when it cannot be."""
    known = parameters_of(name)
    for key in parameters.keys() - known.keys():
        raise SetupError(f"{key}: {Game(name).title} has no such parameter (there are: {', '.join(known)})")
    given: dict[str, Any] = {**known, **parameters}
    start, board, recall = given.pop("start", 0), given.pop("board", ""), given.pop("recall")
    if type(recall) is not int or recall < USUAL:
        raise SetupError(f"recall: how many of the latest steps an information state tensor holds, not {short(recall)}")
    one = prepared(name)
    setup = one.setup(**given, start=0 if start == DRAWN else start, board=board or None)
    return EpisodeSetup(one, setup, is_drawn=start == DRAWN)


def recall_of(sitting: EpisodeSetup, parameters: Parameters) -> int:
    """How many of the latest steps an information state tensor holds."""
    manifest = MANIFESTS[sitting.game.name]
    most = manifest.longest * sitting.setup.players + sitting.is_drawn
    recall = int(parameters.get("recall", USUAL))
    if recall == USUAL:
        recall = most if manifest.recall is None else manifest.recall
    return min(most, recall)
