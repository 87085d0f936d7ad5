"""The modules that draw each game: the same names for all (see `drawing.drawing_contract`)."""

from functools import cache, cached_property

from ludotheque.drawing.drawing_contract import (
    GuideModule,
    PictureModule,
    RevealModule,
    SharedPictureModule,
    SheetModule,
    SplitModule,
    TextModule,
    VignetteModule,
    WordsModule,
)
from ludotheque.games.game_modules import find_module, load_module, offered


class Modules:
    """The modules in `drawing/<game>`, each loaded when it is first needed."""

    def __init__(self, game: str) -> None:
        self.package = f"ludotheque.drawing.{game}"

    @cached_property
    def picture(self) -> PictureModule:
        return load_module(f"{self.package}.picture", PictureModule)

    @cached_property
    def text(self) -> TextModule:
        return load_module(f"{self.package}.text", TextModule)

    @cached_property
    def are_watchers_alike(self) -> bool:
        """Whether all who have no move now see the same picture."""
        shared = offered(self.picture, SharedPictureModule)
        return shared is not None and shared.WATCHERS_ALIKE

    @cached_property
    def words(self) -> WordsModule:
        return load_module(f"{self.package}.words", WordsModule)

    @cached_property
    def guide(self) -> GuideModule | None:
        return find_module(f"{self.package}.guide", GuideModule)

    @cached_property
    def sheet(self) -> SheetModule | None:
        return find_module(f"{self.package}.sheet", SheetModule)

    @cached_property
    def vignette(self) -> VignetteModule | None:
        return find_module(f"{self.package}.vignette", VignetteModule)

    @cached_property
    def split(self) -> SplitModule | None:
        return offered(self.text, SplitModule)

    @cached_property
    def reveal(self) -> RevealModule | None:
        return find_module(f"{self.package}.reveal", RevealModule)


@cache
def modules_of(game: str) -> Modules:
    """The modules of a game."""
    return Modules(game)
