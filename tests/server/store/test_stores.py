"""Tests of event storage, with every kind of store: in order, complete, and durable when reported."""

import asyncio
from functools import partial

from kibitz_server.core.values.events import MatchAborted, MatchStarted
from kibitz_server.store import NumberedEvent, StoredGuest
from kibitz_server.store.archive.tournaments import EndedEntrant, EndedTournament, TournamentCriteria
from tests.server.store.conftest import Place
from tests.server.store.make import history, keep, keep_entries, tournament_entries


async def test_what_was_kept_is_there_again(place: Place) -> None:
    """A store that is opened again has every event of the unfinished matches."""
    store = place.open()
    await keep(store, "m1", history("m1"))
    await keep(store, "m2", [*history("m2"), MatchAborted("enough")])
    store.close()
    again = place.open()
    assert again.unfinished() == ["m1"]
    assert (again.ended_since(6.0), again.ended_since(8.0)) == (["m2"], [])
    assert again.history("m1") == [NumberedEvent("m1", seq, event, 7.0) for seq, event in enumerate(history("m1"), 1)]
    assert again.history("m3") == []


async def test_callbacks_are_called_in_order(place: Place) -> None:
    """Each callback is called once, in the order of the calls, also for an empty list."""
    store = place.open()
    told: list[int] = []
    all_told = asyncio.Event()

    def note(number: int, error: Exception | None) -> None:
        assert error is None
        told.append(number)
        if number == 4:
            all_told.set()

    for seq, event in enumerate(history("m"), 1):
        store.append([NumberedEvent("m", seq, event, 0.0)], partial(note, seq))
    store.append([], partial(note, 4))
    await all_told.wait()
    assert told == [1, 2, 3, 4]


async def test_guests_are_found_again(place: Place) -> None:
    """A guest is found by the hash of the token, also after a restart."""
    store = place.open()
    guest = StoredGuest("g", "otter", "hash", 1.0)
    store.save_guest(guest)
    store.close()
    again = place.open()
    assert again.find_guest("hash") == guest
    assert again.find_guest("other") is None


async def test_a_guest_is_found_before_being_written(place: Place) -> None:
    """A guest who returns at once is found before the writer has stored the token."""
    store = place.open()
    guest = StoredGuest("g", "otter", "hash", 1.0)
    store.save_guest(guest)
    assert store.find_guest("hash") == guest
    await keep(store, "m1", history("m1"))
    assert store.find_guest("hash") == guest


async def test_two_owners_cannot_both_append(place: Place) -> None:
    """A second event with the same number is refused, without an effect on other events."""
    store = place.open()
    await keep(store, "m1", history("m1"))
    twice = keep(store, "m1", [MatchStarted()], first=2)
    fine = keep(store, "m2", history("m2"))
    results = await asyncio.gather(twice, fine, return_exceptions=True)
    assert isinstance(results[0], Exception)
    assert results[1] is None


async def test_what_cannot_be_text_fails_alone(place: Place) -> None:
    """A name that a database cannot store is lost; other events are stored and the store stays healthy."""
    store = place.open()
    store.save_guest(StoredGuest("g", "nul \0", "hash", 1.0))
    await keep(store, "m1", history("m1"))
    assert store.healthy
    assert len(store.history("m1")) == len(history("m1"))


async def test_reading_does_not_hold_up_the_loop(place: Place) -> None:
    """The result or the exception of a reading method arrives on the event loop."""
    store = place.open()
    await keep(store, "m1", history("m1"))
    loop = asyncio.get_running_loop()
    found: asyncio.Future[object] = loop.create_future()
    store.read(lambda: store.unfinished(), found.set_result)
    assert await found == ["m1"]


async def test_the_events_of_tournaments_are_there_again(place: Place) -> None:
    """A store that is opened again has each event of a tournament, and knows which have not ended."""
    store = place.open()
    await keep_entries(store, tournament_entries("t1"))
    await keep_entries(store, tournament_entries("t2", ended=True))
    store.close()
    again = place.open()
    assert again.unfinished_tournaments() == ["t1"]
    assert again.tournament_history("t1") == tournament_entries("t1")
    assert [row.kind for row in again.tournament_rows("t2")][-2:] == ["RoundEnded", "TournamentEnded"]
    assert again.tournament_history("t3") == []
    assert again.unfinished() == []


async def test_entries_of_matches_and_tournaments_are_one_commit(place: Place) -> None:
    """Events of several matches and of a tournament are all stored; if one of them is refused, none is."""
    store = place.open()
    first, *rest = tournament_entries("t1")
    games = [NumberedEvent(id, seq, event, 7.0) for id in ("m1", "m2") for seq, event in enumerate(history(id), 1)]
    await keep_entries(store, [*games, first, *rest[:3]])
    assert (len(store.history("m2")), len(store.tournament_history("t1"))) == (3, 4)
    aborted = NumberedEvent("m1", 4, MatchAborted("enough"), 8.0)
    wrong = await asyncio.gather(keep_entries(store, [aborted, rest[2]]), return_exceptions=True)
    assert isinstance(wrong[0], Exception)
    assert (len(store.history("m1")), len(store.tournament_history("t1"))) == (3, 4)
    await keep_entries(store, [aborted, *rest[3:]])
    assert (len(store.history("m1")), len(store.tournament_history("t1"))) == (4, 8)


async def test_finished_tournaments_are_listed(place: Place) -> None:
    """All find listed ones, the last first; the organiser and the entrants of an unlisted one find it too."""
    store = place.open()
    for number in range(1, 4):
        store.note_tournament(ended_tournament(number, listed=number != 2))
    await keep_entries(store, [])
    found = store.tournaments(TournamentCriteria())
    assert ([each.tournament_id for each in found.tournaments], found.total) == (["t3", "t1"], 2)
    assert found.tournaments[0] == ended_tournament(3)
    for viewer in ("o2", "p2"):
        for mine, expected in ((False, ["t3", "t2", "t1"]), (True, ["t2"])):
            page = store.tournaments(TournamentCriteria(viewer, mine))
            assert [each.tournament_id for each in page.tournaments] == expected
    assert [each.tournament_id for each in store.tournaments(TournamentCriteria(offset=1, limit=1)).tournaments] == [
        "t1"
    ]
    assert store.find_tournament("t2", "") == store.find_tournament("", "T-CODE02") == ended_tournament(2, listed=False)
    assert store.find_tournament("t9", "T-CODE99") is None


async def test_finished_tournaments_are_listed_by_league(place: Place) -> None:
    """A list has the divisions of one league, or of all leagues."""
    store = place.open()
    for number, league in enumerate((None, "L-A", "L-B", "L-A"), start=1):
        store.note_tournament(ended_tournament(number, league=league))
    await keep_entries(store, [])
    for league, expected in (("L-A", ["t4", "t2"]), ("ANY", ["t4", "t3", "t2"]), ("L-C", [])):
        page = store.tournaments(TournamentCriteria(league=league))
        assert ([each.tournament_id for each in page.tournaments], page.total) == (expected, len(expected))


def ended_tournament(number: int, *, listed: bool = True, league: str | None = None) -> EndedTournament:
    """Return the archive entry of a finished tournament."""
    entrants = (EndedEntrant(2, "bob", f"p{number}", 1), EndedEntrant(1, "level:3", None, 2))
    names = (f"t{number}", f"T-CODE0{number}", f"Friday {number}", "swiss", "chess", "{}", "5+3", f"o{number}", "ann")
    return EndedTournament(
        *names, listed, False, False, 64, 5, 7, "bob", league, "Club", 1, number, 1.0, 10.0 + number, 9, entrants
    )
