"""Who may create, see, enter and change tournaments, over the protocol."""

from typing import Any, get_args

import pytest

from kibitz_protocol.tournaments.commands import Action
from kibitz_server.limits.token_bucket import Rate
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.handlers.tournaments.stage import begin, create, do, done, engines, playing_server, show, snapshot

RATE = Rate(6, 3600)
ENGINES: dict[str, Any] = {"kinds": ["engine"]}
OF_ORGANISER: dict[str, dict[str, Any]] = {
    "start": {},
    "pause": {},
    "resume": {},
    "extend": {"rounds": 1},
    "cancel": {},
    "add": {"player": "bob"},
    "remove": {"entrant": "#1"},
    "approve": {"entrant": "#1"},
    "pair": {"round": 1, "first": "#1"},
    "result": {"game": 1, "result": "draw", "reason": "agreed"},
    "tie_breaks": {"tie_breaks": ["BH"]},
}
OF_ENTRANTS: dict[str, dict[str, Any]] = {
    "leave": {},
    "rest": {},
    "ready": {},
    "challenge": {"entrant": "#1"},
    "answer": {"challenge": 1, "accept": True},
}
OF_ALL: dict[str, dict[str, Any]] = {
    "show": {},
    "unfollow": {},
    "games": {},
    "rounds": {},
    "crosstable": {},
    "statistics": {},
    "why": {"entrant": "#1"},
    "export": {},
    "enter": {},
}
ALONE = ("create", "list", "create_league", "next_season")
"""Actions that name no tournament."""


@pytest.fixture
async def server() -> InProcessServer:
    """A server that limits the creation of tournaments."""
    server = playing_server(tournament_rate=RATE)
    begin(server)
    return server


def test_every_action_is_decided() -> None:
    """A new action belongs to one of the tables."""
    kinds = {each.model_fields["kind"].default for each in get_args(get_args(Action)[0])}
    assert kinds == {*OF_ORGANISER, *OF_ENTRANTS, *OF_ALL, *ALONE}


@pytest.mark.parametrize("kind", [*OF_ORGANISER, *OF_ENTRANTS])
async def test_others_change_nothing(server: InProcessServer, kind: str) -> None:
    """The organiser's actions are refused to others, also to its own bot, and those of entrants to all who are none."""
    ann = server.connect("ann", account=True)
    code = await create(ann, "swiss", engines=engines(2))
    seq = (await done(ann, "show", tournament=code)).seq
    for other in (server.connect("eve"), server.connect("robot", account=True, bot=True, owner="id-ann")):
        answer = await do(other, kind, tournament=code, **{**OF_ORGANISER, **OF_ENTRANTS}[kind])
        wanted = ("not_organiser",) if kind in OF_ORGANISER else ("not_entered", "bad_format")
        assert answer.code in wanted
        assert answer.hint
    assert (await done(ann, "show", tournament=code)).seq == seq
    assert (await show(other, code)).yours is False


@pytest.mark.parametrize("kind", [*OF_ORGANISER, *OF_ENTRANTS, *OF_ALL])
async def test_a_private_tournament_needs_its_key(server: InProcessServer, kind: str) -> None:
    """Without the key an action is refused and tells nothing; with the key it is decided as in any other."""
    ann, eve = server.connect("ann", account=True), server.connect("eve")
    fields = {**OF_ORGANISER, **OF_ENTRANTS, **OF_ALL}[kind]
    terms = {"private": True, "format": "swiss", "game": "tictactoe", "rounds": 3}
    made = await done(ann, "create", name="Secret", terms=terms, engines=engines(2))
    assert made.key
    for key in ({}, {"key": "not-the-key"}):
        answer = await do(eve, kind, tournament=made.code, **fields, **key)
        assert (answer.t, answer.code) == ("refused", "wrong_key")
        assert "Secret" not in str(answer)
    assert getattr(await do(eve, kind, tournament=made.code, key=made.key, **fields), "code", "") != "wrong_key"


async def test_a_private_tournament_is_listed_to_its_members_alone(server: InProcessServer) -> None:
    """Its organiser and its entrants find it, without the key too; others do not, also after its end."""
    ann, bob, eve = server.connect("ann", account=True), server.connect("bob"), server.connect("eve")
    terms = {"private": True, "format": "swiss", "game": "tictactoe"}
    made = await done(ann, "create", name="Secret", terms=terms)
    await done(bob, "enter", tournament=made.code, key=made.key)
    for over in (False, True):
        if over:
            await done(ann, "cancel", tournament=made.code)
        for client, rows in ((ann, 1), (bob, 1), (eve, 0)):
            listed = (await done(client, "list")).tournaments
            assert len(listed) == rows
            assert all(row.private for row in listed)
        assert (await show(bob, made.code)).name == "Secret"
    assert "key_hash" not in str(ann.received) + str(bob.received)


@pytest.mark.parametrize(
    ("format", "terms", "count", "allowed"),
    [
        ("match", {"games": 100}, 2, True),
        ("match", {"games": 102}, 2, False),
        ("match", {"games": None, "sprt": {"elo0": 0, "elo1": 10}, "openings": {}}, 2, False),
        ("match", {"games": 100, "sprt": {"elo0": 0, "elo1": 10}, "openings": {}}, 2, True),
        ("round-robin", {"cycles": 2}, 10, True),
        ("round-robin", {"cycles": 3}, 10, False),
        ("gauntlet", {"seeds": 1, "cycles": 50}, 3, True),
        ("gauntlet", {"seeds": 1, "cycles": 51}, 3, False),
        ("knockout", {"most_pairs": 10, "pairs": True}, 6, True),
        ("knockout", {"most_pairs": 10, "pairs": True}, 7, False),
        ("arena", {"minutes": 2}, 4, True),
        ("arena", {"minutes": 3}, 4, False),
        ("swiss", {"rounds": 10}, 20, True),
        ("swiss", {"rounds": 11}, 20, False),
    ],
)
async def test_guests_create_bounded_events_of_engines(
    server: InProcessServer, format: str, terms: dict[str, Any], count: int, allowed: bool
) -> None:
    """A guest's event has at most a hundred games, whatever its format; an account has no such bound."""
    asked: dict[str, Any] = {"name": "Friday", "terms": {"game": "tictactoe", "format": format, **terms, **ENGINES}}
    answer = await do(server.connect("eve"), "create", **asked, engines=engines(count))
    assert (answer.t == "accepted") == allowed, answer
    assert allowed or answer.code == "not_allowed"
    assert (await do(server.connect("ann", account=True), "create", **asked, engines=engines(count))).t == "accepted"


async def test_guests_create_no_events_for_others(server: InProcessServer) -> None:
    """People and bots enter the events of accounts; guests may enter those that are not rated."""
    eve, ann = server.connect("eve"), server.connect("ann", account=True)
    answer = await do(eve, "create", name="Friday", terms={"game": "tictactoe", "format": "swiss"})
    assert answer.code == "not_allowed"
    code = await create(ann, "swiss")
    await done(eve, "enter", tournament=code)
    rated = await create(ann, "swiss", terms={"rated": True})
    assert (await do(eve, "enter", tournament=rated)).code == "not_allowed"


async def test_six_events_an_hour(server: InProcessServer) -> None:
    """An account and its bots together create six; an hour later they may create more."""
    ann = server.connect("ann", account=True)
    robot = server.connect("robot", account=True, bot=True, owner="id-ann")
    for _ in range(5):
        await create(ann, "swiss")
    await create(robot, "swiss")
    for client in (ann, robot):
        assert (await do(client, "create", name="Friday", terms={"game": "nim", "format": "swiss"})).code == "too_many"
    await create(server.connect("bob", account=True), "swiss")
    server.scheduler.advance(3600)
    await create(ann, "swiss")


async def test_a_server_without_limits_has_none_for_tournaments() -> None:
    """On a private server a guest creates events of any size, for all, as often as it wants."""
    server = playing_server()
    begin(server)
    eve = server.connect("eve")
    for format in ("match", "swiss", "arena", "ladder", "knockout", "round-robin", "gauntlet"):
        await create(eve, format)
    asked = {"games": None, "sprt": {"elo0": 0, "elo1": 10}, "openings": {}, **ENGINES}
    await create(eve, "match", terms=asked, engines=engines(2))


async def test_create_is_carried_out_once(server: InProcessServer) -> None:
    """The same command id gives the same tournament and key, also when the answer is forgotten; another is refused."""
    ann = server.connect("ann", account=True)
    terms = {"game": "tictactoe", "format": "swiss", "private": True}

    async def again(client: FakeClient, name: str = "Friday") -> Any:
        client.take()
        return await do(client, "create", id="once", name=name, terms=terms)

    first = (await again(ann)).result
    assert (await again(ann)).result == first
    new = playing_server(server.store)
    begin(new)
    back = new.connect("ann", account=True)
    assert (await again(back)).result == first.model_copy(
        update={"seq": (await done(back, "show", tournament=first.code)).seq}
    )
    newer = playing_server(server.store)
    begin(newer)
    assert (await again(newer.connect("ann", account=True), "Saturday")).code == "id_reused"
    assert len((await done(newer.connect("ann", account=True), "list")).tournaments) == 1
    await done(back, "cancel", tournament=first.code)
    last = playing_server(server.store)
    begin(last)
    after = (await again(last.connect("ann", account=True))).result
    assert (after.tournament, after.key) == (first.tournament, first.key)


async def test_an_organiser_lets_entrants_wait(server: InProcessServer) -> None:
    """Entrants of such a tournament wait for the organiser, who can remove them for good."""
    ann, bob, eve = server.connect("ann", account=True), server.connect("bob"), server.connect("eve")
    code = await create(ann, "swiss", terms={"approve": True}, engines=engines(2))
    for client in (bob, eve):
        await done(client, "enter", tournament=code)
    view = await show(bob, code)
    assert view.own.approved is False
    assert view.own.why
    assert [each.name for each in (await show(ann, code)).waiting] == ["bob", "eve"]
    await done(ann, "approve", tournament=code, entrant="bob")
    await done(ann, "remove", tournament=code, entrant="eve", reason="unknown")
    assert (await do(eve, "enter", tournament=code)).code == "not_allowed"
    assert (await show(bob, code)).own.approved is True
    assert snapshot(bob).waiting == []


async def test_names_of_engines_are_checked(server: InProcessServer) -> None:
    """An engine may not have the name of the server, and a game must have what an engine needs."""
    ann = server.connect("ann", account=True)
    code = await create(ann, "swiss")
    answer = await do(ann, "add", tournament=code, engine={"name": "server", "engine": {"algorithm": "random"}})
    assert answer.code == "bad_name"
    answer = await do(ann, "add", tournament=code, engine={"engine": {"algorithm": "nosuch"}})
    assert answer.code == "unknown_engine"
    assert (await do(ann, "add", tournament=code)).code == "bad_message"
    assert (await do(ann, "add", tournament=code, player="nosuch")).code == "unknown_player"
    assert (await do(ann, "create", name="x", terms={"game": "nosuch", "format": "swiss"})).code == "unknown_game"
    bad = {"game": "mnk", "options": {"columns": 99}, "format": "swiss"}
    assert (await do(ann, "create", name="x", terms=bad)).code == "bad_option"
