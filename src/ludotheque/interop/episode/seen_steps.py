"""The steps of a game that a seat has seen, and the steps of a guess in place of the others.

A game with secrets has `games/<game>/secrets.py`: see `games.game_contract.SecretsModule`.
"""

from types import SimpleNamespace

from ludotheque.games.game_contract import SecretsModule
from ludotheque.games.game_modules import load_module
from ludotheque.interop.episode.episode import Episode

Steps = list[tuple[int, int]]  # seat and action


def secret_indices(episode: Episode, seat: int) -> list[int]:
    """The indices of the steps that are secret from a seat."""
    if ("secret", seat) not in episode.notes:
        episode.notes["secret", seat] = _find_secrets(episode, seat)
    return episode.notes["secret", seat]  # type: ignore[no-any-return]


def _find_secrets(episode: Episode, seat: int) -> list[int]:
    latest = {other: counts for other, counts in _latest_steps(episode, seat).items() if counts[1]}
    steps, found = episode.steps(), []
    for index in range(len(steps) - 1, -1, -1):
        if not latest:
            break
        other = steps[index][0]
        if other in latest:
            public, secret = latest.pop(other)
            if not public:
                found.append(index)
            if public or secret > 1:
                latest[other] = (public - 1, secret) if public else (0, secret - 1)
    return found[::-1]


def _latest_steps(episode: Episode, seat: int) -> dict[int, tuple[int, int]]:
    """Of each seat's latest steps: how many all have seen, and how many before these are secret from `seat`."""
    state, setup = episode.state, episode.setup
    if not setup.game.has_secrets:
        return {}
    lists = {name: state[name].tolist() for name in _secrets(episode).FIELDS}  # plain numbers are quicker
    return setup.game.engine.secret_steps(setup.game_setup.board, SimpleNamespace(**lists), seat)


def _secrets(episode: Episode) -> SecretsModule:
    return load_module(f"ludotheque.games.{episode.setup.game.name}.secrets", SecretsModule)


def seen_steps(episode: Episode, seat: int) -> Steps:
    """The steps that a seat knows."""
    secret = secret_indices(episode, seat)
    steps = episode.steps()
    return [step for index, step in enumerate(steps) if index not in secret] if secret else steps


def retold_steps(episode: Episode, seat: int, guessed: Episode) -> Steps:
    """The steps from the first secret one on, as they went if the guess is right."""
    secret = secret_indices(episode, seat)
    secrets, seats = _secrets(episode), range(1, episode.setup.game_setup.players + 1)
    stories = {other: iter(secrets.secret_actions(guessed.state, other)) for other in seats}
    told = []
    for index, (other, action) in list(enumerate(episode.steps()))[secret[0] if secret else len(episode.steps()) :]:
        retold = next(stories[other], None) if index in secret else action
        if retold is not None:
            told.append((other, retold))
    return told
