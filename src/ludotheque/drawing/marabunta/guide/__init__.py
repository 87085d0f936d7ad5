"""What a newcomer to Marabunta asks: which rule matters now, and what each thing in the picture is."""

from ludotheque.drawing.marabunta.guide.explanations import explanations
from ludotheque.drawing.marabunta.guide.orientation import paragraph_now, part_label

__all__ = ["explanations", "paragraph_now", "part_label"]
