"""mypy over everything, with the modules of every game held against their contracts: `python -m tools.typed_games`.

The type checker does not see through `import_module`. So a module is written in which each module of each game is
assigned to the Protocol that it is loaded as; a function that is missing, misspelt or of other types is an error there.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from ludotheque.bots import bot_contract as bots
from ludotheque.drawing import drawing_contract as drawing
from ludotheque.games import NAMES
from ludotheque.games import game_contract as games
from ludotheque.games.game_manifest import ManifestModule
from ludotheque.games.game_modules import members
from ludotheque.interop.observation.observation_plan import PlanModule

ROOT = Path(__file__).parents[1]
FILE = ROOT / "build" / "typed_games.py"
CONTRACTS: dict[str, tuple[type, ...]] = {  # by module: its contract, and further ones that it may offer
    "games.{}.manifest": (ManifestModule,),
    "games.{}.state": (games.StateModule,),
    "games.{}.rules": (games.RulesModule, games.SecrecyModule),
    "games.{}.board": (games.BoardModule, games.BoardFilesModule),
    "games.{}.notation": (games.NotationModule, games.StartsModule),
    "games.{}.refusals": (games.RefusalsModule,),
    "games.{}.facts": (games.FactsModule,),
    "games.{}.fields": (games.FieldsModule,),
    "games.{}.text_board": (games.TextBoardModule,),
    "games.{}.secrets": (games.SecretsModule,),
    "drawing.{}.picture": (drawing.PictureModule, drawing.SharedPictureModule),
    "drawing.{}.text": (drawing.TextModule, drawing.AttemptModule, drawing.SplitModule),
    "drawing.{}.words": (drawing.WordsModule,),
    "drawing.{}.sheet": (drawing.SheetModule,),
    "drawing.{}.guide": (drawing.GuideModule,),
    "drawing.{}.vignette": (drawing.VignetteModule, drawing.StyledVignetteModule),
    "drawing.{}.reveal": (drawing.RevealModule,),
    "bots.{}.style": (bots.StyleModule, bots.ProvingModule),
    "bots.{}.endgame": (bots.EndgameModule,),
    "interop.observation.plans.{}": (PlanModule,),
}


def offers(names: Sequence[str] = NAMES) -> Iterator[tuple[str, type]]:
    """Every module of these games, with each contract that it must fulfil."""
    for name in names:
        for template, (required, *further) in CONTRACTS.items():
            path = f"ludotheque.{template.format(name)}"
            if find_spec(path.rpartition(".")[0]) and find_spec(path):
                yield path, required
                module = import_module(path)
                yield from ((path, one) for one in further if any(hasattr(module, member) for member in members(one)))


def text(names: Sequence[str] = NAMES) -> str:
    """The module that mypy reads."""
    found = list(offers(names))
    paths = {path: f"module_{number}" for number, path in enumerate(dict.fromkeys(path for path, _ in found))}
    kinds = {kind: f"Contract{number}" for number, kind in enumerate(dict.fromkeys(kind for _, kind in found))}
    lines = [f"import {path} as {name}" for path, name in paths.items()]
    lines += [f"from {kind.__module__} import {kind.__name__} as {name}" for kind, name in kinds.items()]
    lines += [f"checked_{number}: {kinds[kind]} = {paths[path]}" for number, (path, kind) in enumerate(found)]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the module and have it checked with everything else."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), "utf-8")
    command = [sys.executable, "-m", "mypy", "src", "tests", "bench", str(FILE.relative_to(ROOT))]
    return subprocess.run(command, cwd=ROOT, check=False).returncode  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
