"""Playing both sides at one keyboard."""

import pytest
from textual.pilot import Pilot

from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_protocol.to_client import Moved
from tests.client.points import points_snapshot
from tests.client.samples import event, move, position, together
from tests.client.tui.screens.match.parts import ended
from tests.fakes.app import Server, picture, playing, running, shows, until

pytestmark = pytest.mark.app


async def local_match(server: Server, app: KibitzApp, pilot: Pilot[None]) -> None:
    """Open the sample match with both seats."""
    await playing(server, app, pilot)
    server.tell(together("40"))
    await until(pilot, lambda: shows(app, "X Ann to move"))


async def test_both_sides_are_played_in_turn() -> None:
    """With both seats, a move is typed for each side, and none becomes a premove."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await local_match(server, app, pilot)
        await until(pilot, lambda: shows(app, "X Ann", "O Bob"))
        assert not shows(app, "(you)")
        await pilot.press(*"b3", "enter")
        await until(pilot, lambda: len(server.of("move")) == 1)
        server.tell(event(6, Moved(move=move(2, 1)), position("401")))
        await until(pilot, lambda: shows(app, "O Bob to move"))
        await pilot.press(*"c3", "enter")
        await until(pilot, lambda: [sent.ply for sent in server.of("move")] == [2, 3])


async def test_moves_of_both_sides_typed_in_a_burst() -> None:
    """A move that is typed before the last one is saved waits for it, and is then played for the other side."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await local_match(server, app, pilot)
        await pilot.press(*"b3", "enter", *"c3", "enter")
        await until(pilot, lambda: shows(app, "premove c3"))
        assert len(server.of("move")) == 1
        server.tell(event(6, Moved(move=move(2, 1)), position("401")))
        await until(pilot, lambda: [sent.move for sent in server.of("move")] == ["b3", "c3"])


async def test_the_end_is_agreed_at_the_keyboard() -> None:
    """A draw and a resignation are asked again; a takeback is not."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await local_match(server, app, pilot)
        await pilot.press(*"/draw", "enter")
        await until(pilot, lambda: shows(app, "Do both sides agree on a draw?"))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert not server.of("offer")
        await pilot.press(*"/resign", "enter")
        await until(pilot, lambda: shows(app, "Resign for X Ann?"))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.press(*"/undo", "enter")
        await until(pilot, lambda: [sent.offer for sent in server.of("offer")] == ["takeback"])
        await pilot.press(*"/draw", "enter")
        await until(pilot, lambda: shows(app, "Do both sides agree on a draw?"))
        await pilot.press("y")
        await until(pilot, lambda: [sent.offer for sent in server.of("offer")] == ["takeback", "draw"])


def bars(app: KibitzApp) -> list[str]:
    """Return the lines of the two sides from the top, as far as the names."""
    lines = [line.strip("▶ ") for line in picture(app)]
    return [line[:5] for line in lines if line.startswith(("X Ann", "O Bob"))]


async def test_the_board_may_turn_with_the_side_to_move() -> None:
    """With the preference, the side to move is at the bottom."""
    server = Server(seat=0)
    async with running(server, preferences=Preferences(turn_board=True)) as (app, pilot):
        await local_match(server, app, pilot)
        await until(pilot, lambda: bars(app) == ["O Bob", "X Ann"])
        server.tell(event(6, Moved(move=move(2, 1)), position("401")))
        await until(pilot, lambda: bars(app) == ["X Ann", "O Bob"])


async def test_the_next_game_of_both_sides_keeps_their_names() -> None:
    """After two people played at one keyboard, `n` begins another game between them."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await local_match(server, app, pilot)
        server.tell(ended())
        await until(pilot, lambda: isinstance(app.focused, BoardWidget))
        await pilot.press("n")
        await until(pilot, lambda: bool(server.of("create")))
        (created,) = server.of("create")
        assert [(seat.kind, seat.label) for seat in created.seats] == [("me", "Ann"), ("me", "Bob")]


async def test_a_board_with_numbers_of_each_side_is_seen_from_the_side_to_move() -> None:
    """On a board of points a move is typed with the numbers of its side, so these are shown, whatever the setting."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(points_snapshot(to_move=1).model_copy(update={"yours": [0, 1], "seats": together().seats}))
        board = app.screen.query_one(BoardWidget)
        await until(pilot, lambda: shows(app, "Black Bob to move") and board.flipped)
        server.tell(points_snapshot().model_copy(update={"yours": [0, 1], "seats": together().seats}))
        await until(pilot, lambda: shows(app, "White Ann to move") and not board.flipped)
