"""`kibitz league`: the options of its commands."""

from typing import TYPE_CHECKING, Annotated

import typer

from kibitz_client.cli import completion
from kibitz_client.cli.command import command
from kibitz_client.cli.options import (
    ClockText,
    Done,
    FileOrder,
    Game,
    OpeningOrder,
    OpeningsSource,
    OpeningStart,
    Options,
    Seed,
)
from kibitz_client.cli.runner import Work
from kibitz_client.cli.tournaments.options import (
    Accept,
    Break,
    Cycles,
    Entry,
    FirstMove,
    Kinds,
    Pairs,
    PlayerName,
    Private,
    Rated,
    TieBreaks,
)
from kibitz_client.settings import Settings

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

League = Annotated[str, typer.Argument(metavar="ID", help="The id of the league, L-7KQ2XF; see: kibitz league list")]
LEAST, MOST = 6, 12
"""Entrants of a division."""

app = typer.Typer(help="Leagues: divisions with seasons, promotion and relegation.", rich_markup_mode=None)


def create(
    game: Game,
    title: Annotated[str, typer.Option("--name", metavar="TEXT", help="The name of the league.")],
    divisions: Annotated[int, typer.Option(min=1, max=6, metavar="N", help="The number of divisions.")] = 1,
    size: Annotated[int, typer.Option(min=LEAST, max=MOST, metavar="N", help="Most entrants of a division.")] = 8,
    promote: Annotated[int, typer.Option(min=0, max=6, metavar="N", help="How many go up after a season.")] = 2,
    relegate: Annotated[int, typer.Option(min=0, max=6, metavar="N", help="How many go down after a season.")] = 2,
    clock: ClockText = None,
    option: Options = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            "--entrant",
            metavar="WHO",
            help="Enter an engine, level:5 or deep=alphabeta:depth=8, or a player, @Ann. Repeat it for each, the"
            " strongest first: these fill division 1.",
            autocompletion=completion.engines,
        ),
    ] = None,
    entrants: Kinds = None,
    cycles: Cycles = None,
    pairs: Pairs = None,
    openings: OpeningsSource = None,
    order: OpeningOrder = FileOrder.SEQUENTIAL,
    opening_start: OpeningStart = 1,
    seed: Seed = None,
    private: Private = False,
    rated: Rated = False,
    accept: Accept = Entry.ALL,
    first_move: FirstMove = None,
    break_s: Break = None,
    tie_breaks: TieBreaks = None,
) -> Work:
    """Create a league: the round robin of each division of season 1. Start each by kibitz tournament start CODE."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.create import openings_of
        from kibitz_client.commands.tournament.league import create
        from kibitz_client.parsing.event_setup import EventSetup, create_league

        setup = EventSetup(
            format="round-robin",
            game=game,
            name=title,
            options=option or (),
            clock=clock,
            entrants=entrants,
            most_entrants=size,
            openings=openings_of(openings, order.value, opening_start, seed, output),
            seed=seed,
            private=private,
            rated=rated,
            approve=accept is Entry.APPROVE,
            first_move=first_move,
            break_s=break_s,
            cycles=cycles,
            pairs=pairs,
            tie_breaks=tie_breaks,
        )
        do = create_league(setup, divisions=divisions, promote=promote, relegate=relegate)
        return create(settings, output, do, engine or ())

    return work


def list_all() -> Work:
    """List the leagues of the server, each with its latest season."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.league import list_all

        return list_all(settings, output)

    return work


def show(league: League) -> Work:
    """Show a league: the standings of its latest season, and its earlier seasons."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.league import show

        return show(settings, output, league)

    return work


def begin_season(league: League) -> Work:
    """Create the next season of your league, with promotions and relegations, when all its divisions are over."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.league import begin_season

        return begin_season(settings, output, league)

    return work


command(app, others={"name": PlayerName})(create)
command(app, "list")(list_all)
command(app)(show)
command(app, "next")(begin_season)
