"""`kibitz tournament list`, `show` and the parts of a tournament that it shows: each a table, or JSON objects."""

from kibitz_client.commands.tournament.ask import MOST_PAGES, action, all_rows, ask, games_of, tournaments, view_of
from kibitz_client.network.servers.connect import connect
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.tournaments.statistics import report_lines
from kibitz_client.text.tournaments.tables import (
    crosstable_lines,
    game_lines,
    headline,
    list_lines,
    round_lines,
    standing_line,
    standing_lines,
)
from kibitz_protocol.tournaments.commands import (
    ExplainRow,
    ListTournaments,
    ShowCrosstable,
    ShowRounds,
    ShowStatistics,
)
from kibitz_protocol.tournaments.views import (
    CrosstableView,
    ExplanationView,
    PairRow,
    RoundView,
    StandingRow,
    StatisticsView,
    TournamentView,
)


async def list_all(settings: Settings, output: Output, do: ListTournaments) -> None:
    """Show the tournaments of the server."""
    async with connect(settings, output) as connected:
        rows = [row async for row in tournaments(connected.client, do)]
    for row in rows:
        output.emit(row)
    if not output.json:
        output.say(*list_lines(rows, output.style.width))


async def show(settings: Settings, output: Output, code: str, key: str | None) -> None:
    """Show a tournament: its terms, how far it is, your own row, and the standings."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        view = await view_of(connected.client, code, key)
    output.emit(view)
    if not output.json:
        output.say(*show_lines(view, output))


async def standings(settings: Settings, output: Output, code: str, key: str | None) -> None:
    """Show the whole standings."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        view = await view_of(connected.client, code, key, page=1)
        rows = await all_rows(connected.client, view, key)
    for row in rows:
        output.emit(row)
    if not output.json:
        output.say(*standings_text(view, output, rows))


async def crosstable(settings: Settings, output: Output, code: str, key: str | None) -> None:
    """Show the crosstable."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        view = await ask(connected.client, action(ShowCrosstable, code, key), CrosstableView)
    output.emit(view)
    if not output.json:
        output.say(*crosstable_lines(view, output.style.width))


async def games(settings: Settings, output: Output, code: str, key: str | None, **sought: object) -> None:
    """Show the games, or those of a round or of some entrants."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        found = [game async for game in games_of(connected.client, code, key, **sought)]
    for game in found:
        output.emit(game)
    if not output.json:
        output.say(*game_lines(found, output.style.width))


async def statistics(settings: Settings, output: Output, code: str, key: str | None) -> None:
    """Show the statistics."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        view = await ask(connected.client, action(ShowStatistics, code, key), StatisticsView)
    output.emit(view)
    if not output.json:
        output.say(*report_lines(view, output.style.width))


async def rounds(settings: Settings, output: Output, code: str, number: int | None, key: str | None) -> None:
    """Show the pairings of a round, by default of the latest."""
    settings, code = settings.invited(code)
    found: list[PairRow] = []
    async with connect(settings, output) as connected:
        pages = page = 1
        while page <= min(pages, MOST_PAGES):
            answer = await ask(connected.client, action(ShowRounds, code, key, round=number, page=page), RoundView)
            found += answer.pairs
            number, pages, page = answer.round or number, answer.pages, page + 1
    for pair in found:
        output.emit({"round": answer.round, **pair.model_dump()})
    if not (output.json or answer.round):
        output.say("no round is paired yet")
    elif not output.json:
        of = f" of {answer.rounds}" if answer.rounds else ""
        title = f"round {answer.round}{of}" + (f", {answer.label}" if answer.label else "")
        output.say(title, *round_lines(found, output.style.width))


async def why(settings: Settings, output: Output, name: str, code: str, key: str | None) -> None:
    """Explain the place of an entrant, its tie-breaks, and what it waits for."""
    settings, code = settings.invited(code)
    async with connect(settings, output) as connected:
        view = await ask(connected.client, action(ExplainRow, code, key, entrant=name), ExplanationView)
    output.emit(view)
    if not output.json:
        output.say(*view.lines)


def show_lines(view: TournamentView, output: Output) -> list[str]:
    """Return a tournament as lines."""
    lines = headline(view)
    lines += own_lines(view)
    if view.waiting:
        lines.append(f"not approved yet: {', '.join(entrant.name for entrant in view.waiting)}")
    for challenge in view.challenges:
        accepted = "accepted" if challenge.accepted else "open"
        pair = f"{challenge.challenger.name} challenges {challenge.challenged.name}"
        lines.append(f"challenge {challenge.challenge}: {pair} ({accepted})")
    if view.top is not None:
        lines.append(f"top board: {view.top.first.name} - {view.top.second.name} ({view.top.code})")
    return [*lines, "", *standings_text(view, output)]


def own_lines(view: TournamentView) -> list[str]:
    """Return your own place, and what happens next; none for others."""
    own = view.own
    if own is None:
        return []
    place = f"you are number {own.row.rank}" if own.approved else "the organiser has not approved you yet"
    return [f"{place}: {own.why}" if own.why else place]


def standings_text(view: TournamentView, output: Output, rows: list[StandingRow] | None = None) -> list[str]:
    """Return the standings as a table, or for a screen reader as a line for each entrant."""
    if not output.plain:
        return standing_lines(view, output.style.width, rows)
    return [standing_line(row, view.tie_breaks) for row in (view.rows if rows is None else rows)] or ["no entrants yet"]
