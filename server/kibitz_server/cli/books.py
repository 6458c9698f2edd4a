"""`kibitz-server book`: opening books."""

from pathlib import Path
from typing import Annotated

import typer

from kibitz_protocol.validation.durations import DAY, MILLISECOND
from kibitz_server.cli.console import duration, fail

app = typer.Typer(help="Build and show opening books.", rich_markup_mode=None, no_args_is_help=True)


@app.command("build")
def build_book(
    game: Annotated[str, typer.Argument(help="The game.")],
    out: Annotated[str, typer.Option(help="Write the book to this file.")],
    option: Annotated[list[str] | None, typer.Option(help="Set an option of the game, such as size=6.")] = None,
    algorithm: Annotated[str | None, typer.Option(help="Select the search; default: the strongest.")] = None,
    plies: Annotated[int, typer.Option(min=1, max=40, help="Set the depth of the book.")] = 5,
    nodes: Annotated[int, typer.Option(min=1, help="Limit the search of each move.")] = 300_000,
    seconds: Annotated[
        float | None, typer.Option(callback=duration(MILLISECOND, DAY), help="Limit it by time instead of nodes.")
    ] = None,
    margin: Annotated[int, typer.Option(min=0, help="Keep moves that score at most this much below the best.")] = 30,
    most: Annotated[int, typer.Option(min=1, help="Keep at most this many moves of a position.")] = 3,
) -> None:
    """Build a book by searching a game's openings. With --nodes, the same command builds the same book again."""
    from kibitz_server.engine import book
    from kibitz_server.engine.book_builder import worth
    from kibitz_server.engine.compiler import select
    from kibitz_server.engine.driver import UnfitAlgorithm, UnknownAlgorithm
    from kibitz_server.engine.limit import Limit
    from kibitz_server.games.game import BadOption
    from kibitz_server.games.registry import UnknownGame, load, named_game

    given = {name: value for name, _, value in (item.partition("=") for item in option or [])}
    try:
        chosen = load(*named_game(game, given))
        game = chosen.name
        options = "".join(f" --option {name}={value}" for name, value in given.items())
        options += f" --algorithm {algorithm}" if algorithm else ""
        spent = f"--seconds {seconds:g}" if seconds else f"--nodes {nodes}"
        command = f"kibitz-server book build {game}{options} --plies {plies} {spent} --margin {margin} --most {most}"
        score = worth(chosen, Limit(seconds=seconds, seed=1) if seconds else Limit(nodes=nodes, seed=1), algorithm)
        select.compile_searches()
        built = book.build(
            chosen, command, plies, score, margin, most, lambda ply, count: typer.echo(f"ply {ply}: {count} positions")
        )
        with open(out, "w", encoding="utf-8") as file:
            file.write(book.write(built))
    except (UnknownGame, BadOption, UnknownAlgorithm, UnfitAlgorithm) as error:
        fail(str(error), "list games, their options and engines: kibitz games", 2)
    except OSError as error:
        fail(f"cannot write {out}: {error.strerror}", "select another file with --out", 2)
    typer.echo(f"{len(built.positions)} positions in {out}")


@app.command("show")
def show_book(
    source: Annotated[str, typer.Argument(metavar="FILE|GAME", help="The book, or a game with a bundled one.")],
    moves: Annotated[list[str] | None, typer.Argument(help="The moves from the start.")] = None,
) -> None:
    """Show what a book contains at the start, or after some moves."""
    from kibitz_protocol.validation.plain_text import NotText
    from kibitz_server.engine import book
    from kibitz_server.games.game import IllegalMove
    from kibitz_server.games.registry import UnknownGame, load, named_game

    try:
        path = Path(source)
        written = _text(path) if path.exists() else None
        found = book.read(written) if written is not None else book.bundled(load(*named_game(source)))
        if found is None:
            fail(f"{source} has no bundled book", f"build one: kibitz-server book build {source} --out FILE", 2)
        typer.echo("\n".join(book.show(found, moves or [])))
    except NotText as error:
        fail(f"{source} is not a book: {error}", "build one: kibitz-server book build", 2)
    except (UnknownGame, IllegalMove, book.BadBook) as error:
        fail(f"{source}: {error}", "`kibitz-server book show --help`", 2)
    except OSError as error:
        fail(f"cannot read {source}: {error.strerror}", "name another file", 2)


def _text(file: Path) -> str:
    """Return the text of a book, which may be large. Raises OSError or NotText."""
    from kibitz_protocol.validation.plain_text import plain_text
    from kibitz_protocol.validation.reading import open_regular

    with open_regular(file) as content:
        return plain_text(content.read())
