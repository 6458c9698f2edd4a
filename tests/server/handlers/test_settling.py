"""A match of Go that its players settle, as clients see it: offers, records, SGF, and the answers of an engine."""

from typing import Any

import pytest

from kibitz_protocol.formats.sgf.reader import read_game
from kibitz_server.engine.driver import SearchResult
from kibitz_server.records.sgf import record_lines
from kibitz_server.records.verifier import verify
from tests.fakes.server import settle as run_callbacks
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.core.test_settling import BOARD, C3, E2
from tests.server.handlers.test_export import exported, parsed

ME, OPEN = {"kind": "me"}, {"kind": "open"}
GAME: dict[str, Any] = {"options": {"size": 5, "komi": 0.5}, "position": BOARD}
MINUTE = {"kind": "fischer", "base_s": 60, "increment_s": 0}
DEAD = [C3, E2]


def passed(server: InProcessServer) -> tuple[FakeClient, FakeClient, str]:
    """Return two players whose match waits for them to settle it, and its code."""
    ann, ben = server.connect("ann"), server.connect("ben")
    code = ann.host("go", clock=MINUTE, **GAME)
    ben.ask("join", match=code)
    ann.ask("move", match=code, ply=0, move="pass")
    ben.ask("move", match=code, ply=1, move="pass")
    return ann, ben, code


def settle(client: FakeClient, code: str, *dead: int) -> Any:
    """Propose what is dead, and return the answer."""
    return client.ask("offer", match=code, offer="settle", dead=dead)


def seen(server: InProcessServer, code: str) -> Any:
    """Return the match as a new spectator receives it."""
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    return next(message for message in eve.received if message.t == "snapshot")


async def test_both_sides_agree_and_every_file_says_so(server: InProcessServer) -> None:
    """The offer has whole chains and the score; the record verifies, and SGF has territory that is read back."""
    ann, ben, code = passed(server)
    waiting = seen(server, code)
    assert (waiting.phase, sorted(map(len, waiting.state.removable))) == ("paused", [1, 1, 10])
    assert waiting.state.settle_ms == 180_000
    assert settle(ann, code, C3, E2).t == "accepted"
    [offer] = seen(server, code).offers
    assert (offer.seat, offer.dead, offer.points) == (0, DEAD, [25, 0.5])
    assert settle(ben, code, C3, E2).t == "accepted"
    over = seen(server, code)
    assert (over.phase, over.settled, over.state.removable, over.result.points) == ("finished", DEAD, [], [25, 0.5])
    assert over.state.settle_ms is None
    assert over.state.rows == ["-----", "-BBB-", "-B-B-", "-B-B-", "--BBB"]
    text = exported(ann, code)[1]
    assert verify(text.splitlines()).over
    sgf = exported(ann, code, form="sgf", comments=False)[1]
    assert "RE[B+24.5]" in sgf
    assert sgf.count("TB[") == 1
    again = list(record_lines(read_game(sgf)))
    assert verify(f"{line}\n" for line in again).over
    facts = [line["event"] for line in parsed("\n".join(again)) if line.get("t") == "event"]
    assert [fact["kind"] for fact in facts[-3:]] == ["paused", "settled", "finished"]
    assert (facts[-2]["dead"], facts[-1]["result"]["points"]) == (DEAD, [25, 0.5])


@pytest.mark.parametrize("end", ["time", "resignation", "played on"])
async def test_other_ends_verify_too(server: InProcessServer, end: str) -> None:
    """The board counts as it stands after the time, or a player resigns, or both play on and pass again."""
    ann, ben, code = passed(server)
    settle(ann, code, C3)
    if end == "time":
        server.scheduler.advance(1000.0)
    elif end == "resignation":
        ann.ask("resign", match=code)
    else:
        assert ben.ask("offer", match=code, offer="resume").t == "accepted"
        assert ann.ask("move", match=code, ply=0, move="pass").t == "accepted"
        assert ben.ask("move", match=code, ply=1, move="pass").t == "accepted"
    over = seen(server, code)
    assert over.result.reason == ("resignation" if end == "resignation" else "area")
    assert verify(exported(ann, code)[1].splitlines()).over


async def test_an_engine_proposes_what_its_search_has_found(server: InProcessServer) -> None:
    """The match waits for the search, whose stones are an offer of the engine; the player agrees."""
    ann = server.connect("ann")
    engine = {"kind": "engine", "engine": {"algorithm": "random", "limit": {}}}
    code = ann.host("go", seats=[ME, engine], **GAME)
    ann.ask("move", match=code, ply=0, move="pass")
    await server.pool.last.finish("pass")
    server.store.commit()
    assert server.match(code).settling
    assert server.pool.last.job.settles
    server.pool.last.result.set_result(SearchResult("mcts", "", 0, None, 0, 0, 0.0, (), dead=("C3", "E2")))
    await run_callbacks()
    server.store.commit()
    [offer] = seen(server, code).offers
    assert (offer.seat, offer.dead) == (1, DEAD)
    assert ann.ask("accept", match=code).t == "accepted"
    assert server.match(code).over
