from typing import Any

import pytest

from kibitz_client.match.state import CHAT_KEPT, MatchState, advance
from kibitz_protocol.to_client import (
    Aborted,
    Created,
    Declined,
    Finished,
    Left,
    Moved,
    Notice,
    Offered,
    Paused,
    Resumed,
    Said,
    Seated,
    Started,
    TakenBack,
)
from kibitz_protocol.values import OfferView, Result, SeatView
from tests.client.samples import ENGINE, MATCH, OPEN, OTTER, event, move, position, report, snapshot, thinking


def after(*messages: Any) -> MatchState:
    """The state that messages lead to, from nothing."""
    state = None
    for message in messages:
        state = advance(state, message)
    assert state is not None
    return state


def said(text: str) -> Said:
    return Said(match=MATCH, room="players", name="mia", text=text, at=0.0)


def test_nothing_is_known_before_the_first_snapshot() -> None:
    """Events that come before a snapshot are not enough to know a match."""
    assert advance(None, event(1, Started(), position())) is None


def test_a_snapshot_is_the_whole_match() -> None:
    """A snapshot alone gives seats, moves, position and what the engines thought last."""
    moves = [move(0, 4), move(1, 0, report(depth=7))]
    state = after(snapshot("40", moves=moves, you=0))
    assert (state.seq, state.phase, state.seats) == (5, "running", (OTTER, ENGINE))
    assert state.position == position("40")
    assert state.searches[1].search.depth == 7
    assert not state.searches[1].live
    assert state.your_turn


def test_other_matches_change_nothing() -> None:
    """A message of another match leaves the state as it is."""
    state = after(snapshot())
    assert advance(state, event(4, Moved(move=move(0, 4)), position("4"), match="other")) is state
    assert advance(state, snapshot(match="other")) is state
    assert advance(state, Notice(text="restart at noon")) is state
    assert advance(state, None) is state


def test_a_move_moves_on() -> None:
    """A move is appended, and its event brings the position after it."""
    state = after(snapshot(), event(4, Moved(move=move(0, 4)), position("4")))
    assert [played.move for played in state.moves] == ["b2"]
    assert (state.seq, state.position.ply, state.position.to_move) == (4, 1, 1)


def test_seats_are_taken_and_left() -> None:
    """Seats fill and empty while the match is open, and the position stays."""
    mia = SeatView(seat=1, kind="human", name="mia")
    opened = after(snapshot(phase="open", seats=[OTTER, OPEN]))
    assert opened.empty_seats == 1
    taken = advance(opened, event(4, Seated(seat=mia), phase="open"))
    assert taken is not None
    assert taken.seats == (OTTER, mia)
    assert taken.position is opened.position
    left = advance(taken, event(5, Left(seat=1), phase="open"))
    assert left is not None
    assert left.seats == (OTTER, OPEN)


def test_a_start_is_a_phase() -> None:
    """A match that starts is running; its creation changes nothing that is shown."""
    opened = after(
        snapshot(phase="open", you=0), event(4, Created(game="tictactoe", options={}, clock=None), phase="open")
    )
    assert not opened.your_turn
    started = advance(opened, event(5, Started(), position()))
    assert started is not None
    assert started.your_turn


def test_a_finished_match_has_a_result() -> None:
    """The end of a match brings its result, and nobody is to move any more."""
    result = Result(winner=0, reason="line")
    state = after(snapshot("40", you=0), event(6, Finished(result=result), position("40", to_move=None), "finished"))
    assert state.result == result
    assert state.over
    assert not state.your_turn


def test_an_aborted_match_keeps_its_reason() -> None:
    """A match that was given up has no winner, but a reason."""
    state = after(snapshot(), event(4, Aborted(reason="the host left"), None, "aborted"))
    assert state.over
    assert state.result == Result(winner=None, reason="the host left")


def test_the_newest_thought_replaces_the_one_before() -> None:
    """Of each engine the latest report is kept, as live while it searches."""
    state = after(snapshot("4"), thinking(1, depth=3), thinking(1, depth=4))
    assert state.searches[1].search.depth == 4
    assert state.searches[1].live


def test_a_late_thought_is_dropped() -> None:
    """A report about a position that has been left says nothing about this one."""
    state = after(snapshot("4"))
    assert advance(state, thinking(0, depth=3)) is state


def test_a_move_ends_the_thinking() -> None:
    """With the move comes what the search found at last, and it is no longer live."""
    played = event(5, Moved(move=move(1, 0, report(depth=9))), position("40"))
    state = after(snapshot("4"), thinking(1, depth=4), played)
    assert state.searches[1].search.depth == 9
    assert not state.searches[1].live


def test_chat_is_kept_up_to_a_bound() -> None:
    """The last lines of chat stay, also across a new snapshot."""
    lines = [said(str(n)) for n in range(CHAT_KEPT + 5)]
    state = after(snapshot(), *lines, snapshot("4"))
    assert len(state.chat) == CHAT_KEPT
    assert state.chat[-1] == lines[-1]


@pytest.mark.parametrize("you", [None, 1])
def test_only_the_one_to_move_has_the_turn(you: int | None) -> None:
    """It is not the turn of a watcher, nor of the other player."""
    assert not after(snapshot(you=you)).your_turn


MIA = SeatView(seat=1, kind="human", name="mia")


PAIR = [OTTER, MIA]


def state_of(*messages: Any, **fields: Any) -> MatchState:
    """The state after a snapshot and these messages."""
    state = advance(None, snapshot(seats=PAIR, **fields))
    for message in messages:
        state = advance(state, message)
    assert state is not None
    return state


def test_an_offer_stands_until_the_next_move() -> None:
    """The state has the offers that stand, and none after a move or an answer."""
    offered = event(4, Offered(seat=1, offer="draw"))
    assert state_of(offered, you=0).offered == "draw"
    assert state_of(offered, you=1).offered is None
    assert state_of(offered, event(5, Declined(seat=1, offer="draw", by=0)), you=0).offers == ()
    assert state_of(offered, event(5, Moved(move=move(0, 4)), position("4")), you=0).offers == ()
    assert state_of(you=0, offers=[OfferView(seat=1, offer="pause")]).offered == "pause"


def test_moves_that_are_taken_back_are_gone() -> None:
    """A takeback shortens the list of moves and brings the position before them."""
    state = state_of(
        event(4, Moved(move=move(0, 4)), position("4")),
        event(5, Moved(move=move(1, 0)), position("40")),
        event(6, TakenBack(seat=0, plies=2), position()),
        you=0,
    )
    assert (state.moves, state.position.ply, state.your_turn) == ((), 0, True)


def test_a_paused_match_waits_for_nobody() -> None:
    """While it is paused it is nobody's turn; afterwards it is ours again."""
    paused = state_of(event(4, Paused(adjourned=True), position(), "paused"), you=0)
    assert (paused.your_turn, paused.adjourned) == (False, True)
    resumed = advance(paused, event(5, Resumed(), position(), "running"))
    assert resumed is not None
    assert (resumed.your_turn, resumed.adjourned) == (True, False)
