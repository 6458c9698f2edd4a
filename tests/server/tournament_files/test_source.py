"""What files of a tournament are made from: its stored events, and those of its matches."""

import json
from typing import Any

import pytest

from tests.fakes.server import settle
from tests.server.conftest import FakeClient, InProcessServer

pytestmark = pytest.mark.usefixtures("games_with_chance")


async def do(client: FakeClient, kind: str, **fields: Any) -> Any:
    """Send an action, let the store commit until nothing waits, and return its result."""
    id = client.send("tournament", do={"kind": kind, **fields})
    await settle()
    while client.server.store.waiting:
        client.server.store.commit()
        await settle()
    answer = next(m for m in client.received if m.t in ("accepted", "refused") and m.id == id)
    assert answer.t == "accepted", answer
    return answer.result


async def played(server: InProcessServer, end: str) -> tuple[FakeClient, FakeClient, str]:
    """Return two players of a tournament with hidden cards, whose game is over in some way, and its code."""
    server.runtime.loading.run()
    ann, bob = server.connect("ann", account=True), server.connect("bob", account=True)
    terms = {"game": "lure", "format": "round-robin", "pairs": False}
    code = (await do(ann, "create", name="Cards", terms=terms)).code
    for player in (ann, bob):
        await do(player, "enter", tournament=code)
    await do(ann, "start", tournament=code)
    (room,) = server.runtime.rooms.all
    match = room.match.created.code
    for player in (ann, bob):
        player.ask("give_client_seed", match=match, client_seed="text")
    if end == "resigned":
        assert bob.ask("resign", match=match).t == "accepted"
    while end == "played" and not room.match.over:
        seat = room.match.to_move
        assert seat is not None
        player = next(each for each in (ann, bob) if room.match.seat_of(each.connection.player.id) == seat)
        options = [each.text for each in room.match.position.legal]
        assert player.ask("move", match=match, ply=room.match.ply, move=options[0]).t == "accepted"
    return ann, bob, code


@pytest.mark.parametrize(("end", "shown"), [("played", True), ("resigned", False), ("running", False)])
@pytest.mark.parametrize("form", ["json", "pgn"])
async def test_files_keep_what_matches_hide(server: InProcessServer, end: str, shown: bool, form: str) -> None:
    """Moves are in a file once all of their match is shown: not while it runs, nor if it ended early."""
    ann, _, code = await played(server, end)
    (room,) = server.runtime.rooms.all
    assert room.match.over == (end != "running")
    content = (await do(ann, "export", tournament=code, form=form)).content
    if form == "json":
        assert [game["game"] for game in json.loads(content)["games"]] == [1] * shown
    else:
        assert content.count("[Event ") == shown
