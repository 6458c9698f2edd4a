"""Berserk over the protocol: what players and spectators receive, refusals, restarts and files."""

import json
from typing import Any

import pytest

from kibitz_server.core.values.clock import Byoyomi, Fischer, TimeControl
from kibitz_server.core.values.terms import Delay
from kibitz_server.records.verifier import verify
from tests.fakes.server import WaitingStore
from tests.server.arena_games import create_arena_game
from tests.server.conftest import FakeClient, InProcessServer

MOVES = "b2 a1 b3 c1 b1"


def arena_game(server: InProcessServer, **fields: Any) -> tuple[FakeClient, FakeClient, str]:
    """Return two players who have entered a game that allows berserk, and its code."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = create_arena_game(server.runtime, ann.connection.player, bob.connection.player, **fields)
    server.store.commit()
    for client in (ann, bob):
        assert client.ask("watch", match=code).t == "accepted"
    return ann, bob, code


def play(server: InProcessServer, players: tuple[FakeClient, FakeClient], code: str, moves: str = MOVES) -> None:
    """Play moves in turn, each after two seconds."""
    for move in moves.split():
        server.scheduler.advance(2)
        ply = server.match(code).ply
        assert players[ply % 2].ask("move", match=code, ply=ply, move=move).t == "accepted"


def events(client: FakeClient, kind: str) -> list[Any]:
    """Return the events of a kind that a client has received."""
    return [message for message in client.received if message.t == "event" and message.event.kind == kind]


def snapshot(client: FakeClient) -> Any:
    """Return the last snapshot that a client has received."""
    return [message for message in client.received if message.t == "snapshot"][-1]


def test_berserk_halves_the_time_and_removes_the_increment(server: InProcessServer) -> None:
    """The event says which seat it is, its state has the new clock, and moves of that seat add no time."""
    ann, bob, code = arena_game(server)
    assert snapshot(ann).berserk == []
    assert bob.ask("go_berserk", match=code).t == "accepted"
    (event,) = events(ann, "went_berserk")
    assert event.event.seat == 1
    assert event.state.remaining_ms == [60_000, 30_000]
    assert (event.state.to_move, event.state.ticking) == (0, None)
    play(server, (ann, bob), code, "b2 a1 b3 c1")
    assert events(ann, "moved")[-1].state.remaining_ms == [59_000, 28_000]
    assert server.match(code).berserk == (False, True)
    late = server.connect("late")
    late.ask("watch", match=code)
    assert snapshot(late).berserk == [1]


def test_a_repeated_command_halves_the_time_once(server: InProcessServer) -> None:
    """A client that lost the answer sends the command again, also under another id."""
    ann, _, code = arena_game(server)
    for _ in range(2):
        assert ann.ask("go_berserk", match=code).t == "accepted"
    assert len(events(ann, "went_berserk")) == 1
    assert server.match(code).clock_displays(0.0).remaining_s == (30.0, 60.0)  # type: ignore[union-attr]


def test_berserk_that_cannot_apply_is_refused_with_the_reason(server: InProcessServer) -> None:
    """It is refused after the own first move, without a seat, after the end, and in other matches."""
    ann, bob, code = arena_game(server)
    play(server, (ann, bob), code, "b2")
    late = ann.ask("go_berserk", match=code)
    assert (late.code, late.message) == ("no_berserk", "you have made your first move")
    assert server.connect("eve").ask("go_berserk", match=code).code == "not_seated"
    ann.ask("resign", match=code)
    assert bob.ask("go_berserk", match=code).code == "not_running"
    other = ann.host(clock={"kind": "fischer", "base_s": 60, "increment_s": 1})
    bob.ask("join", match=other)
    assert snapshot(bob).berserk is None
    refused = bob.ask("go_berserk", match=other)
    assert (refused.code, refused.message) == ("no_berserk", "this match is played without berserk")


@pytest.mark.parametrize(
    ("control", "fits"),
    [
        (Fischer(60, 2), True),
        (Fischer(60, 2.1), False),
        (Fischer(180, 6), True),
        (Fischer(30), True),
        (Byoyomi(60, 1, 10), False),
        (None, False),
    ],
)
def test_a_match_allows_berserk_only_with_a_fitting_clock(
    server: InProcessServer, control: TimeControl | None, fits: bool
) -> None:
    """The increment in seconds is at most twice the base in minutes; other matches are not created."""
    if fits:
        arena_game(server, control=control)
    else:
        with pytest.raises(AssertionError, match="berserk needs a clock with an increment in seconds of at most"):
            arena_game(server, control=control)


def test_spectators_hear_of_it_as_late_as_of_moves(server: InProcessServer) -> None:
    """With a delay of a move, berserk before a move is shown with the clock of then, after that move."""
    ann, bob, code = arena_game(server, delay=Delay(moves=1))
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    ann.ask("go_berserk", match=code)
    assert events(eve, "went_berserk") == []
    assert snapshot(eve).berserk == []
    play(server, (ann, bob), code, "b2")
    assert events(eve, "went_berserk")[0].state.remaining_ms == [30_000, 60_000]
    assert events(eve, "moved") == []


def test_berserk_ends_open_offers(server: InProcessServer) -> None:
    """Clients drop all offers when the clocks change, and so does the server."""
    ann, bob, code = arena_game(server)
    ann.ask("offer", match=code, offer="draw")
    bob.ask("go_berserk", match=code)
    assert bob.ask("accept", match=code).code == "no_offer"


def test_berserk_stays_after_a_restart() -> None:
    """A restored match has the halved clock without an increment, for players and new clients."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann, _, code = arena_game(old)
    ann.ask("go_berserk", match=code)
    new = InProcessServer(store=store)
    new.runtime.loading.run()
    again = new.connect("ann")
    again.ask("watch", match=code)
    assert (snapshot(again).berserk, snapshot(again).state.remaining_ms) == ([0], [30_000, 60_000])
    assert again.ask("go_berserk", match=code).t == "accepted"
    play(new, (again, new.connect("bob")), code, "b2 a1 b3")
    assert new.match(code).clock_displays(0.0).remaining_s == (28.0, 60.0)  # type: ignore[union-attr]


def test_a_rematch_allows_no_berserk(server: InProcessServer) -> None:
    """A rematch of an arena game is a match of its own."""
    ann, bob, code = arena_game(server)
    play(server, (ann, bob), code)
    ann.ask("offer", match=code, offer="rematch")
    bob.ask("accept", match=code)
    server.store.commit()
    rematch = events(ann, "rematched")[0].event.code
    assert ann.ask("go_berserk", match=rematch).code == "no_berserk"


async def test_records_and_pgn_tell_of_it(server: InProcessServer) -> None:
    """The record of the archive is verified with its clocks, and PGN has a tag."""
    ann, bob, code = arena_game(server)
    bob.ask("go_berserk", match=code)
    play(server, (ann, bob), code)
    record = ann.ask("export", match=code).result.content
    found = verify(record.splitlines(keepends=True))
    assert (found.clocked, found.over, found.unchecked) == (5, True, [])
    pgn = ann.ask("export", match=code, form="pgn").result.content
    assert '[Berserk "O"]' in pgn
    assert "[%clk 0:00:28" in pgn
    assert "Berserk" not in json.dumps(ann.ask("export", match=ann.host(), form="pgn").result.content)
