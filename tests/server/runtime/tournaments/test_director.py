"""The director begins games, counts them, and keeps the bounds of tournaments."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from kibitz_protocol.refusals import Code
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.rated import DAY_S, RatedBounds, RatedEnd
from kibitz_server.core.tournament.commands import Cancel, Command, Pause, Resume, SetResult
from kibitz_server.core.tournament.events import GameBegun, GameCounted, GameVoided, RoundEnded, TournamentEnded
from kibitz_server.core.tournament.tournament import Decision, Tournament
from kibitz_server.core.tournament.values import (
    EntrantKind,
    Format,
    GameOutcome,
    HowEnded,
    OpeningSet,
    StartTerms,
    TournamentOpening,
)
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.events import MatchCreated, MatchFinished
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Delay
from kibitz_server.limits.token_bucket import Rate
from kibitz_server.pool.engine_time import UnlimitedEngineTime
from kibitz_server.pool.interface import Priority, SearchLost
from kibitz_server.runtime.tournaments.running import KEPT_EVENTS
from kibitz_server.store import Entry, NumberedEvent
from tests.fakes.server import ManualPool, ManualSearch, settle
from tests.server.core.tournament.play import ORGANISER, TODAY, engine, engines, make_command, people, person
from tests.server.runtime.tournaments.playing import (
    OneByOne,
    Slots,
    TournamentServer,
    begin_engines,
    check_whole,
    results,
)


class QuittersStore(OneByOne):
    """Store of a server on which a player has quit a rated match."""

    def rated_ends(self, since: float) -> list[RatedEnd]:
        return [RatedEnd("m0", "chess", since + DAY_S, ("id-p2", "id-p9"), counts=True, quitter="id-p2")]


async def test_a_game_that_may_not_be_rated_is_played_all_the_same() -> None:
    """A player who may play no rated matches at the moment holds up no tournament: the game has no rating."""
    store = QuittersStore()
    store.wall_clock = lambda: TODAY
    server = TournamentServer(store, rated=RatedBounds(one_address=True, per_pair=1000, quits=1))
    server.connect("p1", account=True)
    room = server.create(make_command(Format.ROUND_ROBIN, people(3), rated=True, control=Fischer(60.0)))
    await server.until(lambda: len(room.tournament.games) == 3)
    server.store.commit()
    assert sorted(match.created.terms.rated for match in server.matches(room)) == [False, False, True]


async def test_each_result_after_the_end_is_archived() -> None:
    """Also when so many were set that memory does not keep the event of the end any more."""
    server = TournamentServer()
    room = begin_engines(server, Format.MATCH, 2, games=2)
    await server.finish(room)
    for number in range(KEPT_EVENTS + 1):
        points = (1.0, 0.0) if number % 2 else (0.0, 1.0)
        server.do(room, SetResult(ORGANISER, 1, GameOutcome(points, HowEnded.SET), "a test"))
    found = server.store.find_tournament(room.id, "")
    assert found is not None
    assert found.seq == room.tournament.seq


class ManualSlots(ManualPool):
    """Pool of two slots in which searches wait for the test."""

    slots = 2


class NotingStore(OneByOne):
    """Store that notes what each commit consists of."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[list[Entry]] = []

    def append(self, entries: Any, done: Any) -> None:
        if entries:
            self.batches.append(list(entries))
        super().append(entries, done)


async def test_an_end_its_count_and_the_next_game_are_one_commit() -> None:
    """The end of a match, its count, the end of the round and the begin and the match of the next game are together."""
    store = NotingStore()
    server = TournamentServer(store)
    room = begin_engines(server, Format.ROUND_ROBIN, 4, concurrency=1)
    await server.finish(room)
    ends = [batch for batch in store.batches if any(isinstance(entry.event, MatchFinished) for entry in batch)]
    assert len(ends) == 6
    for number, batch in enumerate(ends, 1):
        kinds = [type(entry.event) for entry in batch]
        assert GameCounted in kinds
        assert (RoundEnded in kinds) == (number % 2 == 0)
        assert (GameBegun in kinds, MatchCreated in kinds) == (number < 6, number < 6)
        assert (TournamentEnded in kinds) == (number == 6)


async def test_games_of_engines_begin_while_slots_are_free() -> None:
    """By default as many run as the pool has slots, so that no search waits; otherwise as the terms say."""
    server = TournamentServer(pool=ManualSlots())
    rooms = [begin_engines(server, Format.ROUND_ROBIN, 6)]
    assert len(rooms[0].tournament.running) == 2
    for concurrency in (1, 3):
        command = make_command(Format.ROUND_ROBIN, engines(6), concurrency=concurrency)
        rooms.append(server.create(replace(command, id=f"c{concurrency}", code=f"T-{concurrency}")))
        assert len(rooms[-1].tournament.running) == concurrency
    # A second one without a number of its own has one game in any case.
    command = make_command(Format.ROUND_ROBIN, engines(6))
    late = server.create(replace(command, id="late", code="T-LATE"))
    assert len(late.tournament.running) == 1
    assert server.director.rooms.games == 7
    assert server.director.rooms.census() == {"announced": 0, "running": 4, "paused": 0}


async def test_a_slot_that_becomes_free_is_for_all_tournaments() -> None:
    """A tournament whose engines wait for slots goes on when the games of another one end."""
    server = TournamentServer(pool=ManualSlots())
    first = begin_engines(server, Format.MATCH, 2, games=2, concurrency=2)
    assert len(first.tournament.running) == 2
    command = make_command(Format.ROUND_ROBIN, engines(4))
    second = server.create(replace(command, id="t2", code="T-2"))
    assert len(second.tournament.running) == 1
    server.do(first, Cancel(ORGANISER))
    await server.until(lambda: len(second.tournament.running) == 2)


async def test_searches_of_a_tournament_have_their_priority_and_are_the_organisers() -> None:
    """Those of games between engines come after hints, those that a player waits for do not."""
    server = TournamentServer(pool=ManualSlots())
    begin_engines(server, Format.ROUND_ROBIN, 4)
    assert {search.priority for search in server.pool.searches} == {Priority.TOURNAMENT}
    assert {search.owner for search in server.pool.searches} == {ORGANISER.id}
    command = make_command(Format.ROUND_ROBIN, [engine("e"), person("ann")], seed=1)
    server.create(replace(command, id="t2", code="T-2"))
    assert server.pool.last.priority is Priority.PLAYER


class LosingSlots(Slots):
    """Pool of two slots in which some searches are lost, by their numbers."""

    def __init__(self, *lost: int) -> None:
        super().__init__()
        self._lost = lost

    def submit(self, *arguments: Any, **named: Any) -> ManualSearch:
        search = super().submit(*arguments, **named)
        if len(self.searches) in self._lost:
            search.result = asyncio.get_running_loop().create_future()
            search.result.set_exception(SearchLost("no worker finished the search for a move: its process died"))
        return search


async def test_a_lost_search_changes_no_result() -> None:
    """The game is void, names the reason, and is played again with the same seeds: no engine is to blame."""
    rooms, servers = [], [TournamentServer(pool=LosingSlots(*lost)) for lost in ((), (2, 7, 20))]
    for server in servers:
        rooms.append(begin_engines(server, Format.ROUND_ROBIN, 3))
        await server.finish(rooms[-1])
        check_whole(server, rooms[-1])
    assert results(rooms[0].tournament) == results(rooms[1].tournament)
    events = [entry.event for entry in servers[1].store.tournament_history(rooms[1].id)]
    voided = [event.reason for event in events if isinstance(event, GameVoided)]
    assert voided == ["no worker finished the search for a move: its process died"] * 3


async def test_engines_get_seeds_of_the_tournament() -> None:
    """An engine without a seed gets one for each game; one with its own keeps it."""
    server = TournamentServer(pool=ManualSlots())
    room = server.create(
        make_command(Format.MATCH, [engine("free"), engine("own", seed=7)], games=2, most_entrants=2, concurrency=2)
    )
    seats = [match.created.seats for match in server.matches(room)]
    seeds = [{each.budget.seed for each in pair if isinstance(each, Engine)} for pair in seats]
    assert all(7 in found for found in seeds)
    assert len(seeds[0] | seeds[1]) == 3
    again = TournamentServer(pool=ManualSlots())
    repeated = again.create(
        make_command(Format.MATCH, [engine("free"), engine("own", seed=7)], games=2, most_entrants=2, concurrency=2)
    )
    assert [match.created.seats for match in again.matches(repeated)] == seats


async def test_games_are_matches_of_the_organiser() -> None:
    """They have the place, the delay, the chat, the clock and the deadline of the terms, and begin from the opening."""
    openings = OpeningSet("a", "", (TournamentOpening(("b2",)),))
    server = TournamentServer()
    terms: dict[str, Any] = {"control": Fischer(60, 1), "delay": Delay(2), "chat": False, "first_move_s": 45.0}
    server.connect("p1")
    room = server.create(make_command(Format.ROUND_ROBIN, people(2), openings=openings, **terms))
    (match,) = server.matches(room)
    created, place = match.created, match.created.terms.tournament
    assert place is not None
    assert (place.id, place.code, place.round, place.pair, place.game) == (room.id, "T-7KQ2XF", 1, 1, 1)
    assert (created.host, created.opening, created.control) == (ORGANISER, ("b2",), Fischer(60, 1))
    assert (created.terms.delay, created.terms.chat, created.first_move_s) == (Delay(2), False, 45.0)
    assert created.listed
    assert server.registry.find(created.code) is not None


async def test_games_of_engines_are_not_in_the_lobby() -> None:
    """Hundreds of them would leave no room for others; their codes are those of unlisted matches."""
    server = TournamentServer()
    room = begin_engines(server, Format.ROUND_ROBIN, 2)
    assert not server.matches(room)[0].created.listed
    assert server.connect("eve").ask("list").result.matches == []


@pytest.mark.parametrize("connected", [True, False])
async def test_players_are_led_to_their_games(connected: bool) -> None:
    """All connections of a player get `paired` and the match, at once or when the player connects."""
    server = TournamentServer()
    if connected:
        clients = [server.connect("p1"), server.connect("p1")]
    room = server.create(make_command(Format.ROUND_ROBIN, people(2)))
    if not connected:
        clients = [server.connect("p1")]
        server.store.commit()
    for client in clients:
        paired = next(message for message in client.received if message.t == "paired")
        assert (paired.opponent, paired.tournament.tournament) == ("p2", room.id)
        assert any(message.t == "snapshot" and message.match == paired.match for message in client.received)


async def test_a_missing_first_move_is_a_forfeit() -> None:
    """The player who is to move loses the game, and the tournament goes on."""
    server = TournamentServer()
    server.connect("p1")
    room = server.create(make_command(Format.ROUND_ROBIN, people(2), control=Fischer(60.0), first_move_s=30.0))
    await server.finish(room)
    (game,) = room.tournament.games
    assert game.outcome == GameOutcome((0.0, 1.0), HowEnded.FORFEIT)
    assert server.scheduler.time() < 1040.0
    check_whole(server, room)


async def test_a_game_that_a_moderator_aborts_is_played_again() -> None:
    """A match without a result through nobody's fault is void, and the same game begins again with the same seeds."""
    server = TournamentServer(pool=ManualSlots())
    room = begin_engines(server, Format.MATCH, 2, games=1)
    (first,) = server.matches(room)
    match_room = server.runtime.rooms.room(first.created.id)
    assert match_room is not None
    server.runtime.runner.act(match_room, Abort("a moderator ended it"), lambda _: None)
    server.store.commit()
    game, again = room.tournament.games
    assert (game.void, game.reason, again.runs) == (True, "a moderator ended it", True)
    assert server.matches(room)[1].created.seats == first.created.seats
    assert game.begun.slot == again.begun.slot


async def test_a_game_whose_result_is_set_ends() -> None:
    """The organiser's result counts, and the match is not played on."""
    server = TournamentServer()
    server.connect("p1")
    room = server.create(make_command(Format.ROUND_ROBIN, people(2)))
    decision = server.do(room, SetResult(ORGANISER, 1, GameOutcome((0.0, 1.0), HowEnded.SET), "illness"))
    assert decision.refusal is None
    await server.finish(room)
    await server.until(lambda: server.matches(room)[0].over)
    assert room.tournament.games[0].outcome == GameOutcome((0.0, 1.0), HowEnded.SET)
    assert len(room.tournament.games) == 1


async def test_a_cancelled_tournament_ends_its_games() -> None:
    """Their matches are aborted a few at a time, and count for nothing."""
    server = TournamentServer(pool=ManualSlots())
    room = begin_engines(server, Format.ROUND_ROBIN, 8, concurrency=25)
    assert len(room.tournament.running) == 10
    await server.until(lambda: len(room.tournament.running) == 25)
    server.do(room, Cancel(ORGANISER, "rain"))
    await server.until(lambda: all(match.over for match in server.matches(room)))
    assert all(game.void for game in room.tournament.games)
    assert server.director.rooms.find(room.id) is room
    assert server.director.rooms.all == []


async def test_a_tournament_has_at_most_so_many_games_at_a_time() -> None:
    """Others begin when those end; a server that is full of games tries again."""
    server = TournamentServer(tournament_games=3)
    room = server.create(make_command(Format.ROUND_ROBIN, people(12)))
    await server.until(lambda: len(room.tournament.running) == 3)
    server.scheduler.advance(1.0)
    assert len(room.tournament.running) == 3
    full = TournamentServer(registry=MatchRegistry(most_of_tournaments=2))
    room = full.create(make_command(Format.ROUND_ROBIN, people(8)))
    assert len(room.tournament.running) == 2
    assert "full" in room.obstacle
    assert full.director.warnings(room) == [room.obstacle]
    full.do(room, SetResult(ORGANISER, 1, GameOutcome((1.0, 0.0), HowEnded.SET), "a test"))
    await full.until(lambda: len(room.tournament.running) == 2 and len(room.tournament.games) == 3)


async def test_a_game_that_cannot_be_created_pauses_the_tournament() -> None:
    """The reason says why; after the organiser resumes, it is tried again."""
    server = TournamentServer()
    openings = OpeningSet("a", "", (TournamentOpening(("b2", "b2")),))
    room = begin_engines(server, Format.ROUND_ROBIN, 4, openings=openings)
    assert room.tournament.phase == "paused"
    assert "b2" in room.tournament.reason
    assert room.tournament.games == []
    server.do(room, Resume(ORGANISER))
    assert room.tournament.phase == "paused"
    assert server.registry.matches == []


async def test_no_game_begins_while_the_database_cannot_be_written() -> None:
    """What ends meanwhile counts when it can be saved, and then games begin."""
    server = TournamentServer(pool=ManualSlots())
    room = begin_engines(server, Format.ROUND_ROBIN, 4, concurrency=1)
    server.store.set_health(False)
    (match,) = server.matches(room)
    match_room = server.runtime.rooms.room(match.created.id)
    assert match_room is not None
    server.runtime.runner.act(match_room, Abort("a test"), lambda _: None)
    assert room.tournament.games[0].void
    assert len(server.store.tournament_history(room.id)) == room.tournament.seq - 1
    server.scheduler.advance(60.0)
    assert len(room.tournament.games) == 1
    server.store.commit()
    server.store.set_health(True, 60.0)
    await server.until(lambda: len(room.tournament.games) == 2)
    server.store.set_health(False)
    told: list[object] = []
    another = replace(make_command(Format.ROUND_ROBIN, engines(2)), id="t2", code="T-2")
    assert server.director.create(another, told.append) is None
    assert told == [None]


async def test_no_game_begins_on_a_server_that_stops() -> None:
    """The next server begins it."""
    store = OneByOne()
    server = TournamentServer(store)
    server.runtime.drain()
    refusal = server.refused(make_command(Format.ROUND_ROBIN, engines(3)))
    assert refusal.reason is Reason.DRAINING
    server = TournamentServer(store, pool=ManualSlots())
    room = begin_engines(server, Format.MATCH, 2, games=4, concurrency=1)
    server.runtime.drain()
    (match,) = server.matches(room)
    match_room = server.runtime.rooms.room(match.created.id)
    assert match_room is not None
    server.runtime.runner.act(match_room, Abort("a test"), lambda _: None)
    store.commit()
    assert len(room.tournament.games) == 1
    server = TournamentServer(store)
    server.runtime.loading.run()
    found = server.director.rooms.find(room.id)
    assert found is not None
    await server.finish(found)
    assert found.tournament.counted == 4


async def test_an_unsaved_decision_halts_its_tournament_alone() -> None:
    """Nothing of it reaches a client, later commands are not saved, and others go on."""
    server = TournamentServer()
    room = server.create(make_command(Format.ROUND_ROBIN, people(2), start_now=False))
    other = server.create(replace(make_command(Format.ROUND_ROBIN, engines(3)), id="t2", code="T-2"))
    told: list[object] = []
    server.store.commit()
    server.director.act(room, Pause(ORGANISER), told.append)
    server.store.commit(RuntimeError("a test"))
    server.director.act(room, Resume(ORGANISER), told.append)
    assert told == [Code.NOT_SAVED, Code.NOT_SAVED]
    assert room.halted
    await server.finish(other)


async def test_an_unsaved_creation_leaves_nothing() -> None:
    """The code is free again, and no game of it is known."""
    server = TournamentServer()
    told: list[object] = []
    server.director.create(make_command(Format.ROUND_ROBIN, engines(3)), told.append)
    server.store.commit(RuntimeError("a test"))
    assert told == [None]
    assert server.director.rooms.find("T-7KQ2XF") is None
    assert server.registry.matches == []
    await server.finish(begin_engines(server, Format.ROUND_ROBIN, 3))


class NoTimeLeft(UnlimitedEngineTime):
    """Budget that is used up for the first 100 s."""

    def __init__(self, server: list[TournamentServer]) -> None:
        self._server = server

    def engine_time_in(self, player: str) -> float:
        assert player == ORGANISER.id
        return max(0.0, 1100.0 - self._server[0].scheduler.time()) if self._server else 100.0


async def test_engines_wait_for_the_engine_time_of_the_organiser() -> None:
    """Their searches are never shortened, so no game begins before there is engine time."""
    holder: list[TournamentServer] = []
    server = TournamentServer(budget=NoTimeLeft(holder))
    holder.append(server)
    room = begin_engines(server, Format.ROUND_ROBIN, 3)
    assert room.tournament.games == []
    assert "engine time" in room.obstacle
    server.scheduler.advance(99.0)
    server.store.commit()
    assert room.tournament.games == []
    server.scheduler.advance(2.0)
    server.store.commit()
    assert room.tournament.games != []
    assert room.obstacle == ""
    await server.finish(room)


async def test_a_repeated_creation_gives_the_same_tournament() -> None:
    """A client that sends the command again gets what was created before."""
    server = TournamentServer(tournament_rate=Rate(1, 3600))
    command = make_command(Format.ROUND_ROBIN, engines(3))
    assert server.create(command) is server.create(command)


async def test_creation_has_limits() -> None:
    """An account creates some tournaments an hour. A guest creates those of engines alone, with few games."""
    server = TournamentServer(tournament_rate=Rate(2, 3600))
    command = make_command(Format.ROUND_ROBIN, engines(3))
    for number in (1, 2):
        server.create(replace(command, id=f"t{number}", code=f"T-{number}"))
    refusal = server.refused(replace(command, id="t3", code="T-3"))
    assert (refusal.reason, "in 30 min" in (refusal.hint or "")) == (Reason.TOO_MANY, True)
    server.scheduler.advance(1801.0)
    server.create(replace(command, id="t3", code="T-3"))
    guest = Human("id-guest", "guest")
    refusal = server.refused(replace(command, id="g", code="T-G", organiser=guest))
    assert refusal.reason is Reason.NOT_ALLOWED
    alone = make_command(Format.ROUND_ROBIN, engines(10), kinds=(EntrantKind.ENGINE,), cycles=3)
    refusal = server.refused(replace(alone, id="g", code="T-G", organiser=guest))
    assert (refusal.reason, "at most 100 games, not 135" in refusal.message) == (Reason.NOT_ALLOWED, True)
    fine = make_command(Format.ROUND_ROBIN, engines(10), kinds=(EntrantKind.ENGINE,), cycles=2)
    room = server.create(replace(fine, id="g", code="T-G", organiser=guest))
    assert room.tournament.terms.most_entrants == 10


async def test_a_tournament_starts_at_its_time() -> None:
    """With a time of start it waits for that; a start that was missed while the server was down is 60 s after it."""
    store = OneByOne()
    clock = [TODAY]
    server = TournamentServer(store, wall_clock=lambda: clock[0])
    command = make_command(Format.ROUND_ROBIN, engines(3), start_now=False, start=StartTerms(at=TODAY + 100.0))
    room = server.create(command)
    server.scheduler.advance(99.0)
    store.commit()
    assert not room.tournament.started
    server.scheduler.advance(1.0)
    store.commit()
    assert room.tournament.started
    await server.finish(room)
    late = server.create(replace(command, id="t2", code="T-2"))
    clock[0] += 3600.0
    server = TournamentServer(store, wall_clock=lambda: clock[0])
    server.runtime.loading.run()
    found = server.director.rooms.find(late.id)
    assert found is not None
    server.scheduler.advance(59.0)
    store.commit()
    assert not found.tournament.started
    server.scheduler.advance(1.0)
    store.commit()
    assert found.tournament.started


async def test_an_end_that_is_not_counted_counts_after_a_restart() -> None:
    """Ends whose counts a damaged database lacks count in their order, and a begun game without a match begins."""
    store = NotingStore()
    server = TournamentServer(store, pool=ManualSlots())
    room = begin_engines(server, Format.ROUND_ROBIN, 4, concurrency=3)
    matches = server.matches(room)
    damaged = OneByOne()
    for batch in store.batches:
        damaged.append([entry for entry in batch if entry[0] != matches[2].created.id], lambda _: None)
    for at, match in ((10.0, matches[1]), (20.0, matches[0])):
        ended = match.abort("a test")
        entries = [
            NumberedEvent(match.created.id, match.seq - len(ended) + 1 + number, event, at)
            for number, event in enumerate(ended)
        ]
        damaged.append(entries, lambda _: None)
    damaged.commit()
    server = TournamentServer(damaged)
    server.runtime.loading.run()
    found = server.director.rooms.find(room.id)
    assert found is not None
    damaged.commit()
    voided = [entry.event for entry in damaged.tournament_history(room.id) if isinstance(entry.event, GameVoided)]
    assert [event.game for event in voided] == [2, 1]
    again = damaged.history(matches[2].created.id)
    assert again[0].event.code == matches[2].created.code  # type: ignore[union-attr]
    await server.finish(found)
    check_whole(server, found)


async def test_a_finished_tournament_is_read_back() -> None:
    """It is in the archive with its places, and its code finds it after it has left memory."""
    server = TournamentServer()
    room = begin_engines(server, Format.ROUND_ROBIN, 3)
    await server.finish(room)
    server.director.rooms.remove(room)
    assert server.director.rooms.find(room.id) is None
    row = server.store.find_tournament("", "T-7KQ2XF")
    assert row is not None
    assert sorted(entrant.place for entrant in row.entrants) == [1, 2, 3]
    assert row.leader == row.entrants[0].name

    class Slow:
        """Reads at once."""

        async def read(self, work: Any) -> Any:
            return work()

        async def query(self, read: Any, job: Any, *more: object) -> Any:
            return job(read(server.store), *more)

    found = await server.director.rooms.fetch("t-7kq2 xf", Slow())
    assert found is not None
    assert results(found.tournament) == results(room.tournament)
    assert server.director.rooms.find("T-7KQ2XF") is found
    assert await server.director.rooms.fetch("T-000000", Slow()) is None


class Mistaken(Tournament):
    """Tournament whose rules fail."""

    def handle(self, command: Command, now: float) -> Decision:  # noqa: ARG002
        raise RuntimeError("a test")


async def test_a_mistake_of_the_rules_halts_one_tournament() -> None:
    """The end of the match is saved without its count, which the next server makes up for."""
    store = OneByOne()
    server = TournamentServer(store, pool=ManualSlots())
    room = begin_engines(server, Format.MATCH, 2, games=2, concurrency=1)
    events = [(entry.event, server.scheduler.time()) for entry in server.store.tournament_history(room.id)]
    room.tournament = Mistaken.rebuild(events, server.scheduler.time())
    (match,) = server.matches(room)
    match_room = server.runtime.rooms.room(match.created.id)
    assert match_room is not None
    server.runtime.runner.act(match_room, Abort("a test"), lambda _: None)
    store.commit()
    assert room.halted
    assert server.matches(room)[0].over
    server = TournamentServer(store)
    server.runtime.loading.run()
    found = server.director.rooms.find(room.id)
    assert found is not None
    await server.finish(found)
    assert found.tournament.counted == 2


async def test_the_clock_of_a_game_starts_with_its_round() -> None:
    """Games of people begin at once, all boards of a round together."""
    server = TournamentServer()
    room = server.create(make_command(Format.SWISS, people(6), rounds=3))
    await settle()
    server.store.commit()
    assert len(room.tournament.running) == 3
    rooms = [server.runtime.rooms.room(match.created.id) for match in server.matches(room)]
    assert all(each is not None and each.match.started for each in rooms)
