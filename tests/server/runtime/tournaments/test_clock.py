"""The clock of tournaments stands while the store cannot save."""

import pytest

from kibitz_server.core.tournament.values import Format
from kibitz_server.runtime.tournaments.clock import TournamentClock
from tests.fakes.server import ManualScheduler
from tests.server.core.tournament.play import make_command, people
from tests.server.runtime.tournaments.playing import TournamentServer

TODAY = 1_000_000.0


def made() -> tuple[TournamentClock, ManualScheduler]:
    """Return a clock and what it is made from, whose time of day begins at `TODAY`."""
    scheduler = ManualScheduler()
    begun_at = scheduler.time()
    return TournamentClock(scheduler, lambda: TODAY + scheduler.time() - begun_at), scheduler


def test_it_leaves_out_the_time_without_a_store() -> None:
    """It stands, also for the seconds before the failure was noticed, and it never goes back."""
    clock, scheduler = made()
    scheduler.advance(100.0)
    before = clock.time()
    clock.stop(2.0)
    scheduler.advance(50.0)
    assert clock.time() == before
    clock.go_on()
    assert clock.time() == before
    scheduler.advance(1.5)
    assert clock.time() == before
    scheduler.advance(10.5)
    assert clock.time() == pytest.approx(before + 10.0)


def test_a_timer_is_as_late_as_the_clock() -> None:
    """What is to happen 10 s later happens after 10 s of a clock that has stood before."""
    clock, scheduler = made()
    clock.stop(0.0)
    scheduler.advance(60.0)
    clock.go_on()
    called: list[int] = []
    clock.call_at(clock.time() + 10.0, called.append, 1)
    scheduler.advance(9.9)
    assert not called
    scheduler.advance(0.2)
    assert called == [1]


def test_times_of_day_before_and_after_it_stood() -> None:
    """A time of day stays the same while it stands and afterwards, and so does the time on the clock that it has."""
    clock, scheduler = made()
    first = clock.time()
    scheduler.advance(100.0)
    clock.stop(0.0)
    scheduler.advance(40.0)
    assert clock.today().of(first) == pytest.approx(TODAY)
    clock.go_on()
    scheduler.advance(10.0)
    second = clock.time()
    scheduler.advance(100.0)
    time = clock.today()
    for at, today in ((first, TODAY), (second, TODAY + 150.0)):
        assert time.of(at) == pytest.approx(today)
        assert time.on_clock(today) == pytest.approx(at)
    assert time.on_clock(TODAY + 120.0) == pytest.approx(first + 100.0)


async def test_an_arena_lasts_as_long_as_its_players_can_play() -> None:
    """A failure of the database takes nothing of its minutes, and its end is announced later by that time."""
    server = TournamentServer()
    for number in (1, 2):
        server.connect(f"p{number}", account=True)
    room = server.create(make_command(Format.ARENA, people(2), minutes=10.0))
    await server.until(lambda: room.tournament.arena_ends_at is not None)
    ends_at = room.tournament.arena_ends_at
    server.scheduler.advance(300.0)
    server.store.commit()
    announced = server.director.rooms.time().of(ends_at)
    server.one_by_one.set_health(False)
    server.scheduler.advance(3600.0)
    server.one_by_one.set_health(True, 3600.0)
    server.store.commit()
    assert room.tournament.ended is None
    assert ends_at is not None
    assert ends_at - server.director.rooms.time().now == pytest.approx(300.0, abs=5.0)
    assert announced is not None
    server.scheduler.advance(290.0)
    server.store.commit()
    assert room.tournament.runs
