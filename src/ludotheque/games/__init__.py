"""The rules of each game, and nothing else. Every game's folder holds the same files with the same names."""

NAMES = ("mabula", "marabunta", "makabana", "junglerumble")
