"""Positions searched and solved, in plain Python and bounded by nodes or depth."""

import json
import signal
import subprocess
from typing import Any

import pytest

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run as run_search
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.per_move import run_per_move
from kibitz_server.engine.score import WIN
from kibitz_server.games.game import Position, bind
from kibitz_server.games.registry import declarations, load
from tests.games.chance import chance_games
from tests.server.engine import race
from tests.server.engine.helpers import SMALL, random_positions
from tests.server.programs.json_lines.helpers import ANALYSE, COMMAND, EXPLAIN, RULES, answer, run

KEYS = {"best", "score", "exact", "depth", "nodes", "seconds", "line", "scores"}
SOLVABLE = [
    ("connect4", {"columns": 4, "rows": 4, "connect": 3}),
    ("kalah", {"houses": 2, "seeds": 2}),
    ("mnk", {"columns": 4, "rows": 2}),
    ("nim", {"heaps": "1,2,3"}),
    ("reversi", {"size": 4}),
]


def near_the_end(name: str, options: dict[str, Any], count: int) -> list[Position]:
    """Return positions of random games that are not over."""
    return list(random_positions(load(name, options), count, seed=5))


def test_a_search() -> None:
    """A search answers with exactly the documented fields; its line starts with the best move."""
    found = answer(ANALYSE, game="connect4", moves="4 4", limit={"depth": 4})
    assert found.keys() == KEYS
    assert (found["depth"], found["exact"], found["scores"]) == (4, False, None)
    assert found["line"][0] == found["best"]


def test_a_game_with_chance() -> None:
    """The usual algorithm is expectiminimax. At a chance node, the score is the average, and no move is best."""
    with chance_games():
        found = answer(ANALYSE, game="dash", position="1 3 X", limit={"depth": 4}, all_moves=True)
        assert (found["best"], found["line"]) == ("dash", ["dash"])
        assert found["scores"]["walk"] == -29998
        assert found["scores"]["dash"] == pytest.approx(-9999, abs=2)
        due = answer(ANALYSE, game="dash", position="1 3 X coin", limit={"depth": 4})
        assert (due["best"], due["line"], due["score"]) == (None, [], found["score"])
        for fields in ({"all_moves": True}, {"algorithm": "random", "limit": {"depth": 1}}):
            assert "a chance event is due" in answer(ANALYSE, game="dash", position="1 3 X coin", **fields)["error"]


def test_a_solved_position_has_its_distance() -> None:
    """`solve` gives the winner and the number of plies."""
    found = answer(ANALYSE, game="tictactoe", moves="b2 b3 c3", algorithm="solve")
    assert found.keys() == KEYS | {"distance"}
    assert (found["exact"], found["score"], found["distance"]) == (True, -1, 4)
    assert len(found["line"]) == 4


@pytest.mark.parametrize(
    ("game", "fields", "score"),
    [
        ("connect4", {"moves": "1 2 1 2 1 2"}, 18),
        ("connect4", {"moves": "1 2 1 2 1 2 7"}, 18),
        ("connect4", {"moves": "23163416124767223154467471272416755633"}, 0),
        ("reversi", {"options": {"size": 4}}, -8),
        ("nim", {}, -1),
        ("nim", {"options": {"misere": False}, "position": "1,0,0,0"}, 1),
        ("tictactoe", {}, 0),
    ],
)
def test_exact_scores_are_in_the_game_s_own_unit(game: str, fields: dict[str, Any], score: int) -> None:
    """Connect Four: 22 minus the stones of the winner; Reversi: discs; others: 1, 0, -1."""
    if len(fields.get("moves", "").split()) == 1:
        fields = {"moves": list(fields["moves"])}
    found = answer(ANALYSE, game=game, algorithm="solve", **fields)
    assert (found["exact"], found["score"]) == (True, score)


@pytest.mark.stays_in("test-all")
@pytest.mark.parametrize(("name", "options"), SOLVABLE, ids=[name for name, _ in SOLVABLE])
def test_the_scores_of_all_moves_are_those_of_solving_each(name: str, options: dict[str, Any]) -> None:
    """The score of a move is the value of the position after it, for the side that moved."""
    for position in near_the_end(name, options, 4):
        line = {"game": name, "options": options, "position": position.text, "algorithm": "solve"}
        position = position.game.start(position.text)
        found = answer(ANALYSE, **line, all_moves=True)
        assert found["scores"].keys() == {move.text for move in position.legal}
        assert found["exact"]
        assert found["score"] == found["scores"][found["best"]] == max(found["scores"].values())
        assert found["score"] == answer(ANALYSE, **line)["score"]
        for move in position.legal:
            after = position.after(move)
            turned = -1 if after.state.turn != position.state.turn else 1
            if after.outcome is None:
                below = answer(ANALYSE, **line, moves=[move.text])
                assert found["scores"][move.text] == turned * below["score"]
            elif hasattr(position.game.rules, "result"):
                assert found["scores"][move.text] == turned * position.game.rules.result(after.state)
            else:
                assert found["scores"][move.text] == turned * position.game.rules.outcome(after.state)


@pytest.mark.parametrize("depth", [1, 3])
@pytest.mark.parametrize("name", [declaration.name for declaration in declarations() if not declaration.chance])
def test_the_best_of_all_moves_is_minimax(name: str, depth: int) -> None:
    """Searching every move separately visits the nodes of the whole search, and finds its value."""
    options = SMALL.get(name, {})
    for position in near_the_end(name, options, 4):
        line = {"game": name, "options": options, "position": position.text, "limit": {"depth": depth}}
        one = answer(ANALYSE, **line, algorithm="minimax")
        each = answer(ANALYSE, **line, algorithm="minimax", all_moves=True)
        assert each["score"] == one["score"] == max(each["scores"].values()) == each["scores"][each["best"]]
        assert (each["best"], each["nodes"]) == (one["best"], one["nodes"])
        textbook = answer(ANALYSE, **line, algorithm="textbook", all_moves=True)
        assert textbook["scores"] == each["scores"]


def test_the_best_of_all_moves_with_chance() -> None:
    """With chance too, the best move has the value of the whole search, also where a game can be won by more."""
    for position in random_positions(bind(race, {}), 6, seed=5):
        for depth in (1, 2, 3):
            limit = Limit(depth=depth, thorough=True)
            control = SearchControl()
            control.reset(None)
            one = run_search(position, "expectiminimax", limit, control)
            each, scores = run_per_move(position, "expectiminimax", limit)
            assert each.score == one.score == max(score for score in scores.values() if score is not None)
            assert scores[one.move] == one.score


def test_a_single_move_is_looked_at_too() -> None:
    """A search to a depth reaches it even with a single legal move."""
    found = answer(ANALYSE, game="connect4", options={"columns": 1, "rows": 8}, limit={"depth": 5})
    assert (found["depth"], found["scores"]) == (5, None)


def test_all_moves_keep_to_the_limit_together() -> None:
    """The node limit covers all moves together, except that each move gets at least one node."""
    found = answer(ANALYSE, game="gomoku", options={"size": 5}, limit={"nodes": 1000}, all_moves=True)
    assert len(found["scores"]) == 25
    assert found["nodes"] <= 1000 + 2 * 25
    found = answer(ANALYSE, game="connect4", limit={"playouts": 300, "seed": 1}, algorithm="mcts", all_moves=True)
    assert 300 <= found["nodes"] <= 310
    assert len(found["scores"]) == 7


@pytest.mark.parametrize("fields", [{"algorithm": "level:8"}, {"algorithm": "level", "limit": {"level": 8}}])
def test_a_level_plays(fields: dict[str, Any]) -> None:
    """A level answers like a search; it may be named with the algorithm or in the limit."""
    found = answer(ANALYSE, game="tictactoe", moves="a1 c3 a2 c2", **fields)
    assert (found["best"], found["score"]) == ("a3", WIN - 1)


def test_an_unproven_move_is_null() -> None:
    """The value of a move is null if the solver runs out of nodes."""
    found = answer(ANALYSE, game="reversi", algorithm="solve", limit={"nodes": 300}, all_moves=True)
    assert (found["exact"], set(found["scores"].values())) == (False, {None})
    assert "distance" not in found


def test_scores_of_moves_count_from_the_root() -> None:
    """The scores of all moves count plies from the root."""
    found = answer(ANALYSE, game="tictactoe", moves="a1 c3 a2 c2", limit={"depth": 3}, all_moves=True)
    assert (found["best"], found["scores"]["a3"]) == ("a3", WIN - 1)
    assert found["scores"]["b1"] == -(WIN - 2)


@pytest.mark.parametrize(
    ("fields", "sentence", "hint"),
    [
        ({"algorithm": "deep"}, "no engine is called 'deep'", "alphabeta, cfr, expectiminimax, ismcts, level, mcts"),
        ({"algorithm": 5}, "algorithm must be a string", "quotes"),
        ({"limit": 5}, "limit must be an object, not a number", '"limit": {"seconds": 1}'),
        ({"limit": {"time": 1}}, "a limit has no 'time'", "seconds, depth, nodes, playouts, seed"),
        ({"limit": {"seconds": 0}}, "seconds is a number from 0.001 to 86400, not 0", "leave it out"),
        ({"limit": {"seconds": 1e300}}, "seconds is a number from 0.001", "leave it out"),
        ({"limit": {"seconds": "1"}}, "seconds is a number from 0.001", "leave it out"),
        ({"limit": {"seconds": True}}, "seconds is a number from 0.001", "leave it out"),
        ({"limit": {"depth": 0}}, "depth must be a whole number from 1 to 200, not 0", "leave it out"),
        ({"limit": {"depth": 2.5}}, "depth must be a whole number from 1 to 200, not 2.5", "leave it out"),
        ({"limit": {"nodes": -1}}, "nodes must be a whole number from 1 to", "leave it out"),
        ({"limit": {"nodes": 10**30}}, "nodes must be a whole number from 1 to", "leave it out"),
        ({"limit": {"seed": -1}}, "seed must be a whole number from 0 to", "leave it out"),
        ({"limit": {"playouts": 9}}, "playouts does not bound alphabeta", "give seconds, depth, nodes"),
        ({"algorithm": "mcts", "limit": {"depth": 9}}, "depth does not bound mcts", "give seconds, nodes, playouts"),
        ({"all_moves": "yes"}, "all_moves is true or false", "leave it out"),
        ({"algorithm": "random", "all_moves": True}, "random chooses a move and gives", "the algorithms are"),
        ({"algorithm": "level:3", "all_moves": True}, "level chooses a move and gives", "the algorithms are"),
        ({"algorithm": "level"}, "the limit does not say which level", '{"level": 7}'),
        ({"algorithm": "level:11"}, "level must be a whole number from 1 to 10, not 11", "leave it out"),
        ({"algorithm": "mcts:9"}, "there is no algorithm mcts:9", "level:7"),
        ({"moves": "b2 a1 b3 c1 b1"}, "the position is over already: line", "leave out the last move"),
    ],
)
def test_invalid_requests(fields: dict[str, Any], sentence: str, hint: str) -> None:
    """Impossible algorithms, limits and positions are refused with a reason."""
    bad = answer(ANALYSE, **{"game": "tictactoe"} | fields)
    assert bad.keys() == {"error", "hint", "line"}
    assert sentence in bad["error"]
    assert hint in bad["hint"]


@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.compiled
def test_the_command() -> None:
    """As a process the tool searches in machine code, and answers the lines in order. An error ends it with code 1."""
    lines = [
        {"game": "tictactoe", "algorithm": "solve", "all_moves": True},
        {"game": "tictactoe", "moves": "b2 b2"},
        {"game": "tictactoe", "algorithm": "minimax", "limit": {"depth": 9}},
    ]
    done = run("analyse", lines="\n".join(json.dumps(line) for line in lines).encode())
    assert (done.returncode, done.stderr) == (1, b"")
    solved, bad, searched = (json.loads(line) for line in done.stdout.splitlines())
    assert (solved["score"], set(solved["scores"].values())) == (0, {0})
    assert bad["line"] == 2
    assert (searched["score"], searched["nodes"]) == (0, 549_946)


@pytest.mark.io
@pytest.mark.timeout(300)
def test_it_can_be_interrupted_while_it_searches() -> None:
    """Ctrl-C ends an endless search at once, without output."""
    with subprocess.Popen(
        [*COMMAND, "analyse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b'{"game": "tictactoe", "algorithm": "solve"}\n{"game": "gomoku", "algorithm": "solve"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=240)
    assert (process.returncode, errors) == (-signal.SIGINT, b"")


@pytest.mark.io
def test_a_closed_output_ends_it_quietly() -> None:
    """A closed output, as with a pipe to `head`, ends the process without an error message."""
    with subprocess.Popen(
        [*COMMAND, "rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b'{"game": "nim"}\n')
        process.stdin.close()
        assert process.wait(30) == -signal.SIGPIPE
        assert process.stderr.read() == b""


def test_draws_that_are_not_claimed_are_searched() -> None:
    """Beyond the 50-move rule, after repetitions and in dead positions a move is found; a mate stays an end."""
    beyond = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 160 80"
    assert answer(ANALYSE, game="chess", position=beyond, limit={"depth": 2})["best"] == "a1a8"
    shuffle = 6 * "Nf3 Nf6 Ng1 Ng8 ".split()
    assert answer(ANALYSE, game="chess", moves=shuffle, limit={"depth": 1})["best"]
    dead = answer(ANALYSE, game="chess", position="8/8/8/8/8/8/8/K1k5 w K - 0 1", limit={"depth": 1}, all_moves=True)
    assert (dead["best"], dead["score"], dead["scores"]) == ("a1a2", 0, {"a1a2": 0})
    assert dead["notes"] == ["castling right 'K' is left out: it needs the king and a rook on row 1"]
    mated = answer(ANALYSE, game="chess", moves="f3 e5 g4 Qh4".split(), limit={"depth": 1})
    assert mated["error"] == "the position is over already: checkmate"
    assert answer(EXPLAIN, game="chess", position=beyond, depth=1)["children"]
    assert answer(RULES, game="chess", position=beyond)["result"]["reason"] == "50-move rule"
