"""Moves and resignations of players."""

from typing import Any

import pytest

from kibitz_server.core.match.commands import PlayMove, Resign
from kibitz_server.core.match.match import Decision
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import MatchFinished, MovePlayed, Result
from kibitz_server.core.values.refusal import Reason
from tests.server.core.make import ADA, BEN, BLITZ, CAT, DRAWN, WON, make_match, play, refused, remaining_s, state_of


def test_a_move_is_played() -> None:
    """A legal move is an event with its ply, seat, text and duration."""
    match = make_match()
    decision = match.handle(PlayMove(ADA.id, 0, " B2 ", match.position.id), 1.5)
    assert decision.events == (MovePlayed(0, 0, "b2", 1.5, None),)
    assert (match.ply, match.to_move) == (1, 1)
    assert match.position.text == "---/-X-/--- O"


@pytest.mark.parametrize(
    ("by", "ply", "move", "position", "reason"),
    [
        (CAT, 1, "a1", None, Reason.NOT_SEATED),
        (BEN, 0, "a1", None, Reason.STALE_PLY),
        (BEN, 2, "a1", None, Reason.STALE_PLY),
        (ADA, 0, "b2", None, Reason.STALE_PLY),
        (ADA, 1, "a1", None, Reason.NOT_YOUR_TURN),
        (BEN, 1, "a1", "0123456789ab", Reason.STALE_PLY),
        (BEN, 1, "b2", None, Reason.ILLEGAL_MOVE),
        (BEN, 1, "z9", None, Reason.ILLEGAL_MOVE),
        (BEN, 1, "", None, Reason.ILLEGAL_MOVE),
    ],
)
def test_a_move_that_is_refused_changes_nothing(
    by: Any, ply: int, move: str, position: str | None, reason: Reason
) -> None:
    """A move of a non-player, for another ply or position, out of turn or illegal, is refused with its code."""
    match = make_match(control=BLITZ)
    play(match, "b2")
    before = state_of(match), match.next_deadline()
    refusal = refused(match.handle(PlayMove(by.id, ply, move, position), 5.0))
    assert refusal.reason is reason
    assert refusal.message
    assert refusal.hint
    assert (state_of(match), match.next_deadline()) == before


def test_the_refusal_of_an_illegal_move_has_legal_ones() -> None:
    """The refusal of an illegal move has the reason, and its hint the legal moves near by."""
    match = make_match()
    play(match, "b2")
    refusal = refused(match.handle(PlayMove(BEN.id, 1, "b2"), 5.0))
    assert refusal.message == "b2 is taken by X"
    assert refusal.hint == "near b2: a2, b1, b3, c2, a1, a3; `legal` lists all 8"


def test_a_hint_without_near_moves() -> None:
    """Where no legal move is near, the hint says only how many there are."""
    match = make_match("mnk", options=(("columns", 8), ("rows", 8)))
    hint = refused(match.handle(PlayMove(ADA.id, 0, "z9"), 1.0)).hint
    assert hint == "`legal` lists all 64 moves"


@pytest.mark.parametrize(
    ("moves", "result"),
    [(WON, Result(0, "line")), (DRAWN, Result(None, "full board"))],
    ids=["won", "drawn"],
)
def test_the_move_that_ends_the_game_ends_the_match(moves: tuple[str, ...], result: Result) -> None:
    """The last move and the result come together, and no seat is to move."""
    match = make_match(control=BLITZ)
    *_, last = play(match, *moves)
    assert [type(event) for event in last.events] == [MovePlayed, MatchFinished]
    assert match.phase is Phase.FINISHED
    assert match.result == result
    assert match.to_move is None
    assert match.next_deadline() is None


def test_the_player_who_resigns_loses() -> None:
    """A player can resign on either turn and loses; the side to move is charged for its thinking time."""
    for resigned in (0, 1):
        match = make_match(control=BLITZ)
        decision = match.handle(Resign((ADA, BEN)[resigned].id), 5.0)
        assert decision.events == (MatchFinished(Result(1 - resigned, "resignation"), 5.0),)
        assert remaining_s(match, 9.0) == (55.0, 60.0)


def test_a_client_without_a_seat_cannot_resign() -> None:
    """A client without a seat cannot resign, not even the host."""
    match = make_match(seats=(BEN, CAT))
    assert refused(match.handle(Resign(ADA.id), 1.0)).reason is Reason.NOT_SEATED
    assert refused(make_match(seats=(None, CAT), host=BEN).handle(Resign(ADA.id), 1.0)).reason is Reason.NOT_SEATED


def test_a_repeated_command_has_no_effect() -> None:
    """A repeated command has no effect, also after the end of the match; a new one is refused."""
    match = make_match()
    for ply, move in enumerate(WON):
        assert match.handle(PlayMove((ADA, BEN)[ply % 2].id, ply, move, id=f"c{ply}"), 1.0).events
    assert match.over
    for ply, move in enumerate(WON):
        assert match.handle(PlayMove((ADA, BEN)[ply % 2].id, ply, move, id=f"c{ply}"), 2.0) == Decision()
        assert match.handle(PlayMove((ADA, BEN)[ply % 2].id, ply, move, id="new"), 2.0).refusal is not None
        assert match.handle(PlayMove(CAT.id, ply, move, id=f"c{ply}"), 2.0).refusal is not None
