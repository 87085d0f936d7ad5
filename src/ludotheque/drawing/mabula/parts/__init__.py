"""The parts of Mabula's picture."""
