"""How Maka Bana is searched."""

from ludotheque.bots.makabana.information_sets import is_beyond, is_laid, is_unread, is_unseen
from ludotheque.bots.makabana.policy import pick, suppose
from ludotheque.bots.search_style import Style

STYLE = Style(
    {"pick": pick, "suppose": suppose, "is_unseen": is_unread, "is_beyond": is_laid},
    {"margin": 0.8, "scale": 4.0, "patience": 40, "exploration": 0.4},
    (50, 200, 1_000, 6_000, 60_000),
    (0.7, 0.4, 0.3, 0.2, 0.1),
    {"is_unseen": is_unseen, "is_beyond": is_beyond},
    variants={
        "pick": {"keen": pick},
        "suppose": {"keen": suppose},
        "is_unseen": {"projects": is_unseen, "tikis": is_unread},
        "is_beyond": {"round": is_beyond, "phase": is_laid},
    },
)
