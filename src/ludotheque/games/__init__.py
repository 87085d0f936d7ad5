"""The rules of each game, and nothing else. Every game's folder holds the same files with the same names."""

from ludotheque.games.game_manifest import find_manifests

MANIFESTS = find_manifests()
NAMES = tuple(MANIFESTS)
