"""Settling what is dead in the app: marks by cursor, proposals, agreement."""

import pytest

from kibitz_client.tui.screens.match.board_area import BoardArea
from kibitz_client.tui.widgets.player_bar import PlayerBar
from kibitz_protocol.to_client import Offered, Paused
from tests.client.samples import event, position
from tests.fakes.app import Server, playing, running, shows, until

pytestmark = pytest.mark.app

GROUPS = position("408", to_move=None).model_copy(
    update={"removable": [[4], [0, 8]], "legal": [], "paths": [], "settle_ms": 180_000}
)


async def test_chains_are_marked_and_proposed_and_a_proposal_is_accepted() -> None:
    """Enter on a cell marks its group, `settle` proposes it, and `accept` agrees to what is proposed."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await playing(server, app, pilot)
        app._disable_notifications = False
        server.tell(event(6, Paused(adjourned=False), GROUPS, "paused"))
        await until(pilot, lambda: shows(app, "dead: nothing; settle"))
        await until(pilot, lambda: shows(app, "settle within 02:5"))
        await pilot.press("escape", "enter", "enter")
        await until(pilot, lambda: shows(app, "dead: b2 (1 stone)"))
        assert shows(app, "xXx") or shows(app, ">Xx")
        await pilot.press(*"/settle", "enter")
        await until(pilot, lambda: len(server.of("offer")) == 1)
        assert (server.of("offer")[0].offer, server.of("offer")[0].dead) == ("settle", [4])
        server.tell(event(7, Offered(seat=1, offer="settle", dead=[0, 8], points=[7, 2]), None, "paused"))
        await until(pilot, lambda: shows(app, "dead: a3 (2 stones)"))
        await pilot.press(*"/accept", "enter")
        await until(pilot, lambda: len(server.of("offer")) == 2)
        assert server.of("offer")[1].dead == [0, 8]


async def test_the_time_left_fits_beside_the_players() -> None:
    """The lines of the players end where the panel begins, which is wider beside a small board."""
    server = Server(seat=0)
    async with running(server, size=(80, 24)) as (app, pilot):
        await playing(server, app, pilot)
        server.tell(event(6, Paused(adjourned=False), GROUPS, "paused"))
        await until(pilot, lambda: shows(app, "settle within 02:5") or shows(app, "settle 02:5"))
        area = app.screen.query_one(BoardArea)
        await until(pilot, lambda: all(bar.region.right <= area.region.right for bar in area.query(PlayerBar)))
