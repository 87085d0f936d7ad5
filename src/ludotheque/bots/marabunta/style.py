"""How Marabunta is searched."""

from ludotheque.bots import search
from ludotheque.bots.marabunta.policy import pick, weigh
from ludotheque.bots.search_style import Style

STYLE = Style(
    {"pick": pick, "weigh": weigh, "worth": search.puct},
    {"margin": 0.5, "exploration": 0.35},
    (6, 80, 500, 3_000, 20_000),
    variants={"pick": {"keen": pick}, "weigh": {"keen": weigh}},
)
