"""What is due about a silent opponent, and when."""

from typing import Any

import pytest

from kibitz_client.bots.silence import NO_SHOW_S, Due, Reaction, Silence
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.to_client import Moved, Presence
from kibitz_protocol.values.clocks import parse_clock
from kibitz_protocol.values.seats import Away
from tests.client.samples import MATCH, OTTER, event, move, position, snapshot

HUMAN = OTTER.model_copy(update={"seat": 1, "name": "mia"})
PATIENCE_S = 300.0


def state(cells: str = "40", **changes: Any) -> MatchState:
    """Return a match of seat 1, whose human opponent is to move after an even number of moves."""
    fields = {"you": 1, "seats": [OTTER, HUMAN], **changes}
    found = advance(None, snapshot(cells, **fields))
    assert found is not None
    return found


def dues(silence: Silence) -> list[Due]:
    """Carry out everything that is due, and return it in order."""
    found = []
    while (due := silence.next()) is not None:
        found.append(due)
        silence.done(due.step)
    return found


def gone(claim_ms: int | None) -> list[Away]:
    """Return that the opponent is disconnected."""
    return [Away(seat=0, away_ms=1000, claim_ms=claim_ms)]


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        (state(), [Due(160.0, Reaction.WARN), Due(310.0, Reaction.LEAVE)]),
        (
            state(""),
            [
                Due(10.0 + NO_SHOW_S, Reaction.CLAIM_NO_SHOW),
                Due(160.0, Reaction.WARN),
                Due(310.0, Reaction.LEAVE),
            ],
        ),
        (state(rated=True), [Due(160.0, Reaction.WARN), Due(310.0, Reaction.REST)]),
        (state("4"), []),  # it is our turn
        (state(you=0, seats=[OTTER, HUMAN.model_copy(update={"kind": "engine"})], cells="4"), []),
        (state(clock=parse_clock("5+3")), []),
        (state(clock=parse_clock("3days")), [Due(310.0, Reaction.REST)]),
        (state(phase="paused"), [Due(310.0, Reaction.REST)]),
        (state("", phase="open"), [Due(310.0, Reaction.REST)]),
        (state(phase="finished"), []),
        (
            state(away=[Away(seat=0, away_ms=1000, claim_ms=119_000)]),
            [Due(129.0, Reaction.CLAIM), Due(160.0, Reaction.WARN), Due(310.0, Reaction.LEAVE)],
        ),
        (
            state("4", clock=parse_clock("5+3"), away=gone(20_000)),
            [Due(30.0, Reaction.CLAIM)],
        ),
        (
            state(clock=parse_clock("3days"), away=gone(None)),
            [Due(310.0, Reaction.REST)],
        ),
    ],
)
def test_what_is_due(match: MatchState, expected: list[Due]) -> None:
    """It depends on the clock, the phase, the turn, and on whether the opponent has moved and is connected."""
    assert dues(Silence(match, 10.0, PATIENCE_S)) == expected


def test_without_a_limit_only_a_claim_is_due() -> None:
    """A program that waits without end still claims what it may."""
    assert dues(Silence(state(), 0.0, 0.0)) == []
    assert dues(Silence(state(away=gone(5000)), 0.0, 0.0)) == [Due(5.0, Reaction.CLAIM)]


def test_a_move_begins_the_wait_again() -> None:
    """What was due before a move is not due after it, and a match that was set aside is waited for again."""
    before = state(rated=True)
    silence = Silence(before, 0.0, PATIENCE_S)
    dues(silence)
    assert silence.dormant
    assert not silence.observe(before, 400.0)
    moved = advance(before, event(6, Moved(move=move(2, 1)), position("401")))
    assert moved is not None
    assert silence.observe(moved, 500.0)
    assert (silence.dormant, silence.next()) == (False, None)
    answered = advance(moved, event(7, Moved(move=move(3, 2)), position("4012")))
    assert answered is not None
    assert silence.observe(answered, 501.0)
    assert silence.next() == Due(651.0, Reaction.WARN)


def test_a_refused_claim_is_tried_again_when_the_presence_changes() -> None:
    """The server says again when a claim is possible, such as after another disconnection."""
    silence = Silence(state(away=gone(0)), 0.0, 0.0)
    silence.done(Reaction.CLAIM)
    again = advance(state(), Presence(match=MATCH, away=gone(60_000)))
    assert again is not None
    silence.observe(again, 100.0)
    assert silence.next() == Due(160.0, Reaction.CLAIM)
