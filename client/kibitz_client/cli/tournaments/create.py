"""`kibitz tournament create`: the options of a new tournament."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kibitz_client.cli import completion
from kibitz_client.cli.command import BriefHelp
from kibitz_client.cli.options import (
    AdjudicateProved,
    Chat,
    ClockText,
    Concurrency,
    Database,
    Delay,
    Done,
    DrawRule,
    FileOrder,
    Game,
    MostGames,
    MostPlies,
    OpeningOrder,
    OpeningsSource,
    OpeningStart,
    Options,
    Resign,
    Seed,
    SprtText,
    Watchers,
    duration,
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
    Private,
    Rated,
    TieBreaks,
)
from kibitz_client.settings import Settings
from kibitz_protocol.validation.durations import DAY, SECOND, TENTH

if TYPE_CHECKING:
    from kibitz_client.terminal.output import Output

NAMES = "\t"
"""Stands between the two names of `--forbid`."""


class FormatName(StrEnum):
    """Format of a tournament."""

    MATCH = "match"
    GAUNTLET = "gauntlet"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    ARENA = "arena"
    LADDER = "ladder"


class CreateCommand(BriefHelp):
    """Command with an option of two words that may be repeated, which Typer does not have."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments, with the two names of each `--forbid` as one."""
        joined: list[str] = []
        place = 0
        while place < len(args):
            if args[place] == "--forbid" and place + 2 < len(args):
                joined += ["--forbid", f"{args[place + 1]}{NAMES}{args[place + 2]}"]
                place += 3
            else:
                joined.append(args[place])
                place += 1
        return super().parse_args(ctx, joined)


def _pairs_of_names(texts: list[str] | None) -> list[str] | None:
    if any(NAMES not in text for text in texts or ()):
        raise typer.BadParameter("name two entrants: --forbid Ann Bob")
    return texts


def create(
    game: Game,
    format: Annotated[FormatName, typer.Option("--format", help="The format.", show_default=False)],
    title: Annotated[str | None, typer.Option("--name", metavar="TEXT", help="The name of the tournament.")] = None,
    rounds: Annotated[
        int | None, typer.Option(min=1, max=15, metavar="N", help="Rounds of a Swiss. Default: by its entrants.")
    ] = None,
    clock: ClockText = None,
    option: Options = None,
    entrants: Kinds = None,
    most: Annotated[
        int | None, typer.Option("--max", min=2, max=1000, metavar="N", help="The largest number of entrants.")
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="TIME",
            help="Start at this time here: 19:30, or 2026-12-24T19:30. With --openings, a number is --opening-start.",
        ),
    ] = None,
    start_when: Annotated[
        int | None, typer.Option(min=2, max=1000, metavar="N", help="Start with this number of entrants.")
    ] = None,
    start_now: Annotated[bool, typer.Option("--start-now", help="Start at once, with the engines given here.")] = False,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]SPEC",
            help="Enter an engine: level:5, or deep=alphabeta:depth=8. Repeat it for each.",
            autocompletion=completion.engines,
        ),
    ] = None,
    openings: OpeningsSource = None,
    order: OpeningOrder = FileOrder.SEQUENTIAL,
    opening_start: OpeningStart = 1,
    seed: Seed = None,
    concurrency: Concurrency = None,
    delay: Delay = None,
    private: Private = False,
    rated: Rated = False,
    watchers: Watchers = True,
    chat: Chat = True,
    accept: Accept = Entry.ALL,
    first_move: FirstMove = None,
    break_s: Break = None,
    pairs: Pairs = None,
    games: Annotated[int | None, typer.Option(min=1, max=100_000, metavar="N", help="Games of a match.")] = None,
    sprt: SprtText = None,
    most_games: MostGames = None,
    cycles: Cycles = None,
    seeds: Annotated[
        int | None,
        typer.Option(min=1, max=100, metavar="N", help="In a gauntlet, the first N play against all others."),
    ] = None,
    most_pairs: Annotated[
        int | None,
        typer.Option(min=1, max=100, metavar="N", help="In a knockout, pairs of games before the better seed wins."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(callback=duration(TENTH, 24 * 60), metavar="N", help="How long an arena lasts, in minutes."),
    ] = None,
    grace: Annotated[
        float | None,
        typer.Option(
            callback=duration(SECOND, DAY, zero=True),
            metavar="SECONDS",
            help="How long after its end the running games of an arena count.",
        ),
    ] = None,
    all_draws: Annotated[bool, typer.Option("--all-draws", help="Count each draw in a row, in an arena.")] = False,
    berserk: Annotated[bool, typer.Option("--berserk", help="Let players of an arena go berserk.")] = False,
    reach: Annotated[
        int | None, typer.Option(min=1, max=1000, metavar="N", help="Places up that a player of a ladder challenges.")
    ] = None,
    season: Annotated[
        int | None, typer.Option(min=1, max=366, metavar="N", help="Archive the standings of a ladder every N days.")
    ] = None,
    bye: Annotated[
        float | None,
        typer.Option(callback=duration(0.5, 1), metavar="1|0.5", help="Points of a bye in a Swiss. Default: 1."),
    ] = None,
    forbid: Annotated[
        list[str] | None,
        typer.Option(callback=_pairs_of_names, metavar="A B", help="Never pair these two, in a Swiss or an arena."),
    ] = None,
    tie_breaks: TieBreaks = None,
    anchor: Annotated[
        str | None, typer.Option(metavar="NAME=ELO", help="Fix the scale of the rating list by an entrant's Elo.")
    ] = None,
    resign: Resign = None,
    draw: DrawRule = None,
    most_plies: MostPlies = None,
    adjudicate_proved: AdjudicateProved = False,
    database: Database = None,
) -> Work:
    """Create a tournament. One of engines with --start-now needs no server: it runs to its end, and is reported."""

    def work(settings: Settings, output: "Output") -> Done:
        from kibitz_client.commands.tournament.create import create, openings_of
        from kibitz_client.commands.tournament.run import RunPlan
        from kibitz_client.parsing.event_setup import EventSetup, create_event

        # Only openings have numbers: without them, such a start is a time that is written wrongly.
        numbered = openings is not None and start is not None and start.isdecimal() and len(start) < 8
        number = int(start) if numbered and start is not None else None
        first_opening = opening_start if number is None else number
        setup = EventSetup(
            format=format.value,
            game=game,
            name=title,
            options=option or (),
            clock=clock,
            entrants=entrants,
            most_entrants=most,
            start=start if number is None else None,
            start_when=start_when,
            start_now=start_now,
            engines=engine or (),
            openings=openings_of(openings, order.value, first_opening, seed, output),
            seed=seed,
            concurrency=concurrency,
            delay=delay,
            private=private,
            rated=rated,
            chat=chat,
            watchers=watchers,
            first_move=first_move,
            break_s=break_s,
            berserk=berserk,
            approve=accept is Entry.APPROVE,
            rounds=rounds,
            cycles=cycles,
            seeds=seeds,
            pairs=pairs,
            games=games,
            most_games=most_games,
            sprt=sprt,
            most_pairs=most_pairs,
            minutes=minutes,
            grace=grace,
            all_draws=all_draws,
            reach=reach,
            season=season,
            bye=bye,
            forbidden=[(first, second) for first, _, second in (text.partition(NAMES) for text in forbid or ())],
            tie_breaks=tie_breaks,
            anchor=anchor,
            resign=resign,
            draw=draw,
            most_plies=most_plies,
            adjudicate_proved=adjudicate_proved,
        )
        return create(settings, output, create_event(setup), RunPlan(database=database))

    return work
