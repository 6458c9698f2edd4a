"""Keeping watchers behind: what is told passes in its order, when it is old enough or the match is over."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.match.commands import CheckClock, Command, PlayMove, Resign, TakeSeat
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.spectator_delay import MAX_TRANSIENT, SpectatorDelay, ages
from kibitz_server.core.values.events import Event, MatchCreated, MatchStarted, MovePlayed
from kibitz_server.core.values.terms import Delay
from tests.server.core.make import ADA, BEN, BLITZ, make_match, player_to_move, remaining_s, state_of


class Show:
    """A match and those who are kept behind it."""

    def __init__(self, delay: Delay, **fields: Any) -> None:
        self.match = make_match(**fields)
        self.behind: SpectatorDelay[str] = SpectatorDelay(self.match, delay, 0.0)
        self.told: list[str] = []
        self.put(self.match.created, 0.0)
        if self.match.phase is Phase.RUNNING:
            self.put(MatchStarted(), 0.0)

    def put(self, event: Any, now: float) -> None:
        """Something happened."""
        self.behind.put(event, type(event).__name__, now)
        self.look(now)

    def look(self, now: float) -> None:
        """Take what may be told by now."""
        self.told += [told for told, _ in self.behind.release(now)]

    def give(self, command: Command, now: float) -> None:
        """Put a command to the match."""
        for event in self.match.handle(command, now).events:
            self.put(event, now)

    def play(self, *moves: str, first_at: float = 1.0) -> None:
        """Play a move a second."""
        for number, move in enumerate(moves):
            now = first_at + number
            self.give(PlayMove(player_to_move(self.match).id, self.match.ply, move), now)

    @property
    def seen(self) -> Match:
        """What watchers see."""
        return self.behind.shown


def test_by_moves() -> None:
    """Two moves behind, the third shows the first; no passing of time does."""
    show = Show(Delay(moves=2))
    plies = []
    for number, move in enumerate(("b2", "a1", "a2", "c2")):
        show.play(move, first_at=1.0 + number)
        plies.append(show.seen.ply)
    assert plies == [0, 0, 1, 2]
    show.look(1e9)
    assert (show.seen.ply, show.behind.next_deadline()) == (2, None)


def test_by_seconds() -> None:
    """A move shows when it is as old as the delay, and not a moment before; the deadline says when."""
    show = Show(Delay(seconds=10), control=BLITZ)
    show.play("b2", "a1")
    assert (show.seen.phase, show.behind.next_deadline()) == (Phase.OPEN, 10.0)
    show.look(10.99)
    assert (show.seen.phase, show.seen.ply, show.behind.next_deadline()) == (Phase.RUNNING, 0, 11.0)
    show.look(11.0)
    assert (show.seen.ply, show.behind.next_deadline()) == (1, 12.0)
    show.look(12.0)
    assert (show.seen.ply, show.behind.next_deadline()) == (2, None)


def test_the_clocks_run_late_too() -> None:
    """Watchers by seconds see the clocks as they were then."""
    show = Show(Delay(seconds=10), control=BLITZ)
    show.look(10.0)
    show.play("b2", first_at=4.0)
    assert remaining_s(show.seen, 13.0) == (57.0, 60.0)
    show.look(14.0)
    assert remaining_s(show.seen, 15.0) == (58.0, 59.0)


def test_by_both() -> None:
    """What is held by moves and by seconds waits for the later of the two."""
    show = Show(Delay(moves=1, seconds=5))
    show.play("b2", "a1")
    assert show.seen.ply == 0
    show.look(6.0)
    assert show.seen.ply == 1
    show.look(100.0)
    assert show.seen.ply == 1


def test_before_the_start_nothing_is_held() -> None:
    """Who looks for a seat must see which ones are taken."""
    show = Show(Delay(moves=3, seconds=60), seats=(ADA, None), autostart=False)
    show.give(TakeSeat(BEN, None), 1.0)
    assert show.seen.seats == [ADA, BEN]
    assert show.told == ["MatchCreated", "SeatTaken"]


def test_when_it_is_over_everything_shows() -> None:
    """The end lets go of all that waited, in its order."""
    show = Show(Delay(moves=9, seconds=600))
    show.play("b2", "a1")
    show.behind.put_transient("thinking", 2.5)
    show.give(Resign(ADA.id), 3.0)
    assert show.told == ["MatchCreated", "MatchStarted", "MovePlayed", "MovePlayed", "thinking", "MatchFinished"]
    assert state_of(show.seen) == state_of(show.match)


def test_thinking_and_chat_wait_with_the_moves() -> None:
    """What was said at a ply is told when that ply is."""
    show = Show(Delay(moves=1))
    show.behind.put_transient("about the first move", 0.5)
    show.play("b2")
    assert show.told[-1] == "about the first move"
    show.behind.put_transient("about the second", 1.5)
    show.look(2.0)
    assert show.told[-1] == "about the first move"
    show.play("a1", first_at=2.0)
    assert show.told[-2:] == ["MovePlayed", "about the second"]


def test_what_has_no_number_is_bounded() -> None:
    """Of thinking one a second is kept, and of all that passes the newest."""
    show = Show(Delay(moves=50))
    for tenth in range(20):
        show.behind.put_transient("thinking", tenth / 10, search_info=True)
    for number in range(MAX_TRANSIENT - 1):
        show.behind.put_transient(f"said {number}", 2.0)
    show.give(Resign(ADA.id), 3.0)
    kept = [told for told in show.told if told == "thinking" or told.startswith("said")]
    assert kept == ["thinking", *(f"said {number}" for number in range(MAX_TRANSIENT - 1))]


@pytest.mark.parametrize("delay", [Delay(moves=2), Delay(seconds=2.0), Delay(moves=1, seconds=1.5)])
def test_nothing_is_told_twice_or_left_out(delay: Delay) -> None:
    """However a game goes, watchers get every event once and end where the players do."""
    show = Show(delay, control=BLITZ)
    show.play("b2", "a1", "a2", "c2", "b3", "b1")
    show.give(CheckClock(), 1000.0)
    assert show.told.count("MovePlayed") == 6
    assert show.seen.seq == show.match.seq


def test_ages_follow_from_the_moves() -> None:
    """How old events are is what the moves after them took, which is all that a restart knows."""
    created = make_match().created
    assert isinstance(created, MatchCreated)
    events: list[Event] = [
        created,
        MatchStarted(),
        MovePlayed(0, 0, "b2", 3.0, None),
        MovePlayed(1, 1, "a1", 4.0, None),
    ]
    assert ages(events) == [7.0, 7.0, 4.0, 0.0]


@given(
    moves=st.integers(0, 4),
    seconds=st.sampled_from((0.0, 1.0, 7.5)),
    # Quarters, so that adding and taking away is exact.
    pauses=st.lists(st.integers(0, 36).map(lambda quarters: quarters / 4), min_size=1, max_size=9),
    choices=st.lists(st.integers(0, 8), min_size=9, max_size=9),
)
def test_nobody_sees_more_than_they_may(moves: int, seconds: float, pauses: list[float], choices: list[int]) -> None:
    """Whatever is played and when: while it runs, watchers see no move that is too young, in moves or in seconds."""
    show = Show(Delay(moves=moves, seconds=seconds))
    now, played_at = 0.0, []
    for pause, choice in zip(pauses, choices, strict=False):
        if show.match.over:
            break
        now += pause
        legal = show.match.position.legal
        show.give(PlayMove(player_to_move(show.match).id, show.match.ply, legal[choice % len(legal)].text), now)
        played_at.append(now)
        if not show.match.over:
            assert show.seen.ply <= max(0, show.match.ply - moves)
            assert all(now - at >= seconds for at in played_at[: show.seen.ply])
            old_enough = sum(now - at >= seconds for at in played_at)
            assert show.seen.ply == max(0, min(show.match.ply - moves, old_enough))
    if show.match.over:
        assert state_of(show.seen) == state_of(show.match)
