"""The command `ludotheque`: an error is one line that says what to do, and exit code 2."""

import sys
from importlib import import_module

import click

import ludotheque
from ludotheque.cli.commands import arena, boards, pictures, play, records, simulate, verify
from ludotheque.cli.terminal import echo

HOUSE = {"serve": "serve:serve"} | {name: f"upkeep:{name}_house" for name in ("export", "import")}
HOUSE |= {name: f"upkeep:{name}" for name in ("backup", "restore", "check", "fix")} | {"mcp": "mcp:mcp"}


class Commands(click.Group):
    """All commands; those of the server and for agents are imported on use, so that others start fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *HOUSE]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in HOUSE:
            return super().get_command(ctx, cmd_name)
        module, _, name = HOUSE[cmd_name].partition(":")
        found: click.Command = getattr(import_module(f"ludotheque.cli.commands.{module}"), name)
        return found


@click.group(cls=Commands, no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(ludotheque.__version__, prog_name="ludotheque")
def cli() -> None:
    """Tabletop games, exactly as their rulebooks say; `ludotheque games` lists them."""


@cli.command()
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def games(as_json: bool) -> None:
    """List the games, their players and options."""
    records.list_games(as_json)


for command in (
    play.play, pictures.rules, records.new, pictures.show, records.legal, pictures.replay, verify.verify,
    simulate.simulate, simulate.perft, boards.boards, arena.arena,
):  # fmt: skip
    cli.add_command(command)


def main() -> None:
    """Run the command line; every known error ends in one line."""
    try:
        cli(prog_name="ludotheque", standalone_mode=False)
    except click.exceptions.Abort:
        _stop("stopped", 130)
    except click.UsageError as error:
        message, command = error.format_message(), error.ctx.command_path if error.ctx else "ludotheque"
        _stop(f"{message}{'' if message.endswith(('.', '?')) else '.'} See {command} --help", 2)
    except click.ClickException as error:
        _stop(error.format_message(), 2)
    except ludotheque.GameError as error:
        _stop(str(error), 2)
    except OSError as error:
        _stop(": ".join(filter(None, (error.filename, error.strerror))) or str(error), 2)


def _stop(message: str, code: int) -> None:
    line = " ".join(message.split())
    echo(f"ludotheque: {line}", err=True)
    sys.exit(code)
