"""Types of the options that tournaments and leagues share."""

from enum import StrEnum
from typing import Annotated

import typer

from kibitz_client.cli.options import duration
from kibitz_protocol.validation.durations import DAY, SECOND


class Entry(StrEnum):
    """What becomes of players who enter."""

    ALL = "all"
    APPROVE = "approve"


PlayerName = Annotated[str | None, typer.Option("--as", metavar="NAME", help="Your name, which is --name elsewhere.")]
"""Your own name, where `--name` is that of the tournament."""
Kinds = Annotated[str | None, typer.Option(metavar="KINDS", help="What may enter: people,bots,engines. Default: all.")]
Private = Annotated[bool, typer.Option("--private", help="Hide it, and admit only players with its key.")]
Rated = Annotated[bool, typer.Option("--rated", help="Let its games change ratings; accounts only.")]
Accept = Annotated[
    Entry, typer.Option(help="Admit all who enter, or those whom you approve: kibitz tournament approve.")
]
FirstMove = Annotated[
    float | None,
    typer.Option(
        callback=duration(SECOND, DAY), metavar="SECONDS", help="Time for a player's first move; then it forfeits."
    ),
]
Break = Annotated[
    float | None,
    typer.Option(
        "--break", callback=duration(SECOND, DAY, zero=True), metavar="SECONDS", help="Time between two rounds."
    ),
]
Cycles = Annotated[
    int | None, typer.Option(min=1, max=100, metavar="N", help="How often all meet, in a round robin or gauntlet.")
]
Pairs = Annotated[
    bool | None,
    typer.Option("--pairs/--single", help="Play two games with swapped sides each time, or one.", show_default=False),
]
TieBreaks = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES", help="The tie-breaks in their order: 'BH-C1 BH SB DE WON' in a Swiss, 'DE WON SB KOYA' else."
    ),
]
