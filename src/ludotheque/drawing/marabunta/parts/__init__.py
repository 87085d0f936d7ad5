"""The parts of Marabunta's picture."""
