"""How Jungle Rumble is searched."""

from ludotheque.bots.junglerumble.policy import pick
from ludotheque.bots.search_style import Style

STYLE = Style(
    {"pick": pick},
    {"margin": 0.5, "scale": 20.0, "patience": 100},
    (6, 40, 250, 2_000, 40_000),
    variants={"pick": {"keen": pick}},
)
