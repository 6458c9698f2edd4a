"""The command `explore`: lines of games and of finished matches."""

from typing import Any

import pytest

from kibitz_protocol.commands.positions import Explored
from kibitz_server.games.registry import load
from kibitz_server.handlers.positions.reference import AT_ONCE
from kibitz_server.jobs.lines import AnalysisLine, explored_data, positions
from tests.fakes.server import ManualHelpers
from tests.games.chance import chance_games
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.core.make import WON

ME = {"kind": "me"}


async def explored(guest: FakeClient, since: int = 0, **of: Any) -> Any:
    """Return the answer, which a helper may make."""
    id = guest.send("explore", of={"kind": "game", **of}, since=since)
    guest.server.store.commit()
    await guest.server.runtime.background.settled()
    return next(m for m in guest.received if m.t in ("accepted", "refused") and m.id == id)


async def test_the_first_position_of_a_game(server: InProcessServer) -> None:
    """Without moves the line has one position, which is that of the state."""
    found = (await explored(server.connect("ann"), game="mnk", options={"columns": 4})).result
    assert (found.game.name, found.options["columns"], found.ply, found.result) == ("mnk", 4, 0, None)
    assert [(one.move, one.seat) for one in found.line] == [(None, None)]
    assert (found.state.to_move, len(found.state.legal), found.state.text) == (0, 12, found.line[0].position)
    assert found.state.remaining_ms is None


async def test_a_line_leads_through_its_positions(server: InProcessServer) -> None:
    """Each move comes with its side and the position after it, from which the rest of the line can be repeated."""
    ann = server.connect("ann")
    found = (await explored(ann, game="tictactoe", moves=list(WON))).result
    assert [one.seat for one in found.line] == [None, 0, 1, 0, 1, 0]
    assert (found.ply, found.state.to_move, found.state.legal) == (5, None, [])
    assert (found.result.winner, found.result.reason) == (0, "line")
    for ply in range(1, 6):
        step = (await explored(ann, since=ply - 1, game="tictactoe", moves=list(WON[:ply]))).result
        assert [one.position for one in step.line] == [one.position for one in found.line[ply - 1 : ply + 1]]
        assert (step.since, step.ply, step.line[1].move, step.line[1].seat) == (
            ply - 1,
            ply,
            WON[ply - 1],
            (ply - 1) % 2,
        )
        assert step.state.last


async def test_the_first_position_comes_without_a_move(server: InProcessServer) -> None:
    """The first position that is sent has no move and no side, whether the server had kept it or not."""
    ann = server.connect("ann")
    for _ in range(2):
        found = (await explored(ann, since=2, game="tictactoe", moves=["b2", "a1", "b3"])).result
        assert [(one.move, one.seat) for one in found.line] == [(None, None), ("b3", 0)]
        await explored(ann, game="tictactoe", moves=["b2", "a1"])


@pytest.mark.parametrize("moves", [["B2"], ["B2", " a1", "b3", "c1", "b1"]])
async def test_moves_are_returned_as_the_game_writes_them(server: InProcessServer, moves: list[str]) -> None:
    """A move may be typed in another form, at once or in a long line."""
    found = (await explored(server.connect("ann"), game="tictactoe", moves=moves)).result
    assert [one.move for one in found.line[1:]] == list(WON[: len(moves)])


@pytest.mark.parametrize("tail", ["d6c3", "d6c3d3c4f4"])
async def test_moves_that_are_run_together(server: InProcessServer, tail: str) -> None:
    """A text may have several moves, at once or in a helper; the answer has them one by one, from `since` on."""
    one_by_one = ["f5", *(tail[at : at + 2] for at in range(0, len(tail), 2))]
    ann = server.connect("ann")
    for moves, since in ((["f5" + tail], 0), (["F5", tail], 1), (one_by_one, 0), (["f5" + tail], 0)):
        found = (await explored(ann, since=since, game="reversi", moves=moves)).result
        assert [one.move for one in found.line] == [None, *one_by_one[since:]]
        assert (found.since, found.ply, found.state.ply) == (since, len(one_by_one), len(one_by_one))
    # What is kept of a text with several moves is not taken for the position after one move.
    assert (await explored(ann, since=1, game="reversi", moves=["f5" + tail])).code == "bad_moves"


@pytest.mark.parametrize(
    ("of", "code", "words"),
    [
        ({"game": "shogi"}, "unknown_game", "shogi"),
        ({"game": "nim", "options": {"columns": 4}}, "bad_option", "columns"),
        ({"game": "tictactoe", "position": "nonsense"}, "bad_position", "nonsense"),
        ({"game": "tictactoe", "moves": ["z9"]}, "bad_moves", "z9"),
        ({"game": "tictactoe", "moves": ["b2", "b2"]}, "bad_moves", "move 2"),
        ({"game": "tictactoe", "moves": [*WON, "a2"]}, "bad_moves", "move 6"),
    ],
)
async def test_invalid_lines(server: InProcessServer, of: dict[str, Any], code: str, words: str) -> None:
    """An invalid line is refused with its first wrong part and a hint."""
    refused = await explored(server.connect("ann"), **of)
    assert refused.code == code
    assert words in refused.message
    assert refused.hint


async def test_a_long_line_is_played_in_the_background() -> None:
    """A short line is answered at once; a long one does not occupy the event loop."""
    helpers = ManualHelpers()
    server = InProcessServer(helpers=helpers)
    ann = server.connect("ann")
    moves = ["f6", "a1", "b1", "c1", "d1"]
    for count, answered in ((AT_ONCE, True), (AT_ONCE + 1, False)):
        id = ann.send("explore", of={"kind": "game", "game": "gomoku", "moves": moves[:count]})
        assert any(m.t == "accepted" and m.id == id for m in ann.received) is answered
    await helpers.finish()
    assert len(ann.take()) == 2


async def test_a_finished_match(server: InProcessServer) -> None:
    """The line of a match includes its opening; a ply of the match chooses the position to show, as in `explain`."""
    ann = server.connect("ann")
    code = ann.host(seats=[ME, ME], moves=list(WON[:2]))
    for ply, move in enumerate(WON[2:]):
        ann.ask("move", match=code, ply=ply, move=move)
    found = (await explored(ann, kind="match", match=code, ply=1)).result
    assert [one.move for one in found.line] == [None, *WON]
    assert (found.ply, found.state.to_move, found.result) == (3, 1, None)
    whole = (await explored(ann, kind="match", match=code)).result
    assert (whole.ply, whole.result.winner) == (5, 0)


async def test_a_line_has_its_chance_events(server: InProcessServer) -> None:
    """A chance event is a ply of a line, without a side. Where one is due, the state has all of them and no moves."""
    with chance_games():
        ann = server.connect("ann")
        found = (await explored(ann, game="dash", moves=["dash", "Tails", "dash"])).result
        assert [(one.move, one.seat, one.chance, one.said) for one in found.line] == [
            (None, None, False, None),
            ("dash", 0, False, None),
            ("tails", None, True, "X tosses tails"),
            ("dash", 1, False, None),
        ]
        assert (found.ply, found.state.to_move, found.state.legal) == (3, None, [])
        assert (found.state.chances, found.state.weights) == (["heads", "tails"], [1, 2])
        refused = await explored(ann, game="dash", moves=["dash", "walk"])
        assert (refused.code, refused.hint) == ("bad_moves", "a chance event is due there: heads, tails")
        assert "the outcomes are heads, tails" in refused.message


async def test_a_finished_match_with_chance_events(server: InProcessServer) -> None:
    """The line of a match has its chance events; a ply is its number of moves, with the chance events after them."""
    with chance_games():
        ann = server.connect("ann")
        code = ann.host(game="dash", seats=[ME, ME])
        ann.ask("give_client_seed", match=code, client_seed="ann")
        for ply in range(3):
            ann.ask("move", match=code, ply=ply, move="dash" if ply == 0 else "walk")
        ann.ask("resign", match=code)
        whole = (await explored(ann, kind="match", match=code)).result
        assert [one.chance for one in whole.line] == [False, False, True, False, False]
        tossed = (await explored(ann, kind="match", match=code, ply=1)).result
        assert (tossed.ply, tossed.state.to_move, tossed.state.chances) == (2, 1, [])


async def test_a_running_match_is_refused(server: InProcessServer) -> None:
    """No client opens a running match on an analysis board, not even its players and while it is paused."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    for guest in (ann, bob, server.connect("eve")):
        refused = await explored(guest, kind="match", match=code)
        assert (refused.code, refused.message) == ("not_over", "the match is still running")
    ann.ask("offer", match=code, offer="pause")
    bob.ask("accept", match=code)
    assert (await explored(ann, kind="match", match=code)).code == "not_over"
    bob.ask("resign", match=code)
    assert (await explored(ann, kind="match", match=code)).t == "accepted"


async def test_a_private_match_needs_its_key(server: InProcessServer) -> None:
    """A finished private match is shown only with its key."""
    ann, eve = server.connect("ann"), server.connect("eve")
    made = ann.ask("create", game="tictactoe", seats=[ME, ME], visibility="private").result
    ann.ask("resign", match=made.code)
    assert (await explored(eve, kind="match", match=made.code)).code == "wrong_key"
    assert (await explored(eve, kind="match", match=made.code, key=made.key)).t == "accepted"


@pytest.mark.parametrize(
    "name", "chess connect4 draughts gomoku hex international kalah mnk nim reversi russian ultimate".split()
)
def test_every_game_is_stepped_through(name: str) -> None:
    """A game that is explored move by move, from kept positions, is the same as one that is explored at once."""
    game = load(name, {})
    position = game.start()
    moves: list[str] = []
    while position.legal:
        move = position.legal[(7 * len(moves)) % len(position.legal)]
        moves.append(move.text)
        position = position.after(move)
    line = AnalysisLine(game, None, tuple(moves))
    whole = positions(line, 0)
    result = Explored.model_validate(explored_data(line, whole, 0, len(moves))).result
    assert result is not None
    assert position.outcome is not None
    assert result.winner == position.outcome.winner
    kept = game.start()
    for ply in range(1, len(moves) + 1):
        step = positions(AnalysisLine(game, None, tuple(moves[:ply])), ply - 1, kept)
        kept = step[-1][1]
        assert [at.id for _, at in step] == [at.id for _, at in whole[ply - 1 : ply + 1]]
        assert [at.to_move for _, at in step] == [at.to_move for _, at in whole[ply - 1 : ply + 1]]


SHUFFLE = 2 * "g1f3 g8f6 f3g1 f6g8".split()


@pytest.mark.parametrize("count", [100, 101, 150, 160])
async def test_a_board_beyond_the_number_of_quiet_moves(server: InProcessServer, count: int) -> None:
    """No draw is claimed on an analysis board: moves are legal there, and the text keeps the count."""
    ann, text = server.connect("ann"), f"6k1/5ppp/8/8/8/8/8/R3K3 w Q - {count} 80"
    found = (await explored(ann, game="chess", position=text)).result
    assert (found.state.text, len(found.state.legal), found.result) == (text, 16, None)
    assert found.options["claims"] is (count < 150)
    after = (await explored(ann, game="chess", position=text, moves=["e1e2", "g8f8"])).result
    assert after.state.text == f"5k2/5ppp/8/8/8/8/4K3/R7 w - - {count + 2} 81"
    mate = (await explored(ann, game="chess", position=text, moves=["a1a8"])).result
    assert mate.result.reason == "checkmate"


async def test_a_board_after_repetitions(server: InProcessServer) -> None:
    """A line goes on after the third and the fifth occurrence, whether its moves are kept or sent at once."""
    ann = server.connect("ann")
    for moves in (SHUFFLE, [*SHUFFLE, *SHUFFLE], [*SHUFFLE, *SHUFFLE, *SHUFFLE, "e2e4"]):
        found = (await explored(ann, game="chess", moves=moves)).result
        assert (found.ply, found.result) == (len(moves), None)
        assert found.state.legal
    one = (await explored(ann, since=7, game="chess", moves=SHUFFLE[:7])).result
    assert one.options["claims"] is False
    for ply in (8, 9):
        moves = [*SHUFFLE, "e2e4"][:ply]
        step = (await explored(ann, since=ply - 1, game="chess", moves=moves)).result
        assert (step.ply, step.line[-1].move, step.result) == (ply, moves[-1], None)
    assert "is not legal" not in str((await explored(ann, game="chess", moves=[*SHUFFLE, "e2e5"])).message)


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("draughts", "1-5 2-6 5-1 6-2"),
        ("international", "1-6 2-7 6-1 7-2"),
        ("russian", "b8-a7 d8-c7 a7-b8 c7-d8"),
    ],
)
async def test_draughts_after_repetitions(server: InProcessServer, game: str, moves: str) -> None:
    """A line of draughts goes on after a third occurrence and a number of moves, at once or step by step."""
    ann, whole = server.connect("ann"), 8 * moves.split()
    for count in (8, 12, len(whole)):
        found = (await explored(ann, game=game, position="W:WK1:BK2", moves=whole[:count])).result
        assert (found.ply, found.result) == (count, None)
        assert found.state.legal
    for ply in range(1, 20):
        step = (await explored(ann, since=ply - 1, game=game, position="W:WK1:BK2", moves=whole[:ply])).result
        assert (step.ply, step.line[-1].move, step.result) == (ply, whole[ply - 1], None)


async def test_a_stalemate_stays_an_end(server: InProcessServer) -> None:
    """Rules that go on longer take the place of a draw only where they have moves."""
    found = (await explored(server.connect("ann"), game="chess", position="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")).result
    assert (found.result.reason, found.options["claims"], found.options["study"]) == ("stalemate", False, False)


async def test_a_first_position_comes_back_as_the_game_writes_it(server: InProcessServer) -> None:
    """Clients number moves by it, and it goes on to records."""
    messy = "6k1/5ppp/8/8/8/8/8/R3K3_w_KQkq_-_5_0"
    found = (await explored(server.connect("ann"), game="chess", position=messy, moves=["a1a8"])).result
    assert found.start == "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 5 1"
