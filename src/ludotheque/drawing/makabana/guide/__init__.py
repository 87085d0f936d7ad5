"""What a newcomer to Maka Bana asks: which rule matters now, and what each thing in the picture is."""

from ludotheque.drawing.makabana.guide.explanations import explanations
from ludotheque.drawing.makabana.guide.orientation import paragraph_now, part_label

__all__ = ["explanations", "paragraph_now", "part_label"]
