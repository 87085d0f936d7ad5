"""What a newcomer to Jungle Rumble asks: which rule matters now, and what each thing in the picture is."""

from ludotheque.drawing.junglerumble.guide.explanations import explanations
from ludotheque.drawing.junglerumble.guide.orientation import paragraph_now, part_label

__all__ = ["explanations", "paragraph_now", "part_label"]
