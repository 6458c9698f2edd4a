"""Actions that show tournaments: lists, snapshots, games, rounds, crosstable, statistics, explanations, files."""

from collections.abc import Callable
from functools import partial

from kibitz_protocol.refusals import Code
from kibitz_protocol.tournaments import commands as protocol
from kibitz_protocol.tournaments.views import PAGE_ROWS
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.tournament.rules.why import why
from kibitz_server.core.tournament.standings import placings
from kibitz_server.core.tournament.tie_breaks.reasons import place_reasons
from kibitz_server.core.values.players import Human
from kibitz_server.handlers.request import AwaitedOutcome
from kibitz_server.handlers.tournaments.access import TournamentRequest, find, named
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.rows import LivePly, entrant_data
from kibitz_server.messages.tournaments.snapshot import ended_row, live_plies, row_of
from kibitz_server.messages.tournaments.standings import pages_of
from kibitz_server.messages.tournaments.tables import crosstable_data, games_data, round_data, statistics_data
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.store.archive.tournaments import ANY_LEAGUE, EndedTournament, TournamentCriteria
from kibitz_server.tournament_files.pages import WITH_GAMES, file_page
from kibitz_server.tournament_files.source import read_tournament

MOST_LINES = 200
TRY_AGAIN = "try again in a moment"
PHASES = {"running": ("running", "paused"), "announced": ("announced",), "finished": ("finished", "cancelled")}


async def list_tournaments(request: TournamentRequest, asked: protocol.ListTournaments) -> None:
    """Answer with a page of the tournaments: running ones, announced ones, then finished ones."""
    viewer, runtime = request.client.player, request.runtime
    time = runtime.tournaments.rooms.time()
    league = asked.league.upper() if asked.league is not None else None
    rooms = [room for room in runtime.tournaments.rooms.all if _is_in(room, league)]
    shown = [room for room in rooms if _is_listed(room, viewer, mine=asked.mine)]
    wanted = [phase for name, phases in PHASES.items() if asked.state in (None, name) for phase in phases]
    live = [room for phase in wanted for room in reversed(shown) if room.tournament.phase == phase]
    rows = [row_of(room.tournament, viewer, time) for room in live]
    first = (asked.page - 1) * PAGE_ROWS
    ended, total = await _ended(request, asked, league, first, len(rows))
    page = rows[first : first + PAGE_ROWS] + [ended_row(each, viewer) for each in ended]
    pages = pages_of(len(rows) + total)
    found = {"kind": "tournaments", "tournaments": page[:PAGE_ROWS], "page": asked.page, "pages": pages}
    await _reply_durable(request, found, *(room for room in live if room.unsaved))


async def _ended(
    request: TournamentRequest, asked: protocol.ListTournaments, league: str | None, first: int, live: int
) -> tuple[list[EndedTournament], int]:
    """Return the finished tournaments of a page that begins at a place, after those that are live, and their number."""
    if asked.state not in (None, "finished"):
        return [], 0
    limit = max(0, PAGE_ROWS - max(0, live - first))
    viewer, offset = request.client.player.id, max(0, first - live)
    criteria = TournamentCriteria(viewer, asked.mine, offset, max(1, limit), league)
    store = request.runtime.store
    found = await request.read(lambda: store.tournaments(criteria))
    return found.tournaments[:limit], found.total


def _is_in(room: TournamentRoom, league: str | None) -> bool:
    """Return whether a tournament belongs to a league, or to any; without one, all do."""
    place = room.tournament.terms.league
    return league is None or (place is not None and league in (ANY_LEAGUE, place.id))


def _is_listed(room: TournamentRoom, viewer: Human, *, mine: bool) -> bool:
    state = room.tournament
    own = state.created.organiser.id == viewer.id or state.find(viewer.id) is not None
    return own or (state.public and not mine)


async def show(request: TournamentRequest, asked: protocol.ShowTournament) -> None:
    """Send a snapshot of a tournament, or the events that the client missed, and answer.

    Raises:
        CommandRefused: The snapshot cannot be made while the database does not answer.
    """
    room = await find(request, asked)
    followers = request.runtime.followers
    begin: Callable[[Callable[[bool], None]], None] = partial(followers.show, room, request.client, asked.page)
    if asked.follow:
        begin = partial(followers.follow, room, request.client, asked.since, asked.page)
    if not await AwaitedOutcome[bool](begin):
        raise CommandRefused(Code.NOT_SAVED, hint=TRY_AGAIN)
    request.reply(done_data(room))


async def unfollow(request: TournamentRequest, asked: protocol.UnfollowTournament) -> None:
    """Send the client nothing more of a tournament."""
    room = await find(request, asked)
    request.runtime.followers.unfollow(room, request.client)
    request.reply(done_data(room))


async def list_games(request: TournamentRequest, asked: protocol.ListTournamentGames) -> None:
    """Answer with a page of the games."""
    room = await find(request, asked)
    state = room.tournament
    games = list(state.games)
    if asked.round is not None:
        games = [game for game in games if game.round == asked.round]
    for name in (asked.entrant, asked.opponent):
        if name is not None:
            number = named(state, name).number
            games = [game for game in games if number in (game.first, game.second)]
    await _reply_durable(request, games_data(state, games, asked.page, _live(request)), room)


async def show_round(request: TournamentRequest, asked: protocol.ShowRounds) -> None:
    """Answer with the pairings of a round.

    Raises:
        CommandRefused: The round is not paired.
    """
    room = await find(request, asked)
    state = room.tournament
    number = state.round if asked.round is None else asked.round
    if number > max(1, len(state.rounds)):
        sentence = f"round {number} is not paired yet" if state.rounds else "no round is paired yet"
        raise CommandRefused(Code.NO_PAIRING, sentence, "kibitz tournament show CODE tells when it begins")
    await _reply_durable(request, round_data(state, number, asked.page, _live(request)), room)


async def show_crosstable(request: TournamentRequest, asked: protocol.ShowCrosstable) -> None:
    """Answer with the crosstable."""
    room = await find(request, asked)
    await _reply_durable(request, crosstable_data(room.tournament), room)


async def show_statistics(request: TournamentRequest, asked: protocol.ShowStatistics) -> None:
    """Answer with the statistics."""
    room = await find(request, asked)
    await _reply_durable(request, statistics_data(room.tournament), room)


async def explain(request: TournamentRequest, asked: protocol.ExplainRow) -> None:
    """Answer with sentences about the place of an entrant, and about what it waits for."""
    room = await find(request, asked)
    state = room.tournament
    own = named(state, asked.entrant)
    ranking = placings(state) if state.started else None
    names = [each.entrant.name for each in state.entrants]
    lines = place_reasons(ranking, own.number, names) if ranking is not None else []
    lines = why(state, own.number, request.runtime.tournaments.rooms.time().now) + lines
    reasons = {
        "kind": "tournament_why",
        "tournament": state.created.id,
        "entrant": entrant_data(own),
        "lines": lines[:MOST_LINES],
    }
    await _reply_durable(request, reasons, room)


async def export(request: TournamentRequest, asked: protocol.ExportTournament) -> None:
    """Answer with a page of the tournament as a file.

    Raises:
        CommandRefused: The tournament does not have such a file, or it is too large.
    """
    state = (await find(request, asked)).tournament
    read = partial(read_tournament, tournament_id=state.created.id, with_matches=asked.form in WITH_GAMES)
    request.reply(await request.query(read, file_page, asked.form, asked.since, state.seq))


async def _reply_durable(request: TournamentRequest, result: Data, *rooms: TournamentRoom) -> None:
    """Answer with what was made of the state of tournaments, as soon as all of that is durable.

    A server that is killed before does not have the games and counts that it would have shown.

    Raises:
        CommandRefused: It could not be saved.
    """
    error = None
    if any(room.unsaved for room in rooms):
        store = request.runtime.store
        error = await AwaitedOutcome[Exception | None](lambda then: store.append([], then))
    if error is not None or any(room.halted for room in rooms):
        raise CommandRefused(Code.NOT_SAVED, hint=TRY_AGAIN)
    request.reply(result)


def done_data(room: TournamentRoom, key: str | None = None) -> Data:
    """Return a `TournamentDone`."""
    created = room.tournament.created
    return {
        "kind": "tournament",
        "tournament": created.id,
        "code": created.code,
        "seq": room.tournament.seq,
        "key": key,
    }


def _live(request: TournamentRequest) -> LivePly:
    return live_plies(request.runtime.rooms.room)
