"""The parts of Jungle Rumble's picture."""
