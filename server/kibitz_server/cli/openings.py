"""`kibitz-server openings`: openings of events."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_server.cli.console import fail, finish

if TYPE_CHECKING:
    from kibitz_server.openings.read import GameOpenings

app = typer.Typer(help="Build, check and show openings of events.", rich_markup_mode=None, no_args_is_help=True)

Nodes = Annotated[int, typer.Option(min=1, help="Limit the search of a position.")]
Margin = Annotated[
    int, typer.Option(min=0, help="Keep openings in which a side is ahead by at most this many hundredths.")
]
Source = Annotated[str, typer.Argument(metavar="FILE|GAME", help="The openings, or a game with bundled ones.")]


class _Progress:
    """Prints how many openings were found, at most ten times."""

    def __init__(self, number: int) -> None:
        self._step = -(-number // 10)
        self._next = self._step

    def __call__(self, walks: int, found: int) -> None:
        """Print the number of walks and of openings, if that has grown by a tenth of those wanted."""
        if found >= self._next:
            self._next = found + self._step
            typer.echo(f"{walks} walks: {found} openings")


@app.command("build")
def build_openings(
    game: Annotated[str, typer.Argument(help="The game.")],
    out: Annotated[str, typer.Option(help="Write the openings to this file.")],
    option: Annotated[list[str] | None, typer.Option(help="Set an option of the game, such as size=6.")] = None,
    plies: Annotated[int, typer.Option(min=1, max=100, help="Set the moves of an opening.")] = 6,
    number: Annotated[int, typer.Option(min=1, max=10_000, help="Set how many openings.")] = 200,
    every: Annotated[
        bool, typer.Option("--all", help="Take all of up to --plies moves, at most --number, in a small game.")
    ] = False,
    margin: Margin = 50,
    loss: Annotated[
        int | None, typer.Option(min=0, help="Set what a move may lose on the way; default: as --margin.")
    ] = None,
    unbalanced: Annotated[bool, typer.Option("--unbalanced", help="Keep openings of any balance.")] = False,
    nodes: Nodes = 100_000,
    algorithm: Annotated[str | None, typer.Option(help="Select the search; default: the strongest.")] = None,
    seed: Annotated[int, typer.Option(help="Select other random moves.")] = 1,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Search in this many processes.")] = 1,
) -> None:
    """Build openings by random moves that keep the balance. The same command builds the same openings again."""
    from kibitz_protocol.formats.openings import write_openings
    from kibitz_server.engine.driver import UnfitAlgorithm, UnknownAlgorithm
    from kibitz_server.games.game import BadOption
    from kibitz_server.games.registry import UnknownGame, load, named_game
    from kibitz_server.openings import build
    from kibitz_server.openings.read import why_none

    given = {name: value for name, _, value in (item.partition("=") for item in option or [])}
    try:
        chosen = load(*named_game(game, given))
        if reason := why_none(chosen):
            fail(reason, None, 2)
        plan = build.BuildPlan(
            chosen.name,
            tuple(chosen.options.items()),
            plies,
            number,
            None if unbalanced else margin,
            loss,
            nodes,
            seed,
            algorithm,
        )
        if every:
            lines = build.all_distinct(plan, lambda ply, count: typer.echo(f"ply {ply}: {count} openings"))
        else:
            lines = build.build(plan, workers, _Progress(number))
        with open(out, "w", encoding="utf-8", newline="\n") as file:
            file.write(write_openings(build.as_file(plan, build.command(plan, every=every), lines)))
    except (UnknownGame, BadOption, UnknownAlgorithm, UnfitAlgorithm) as error:
        fail(str(error), "list games, their options and engines: kibitz games", 2)
    except build.TooFew as error:
        fail(str(error), None, 1)
    except OSError as error:
        fail(f"cannot write {out}: {error.strerror}", "select another file with --out", 2)
    typer.echo(f"{len(lines)} openings in {out}")


@app.command("check")
def check_openings(
    source: Source,
    balance: Annotated[bool, typer.Option("--balance", help="Search the positions too.")] = False,
    margin: Margin = 50,
    nodes: Nodes = 100_000,
) -> None:
    """Check that openings are legal, different from each other and not over. Exit code 1: some are not."""
    from kibitz_server.engine.compiler import select
    from kibitz_server.openings import check
    from kibitz_server.openings.balance import advantage

    found = _read(source, wrong=1)
    wrong = 0
    for problem in check.problems(found):
        typer.echo(f"{problem}", err=True)
        wrong += 1
    if balance:
        select.compile_searches()
        judge = advantage(found.game)
        for problem in check.unbalanced(found, margin, lambda position: judge(position, nodes)):
            typer.echo(f"{problem}", err=True)
            wrong += 1
    typer.echo(f"{len(found.openings)} openings of {found.game.name}, {wrong or 'no'} problem{'s' * (wrong != 1)}")
    finish(1 if wrong else 0)


@app.command("show")
def show_openings(
    source: Source,
    number: Annotated[int | None, typer.Argument(min=1, help="Show the position of this opening, from 1.")] = None,
) -> None:
    """Show what a file of openings says of itself and its openings, or the position of one."""
    from kibitz_server.openings.show import described, drawn

    found = _read(source, wrong=2)
    if number is not None and number > len(found.openings):
        fail(f"{source} has {len(found.openings)} openings", "give a lower number", 2)
    typer.echo("\n".join(described(found) if number is None else drawn(found, number)))


def _read(source: str, wrong: int) -> "GameOpenings":
    """Return the openings of a file or a game, or end with an error. `wrong` is the exit code for a bad file."""
    from kibitz_protocol.formats.openings import BadOpenings
    from kibitz_protocol.validation.reading import open_regular, read_content
    from kibitz_server.games.registry import UnknownGame, load, named_game
    from kibitz_server.openings.bundled import FOLDER, NoBundledOpenings, bundled
    from kibitz_server.openings.read import openings_of

    path = Path(source)
    try:
        if not path.exists():
            game = load(*named_game(source))
            bundled(game)
            path = FOLDER / f"{game.name}.openings"
        with open_regular(path) as stream:
            return openings_of(read_content(stream, path))
    except NoBundledOpenings as error:
        fail(str(error), error.hint, 2)
    except UnknownGame as error:
        fail(f"{source}: {error}", "name a file, or a game of `kibitz games`", 2)
    except BadOpenings as error:
        fail(f"{source}: {error}", None, wrong)
    except OSError as error:
        fail(f"cannot read {source}: {error.strerror}", "name another file", 2)
