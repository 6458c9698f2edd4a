"""Tournaments of all formats from their creation to their end, over the protocol."""

from typing import Any

import pytest

from kibitz_server.core.tournament.state import TournamentState
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.handlers.tournaments.stage import (
    FORMATS,
    SIZES,
    begin,
    create,
    do,
    done,
    engines,
    events,
    move_all,
    play,
    playing_server,
    show,
    snapshot,
)

pytestmark = pytest.mark.io
"""The program that pairs Swiss rounds is a process."""
GAMES = {"match": 4, "gauntlet": 3, "round-robin": 6, "swiss": 6, "knockout": 4}
"""Games of the small tournaments, where their number is fixed."""
AGAIN = ("rounds", "crosstable", "statistics", "games")
FORMS = ("json", "csv", "pgn", "html")


@pytest.fixture
def server() -> InProcessServer:
    """A server whose engines move at once."""
    server = playing_server()
    begin(server)
    return server


def check_counts(state: TournamentState) -> None:
    """Check that the points of all entrants are those of the counted games, and that each game counts once."""
    assert len(state.counted_games) == len(set(state.counted_games)) == state.counted == len(state.games)
    assert all(not each.running for each in state.entrants)


def followed(client: FakeClient) -> list[int]:
    """Return the numbers of the events that a client received, from that of its snapshot on."""
    (first,) = [m.seq for m in client.received if m.t == "tournament"]
    return [first, *(m.seq for m in events(client))]


@pytest.mark.parametrize("format", [each for each in FORMATS if each != "ladder"])
async def test_engines_play_a_tournament_to_its_end(server: InProcessServer, format: str) -> None:
    """Its organiser gets every event once, then the final standings; lists, tables and files work before and after."""
    ann = server.connect("ann", account=True)
    code = await create(ann, format, engines=engines(SIZES[format]))
    (row,) = (await done(ann, "list")).tournaments
    assert (row.code, row.format, row.state, row.organiser) == (code, format, "announced", "@ann")
    await done(ann, "start", tournament=code)
    state = await play(server, code)
    assert followed(ann) == list(range(followed(ann)[0], state.seq + 1))
    assert events(ann)[-1].event.kind == "ended"
    assert ann.received[-1].t == "standings"
    assert (ann.received[-1].seq, ann.received[-1].live) == (state.seq, 0)
    check_counts(state)
    assert state.counted == GAMES.get(format, state.counted) > 0
    view = await show(ann, code)
    assert (view.state, view.games_played, view.yours) == ("finished", state.counted, True)
    assert sorted(row.entrant.number for row in view.rows) == list(range(1, SIZES[format] + 1))
    for kind in AGAIN:
        await done(ann, kind, tournament=code)
    for form in FORMS:
        assert (await done(ann, "export", tournament=code, form=form)).content
    lines = (await done(ann, "why", tournament=code, entrant="bot 1")).lines
    assert lines
    (row,) = (await done(ann, "list", state="finished")).tournaments
    assert (row.code, row.state, row.organiser, row.rounds) == (code, "finished", "@ann", state.planned_rounds or None)
    assert row.leader == view.rows[0].entrant.name


async def test_the_standings_that_a_follower_adds_up_are_those_of_the_server(server: InProcessServer) -> None:
    """Rows that a table does not name are as before, also after entrants got other numbers at the start."""
    ann, eve = server.connect("ann", account=True), server.connect("eve")
    code = await create(ann, "round-robin", engines=engines(3))
    eve_rows = {row.entrant.number: row for row in (await show(eve, code, follow=True)).rows}
    await done(ann, "add", tournament=code, engine={"name": "late", "engine": {"algorithm": "random", "limit": {}}})
    await done(ann, "remove", tournament=code, entrant="bot 1")
    await done(ann, "start", tournament=code)
    await play(server, code)
    order: list[int] = []
    for message in eve.received:
        if message.t == "standings":
            eve_rows |= {row.entrant.number: row for row in message.rows}
            order = message.ranks or order
    final = (await show(server.connect("new"), code)).rows
    assert [eve_rows[number] for number in order] == final


async def test_a_person_a_bot_and_an_engine_play_a_swiss(server: InProcessServer) -> None:
    """Each is led to its games; each has a bye in one of three rounds, and the engine moves by itself."""
    ann = server.connect("ann", account=True)
    bob = server.connect("bob", account=True)
    owned = server.connect("robot", account=True, bot=True, owner="id-bob")
    code = await create(ann, "swiss", engines=engines(1))
    for client in (bob, owned):
        await done(client, "enter", tournament=code)
    await done(bob, "show", tournament=code, follow=True)
    kinds = {row.entrant.name: row.entrant.kind for row in snapshot(bob).rows}
    assert kinds == {"bot 1": "engine", "bob": "person", "robot": "bot"}
    assert snapshot(bob).own.why
    await done(ann, "start", tournament=code)
    state = await play(server, code, (bob, owned))
    check_counts(state)
    assert state.counted == 3
    for client in (bob, owned):
        led = [m for m in client.received if m.t == "paired"]
        assert len(led) == 2
        assert all(m.tournament is not None and m.tournament.code == code for m in led)
    byes = [pair for number in (1, 2, 3) for pair in await _pairs(ann, code, number) if pair.second is None]
    assert {pair.first.name for pair in byes} == {"bot 1", "bob", "robot"}


async def _pairs(client: FakeClient, code: str, number: int) -> list[Any]:
    return list((await done(client, "rounds", tournament=code, round=number)).pairs)


async def test_an_arena_of_twenty_bots(server: InProcessServer) -> None:
    """All play until the end, no bot plays two games at a time, and none stays without a game."""
    ann = server.connect("ann", account=True)
    bots = [server.connect(f"b{number}", account=True, bot=True, owner="id-ann") for number in range(1, 21)]
    code = await create(ann, "arena", terms={"kinds": ["bot"]})
    for bot in bots:
        await done(bot, "enter", tournament=code)
    await done(ann, "start", tournament=code)
    state = await play(server, code, tuple(bots))
    check_counts(state)
    view = await show(ann, code)
    assert len(view.rows) == 20
    assert min(row.played for row in view.rows) >= 3
    assert sum(row.played for row in view.rows) == 2 * state.counted
    assert view.rows[0].points == max(row.points for row in view.rows)


async def test_a_ladder_with_challenges(server: InProcessServer) -> None:
    """A challenger who wins takes the place; a challenge can be declined and withdrawn; cancelling ends the ladder."""
    ann, bob, eve = (server.connect(name, account=True) for name in ("ann", "bob", "eve"))
    code = await create(ann, "ladder")
    for client in (ann, bob, eve):
        await done(client, "enter", tournament=code)
    await done(ann, "start", tournament=code)
    view = await show(ann, code, follow=True)
    assert [row.entrant.name for row in view.rows] == ["ann", "bob", "eve"]
    await done(eve, "challenge", tournament=code, entrant="bob")
    (challenge,) = (await show(bob, code)).challenges
    assert (challenge.challenger.name, challenge.challenged.name) == ("eve", "bob")
    assert (await do(ann, "answer", tournament=code, challenge=challenge.challenge, accept=True)).t == "refused"
    await done(bob, "answer", tournament=code, challenge=challenge.challenge, accept=True)
    (game,) = (await done(ann, "games", tournament=code)).games
    winner = (eve, bob)[game.first.name != "eve"]
    assert winner.connection.player.name == game.first.name
    loser = bob if game.first.name == "eve" else eve
    await move_all(server, loser)
    assert loser.ask("resign", match=game.match).t == "accepted"
    view = await show(ann, code)
    first = ["ann", "eve", "bob"] if loser is bob else ["ann", "bob", "eve"]
    assert [row.entrant.name for row in view.rows] == first
    await done(ann, "cancel", tournament=code, reason="winter")
    kinds = [m.event.kind for m in events(ann)]
    assert kinds[-6:] == ["challenged", "accepted", "paired", "begun", "counted", "cancelled"]
    assert (await show(ann, code)).state == "cancelled"
