"""What a newcomer to Mabula asks: which rule matters now, and what each thing in the picture is."""

from ludotheque.drawing.mabula.guide.explanations import explanations
from ludotheque.drawing.mabula.guide.orientation import paragraph_now, part_label

__all__ = ["explanations", "paragraph_now", "part_label"]
