"""The parameters with which OpenSpiel loads a game, and the episode setup they describe."""

from collections.abc import Mapping
from typing import Any

from ludotheque.games import MANIFESTS
from ludotheque.games.field_reader import short
from ludotheque.interop.episode.episode import DRAWN, EpisodeSetup, prepared
from ludotheque.play.game import Game, SetupError

USUAL = -1  # `recall`: the game's default

Parameters = Mapping[str, str | int]  # by name, as OpenSpiel passes them: unchecked


def parameters_of(name: str) -> dict[str, str | int]:
    """The parameters of a game with their defaults."""
    one = Game(name)
    starts = {"start": DRAWN} if one.starts > 1 else {}
    boards = {"board": ""} if one.engine.board_files else {}
    options = {key: values[0] for key, values in one.options.items()}
    return {"players": one.players[0], **options, **starts, **boards, "recall": USUAL, "rules": one.rules_version}


def episode_setup(name: str, parameters: Parameters) -> EpisodeSetup:
    """The episode setup for these parameters; a SetupError says what is wrong with them."""
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


def recall_of(setup: EpisodeSetup, parameters: Parameters) -> int:
    """The number of latest steps in an information state tensor."""
    manifest = MANIFESTS[setup.game.name]
    most = manifest.longest * setup.game_setup.players + setup.is_drawn
    recall = int(parameters.get("recall", USUAL))
    if recall == USUAL:
        recall = most if manifest.recall is None else manifest.recall
    return min(most, recall)
