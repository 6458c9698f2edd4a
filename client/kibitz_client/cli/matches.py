"""The commands that make and find matches. Each reads its options here and does its work in a module of its own."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz_client.cli import completion
from kibitz_client.cli.options import (
    AdjudicateProved,
    Chat,
    ClockText,
    Concurrency,
    Database,
    Delay,
    Done,
    DrawRule,
    DuelStart,
    EnginePace,
    FileOrder,
    First,
    Game,
    Games,
    MostGames,
    MostPlies,
    Moves,
    OpeningOrder,
    OpeningsSource,
    Options,
    Position,
    Resign,
    Seed,
    SprtText,
    Watchers,
)
from kibitz_client.cli.runner import Work
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output


class ListedPhase(StrEnum):
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
    position: Position = None,
    moves: Moves = None,
    unlisted: Annotated[
        bool, typer.Option("--unlisted", help="Hide the match in the lobby; its code still works.")
    ] = False,
    private: Annotated[
        bool, typer.Option("--private", help="Hide the match, and admit only players and watchers with its key.")
    ] = False,
    watchers: Watchers = True,
    delay: Delay = None,
    chat: Chat = True,
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
            help="Show or hide the engines' searches to spectators (default: shown in matches of engines only).",
            show_default=False,
        ),
    ] = None,
    engine_pace: EnginePace = None,
    no_pace: Annotated[bool, typer.Option("--no-pace", help="Let two engines play as fast as they can.")] = False,
    engine_help: Annotated[
        bool, typer.Option("--engine-help", help="Let people who play each other ask engines during the match.")
    ] = False,
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
            engine_pace=0.0 if no_pace else engine_pace,
            help=engine_help,
        )
        return host(settings, output, setup, qr=qr)

    return work


def resume() -> Work:
    """Come back to the match that you left last."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.play import resume

        return resume(settings, output)

    return work


def rematch(
    code: Annotated[
        str, typer.Argument(help="The code of a match that you played.", autocompletion=completion.finished)
    ],
) -> Work:
    """Offer a rematch of a finished match, with the sides swapped."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.play import rematch

        return rematch(settings, output, code)

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
    position: Position = None,
    moves: Moves = None,
    clock: ClockText = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100_000,
            metavar="N",
            help="Play N games, each pair from both sides. Default: 1; with --sprt no limit.",
        ),
    ] = None,
    concurrency: Concurrency = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the final report.")] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Show the boards, also of several games, without counting them.")
    ] = False,
    sprt: SprtText = None,
    most_games: MostGames = None,
    openings: OpeningsSource = None,
    order: OpeningOrder = FileOrder.SEQUENTIAL,
    opening_start: DuelStart = 1,
    opening_plies: Annotated[
        int, typer.Option(min=0, max=6, metavar="N", help="Begin with N random moves, the same for both sides.")
    ] = 0,
    seed: Seed = None,
    resign: Resign = None,
    draw: DrawRule = None,
    most_plies: MostPlies = None,
    adjudicate_proved: AdjudicateProved = False,
    pgn: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the games to this file, with scores and times.")
    ] = None,
    sgf: Annotated[Path | None, typer.Option(metavar="FILE", help="Write games of Go to this file in SGF.")] = None,
    database: Database = None,
    engine_pace: EnginePace = None,
) -> Work:
    """Let two engines play each other: watch one game, or count many. A private server starts if none answers.

    The exit code of a test is 0 if it passed, 1 if it failed, and 6 if it is not decided.
    """

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.duel.run import DuelPlan, duel
        from kibitz_client.commands.tournament.run import RunPlan
        from kibitz_client.errors import UsageError
        from kibitz_client.parsing.arguments import MatchSetup
        from kibitz_client.parsing.event_setup import EventSetup

        # These options ask for counted games, and would have no effect with --watch.
        counting = {
            "--quiet": quiet,
            "--concurrency": concurrency is not None,
            "--sprt": sprt is not None,
            "--most-games": most_games is not None,
            "--openings": openings is not None,
            "--opening-plies": opening_plies > 0,
            "--seed": seed is not None,
            "--resign": resign is not None,
            "--draw": draw is not None,
            "--most-plies": most_plies is not None,
            "--adjudicate-proved": adjudicate_proved,
            "--pgn": pgn is not None,
            "--sgf": sgf is not None,
            "--database": database is not None,
        }
        started = {"--moves": moves is not None, "--position": position is not None}
        given = counting | started | {"--watch": watch}
        starts = [(one, other) for one in ("--openings", "--opening-plies") for other in started]
        watched = [("--watch", name) for name in counting]
        exclusive = [("--openings", "--opening-plies"), *starts, ("--pgn", "--sgf"), *watched]
        for one, other in exclusive:
            if given[one] and given[other]:
                raise UsageError(f"{one} and {other} exclude each other", "leave one of them out")
        seats = (engine1, engine2)
        setup = MatchSetup(
            game,
            option or (),
            seats,
            clock=clock,
            position=position,
            moves=moves,
            show_thinking=True,
            engine_pace=engine_pace,
        )
        event = EventSetup(
            "match",
            "",
            seed=seed,
            concurrency=concurrency,
            most_games=most_games,
            sprt=sprt,
            resign=resign,
            draw=draw,
            most_plies=most_plies,
            adjudicate_proved=adjudicate_proved,
        )
        files = RunPlan(quiet, pgn, sgf, database)
        plan = DuelPlan(games, watch, openings, order.value, opening_start, opening_plies, event, files)
        return duel(settings, output, setup, plan)

    return work


def lobby(
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Show every change until Ctrl-C.")] = False,
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="Only matches of this game.", autocompletion=completion.games)
    ] = None,
    phase: Annotated[
        ListedPhase | None, typer.Option("--phase", help="Only open matches, or only live ones.", show_default=False)
    ] = None,
    player: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Only matches with a player whose shown name has this text."),
    ] = None,
    free: Annotated[bool, typer.Option("--free", help="Only matches with a seat that you can take.")] = False,
    rated: Annotated[
        bool | None, typer.Option("--rated/--casual", help="Only rated matches, or only others.", show_default=False)
    ] = None,
    min_rating: Annotated[
        float | None, typer.Option(metavar="N", help="Only matches with a player of this rating or more.")
    ] = None,
) -> Work:
    """Show open and live matches. The name of a player with an account begins with @."""

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
