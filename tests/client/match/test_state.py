"""Client-side state of a match."""

from typing import Any

import pytest

from kibitz_client.match.state import CHAT_KEPT, MatchState, advance, can_go_berserk, legal_text, seat_remark
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
    WentBerserk,
)
from kibitz_protocol.values.matches import OfferView, Result
from kibitz_protocol.values.seats import SeatView
from tests.client.samples import (
    ENGINE,
    GAME,
    MATCH,
    OPEN,
    OTTER,
    event,
    move,
    position,
    report,
    snapshot,
    thinking,
    together,
)


def after(*messages: Any) -> MatchState:
    """Return the state after messages."""
    state = None
    for message in messages:
        state = advance(state, message)
    assert state is not None
    return state


def said(text: str) -> Said:
    return Said(match=MATCH, room="players", name="mia", text=text, at=0.0)


def test_nothing_is_known_before_the_first_snapshot() -> None:
    """Events before the first snapshot are ignored."""
    assert advance(None, event(1, Started(), position())) is None


def test_a_snapshot_is_the_whole_match() -> None:
    """A snapshot has seats, moves, position and the engines' latest searches."""
    moves = [move(0, 4), move(1, 0, report(depth=7))]
    state = after(snapshot("40", moves=moves, you=0))
    assert (state.seq, state.phase, state.seats) == (5, "running", (OTTER, ENGINE))
    assert state.position == position("40")
    assert state.searches[1].search.depth == 7
    assert not state.searches[1].live
    assert state.your_turn


def test_a_match_with_both_seats_is_local() -> None:
    """A player of both sides is to move on each turn, has no side of its own, and sees the names of the people."""
    state = after(together("4"))
    assert (state.local, state.plays, state.you, state.your_turn) == (True, True, None, True)
    assert [view.name for view in state.seats] == ["Ann", "Bob"]
    moved = advance(state, event(5, Moved(move=move(1, 0)), position("40")))
    assert moved is not None
    assert moved.your_turn
    watched = after(together("4", you=None, yours=[]))
    assert (watched.local, watched.plays, watched.your_turn, watched.seats[0].name) == (False, False, False, "otter")


def test_other_matches_change_nothing() -> None:
    """A message of another match does not change the state."""
    state = after(snapshot())
    assert advance(state, event(4, Moved(move=move(0, 4)), position("4"), match="other")) is state
    assert advance(state, snapshot(match="other")) is state
    assert advance(state, Notice(text="restart at noon")) is state
    assert advance(state, None) is state


def test_a_move_moves_on() -> None:
    """A move is appended, and its event has the new position."""
    state = after(snapshot(), event(4, Moved(move=move(0, 4)), position("4")))
    assert [played.move for played in state.moves] == ["b2"]
    assert (state.seq, state.position.ply, state.position.to_move) == (4, 1, 1)


def test_seats_are_taken_and_left() -> None:
    """Players take and leave seats of an open match, and the position stays."""
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
    """The start changes the phase, and the creation changes nothing."""
    opened = after(
        snapshot(phase="open", you=0), event(4, Created(game="tictactoe", options={}, clock=None), phase="open")
    )
    assert not opened.your_turn
    started = advance(opened, event(5, Started(), position()))
    assert started is not None
    assert started.your_turn


def test_a_finished_match_has_a_result() -> None:
    """A finished match has a result, and no player is to move."""
    result = Result(winner=0, reason="line")
    state = after(snapshot("40", you=0), event(6, Finished(result=result), position("40", to_move=None), "finished"))
    assert state.result == result
    assert state.over
    assert not state.your_turn


def test_an_aborted_match_keeps_its_reason() -> None:
    """An aborted match has no winner, but a reason."""
    state = after(snapshot(), event(4, Aborted(reason="the host left"), None, "aborted"))
    assert state.over
    assert state.result == Result(winner=None, reason="the host left")


def test_the_newest_thought_replaces_the_one_before() -> None:
    """Only the latest report of each engine is kept."""
    state = after(snapshot("4"), thinking(1, depth=3), thinking(1, depth=4))
    assert state.searches[1].search.depth == 4
    assert state.searches[1].live


def test_a_late_thought_is_dropped() -> None:
    """A report about an older position is dropped."""
    state = after(snapshot("4"))
    assert advance(state, thinking(0, depth=3)) is state


def test_a_move_ends_the_thinking() -> None:
    """The move's search replaces the live one."""
    played = event(5, Moved(move=move(1, 0, report(depth=9))), position("40"))
    state = after(snapshot("4"), thinking(1, depth=4), played)
    assert state.searches[1].search.depth == 9
    assert not state.searches[1].live


def test_chat_is_kept_up_to_a_bound() -> None:
    """The latest lines of chat are kept, also after a new snapshot."""
    lines = [said(str(n)) for n in range(CHAT_KEPT + 5)]
    state = after(snapshot(), *lines, snapshot("4"))
    assert len(state.chat) == CHAT_KEPT
    assert state.chat[-1] == lines[-1]


@pytest.mark.parametrize("you", [None, 1])
def test_only_the_one_to_move_has_the_turn(you: int | None) -> None:
    """Neither a spectator nor the opponent has the turn."""
    assert not after(snapshot(you=you)).your_turn


MIA = SeatView(seat=1, kind="human", name="mia")


PAIR = [OTTER, MIA]


def state_of(*messages: Any, **fields: Any) -> MatchState:
    """Return the state after a snapshot and these messages."""
    state = advance(None, snapshot(seats=PAIR, **fields))
    for message in messages:
        state = advance(state, message)
    assert state is not None
    return state


def test_an_offer_stands_until_the_next_move() -> None:
    """An answer or a move removes an offer from the state."""
    offered = event(4, Offered(seat=1, offer="draw"))
    assert state_of(offered, you=0).offered == "draw"
    assert state_of(offered, you=1).offered is None
    assert state_of(offered, event(5, Declined(seat=1, offer="draw", by=0)), you=0).offers == ()
    assert state_of(offered, event(5, Moved(move=move(0, 4)), position("4")), you=0).offers == ()
    assert state_of(you=0, offers=[OfferView(seat=1, offer="pause")]).offered == "pause"


def test_a_draw_offer_stands_after_the_own_move_where_the_game_says_so() -> None:
    """In such a game it goes with the move of the other side; other offers go with any move."""
    chess = GAME.model_copy(update={"draw_offers_stand": True})
    made = [event(4, Offered(seat=1, offer="draw")), event(5, Offered(seat=1, offer="pause"))]
    own, other = (event(6, Moved(move=move(seat, 4)), position("4")) for seat in (1, 0))
    assert state_of(*made, own, you=0, game=chess).offers == (OfferView(seat=1, offer="draw"),)
    assert state_of(*made, other, you=0, game=chess).offers == ()
    assert state_of(*made, own, you=0).offers == ()


def test_moves_that_are_taken_back_are_gone() -> None:
    """A takeback removes moves from the list and restores the position before them."""
    state = state_of(
        event(4, Moved(move=move(0, 4)), position("4")),
        event(5, Moved(move=move(1, 0)), position("40")),
        event(6, TakenBack(seat=0, plies=2), position()),
        you=0,
    )
    assert (state.moves, state.position.ply, state.your_turn) == ((), 0, True)


def test_during_a_pause_no_player_is_to_move() -> None:
    """During the pause, no player is to move."""
    paused = state_of(event(4, Paused(adjourned=True), position(), "paused"), you=0)
    assert (paused.your_turn, paused.adjourned) == (False, True)
    resumed = advance(paused, event(5, Resumed(), position(), "running"))
    assert resumed is not None
    assert (resumed.your_turn, resumed.adjourned) == (True, False)


def test_a_move_may_be_written_in_small_letters() -> None:
    """A text is the legal move that differs in the case of letters alone, if it is not a legal move itself."""
    capital = position().model_copy(update={"legal": ["C1", "pass", "PASS"], "paths": [[8], [], []]})
    texts = ("C1", "c1", "Pass", "PASS", "a1")
    assert [legal_text(capital, text) for text in texts] == ["C1", "C1", "pass", "PASS", None]


def test_berserk_is_possible_before_the_own_first_move() -> None:
    """Only a player of a running match that allows it can go berserk, once, and not after the own first move."""
    allowed: dict[str, Any] = {"berserk": [], "you": 1}
    assert can_go_berserk(after(snapshot(**allowed)))
    assert can_go_berserk(after(snapshot("4", **allowed)))
    assert not can_go_berserk(after(snapshot("40", **allowed)))
    assert not can_go_berserk(after(snapshot(**{**allowed, "you": None})))
    assert not can_go_berserk(after(snapshot(**{**allowed, "berserk": None})))
    assert not can_go_berserk(after(snapshot(**allowed, phase="paused")))
    gone = after(snapshot(**allowed), event(4, WentBerserk(seat=1), position(remaining_ms=[60_000, 30_000])))
    assert not can_go_berserk(gone)
    assert (gone.berserk, gone.position.remaining_ms) == ((1,), [60_000, 30_000])
    assert [seat_remark(gone, seat) for seat in (0, 1)] == ["", " (you, berserk)"]
    assert can_go_berserk(after(snapshot(**allowed), event(4, WentBerserk(seat=0), position())))


def test_berserk_ends_open_offers() -> None:
    """The clocks have changed, and with them all offers expire, as on the server."""
    state = after(
        snapshot(berserk=[]), event(4, Offered(seat=0, offer="draw")), event(5, WentBerserk(seat=1), position())
    )
    assert state.offers == ()
