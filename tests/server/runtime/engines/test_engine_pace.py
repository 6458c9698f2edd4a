"""Tests of the pace of engines: an answer waits until a person has seen the position, and never costs the game."""

import asyncio
from typing import Any

import pytest

from kibitz_protocol.codec import BadMessage
from kibitz_server.core.lobby.series import rematch_of
from kibitz_server.core.values.clock import Byoyomi, Clock, Correspondence, Fischer, PerMove, SimpleDelay, TimeControl
from kibitz_server.core.values.time_management import affordable_pace_s
from tests.server.conftest import ENGINE, RANDOM, InProcessServer, against_engine

ME = {"kind": "me"}
PACE_S = 0.6


@pytest.fixture
async def paced() -> InProcessServer:
    """A server whose engines take their time."""
    return InProcessServer(engine_pace_s=PACE_S)


def advance(server: InProcessServer, seconds: float) -> None:
    """Advance the time and let the store commit."""
    server.scheduler.advance(seconds)
    server.store.commit()


async def test_an_engine_answers_a_person_after_the_pace(paced: InProcessServer) -> None:
    """The move of a finished search is played when the pace has passed since the turn began."""
    ann, _ = against_engine(paced)
    paced.scheduler.advance(0.2)
    await paced.pool.last.finish("a1")
    advance(paced, 0.39)
    assert ann.take() == []
    advance(paced, 0.02)
    (event,) = ann.take()
    assert (event.event.kind, event.event.move.move) == ("moved", "a1")


async def test_a_longer_search_is_answered_at_once(paced: InProcessServer) -> None:
    """The pace is a shortest time, not a pause after each search."""
    ann, _ = against_engine(paced)
    paced.scheduler.advance(PACE_S + 0.1)
    await paced.pool.last.finish("a1")
    paced.store.commit()
    assert ann.kinds() == ["moved"]


async def test_the_wait_is_charged_to_the_engine(paced: InProcessServer) -> None:
    """The engine's clock runs until its move is played, as for every player."""
    ann, code = against_engine(paced, clock={"kind": "fischer", "base_s": 600})
    await paced.pool.last.finish("a1")
    advance(paced, PACE_S)
    ann.ask("move", match=code, ply=2, move="a2")
    ann.take()
    await paced.pool.last.finish("b1")
    advance(paced, PACE_S)
    (event,) = ann.take()
    assert event.event.move.elapsed_ms == 600
    assert event.state.remaining_ms == [600_000, 599_400]


async def test_matches_without_a_person_are_not_paced(paced: InProcessServer) -> None:
    """Engines answer each other and bots at once."""
    ann, fritz = paced.connect("ann"), paced.connect("fritz", account=True, bot=True)
    ann.host("connect4", seats=[ENGINE, RANDOM])
    await paced.pool.last.finish()
    paced.store.commit()
    assert ann.kinds()[-1] == "moved"
    fritz.host("connect4", seats=[ENGINE, ME])
    await paced.pool.last.finish()
    paced.store.commit()
    assert fritz.kinds()[-1] == "moved"


@pytest.mark.parametrize("seats", [[ENGINE, ME], [ENGINE, RANDOM]], ids=["person", "engines"])
async def test_a_match_may_set_its_own_pace(paced: InProcessServer, seats: list[Any]) -> None:
    """The pace of a match has precedence over the setting, and holds for the rematch too."""
    ann = paced.connect("ann")
    code = ann.host("connect4", seats=seats, engine_pace_s=2.5)
    await paced.pool.last.finish()
    advance(paced, 2.4)
    assert "moved" not in ann.kinds()
    advance(paced, 0.2)
    assert ann.kinds() == ["moved"]
    assert rematch_of(paced.match(code), "id", "CODE", 0.0).engine_pace_s == 2.5


async def test_a_pace_of_zero_is_no_pace(paced: InProcessServer) -> None:
    """A match may turn the pace of the server off."""
    ann, _ = against_engine(paced, engine_pace_s=0)
    await paced.pool.last.finish("a1")
    paced.store.commit()
    assert ann.kinds() == ["moved"]


@pytest.mark.parametrize("pace", [-1, 10.1, "slow"])
async def test_an_invalid_pace_is_refused(paced: InProcessServer, pace: object) -> None:
    """A pace is a number of seconds from 0 to 10."""
    ann = paced.connect("ann")
    with pytest.raises(BadMessage, match="engine_pace_s must be"):
        ann.ask("create", game="mnk", seats=[ME, ENGINE], engine_pace_s=pace)


async def test_resignation_ends_the_wait(paced: InProcessServer) -> None:
    """A move that waits is not played after the end of the match."""
    ann, code = against_engine(paced)
    await paced.pool.last.finish("a1")
    ann.ask("resign", match=code)
    ann.take()
    advance(paced, 10)
    assert ann.take() == []
    assert paced.match(code).ply == 1


async def test_a_takeback_ends_the_wait(paced: InProcessServer) -> None:
    """After a takeback the engine answers the new move, and not the one that was taken back."""
    ann, code = against_engine(paced)
    await paced.pool.last.finish("a1")
    paced.scheduler.advance(0.3)
    ann.ask("offer", match=code, offer="takeback")
    assert paced.match(code).ply == 0
    ann.ask("move", match=code, ply=0, move="b2")
    ann.take()
    advance(paced, PACE_S)
    assert ann.take() == []
    await paced.pool.last.finish("e5")
    paced.store.commit()
    assert [event.event.move.move for event in ann.take()] == ["e5"]


async def test_a_match_goes_on_after_a_restart_in_the_wait() -> None:
    """The next server searches again for the move that was still waiting."""
    before = InProcessServer(engine_pace_s=PACE_S)
    _, code = against_engine(before)
    await before.pool.last.finish("a1")
    before.runtime.close()
    after = InProcessServer(store=before.store, engine_pace_s=PACE_S)
    after.runtime.loading.run()
    ann = after.connect("ann")
    ann.ask("watch", match=code)
    ann.take()
    await after.pool.last.finish("a1")
    assert ann.take() == []
    advance(after, PACE_S)
    assert ann.kinds() == ["moved"]


async def test_winding_down_plays_the_waiting_moves(paced: InProcessServer) -> None:
    """A server that stops does not wait for the pace."""
    ann, _ = against_engine(paced)
    await paced.pool.last.finish("a1")
    stopping = asyncio.ensure_future(paced.runtime.wind_down())
    await asyncio.sleep(0)
    paced.store.commit()
    await stopping
    assert ann.kinds()[-1] == "moved"


async def test_an_engine_in_time_trouble_does_not_wait(paced: InProcessServer) -> None:
    """The pace takes no more than a share of the clock, so the engine does not lose by it."""
    ann = paced.connect("ann")
    code = ann.host("reversi", seats=[ME, ENGINE], clock={"kind": "fischer", "base_s": 3})
    for ply in range(0, 20, 2):
        match = paced.match(code)
        assert ann.ask("move", match=code, ply=ply, move=match.position.legal[0].text).t == "accepted"
        await paced.pool.last.finish()
        # The first move is free, so its wait may be longer.
        advance(paced, 0.12 if ply else PACE_S)
        assert match.ply == ply + 2
    assert match.clock is not None
    assert match.clock.remaining_s[1] > 2


@pytest.mark.parametrize(
    ("control", "left_s", "pace_s"),
    [
        (None, 0.0, PACE_S),
        (Fischer(600.0), 600.0, PACE_S),
        (Fischer(60.0), 3.0, 0.1),
        (Fischer(60.0), 0.04, 0.0),
        (Fischer(60.0, 2.0), 0.6, 0.28),
        (SimpleDelay(60.0, 2.0), 0.04, PACE_S),
        (PerMove(1.0), 1.0, 0.48),
        (Byoyomi(60.0, 3, 10.0), 0.0, PACE_S),
        (Byoyomi(60.0, 1, 1.0), 0.0, 0.45),
        (Correspondence(3), 86_400.0, PACE_S),
    ],
    ids=str,
)
def test_the_pace_follows_the_clock(control: TimeControl | None, left_s: float, pace_s: float) -> None:
    """The pace shrinks with the clock; a period of byo-yomi allows half of itself."""
    clock = Clock(control, (left_s, left_s), (1, 1)) if control is not None else None
    assert affordable_pace_s(PACE_S, clock, 0) == pytest.approx(pace_s, abs=0.02)


async def test_a_new_pace_applies_to_the_move_that_waits(paced: InProcessServer) -> None:
    """A faster pace plays the move that is found already, a step plays it and pauses, and everyone gets both events."""
    ann, eve = paced.connect("ann"), paced.connect("eve")
    code = ann.host("connect4", seats=[ENGINE, RANDOM], engine_pace_s=5)
    eve.ask("watch", match=code)
    await paced.pool.last.finish()
    advance(paced, 1)
    assert eve.take()[-1].engine_pace_s == 5
    assert ann.ask("set_pace", match=code, engine_pace_s=1).t == "accepted"
    advance(paced, 0.01)
    assert eve.kinds() == ["pace_set", "moved"]
    ann.ask("offer", match=code, offer="pause")
    ann.ask("set_pace", match=code, step_at=1)
    paced.store.commit()
    eve.take()
    await paced.pool.last.finish()
    advance(paced, 1)
    assert eve.kinds() == ["moved", "paused"]
    refused = eve.ask("set_pace", match=code, engine_pace_s=3)
    assert (refused.code, refused.hint) == ("not_seated", "its host sets the pace of two engines")
