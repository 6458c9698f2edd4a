"""The commands that make and find matches. Each reads its options here and does its work in a module of its own."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz_client.cli import completion
from kibitz_client.cli.options import ClockText, Done, EnginePace, First, Game, Games, Options
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output


class Phase(StrEnum):
    """Phase of a match in the lobby."""

    OPEN = "open"
    LIVE = "live"


def host(
    game: Game,
    option: Options = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHO",
            help="Repeat for each seat, first mover first: me, open, @NAME, bot:NAME or an engine. Default: me, open."
            " me:ANN and me:BOB play at this keyboard.",
            autocompletion=completion.seats,
        ),
    ] = None,
    first: First = None,
    clock: ClockText = None,
    position: Annotated[str | None, typer.Option(metavar="TEXT", help="The position to start from.")] = None,
    moves: Annotated[
        str | None,
        typer.Option(
            metavar="MOVES", help="Moves to start after, from that position: 'b2 a1'.", autocompletion=completion.moves
        ),
    ] = None,
    unlisted: Annotated[
        bool, typer.Option("--unlisted", help="Hide the match in the lobby; its code still works.")
    ] = False,
    private: Annotated[
        bool, typer.Option("--private", help="Hide the match, and admit only players and watchers with its key.")
    ] = False,
    watchers: Annotated[bool, typer.Option("--watchers/--no-watchers", help="Allow or forbid watchers.")] = True,
    delay: Annotated[
        str | None, typer.Option(metavar="DELAY", help="Delay what watchers see, by moves, such as 2, or by time: 30s.")
    ] = None,
    chat: Annotated[bool, typer.Option("--chat/--no-chat", help="Allow or forbid chat.")] = True,
    rated: Annotated[bool, typer.Option("--rated", help="Play for rating points; accounts and engines only.")] = False,
    games: Games = 1,
    wait_start: Annotated[
        bool, typer.Option("--wait-start", help="Start when you type start, not when the last seat is taken.")
    ] = False,
    qr: Annotated[bool, typer.Option("--qr", help="Show a QR code of the invitation, for phones.")] = False,
    show_thinking: Annotated[
        bool | None,
        typer.Option(
            "--show-thinking/--hide-thinking",
            help="Show or hide the engines' searches to watchers; else show them only in matches of engines.",
            show_default=False,
        ),
    ] = None,
    engine_pace: EnginePace = None,
) -> Work:
    """Create a match, show how to join it, and play it, or watch it if you have no seat."""
    visibility: Literal["public", "unlisted", "private"] = (
        "private" if private else "unlisted" if unlisted else "public"
    )

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.play import host
        from kibitz_client.parsing.arguments import MatchSetup

        setup = MatchSetup(
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
            engine_pace=engine_pace,
        )
        return host(settings, output, setup, qr=qr)

    return work


def pair(
    game: Annotated[
        str | None, typer.Argument(help="The name of a game; see: kibitz games", autocompletion=completion.games)
    ] = None,
    anyone: Annotated[
        bool,
        typer.Option(
            "--anyone", help="Accept any opponent and game: join an open match, or pair with a waiting player."
        ),
    ] = False,
    option: Options = None,
    clock: ClockText = None,
    rated: Annotated[bool, typer.Option("--rated", help="Play for rating points; accounts only.")] = False,
) -> Work:
    """Find an opponent of about your strength for a game, and play."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.play import pair

        return pair(settings, output, game, option or (), clock, rated=rated, anyone=anyone)

    return work


def duel(
    game: Game,
    engine1: Annotated[
        str, typer.Argument(help="The engine that moves first: alphabeta:seconds=1", autocompletion=completion.engines)
    ],
    engine2: Annotated[
        str, typer.Argument(help="The engine that moves second: alphabeta:depth=4", autocompletion=completion.engines)
    ],
    option: Options = None,
    clock: ClockText = None,
    games: Games = 1,
    engine_pace: EnginePace = None,
) -> Work:
    """Watch two engines play each other. If no server answers, a private one is started."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.watch import duel
        from kibitz_client.parsing.arguments import MatchSetup

        seats = (engine1, engine2)
        setup = MatchSetup(
            game, option or (), seats, clock=clock, show_thinking=True, games=games, engine_pace=engine_pace
        )
        return duel(settings, output, setup)

    return work


def lobby(
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Show every change until Ctrl-C.")] = False,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Only matches of this game.", autocompletion=completion.games)
    ] = None,
    phase: Annotated[
        Phase | None, typer.Option("--phase", help="Only open matches, or only live ones.", show_default=False)
    ] = None,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only matches with a player of this name.")] = None,
    free: Annotated[bool, typer.Option("--free", help="Only matches with a seat that you can take.")] = False,
    rated: Annotated[
        bool | None, typer.Option("--rated/--casual", help="Only rated matches, or only others.", show_default=False)
    ] = None,
    min_rating: Annotated[
        float | None, typer.Option(metavar="N", help="Only matches with a player of this rating or more.")
    ] = None,
) -> Work:
    """Show open and live matches."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.listings import lobby

        filters = {
            "game": game,
            "phase": phase.value if phase else None,
            "player": player,
            "free": free,
            "rated": rated,
            "min_rating": min_rating,
        }
        return lobby(settings, output, follow=follow, filters=filters)

    return work
