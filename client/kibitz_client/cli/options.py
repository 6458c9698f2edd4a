"""Types of the options and arguments that several commands share."""

from collections.abc import Callable, Coroutine
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz_client.cli import completion
from kibitz_client.errors import UsageError
from kibitz_client.settings import DEFAULT_SERVER
from kibitz_protocol.validation.durations import MILLISECOND, seconds_of

Done = Coroutine[Any, Any, None]
"""The work of a command."""


def duration(least: float, most: float, *, zero: bool = False) -> Callable[[float | None], float | None]:
    """Return the check of an option with a duration in seconds.

    Args:
        least: The unit, which is the least value.
        most: The largest value.
        zero: Whether 0 is allowed too.
    """

    def check(seconds: float | None) -> float | None:
        try:
            return None if seconds is None else seconds_of(seconds, least, most, zero=zero)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return check


def sought(player: str | None, engine: str | None) -> str | None:
    """Return the player that a search is for, as the server understands it.

    Raises:
        UsageError: The search names a player and an engine.
    """
    if player is not None and engine is not None:
        raise UsageError("a search is for a player or for an engine", "leave out --player or --engine")
    from kibitz_protocol.values.seats import reference

    return reference(engine, engine=True) if engine is not None else player


class FileOrder(StrEnum):
    """Order of openings."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"


class FirstMover(StrEnum):
    """The player that moves first."""

    ME = "me"
    THEM = "them"
    RANDOM = "random"


Server = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help=f"Server address (KIBITZ_SERVER); 'private' starts your own. Default: {DEFAULT_SERVER}.",
    ),
]
Name = Annotated[str | None, typer.Option(metavar="NAME", help="Your name that others see (KIBITZ_NAME).")]
TokenFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="File with your token (KIBITZ_TOKEN holds one itself). A new file makes you a new player."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print only JSON objects on standard output, one per line.")]
Plain = Annotated[
    bool,
    typer.Option("--plain", help="Print one line for each event, without boards, for screen readers (KIBITZ_PLAIN)."),
]
Game = Annotated[str, typer.Argument(help="The name of a game; see: kibitz games", autocompletion=completion.games)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="Set an option of the game: -o columns=5. Some may be any: the server then chooses the value.",
    ),
]
ClockText = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="CLOCK",
        help="The clock: 5+3 or 5, with delay 5d3, byo-yomi 10b3x30, per move 30s or 3days. Default: none.",
    ),
]
Position = Annotated[
    str | None, typer.Option(metavar="TEXT", help="The position to start from, such as a FEN in chess.")
]
Moves = Annotated[
    str | None,
    typer.Option(
        metavar="MOVES", help="Moves to start after, from that position: 'b2 a1'.", autocompletion=completion.moves
    ),
]
First = Annotated[
    FirstMover | None,
    typer.Option(
        help="The player that moves first, or that gets the first side if dice or a handicap decide the first move.",
        show_default=False,
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="File with the key of a private match (KIBITZ_KEY holds the key itself)."),
]
EnginePace = Annotated[
    float | None,
    typer.Option(
        "--engine-pace",
        "--pace",
        callback=duration(MILLISECOND, 10, zero=True),
        metavar="SECONDS",
        help="Let engines take at least this long for a move, if their clock allows. Default: the server's pace"
        " where a person plays, a second where two engines are hosted in a terminal, else 0.",
        show_default=False,
    ),
]
Games = Annotated[
    int, typer.Option("--games", min=1, max=100, metavar="N", help="Play a series of N games, with alternating sides.")
]

OpeningsSource = Annotated[
    str | None,
    typer.Option(
        metavar="FILE|bundled|none",
        help="The openings of the games: a file, of games in .pgn, of positions in .epd, else the moves on each line;"
        " those of the server; or none.",
    ),
]
OpeningOrder = Annotated[
    FileOrder,
    typer.Option("--order", help="Use the openings in the order of the file, or in random order."),
]
OpeningStart = Annotated[int, typer.Option(min=1, metavar="N", help="Begin with the opening of this number.")]
DuelStart = Annotated[
    int, typer.Option("--opening-start", "--start", min=1, metavar="N", help="Begin with the opening of this number.")
]
Seed = Annotated[
    int | None,
    typer.Option(min=0, metavar="N", help="Make everything random repeatable: openings, sides and engines."),
]
Concurrency = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=1000,
        metavar="N",
        help="Play N games between engines at a time. Default: as many as the server has slots.",
    ),
]
SprtText = Annotated[
    str | None,
    typer.Option(
        metavar="ELO0:ELO1[:ALPHA:BETA[:MODEL]]",
        help="End a match when a sequential probability ratio test decides between two differences in Elo. The error"
        " rates are 0.05, the model is normalized or logistic.",
    ),
]
MostGames = Annotated[
    int | None, typer.Option(min=2, max=100_000, metavar="N", help="End the test undecided after N games.")
]
Resign = Annotated[
    str | None,
    typer.Option(
        metavar="SCORE:MOVES[:one]",
        help="Adjudicate games between engines as lost when both see this score for so many moves; with :one, when"
        " the loser does.",
    ),
]
DrawRule = Annotated[
    str | None,
    typer.Option(
        metavar="FROM:SCORE:MOVES",
        help="Adjudicate games between engines as drawn when, from this move on, both see at most this score for so"
        " many moves.",
    ),
]
MostPlies = Annotated[
    int | None,
    typer.Option(min=2, max=100_000, metavar="N", help="Adjudicate games between engines as drawn after N plies."),
]
AdjudicateProved = Annotated[
    bool,
    typer.Option(
        "--adjudicate-proved", help="Adjudicate games between engines when both report the same exact result."
    ),
]
Delay = Annotated[
    str | None, typer.Option(metavar="DELAY", help="Delay what watchers see, by moves, such as 2, or by time: 30s.")
]
Watchers = Annotated[bool, typer.Option("--watchers/--no-watchers", help="Allow or forbid watchers.")]
Chat = Annotated[bool, typer.Option("--chat/--no-chat", help="Allow or forbid chat.")]
Database = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Keep the tournament of a private server in this file; the same command continues it."
    ),
]
