"""Typer commands about records, search trees and analysis boards."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz_client.cli import completion
from kibitz_client.cli.options import Done, KeyFile, Options
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output


def export(
    code: Annotated[str, typer.Argument(help="The code of the match.", autocompletion=completion.finished)],
    pgn: Annotated[bool, typer.Option("--pgn", help="Write text with tags and moves, in the manner of PGN.")] = False,
    sgf: Annotated[bool, typer.Option("--sgf", help="Write SGF, which programs for Go read.")] = False,
    comments: Annotated[
        bool, typer.Option("--comments", help="In PGN and SGF, add score, clock and time to each move.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write to this file (default: standard output). The ending .pgn or .sgf selects the format.",
        ),
    ] = None,
    key_file: KeyFile = None,
) -> Work:
    """Write a whole match as JSON lines, which `replay` shows and verifies, or as text."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records.export import export
        from kibitz_client.errors import UsageError

        if pgn and sgf:
            raise UsageError("--pgn and --sgf exclude each other", "leave one of them out")
        form: Literal["pgn", "sgf"] | None = "pgn" if pgn else "sgf" if sgf else None
        return export(
            settings,
            output,
            code,
            form=None if settings.json else form,
            out=out,
            comments=comments,
            key_file=key_file,
        )

    return work


def replay(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE_OR_CODE",
            help="A record from `kibitz export` or `kibitz watch --json`, a .pgn or .sgf file, or a match's code.",
            autocompletion=completion.finished,
        ),
    ],
    verify: Annotated[
        bool, typer.Option("--verify", help="Check it against the rules and clocks; needs the server's installation.")
    ] = False,
    engines: Annotated[
        bool, typer.Option("--engines", help="With --verify, also repeat the searches that can be repeated.")
    ] = False,
    key_file: KeyFile = None,
) -> Work:
    """Show a record, a game in PGN or SGF, or a match, or verify it: exit code 1 if it differs from the rules."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records.replay import replay

        return replay(settings, output, source, verify=verify or engines, engines=engines, key_file=key_file)

    return work


def fairness(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE_OR_CODE",
            help="A finished match's code, or a record of `kibitz export`.",
            autocompletion=completion.finished,
        ),
    ],
    key_file: KeyFile = None,
) -> Work:
    """Compute the dice or cards of a match again: exit code 0 if they are fair, 1 if not, 2 if it was not checked.

    They follow from the server seed, which is revealed after the end, and from the client seeds of the players. This
    program compares the hash of the seed with the one that it received before the first move, if it played the match.
    """

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records.fairness import fairness

        return fairness(settings, output, source, key_file=key_file)

    return work


def analyse(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE_OR_CODE", help="A finished match's code, a record of `kibitz export`, or a .pgn or .sgf file."
        ),
    ],
    effort: Annotated[
        Literal["quick", "normal", "deep"],
        typer.Option(help="10,000, 100,000 or 1,000,000 nodes for each position."),
    ] = "normal",
    key_file: KeyFile = None,
) -> Work:
    """Show the mistakes of a finished match, better moves, and the accuracy of each side.

    The server analyses its own matches and keeps the result. A file is analysed on this machine, which needs the
    server's installation.
    """

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.records.analyse import analyse

        return analyse(settings, output, source, effort=effort, key_file=key_file)

    return work


def explain(
    game: Annotated[
        str | None, typer.Argument(help="The name of a game; see: kibitz games", autocompletion=completion.games)
    ] = None,
    match: Annotated[
        str | None,
        typer.Option(
            metavar="CODE",
            help="Explain the current position of a match, instead of a game.",
            autocompletion=completion.codes,
        ),
    ] = None,
    tree: Annotated[
        str | None,
        typer.Option(
            metavar="VALUES", help="Explain your own leaf values: '3 12 8 / 2 4 6', or '[[3, 12, 8], [2, 4, 6]]'."
        ),
    ] = None,
    option: Options = None,
    position: Annotated[str | None, typer.Option(help="The position to start from, as the server writes it.")] = None,
    moves: Annotated[
        str | None, typer.Option(help="The moves from that position: b2,a1.", autocompletion=completion.moves)
    ] = None,
    algorithm: Annotated[
        Literal["alphabeta", "textbook", "minimax"],
        typer.Option(help="Alpha-beta as in textbooks (textbook is another name), or minimax without cut-offs."),
    ] = "alphabeta",
    depth: Annotated[
        int | None,
        typer.Option(min=0, max=12, metavar="N", help="How many plies to search. Default: as many as fit."),
    ] = None,
    first: Annotated[
        Literal["max", "min"] | None, typer.Option(help="The side to move at the root of your own tree (default: max).")
    ] = None,
    key_file: KeyFile = None,
) -> Work:
    """Show the tree of a search: alpha, beta and value of each node, and what was cut off."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.explain import explain
        from kibitz_client.parsing.arguments import ExplainRequest

        usual = "textbook" if algorithm == "alphabeta" else algorithm
        request = ExplainRequest(game, match, tree, tuple(option or ()), position, moves, usual, depth, first)
        return explain(settings, output, request, key_file)

    return work


def analysis_board(
    source: Annotated[
        str,
        typer.Argument(
            metavar="GAME_FILE_OR_CODE",
            help="A game, a record of `kibitz export`, a .pgn or .sgf file, or a match's code.",
        ),
    ],
    option: Options = None,
    position: Annotated[str | None, typer.Option(help="The position of the game to start from.")] = None,
    moves: Annotated[str | None, typer.Option(help="The moves from that position: b2,a1.")] = None,
    key_file: KeyFile = None,
) -> Work:
    """Try out moves of both sides, with an engine's opinion. If no server answers, a private one is started."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.analysis_board import analysis_board

        return analysis_board(settings, output, source, option or (), position, moves, key_file)

    return work


def puzzle(
    game: Annotated[
        str | None, typer.Argument(help="The name of a game (default: any).", autocompletion=completion.games)
    ] = None,
    daily: Annotated[bool, typer.Option("--daily", help="Begin with the puzzle of today.")] = False,
    level: Annotated[
        Literal["easier", "equal", "harder"], typer.Option(help="How hard, compared with your rating.")
    ] = "equal",
) -> Work:
    """Solve puzzles: positions of finished matches with one good move. Type moves; `help` lists the other words."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.puzzle import puzzle

        return puzzle(settings, output, game, daily=daily, level=level)

    return work
