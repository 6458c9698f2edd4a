"""Spectator delay: messages are released in their order, when they are old enough or the match is over."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.core.match.commands import CheckClock, Command, PlayMove, Resign, TakeSeat
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.spectator_delay import MAX_TRANSIENT, SpectatorDelay
from kibitz_server.core.values.events import MatchStarted
from kibitz_server.core.values.terms import Delay
from tests.server.core.make import ADA, BEN, BLITZ, make_match, player_to_move, remaining_s, state_of


class DelayedMatch:
    """A match with delayed spectators, and the messages that they have received."""

    def __init__(self, delay: Delay, **fields: Any) -> None:
        self.match = make_match(**fields)
        self.queue: SpectatorDelay[str] = SpectatorDelay(self.match, delay, 0.0)
        self.messages: list[str] = []
        self.put(self.match.created, 0.0)
        if self.match.phase is Phase.RUNNING:
            self.put(MatchStarted(), 0.0)

    def put(self, event: Any, now: float) -> None:
        """Add an event."""
        self.queue.put(event, type(event).__name__, now)
        self.release(now)

    def release(self, now: float) -> None:
        """Release the messages that are old enough."""
        self.messages += [message for message, _ in self.queue.release(now)]

    def give(self, command: Command, now: float) -> None:
        """Send a command to the match."""
        for event in self.match.handle(command, now).events:
            self.put(event, now)

    def play(self, *moves: str, first_at: float = 1.0) -> None:
        """Play one move each second."""
        for number, move in enumerate(moves):
            now = first_at + number
            self.give(PlayMove(player_to_move(self.match).id, self.match.ply, move), now)

    @property
    def shown(self) -> Match:
        """The match as spectators see it."""
        return self.queue.shown


def test_by_moves() -> None:
    """With a delay of two moves, the third move releases the first; time releases nothing."""
    delayed = DelayedMatch(Delay(moves=2))
    plies = []
    for number, move in enumerate(("b2", "a1", "a2", "c2")):
        delayed.play(move, first_at=1.0 + number)
        plies.append(delayed.shown.ply)
    assert plies == [0, 0, 1, 2]
    delayed.release(1e9)
    assert (delayed.shown.ply, delayed.queue.next_deadline()) == (2, None)


def test_by_seconds() -> None:
    """A move is released exactly when it is as old as the delay, and the deadline is that time."""
    delayed = DelayedMatch(Delay(seconds=10), control=BLITZ)
    delayed.play("b2", "a1")
    assert (delayed.shown.phase, delayed.queue.next_deadline()) == (Phase.OPEN, 10.0)
    delayed.release(10.99)
    assert (delayed.shown.phase, delayed.shown.ply, delayed.queue.next_deadline()) == (Phase.RUNNING, 0, 11.0)
    delayed.release(11.0)
    assert (delayed.shown.ply, delayed.queue.next_deadline()) == (1, 12.0)
    delayed.release(12.0)
    assert (delayed.shown.ply, delayed.queue.next_deadline()) == (2, None)


def test_clocks_are_delayed_too() -> None:
    """With a delay in seconds, spectators see the clocks as they were then."""
    delayed = DelayedMatch(Delay(seconds=10), control=BLITZ)
    delayed.release(10.0)
    delayed.play("b2", first_at=4.0)
    assert remaining_s(delayed.shown, 13.0) == (57.0, 60.0)
    delayed.release(14.0)
    assert remaining_s(delayed.shown, 15.0) == (58.0, 59.0)


def test_by_both() -> None:
    """With a delay in moves and seconds, the later of the two releases a move."""
    delayed = DelayedMatch(Delay(moves=1, seconds=5))
    delayed.play("b2", "a1")
    assert delayed.shown.ply == 0
    delayed.release(6.0)
    assert delayed.shown.ply == 1
    delayed.release(100.0)
    assert delayed.shown.ply == 1


def test_nothing_is_delayed_before_the_start() -> None:
    """Before the start, seats are shown at once."""
    delayed = DelayedMatch(Delay(moves=3, seconds=60), seats=(ADA, None), autostart=False)
    delayed.give(TakeSeat(BEN, None), 1.0)
    assert delayed.shown.seats == (ADA, BEN)
    assert delayed.messages == ["MatchCreated", "SeatTaken"]


def test_the_end_releases_everything() -> None:
    """The end of the match releases all messages in their order."""
    delayed = DelayedMatch(Delay(moves=9, seconds=600))
    delayed.play("b2", "a1")
    delayed.queue.put_transient("thinking", 2.5)
    delayed.give(Resign(ADA.id), 3.0)
    assert delayed.messages == ["MatchCreated", "MatchStarted", "MovePlayed", "MovePlayed", "thinking", "MatchFinished"]
    assert state_of(delayed.shown) == state_of(delayed.match)


def test_search_info_and_chat_wait_with_the_moves() -> None:
    """A transient message is released with the moves of its ply."""
    delayed = DelayedMatch(Delay(moves=1))
    delayed.queue.put_transient("about the first move", 0.5)
    delayed.play("b2")
    assert delayed.messages[-1] == "about the first move"
    delayed.queue.put_transient("about the second", 1.5)
    delayed.release(2.0)
    assert delayed.messages[-1] == "about the first move"
    delayed.play("a1", first_at=2.0)
    assert delayed.messages[-2:] == ["MovePlayed", "about the second"]


def test_transient_messages_are_bounded() -> None:
    """Search info is kept once a second, and only the newest transient messages are kept."""
    delayed = DelayedMatch(Delay(moves=50))
    for tenth in range(20):
        delayed.queue.put_transient("thinking", tenth / 10, search_info=True)
    for number in range(MAX_TRANSIENT - 1):
        delayed.queue.put_transient(f"said {number}", 2.0)
    delayed.give(Resign(ADA.id), 3.0)
    kept = [message for message in delayed.messages if message == "thinking" or message.startswith("said")]
    assert kept == ["thinking", *(f"said {number}" for number in range(MAX_TRANSIENT - 1))]


@pytest.mark.parametrize("delay", [Delay(moves=2), Delay(seconds=2.0), Delay(moves=1, seconds=1.5)])
def test_each_event_is_released_once(delay: Delay) -> None:
    """Spectators get every event once, and end with the state of the players."""
    delayed = DelayedMatch(delay, control=BLITZ)
    delayed.play("b2", "a1", "a2", "c2", "b3", "b1")
    delayed.give(CheckClock(), 1000.0)
    assert delayed.messages.count("MovePlayed") == 6
    assert delayed.shown.seq == delayed.match.seq


@given(
    moves=st.integers(0, 4),
    seconds=st.sampled_from((0.0, 1.0, 7.5)),
    # Quarters, so that sums and differences are exact.
    pauses=st.lists(st.integers(0, 36).map(lambda quarters: quarters / 4), min_size=1, max_size=9),
    choices=st.lists(st.integers(0, 8), min_size=9, max_size=9),
)
def test_spectators_see_only_old_moves(moves: int, seconds: float, pauses: list[float], choices: list[int]) -> None:
    """While a match runs, spectators see no move that is too new, in moves or in seconds."""
    delayed = DelayedMatch(Delay(moves=moves, seconds=seconds))
    now, played_at = 0.0, []
    for pause, choice in zip(pauses, choices, strict=False):
        if delayed.match.over:
            break
        now += pause
        legal = delayed.match.position.legal
        delayed.give(
            PlayMove(player_to_move(delayed.match).id, delayed.match.ply, legal[choice % len(legal)].text), now
        )
        played_at.append(now)
        if not delayed.match.over:
            assert delayed.shown.ply <= max(0, delayed.match.ply - moves)
            assert all(now - at >= seconds for at in played_at[: delayed.shown.ply])
            old_enough = sum(now - at >= seconds for at in played_at)
            assert delayed.shown.ply == max(0, min(delayed.match.ply - moves, old_enough))
    if delayed.match.over:
        assert state_of(delayed.shown) == state_of(delayed.match)
