"""The options and arguments that several commands share."""

from collections.abc import Coroutine
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from kibitz_client.settings import DEFAULT_SERVER

Done = Coroutine[Any, Any, None]
"""The work of a command."""


class FirstMover(StrEnum):
    """Who has the first move."""

    ME = "me"
    THEM = "them"
    RANDOM = "random"


Server = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help=f"The server (KIBITZ_SERVER), private for one of your own, else {DEFAULT_SERVER}."
    ),
]
Name = Annotated[str | None, typer.Option(metavar="NAME", help="Your name as others see it (KIBITZ_NAME).")]
TokenFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Holds the token of who you are (KIBITZ_TOKEN holds one itself).")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line on standard output, nothing else there.")]
Game = Annotated[str, typer.Argument(help="The name of a game; see: kibitz games")]
Options = Annotated[
    list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game: -o columns=5.")
]
ClockText = Annotated[
    str | None,
    typer.Option(
        "--clock", metavar="CLOCK", help="5+3, with delay 5d3, byo-yomi 10b3x30, for each move 30s or 3days; else none."
    ),
]
First = Annotated[FirstMover | None, typer.Option(help="Who moves first.", show_default=False)]
KeyFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Holds the key of a private match (KIBITZ_KEY holds one itself).")
]
Games = Annotated[
    int, typer.Option("--games", min=1, max=100, metavar="N", help="So many games, with the sides swapped after each.")
]
