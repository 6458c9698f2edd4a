"""`kibitz-server warm`, `rules`, `analyse`, `explain`, `perft`, `uci`, `gtp`, `check-game`: without a server."""

import json
import os
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Literal

import typer

from kibitz_server.cli.console import fail, finish, run_as_filter, warn_of_games
from kibitz_server.temporary import own_folder


def warm(
    game: Annotated[list[str] | None, typer.Argument(help="Select the games; default: all.")] = None,
    algorithm: Annotated[list[str] | None, typer.Option(help="Select the algorithms; default: all.")] = None,
) -> None:
    """Compile the engines, so that no search waits for it later. Run it once on a machine, and after each update."""
    from kibitz_server.engine.algorithms import UnfitAlgorithm, UnknownAlgorithm
    from kibitz_server.engine.compiler.code_cache import FOLDER_VARIABLE, keeps_code
    from kibitz_server.engine.worker.warm import standard
    from kibitz_server.engine.worker.warm import warm as compile_ahead
    from kibitz_server.games.registry import UnknownGame, named_game

    warn_of_games()
    if not keeps_code():
        hint = f"set {FOLDER_VARIABLE} to a folder that can be written; the server needs the same"
        fail("no folder for compiled engines can be written, so nothing would be kept", hint)
    try:
        games = [named_game(name)[0] for name in game or ()]
        if games and algorithm:
            pairs = [(each, name) for name in games for each in algorithm]
        else:
            pairs = [(a, g) for a, g in standard() if (not games or g in games) and (not algorithm or a in algorithm)]
        compile_ahead(pairs, lambda pair: typer.echo(f"{pair[1]} {pair[0]}"))
    except (UnknownGame, UnknownAlgorithm, UnfitAlgorithm) as error:
        fail(str(error), "list games and engines: kibitz games", 2)


def rules() -> None:
    """Show the legal moves, side to move, result and board of positions: JSON lines in, JSON lines out.

    A line is {"game", "options", "position", "moves"}; only the game is required.
    """
    from kibitz_server.programs.json_lines import rules as tool
    from kibitz_server.programs.json_lines.lines import answer_lines

    run_as_filter()
    warn_of_games()
    if answer_lines(sys.stdin, sys.stdout, tool.FIELDS, tool.rules):
        finish(1)


def analyse(
    record: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Judge the moves of this record, as `kibitz export` writes it; - reads input."
        ),
    ] = None,
    effort: Annotated[
        Literal["quick", "normal", "deep"], typer.Option(help="With --record, how deep to search each position.")
    ] = "normal",
) -> None:
    """Search or solve positions: JSON lines in, JSON lines out. Or judge the moves of a finished match.

    A line is that of `rules` plus {"algorithm", "limit", "all_moves"}. The limit is an object of "seconds", "depth",
    "nodes", "playouts", "seed" and "level".

    With --record it prints the progress as a line for each position, and last the judged moves as one line.
    """
    from kibitz_server.engine.compiler.select import compile_searches
    from kibitz_server.programs.json_lines import analyse as tool
    from kibitz_server.programs.json_lines.lines import answer_lines

    run_as_filter()
    warn_of_games()
    if record is not None:
        _analyse_record(record, effort)
        return
    compile_searches()
    if answer_lines(sys.stdin, sys.stdout, tool.FIELDS, tool.analyse):
        finish(1)


def _analyse_record(source: str, effort: Literal["quick", "normal", "deep"]) -> None:
    from kibitz_protocol.formats.record import NotARecord
    from kibitz_server.engine.analysis.game_analysis import CannotAnalyse
    from kibitz_server.records import analyse as records
    from kibitz_server.records.difference import DifferenceError
    from kibitz_server.records.report import conversion, source_lines

    def say(data: dict[str, object]) -> None:
        typer.echo(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
        sys.stdout.flush()

    name = "the input" if source == "-" else source
    try:
        records.analyse(source_lines(source), effort, say)
    except records.NotOver as error:
        fail(str(error), "analyse it again when the match is over", 2)
    except CannotAnalyse as error:
        fail(str(error), None, 2)
    except DifferenceError as error:
        fail(f"the record differs from the rules: {error}", f"kibitz-server verify {source}", 1)
    except NotARecord as error:
        way = conversion(source)
        hint = f"{way} | kibitz-server analyse --record -" if way else "read docs/records.md about the format"
        fail(f"{name} is not a record: {error}", hint, 2)
    except OSError as error:
        fail(f"{name} cannot be read: {error.strerror}", None, 2)


def explain() -> None:
    """Show the tree of a small search as data: JSON lines in, JSON lines out.

    A line is that of `rules` plus {"algorithm": "minimax" or "textbook", "depth"}, or {"tree": [[3, 12], [2, 4]]}.
    """
    from kibitz_server.programs.json_lines import explain as tool
    from kibitz_server.programs.json_lines.lines import answer_lines

    run_as_filter()
    warn_of_games()
    if answer_lines(sys.stdin, sys.stdout, tool.FIELDS, tool.explained):
        finish(1)


def perft(
    game: Annotated[str, typer.Argument(help="The game.")],
    depth: Annotated[int, typer.Option(help="Count sequences of up to this many plies.")],
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option", "--options", "-o", metavar="NAME=VALUE", help="Set options of the game: columns=5,rows=4."
        ),
    ] = None,
) -> None:
    """Count the move sequences of each length from the start, to test a game's rules."""
    from kibitz_server.engine.compiler.select import compile_searches
    from kibitz_server.games.game import BadOption
    from kibitz_server.games.registry import UnknownGame
    from kibitz_server.programs.json_lines import perft as tool

    run_as_filter()
    warn_of_games()
    compile_searches()
    try:
        tool.perft(game, tool.read_options(option or []), depth, sys.stdout)
    except (UnknownGame, BadOption, tool.BadCount) as error:
        fail(str(error), "kibitz-server perft connect4 --depth 6 -o columns=5", 2)


def uci(
    game: Annotated[str, typer.Argument(help="The game, with UCI notation.")] = "chess",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "--options", "-o", metavar="NAME=VALUE", help="Set options of the game."),
    ] = None,
) -> None:
    """Be a UCI engine on standard input and output, for any program that runs games between engines.

    The first start compiles the search, which takes a minute: run `kibitz-server warm chess` before.
    """
    from importlib.metadata import version

    from kibitz_server.engine.compiler.select import compile_searches
    from kibitz_server.games.game import BadOption
    from kibitz_server.games.registry import UnknownGame, load, named_game
    from kibitz_server.programs.engines.input import bounded_lines
    from kibitz_server.programs.json_lines.perft import BadCount, read_options
    from kibitz_server.programs.uci.commands import MAX_LINE
    from kibitz_server.programs.uci.session import serve

    run_as_filter()
    warn_of_games()
    try:
        rules = load(*named_game(game, read_options(option or [])))
    except (UnknownGame, BadOption, BadCount) as error:
        fail(str(error), "kibitz-server uci chess", 2)
    if rules.declaration.notation != "uci":
        fail(f"{game} has no UCI notation", "kibitz-server uci chess", 2)
    serve(
        rules,
        bounded_lines(sys.stdin, MAX_LINE),
        lambda line: print(line, flush=True),
        version("kibitz"),
        compile_searches,
    )


def gtp(
    size: Annotated[int, typer.Option(help="Begin with a board of this size, 2 to 19.")] = 9,
    komi: Annotated[float, typer.Option(help="Begin with this komi.")] = 7.5,
    level: Annotated[int, typer.Option(min=0, max=10, help="Play at this level; 0 is full strength.")] = 0,
    algorithm: Annotated[str, typer.Option(help="Select the search.")] = "mcts",
    seconds: Annotated[
        float | None,
        typer.Option(help="Search at most so long for a move; default: by the clock, and 5 seconds without one."),
    ] = None,
    playouts: Annotated[int | None, typer.Option(help="Search with at most this many playouts for a move.")] = None,
    resign: Annotated[
        float, typer.Option(metavar="PERCENT", help="Resign when the chance to win is lower; 0 is never.")
    ] = 0.0,
) -> None:
    """Be a Go engine on standard input and output, for any program that speaks GTP.

    The first `boardsize` of a size compiles its search, which takes ten seconds or more. `kibitz-server warm go` does
    that for 9x9.
    """
    import math
    from importlib.metadata import version

    from kibitz_server.engine.algorithms import UnfitAlgorithm, check
    from kibitz_server.engine.compiler.select import compile_searches
    from kibitz_server.games.game import BadOption
    from kibitz_server.programs.engines.input import bounded_lines
    from kibitz_server.programs.engines.strength import EngineStrength
    from kibitz_server.programs.gtp.board import Board
    from kibitz_server.programs.gtp.commands import MAX_LINE
    from kibitz_server.programs.gtp.engine import PlaySettings
    from kibitz_server.programs.gtp.session import serve

    run_as_filter()
    warn_of_games()
    if not math.isfinite(komi):
        fail(f"the komi must be a number, not {komi}", "kibitz-server gtp --komi 6.5", 2)
    try:
        board = Board(size, komi)
        settings = PlaySettings(EngineStrength.of(board.game).by(algorithm.lower()).at_level(str(level)))
        settings = settings.with_bounds(seconds, playouts, resign)
        check(settings.strength.algorithm, board.game)
    except (BadOption, UnfitAlgorithm, ValueError) as error:
        fail(str(error), "kibitz-server gtp --size 9 --level 5", 2)

    def say(text: str) -> None:
        print(text, end="", flush=True)

    serve(board, settings, bounded_lines(sys.stdin, MAX_LINE), say, version("kibitz"), begin=compile_searches)


def check_game(
    file: Annotated[Path, typer.Argument(help="The file of the game, or its folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print findings as JSON objects, one a line.")] = False,
) -> None:
    """Check a game of your own: its functions, random games, texts, board, and compiled rules; exit code 1 if it fails.

    Each finding is one line with the place and a way out. It takes up to a minute, because the rules are compiled.
    """
    file = file.resolve()
    if not (file.is_file() or (file / "rules.py").is_file()):
        problem = f"{file} is a folder without rules.py" if file.is_dir() else f"there is no file {file}"
        fail(problem, "name the file of a game: kibitz-server check-game ~/my-games/chomp.py")
    with tempfile.TemporaryDirectory(dir=own_folder()) as cache:
        # The compiler reads these variables once, so they come before it is imported.
        os.environ |= {"NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1", "NUMBA_CACHE_DIR": cache}
        from kibitz_server.engine.compiler import select
        from kibitz_server.game_check.check import check

        machine = select.chosen() if select.compile_searches() else None
        found = 0
        for finding in check(file, machine):
            found += 1
            typer.echo(json.dumps(asdict(finding), ensure_ascii=False) if as_json else str(finding))
    if machine is None:
        typer.echo("note: there is no compiler here, so only the rules in plain Python were checked", err=True)
    if found:
        finish(1)
    typer.echo(f"{file}: no problem found", err=True)
