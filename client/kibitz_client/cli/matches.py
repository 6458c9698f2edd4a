"""The commands that make and find matches. Each reads its options here and does its work in a module of its own."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz_client.cli.options import ClockText, Done, First, Game, Games, Options
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output


class Phase(StrEnum):
    """Whether a match waits for players or is played."""

    OPEN = "open"
    LIVE = "live"


def host(
    game: Game,
    option: Options = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHO",
            help="Once a seat, in the order of play: me, open, @NAME, bot:NAME or an engine; else me and open.",
        ),
    ] = None,
    first: First = None,
    clock: ClockText = None,
    position: Annotated[str | None, typer.Option(metavar="TEXT", help="The position to start from.")] = None,
    moves: Annotated[
        str | None, typer.Option(metavar="MOVES", help="Moves that were made before, from the position on: 'b2 a1'.")
    ] = None,
    unlisted: Annotated[
        bool, typer.Option("--unlisted", help="Keep it out of the lobby; the code still works.")
    ] = False,
    private: Annotated[
        bool, typer.Option("--private", help="Unlisted, and nobody comes in without the key that you are told.")
    ] = False,
    watchers: Annotated[bool, typer.Option("--watchers/--no-watchers", help="Whether others may watch.")] = True,
    delay: Annotated[
        str | None, typer.Option(metavar="DELAY", help="How late watchers see it: moves, such as 2, or seconds: 30s.")
    ] = None,
    chat: Annotated[bool, typer.Option("--chat/--no-chat", help="Whether anybody may talk.")] = True,
    rated: Annotated[bool, typer.Option("--rated", help="For rating points; for accounts and engines.")] = False,
    games: Games = 1,
    wait_start: Annotated[
        bool, typer.Option("--wait-start", help="Start when you type start, not when the last seat is taken.")
    ] = False,
    qr: Annotated[bool, typer.Option("--qr", help="Show a QR code of the invitation, for phones.")] = False,
    show_thinking: Annotated[
        bool | None,
        typer.Option(
            "--show-thinking/--hide-thinking",
            help="Whether watchers see engines think; else only when nobody plays.",
            show_default=False,
        ),
    ] = None,
) -> Work:
    """Make a match, tell how to join it, and play in it, or watch it when no seat is yours."""
    visibility: Literal["public", "unlisted", "private"] = (
        "private" if private else "unlisted" if unlisted else "public"
    )

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.play import host
        from kibitz_client.parsing.arguments import MatchSetup

        arrangement = MatchSetup(
            game,
            option or (),
            seat or (),
            first=first.value if first else None,
            clock=clock,
            position=position,
            moves=moves,
            visibility=visibility,
            watchable=watchers,
            delay=delay,
            chat=chat,
            rated=rated,
            games=games,
            autostart=not wait_start,
            show_thinking=show_thinking,
        )
        return host(settings, output, arrangement, qr=qr)

    return work


def pair(
    game: Annotated[str | None, typer.Argument(help="The name of a game; see: kibitz games")] = None,
    anyone: Annotated[
        bool, typer.Option("--anyone", help="Play whoever there is, whatever they play: an open match, or who looks.")
    ] = False,
    option: Options = None,
    clock: ClockText = None,
    rated: Annotated[bool, typer.Option("--rated", help="For rating points; for accounts.")] = False,
) -> Work:
    """Find somebody who wants to play the same, of about your strength, and play."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.play import pair

        return pair(settings, output, game, option or (), clock, rated=rated, anyone=anyone)

    return work


def duel(
    game: Game,
    engine1: Annotated[str, typer.Argument(help="Moves first: alphabeta:seconds=1")],
    engine2: Annotated[str, typer.Argument(help="Moves second: alphabeta:depth=4")],
    option: Options = None,
    clock: ClockText = None,
    games: Games = 1,
) -> Work:
    """Let two engines play each other, and watch. Without a server at hand, a private one is used."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.watch import duel
        from kibitz_client.parsing.arguments import MatchSetup

        seats = (engine1, engine2)
        arrangement = MatchSetup(game, option or (), seats, clock=clock, show_thinking=True, games=games)
        return duel(settings, output, arrangement)

    return work


def lobby(
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on with every change until Ctrl-C.")] = False,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only matches of this game.")] = None,
    phase: Annotated[
        Phase | None, typer.Option("--phase", help="Only matches that wait, or that are played.", show_default=False)
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only where somebody of that name plays.")] = None,
    free: Annotated[bool, typer.Option("--free", help="Only with a seat that you could take.")] = False,
    rated: Annotated[
        bool | None, typer.Option("--rated/--casual", help="Only rated matches, or only others.", show_default=False)
    ] = None,
    min_rating: Annotated[
        float | None, typer.Option(metavar="N", help="Only where somebody of this rating or more plays.")
    ] = None,
) -> Work:
    """Show the matches that wait for players, and those that are played."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.listings import lobby

        wanted = {
            "game": game,
            "phase": phase.value if phase else None,
            "player": player,
            "free": free,
            "rated": rated,
            "min_rating": min_rating,
        }
        return lobby(settings, output, follow=follow, wanted=wanted)

    return work
