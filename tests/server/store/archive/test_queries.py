"""Tests of the archive and the ratings, which can be derived from the events."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import PlayMove, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.rated import RatedRules
from kibitz_server.core.values.events import Event, MatchFinished, Result
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.terms import Terms, Uncounted
from kibitz_server.core.values.time_management import Budget
from kibitz_server.store import SqlStore, Store
from kibitz_server.store.archive.queries import (
    ArchiveCriteria,
    Ended,
    EndedSeat,
    Standing,
    rated_ends,
    search,
    standings,
)
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.store.archive.rebuild import rebuild_archive
from kibitz_server.store.archive.sought import sought
from kibitz_server.store.archive.summary import summary
from kibitz_server.store.database import connect
from kibitz_server.store.tables import metadata
from tests.server.core.make import ENGINE, WON, create, make_create
from tests.server.store.conftest import Place
from tests.server.store.make import keep

ANN, BOB = Human("id-ann", "Ann", account=True), Human("id-bob", "Böb", account=True)
NOBODY = ArchiveCriteria()


def played(number: int, **fields: Any) -> tuple[Match, list[Event]]:
    """Return a match that the first player won, and its events."""
    fields = {"seats": (ANN, BOB), "terms": Terms(rated=True), "host": ANN, **fields}
    match, events = create(MatchRegistry(), make_create(id=f"m{number}", code=f"CODE{number}", **fields))
    for ply, move in enumerate(WON):
        player = match.seats[ply % 2]
        assert isinstance(player, Human)
        events += match.handle(PlayMove(player.id, ply, move), float(ply)).events
    return match, events


async def fill(store: Store, ratings: Ratings, *matches: Match) -> None:
    """Add finished matches, a second apart."""
    for second, match in enumerate(matches):
        store.note_end(summary(match, 100.0 + second, ratings.note(match)))
    done = asyncio.get_running_loop().create_future()
    store.append([], done.set_result)
    await done


def ids(store: Store, **wanted: Any) -> list[str]:
    """Return the ids that a search finds."""
    if "player" in wanted:
        wanted["player"] = sought(wanted["player"])
    return [match.match_id for match in store.search(NOBODY._replace(**wanted))]


@pytest.fixture
async def store(place: Place) -> Store:
    """A store with four matches in its archive."""
    store = place.open()
    await fill(
        store,
        Ratings(),
        played(1)[0],
        played(2, seats=(BOB, ANN), terms=Terms())[0],
        played(3, listed=False)[0],
        played(4, game="mnk", options=(("columns", 3), ("rows", 3), ("connect", 3)))[0],
    )
    return store


async def test_the_archive_is_searched(store: Store) -> None:
    """A search filters by player, game, result, time and rating, the last matches first."""
    assert ids(store) == ["m4", "m2", "m1"]
    assert ids(store, player="ann") == ["m4", "m2", "m1"]
    assert ids(store, player="BÖB", result="won") == ["m2"]
    assert ids(store, player="ann", result="lost") == ["m2"]
    assert ids(store, player="ann", result="drawn") == []
    assert ids(store, result="won") == ["m4", "m2", "m1"]
    assert ids(store, game="mnk") == ["m4"]
    assert ids(store, rated=False) == ["m2"]
    assert ids(store, since=101.0, until=103.0) == ["m2"]
    assert ids(store, player="nobody") == []


async def test_unlisted_matches_are_for_their_players(store: Store) -> None:
    """A search of another player does not find unlisted matches."""
    assert ids(store, viewer_id="id-bob") == ["m4", "m3", "m2", "m1"]
    assert ids(store, viewer_id="id-eve") == ["m4", "m2", "m1"]


async def test_labels_of_two_people_at_one_keyboard_are_kept(place: Place) -> None:
    """Both sides of such a match are seats of one player, under the names of the two people."""
    store = place.open()
    sides = tuple(replace(ANN, label=label) for label in ("Left", "Right"))
    await fill(store, Ratings(), played(1, seats=sides, terms=Terms())[0])
    (found,) = store.search(NOBODY)
    assert [(seat.name, seat.label) for seat in found.seats] == [("Ann", "Left"), ("Ann", "Right")]


async def test_pages_follow_each_other_without_a_gap(store: Store) -> None:
    """Each page begins after the last match of the page before."""
    assert ids(store, limit=2) == ["m4", "m2"]
    assert ids(store, limit=2, after=(101.0, "m2")) == ["m1"]


async def test_a_match_is_found_by_id_or_code(store: Store) -> None:
    """A client may write an id or a code."""
    assert store.find_ended("m2", "m2") == "m2"
    assert store.find_ended("x", "CODE3") == "m3"
    assert store.find_ended("x", "y") is None


async def test_an_engine_is_found_by_its_algorithm(place: Place) -> None:
    """An engine is found with or without its limit, but not by a part of its name."""
    store = place.open()
    match, _ = create(MatchRegistry(), make_create(id="m1", seats=(ANN, ENGINE), host=ANN))
    match.handle(Resign(ANN.id), 1.0)
    await fill(store, Ratings(), match)
    assert ids(store, player="alphabeta") == ids(store, player=ENGINE.name) == ["m1"]
    assert ids(store, player="alpha") == []


@pytest.mark.parametrize("name", ["AlphaBeta", "level:5", "Level 5", "Stufe 5", "random", "engine"])
async def test_a_search_finds_people_or_engines(place: Place, name: str) -> None:
    """A player may have the name of an engine from a time when it was allowed. No search finds matches of both."""
    store = place.open()
    old = Human("id-old", name, account=True)
    engines = (Engine("alphabeta", Budget()), Engine("level", Budget(level=5)), Engine("random", Budget(seed=1)))
    for number, seats in enumerate([(ANN, old), *((ANN, engine) for engine in engines)]):
        match, _ = create(MatchRegistry(), make_create(id=f"m{number}", seats=seats, host=ANN, created_at=number))
        match.handle(Resign(ANN.id), 1.0)
        await fill(store, Ratings(), match)
    assert ids(store, player=f"@{name}") == ["m0"]
    for text in (name, f"engine {name}"):
        assert "m0" not in ids(store, player=text) or ids(store, player=text) == ["m0"]
    assert "m0" not in ids(store, player=f"engine {name}")
    by_engine = {"AlphaBeta": ["m1"], "level:5": ["m2"], "Level 5": ["m2"], "Stufe 5": ["m2"], "random": ["m3"]}
    assert ids(store, player=f"Engine {name}") == by_engine.get(name, [])
    assert ids(store, player="@ann") == ids(store, player="ann") == ["m3", "m2", "m1", "m0"]
    assert ids(store, player="engine ann") == []


async def test_ratings_are_of_people_or_engines(place: Place) -> None:
    """The rating and the history of an engine are not those of an account that has its name."""
    store, ratings = place.open(), Ratings()
    old, engine = Human("id-old", "level:5", account=True), Engine("level", Budget(level=5))
    for number, seats in enumerate([(ANN, old), (ANN, engine)]):
        match, _ = create(MatchRegistry(), make_create(id=f"m{number}", seats=seats, terms=Terms(rated=True)))
        match.apply(MatchFinished(Result(1, "line"), 0.0))
        await fill(store, ratings, match)
    found = {text: ratings.ranking.named(text, 9) for text in ("level:5", "engine level:5", "@level:5", "ann")}
    assert {text: [(row.player, row.engine) for row in rows] for text, rows in found.items()} == {
        "level:5": [("level:5", True)],
        "engine level:5": [("level:5", True)],
        "@level:5": [("id-old", False)],
        "ann": [("id-ann", False)],
    }
    assert [step.match_id for step in store.rating_changes("level:5", None)] == ["m1"]
    assert [step.match_id for step in store.rating_changes("@level:5", None)] == ["m0"]


async def test_an_end_is_noted_once(store: Store) -> None:
    """Deriving matches that are in the archive changes nothing."""
    await fill(store, Ratings(), played(1)[0])
    assert ids(store, player="ann") == ["m4", "m2", "m1"]


async def test_one_commit_adds_matches_of_all_kinds(place: Place) -> None:
    """Matches in one commit may differ in which of their fields are empty."""
    store = place.open()
    seats = (EndedSeat("Ann", "human", "id-ann", False, "Left"), EndedSeat("minimax:depth=2", "engine"))
    first = Ended("m1", "C1", "nim", None, "id-ann", True, False, True, None, "", 0, 1.0, 2.0)
    matches = [
        first,
        first._replace(match_id="m2", clock="1+0", aborted=False, winner=1, ended_at=3.5, seats=seats[::-1]),
        first._replace(match_id="m3", rated=True, ended_at=4, series_id="s", series_number=2, seats=seats),
    ]
    for match in matches:
        store.note_end(match)
    done = asyncio.get_running_loop().create_future()
    store.append([], done.set_result)
    await done
    assert store.search(ArchiveCriteria(series="s")) == matches[2:]
    assert store.search(NOBODY) == matches[1:2]
    assert store.find_ended("m1", "") == "m1"


async def test_ratings_and_their_history_are_kept(store: Store, place: Place) -> None:
    """Rated matches, listed or not, give the same ratings after a restart."""
    changes = store.rating_changes("ANN", None)
    assert [change.match_id for change in changes] == ["m4", "m3", "m1"]
    assert [change.game for change in changes] == ["mnk", "tictactoe", "tictactoe"]
    assert changes[1].before == changes[2].after
    name, rating, *_ = place.open().standings()["id-ann", "tictactoe"]
    assert (name, rating) == ("Ann", changes[1].after)
    assert rating.matches == 2
    assert store.rating_changes("ann", "mnk") == changes[:1]


async def test_opponents_are_counted_once_and_engines_apart(place: Place) -> None:
    """A restart finds as many different opponents at each game as there were, and whether all of them are engines."""
    store, ratings = place.open(), Ratings()
    cat = Human("id-cat", "Cat", account=True)
    level, weak = Engine("level", Budget(level=5)), Engine("random", Budget())
    sides = [(ANN, BOB), (BOB, ANN), (cat, level), (cat, weak), (level, cat), (ANN, level), (weak, level)]
    matches = []
    for number, seats in enumerate(sides):
        match, _ = create(MatchRegistry(), make_create(id=f"m{number}", seats=seats, terms=Terms(rated=True)))
        match.apply(MatchFinished(Result(0, "line"), 0.0))
        matches.append(match)
    await fill(store, ratings, *matches)

    def counted(known: dict[tuple[str, str], Standing]) -> dict[str, tuple[int, bool]]:
        return {player: (len(at.opponents), at.engines_only) for (player, _), at in known.items()}

    expected = {"id-ann": (2, False), "id-bob": (1, False), "id-cat": (2, True)}
    expected |= {"level:5": (3, False), "random": (2, False)}
    assert counted(ratings.known) == counted(place.open().standings()) == expected
    engineless = Ratings(place.open().standings())
    engineless.note(played(9, seats=(cat, ANN))[0])
    assert counted(engineless.known) == expected | {"id-cat": (3, False), "id-ann": (3, False)}


async def test_what_is_missing_is_derived_at_start(url: str) -> None:
    """Archive and ratings are derived from the events in the order of the ends, any number of times."""
    loop = asyncio.get_running_loop()
    store = SqlStore(url, loop)
    ratings = Ratings()
    for number in (1, 2, 3):
        match, events = played(number)
        await keep(store, f"m{number}", events)
        if number == 1:
            store.note_end(summary(match, 7.0, ratings.note(match)))
    store.close()
    again = SqlStore(url, loop)
    found, history = again.search(NOBODY), again.rating_changes("ann", None)
    assert [match.match_id for match in found] == ["m3", "m2", "m1"]
    assert again.standings()["id-ann", "tictactoe"].rating.matches == 3
    again.close()
    engine = connect(url)
    assert rebuild_archive(engine) == 3
    engine.dispose()
    fresh = SqlStore(url, loop)
    assert fresh.search(NOBODY) == found
    assert fresh.rating_changes("ann", None) == history
    fresh.close()


class OfOneAddress(RatedRules):
    """Rules that find the players of each match at one address."""

    def uncounted(self, game: str, seats: object, *, at_end: bool = False) -> Uncounted | None:  # noqa: ARG002
        return Uncounted.SAME_ADDRESS


async def test_a_rebuild_leaves_out_what_did_not_count(url: str) -> None:
    """Ratings and the ends of rated matches that are derived from the events are those of the server that played."""
    loop = asyncio.get_running_loop()
    store, ratings, registry = SqlStore(url, loop), Ratings(), MatchRegistry()
    fields: dict[str, Any] = {
        "seats": (ANN, replace(BOB, bot=True, owner="id-cat")),
        "terms": Terms(rated=True),
        "host": ANN,
    }
    for number in (1, 2, 3):
        command = make_create(id=f"m{number}", code=f"CODE{number}", **fields)
        answer = registry.create(command, 0.0, OfOneAddress() if number == 1 else None)
        assert not isinstance(answer, Refusal)
        match, events = answer
        if number == 3:
            events += match.handle(Resign(ANN.id), 1.0).events
        for ply, move in enumerate(WON if number < 3 else ()):
            events += match.handle(PlayMove((ANN, BOB)[ply % 2].id, ply, move), float(ply)).events
        await keep(store, f"m{number}", events)
        store.note_end(summary(match, 100.0 + number, ratings.note(match)))
    store.close()
    engine = connect(url)
    with engine.connect() as connection:
        before, ends = standings(connection), rated_ends(connection, 0.0)
    assert {standing.rating.matches for standing in before.values()} == {1}
    assert [(end.match_id, end.counts, end.quitter) for end in ends] == [
        ("m1", False, None),
        ("m2", True, None),
        ("m3", False, ANN.id),
    ]
    assert {end.persons for end in ends} == {(ANN.id, BOB.id)}, "the table of accounts says which bot is of which owner"
    assert rebuild_archive(engine) == 3
    with engine.connect() as connection:
        assert standings(connection) == before
        assert [replace(end, ended_at=0.0) for end in rated_ends(connection, 0.0)] == [
            replace(end, ended_at=0.0) for end in ends
        ]
    engine.dispose()


async def test_engines_are_rated_under_the_name_of_their_limit(place: Place) -> None:
    """The seed is not a part of the name, so the name in the list finds the history."""
    store = place.open()
    seeded = Engine("minimax", Budget(depth=2, seed=9))
    match, _ = create(
        MatchRegistry(), make_create(seats=(seeded, Engine("random", Budget(seconds=1.0))), terms=Terms(rated=True))
    )
    match.apply(MatchFinished(Result(0, "line"), 0.0))
    await fill(store, Ratings(), match)
    assert {standing.name for standing in store.standings().values()} == {"minimax:depth=2", "random"}
    assert len(store.rating_changes("random", "tictactoe")) == 1


@pytest.mark.parametrize("result", [None, "won", "drawn"])
async def test_a_name_is_searched_by_its_index(tmp_path: Path, result: str | None) -> None:
    """The database reads the seats of one name. It does not look at the seats of every match."""
    engine = connect(f"sqlite:///{tmp_path}/kibitz.db", 100)
    metadata.create_all(engine)
    plans: list[str] = []

    def note(connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> None:
        if statement.startswith("SELECT ended.match_id"):
            raw = connection.connection.driver_connection
            plans.extend(row[3] for row in raw.execute(f"EXPLAIN QUERY PLAN {statement}", values))

    sql.event.listen(engine, "before_cursor_execute", note)
    with engine.connect() as connection:
        for name in ("nobody", "alphabeta"):
            assert search(connection, ArchiveCriteria(player=sought(name), result=result)) == []
    engine.dispose()
    assert any("ended_seat_by_name (name_key=?" in step for step in plans), plans
    assert any("name_key>? AND name_key<?" in step for step in plans), plans
    assert not any(step.startswith("SCAN ended") for step in plans), plans
