"""The modules that draw each game: the same names for all (see `drawing.drawing_contract`)."""

from functools import cache, cached_property

from ludotheque.drawing.drawing_contract import Picture, Reveal, SharedPicture, Sheet, Split, Text, Vignette, Words
from ludotheque.games.game_modules import find_module, load_module, offered


class Modules:
    """How a game is drawn, written and told; each is loaded when it is first needed."""

    def __init__(self, game: str) -> None:
        self.package = f"ludotheque.drawing.{game}"

    @cached_property
    def picture(self) -> Picture:
        return load_module(f"{self.package}.picture", Picture)

    @cached_property
    def text(self) -> Text:
        return load_module(f"{self.package}.text", Text)

    @cached_property
    def are_watchers_alike(self) -> bool:
        """Whether all who have no move now see the same picture."""
        shared = offered(self.picture, SharedPicture)
        return shared is not None and shared.WATCHERS_ALIKE

    @cached_property
    def words(self) -> Words:
        return load_module(f"{self.package}.words", Words)

    @cached_property
    def sheet(self) -> Sheet | None:
        return find_module(f"{self.package}.sheet", Sheet)

    @cached_property
    def vignette(self) -> Vignette | None:
        return find_module(f"{self.package}.vignette", Vignette)

    @cached_property
    def split(self) -> Split | None:
        return find_module(f"{self.package}.split", Split)

    @cached_property
    def reveal(self) -> Reveal | None:
        return find_module(f"{self.package}.reveal", Reveal)


@cache
def modules_of(game: str) -> Modules:
    """The modules of a game."""
    return Modules(game)
