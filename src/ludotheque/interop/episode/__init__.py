"""A game under way, as PettingZoo and OpenSpiel drive it."""
