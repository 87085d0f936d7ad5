"""The parts of Maka Bana's picture."""
