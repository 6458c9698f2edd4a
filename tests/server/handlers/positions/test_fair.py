"""Fair play: no engine helps people who play each other, and who have not agreed on it."""

from typing import Any

import pytest

from kibitz_protocol.refusals import Code
from kibitz_server.core.match.visibility import analysis_allowed, between_people
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.core.values.terms import Terms
from tests.server.conftest import ENGINE, InProcessServer
from tests.server.core.make import ADA, BEN, make_match
from tests.server.core.make import ENGINE as AT_SEAT

ME, OPEN = {"kind": "me"}, {"kind": "open"}
LINE = {"kind": "game", "game": "tictactoe"}


@pytest.mark.parametrize(
    ("seats", "people"),
    [
        ((ADA, BEN), True),
        ((ADA, None), True),
        ((ADA, Invited("ben", "id-ben")), True),
        ((ADA, ADA), False),
        ((ADA, AT_SEAT), False),
        ((ADA, Human("id-bot", "bot", bot=True)), False),
        ((AT_SEAT, AT_SEAT), False),
    ],
    ids=["two", "open", "invited", "together", "engine", "bot", "engines"],
)
def test_people_agree_on_help(seats: tuple[object, ...], people: bool) -> None:
    """Engines may help in matches without an opponent, or if the match allows it."""
    assert between_people(make_match(seats=seats)) == people
    assert analysis_allowed(make_match(seats=seats)) != people
    assert analysis_allowed(make_match(seats=seats, terms=Terms(help=True)))


async def test_no_engine_helps_between_people(server: InProcessServer) -> None:
    """Hints, trees and searches of the position are refused to players and spectators, whichever way they ask."""
    ann, bob, eve, far = (server.connect(name) for name in ("ann", "bob", "eve", "far"))
    code = ann.host()
    bob.ask("join", match=code)
    eve.ask("watch", match=code)
    ann.ask("move", match=code, ply=0, move="b2")
    asked: list[tuple[str, dict[str, Any]]] = [("explain", {"of": {"kind": "match", "match": code}})]
    for moves in (["b2"], ["b2", "a1"]):
        asked += [("evaluate", {"of": {**LINE, "moves": moves}}), ("explain", {"of": {**LINE, "moves": moves}})]
    typed = {**LINE, "position": server.match(code).position.text}
    after = {**LINE, "position": server.match(code).position.text.replace("---", "O--", 1).replace(" O", " X")}
    asked += [("evaluate", {"of": of}) for of in (typed, {**typed, "moves": ["a1"]}, after)]
    for client in (ann, bob, eve):
        for command, fields in asked:
            refused = client.ask(command, **fields)
            assert (refused.code, refused.hint) == (Code.NO_HELP, "ask again when the match is over"), fields
    assert bob.ask("hint", match=code).code == Code.NO_HELP
    # A client that neither plays nor watches it, and one that asks for another position, is not kept from anything.
    for client, moves in ((far, ["b2"]), (ann, ["a1"])):
        client.send("evaluate", of={**LINE, "moves": moves})
        assert server.pool.last.job.moves == tuple(moves)


async def test_no_engine_helps_in_another_match(server: InProcessServer) -> None:
    """A player who repeats the position in a match alone gets no hint, no tree and no engine for it there."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    ann.ask("move", match=code, ply=0, move="b2")
    alone = bob.host(seats=[ME, ME], moves=["b2"])
    other = bob.host(seats=[ME, ME], moves=["c3"])
    assert bob.ask("hint", match=alone).code == Code.NO_HELP
    assert bob.ask("explain", of={"kind": "match", "match": alone}).code == Code.NO_HELP
    text = server.match(code).position.text
    for first in ({"moves": ["b2"]}, {"position": text}, {"position": text, "moves": ["a1"]}):
        refused = bob.ask("create", game="tictactoe", seats=[ME, ENGINE], **first)
        assert (refused.code, refused.hint) == (Code.NO_HELP, "ask again when the match is over"), first
    assert not server.pool.searches
    bob.send("hint", match=other)
    await server.pool.last.finish("b2")
    assert bob.take()[-1].result.move == "b2"


async def test_an_open_match_keeps_no_one_from_analysis(server: InProcessServer) -> None:
    """Before the match begins, its host may ask about the first position of the game."""
    ann = server.connect("ann")
    ann.host()
    ann.send("evaluate", of=LINE)
    assert server.pool.last.job.moves == ()


async def test_people_who_have_agreed_may_ask(server: InProcessServer) -> None:
    """Everyone sees that a match is played with help before taking a seat, and then asks freely."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(help=True)
    (row,) = (row for row in bob.ask("list").result.matches if row.code == code)
    assert row.help
    bob.ask("join", match=code)
    assert [message.help for message in bob.take() if message.t == "snapshot"] == [True]
    ann.send("hint", match=code)
    await server.pool.last.finish("b2")
    assert ann.take()[-1].result.move == "b2"


async def test_a_person_against_an_engine_may_ask(server: InProcessServer) -> None:
    """A casual match against an engine allows help, as before."""
    ann = server.connect("ann")
    code = ann.host(seats=[ME, ENGINE])
    ann.send("hint", match=code)
    assert server.pool.last.job.moves == ()
