"""Playouts of Go: what they answer, where they never play, and what Monte Carlo search makes of them."""

from types import SimpleNamespace
from typing import Any

import pytest

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl, read
from kibitz_server.engine.driver import SearchResult, describe, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position
from tests.server.engine.helpers import PLAIN, native
from tests.server.games.helpers import game_of

FIVE = game_of("go size=5")


def memory_of(game: Game, seed: int) -> SimpleNamespace:
    """Return what a playout needs besides the state."""
    return SimpleNamespace(
        random=seed * 2654435761 + 1, moves=[0] * 2 * game.rules.MAX_MOVES, played=[0] * game.rules.CODES
    )


def answers(position: Position, count: int = 60) -> set[str]:
    """Return the moves that playouts choose in a position, with many seeds."""
    game = position.game
    chosen = {game.rules.likely(position.state, -1, memory_of(game, seed)) for seed in range(1, count)}
    return {game.rules.move_text(position.state, move) for move in chosen}


def searched(position: Position, playouts: int, seed: int = 1) -> SearchResult:
    """Return the report of a Monte Carlo search in plain Python."""
    search, control = SpecialisedSearch("mcts", position.game, PLAIN, {"TABLE_BITS": 14}), SearchControl()
    control.reset(None)
    ALGORITHMS["mcts"].run(search, position, Limit(playouts=playouts, seed=seed), control)
    return describe(position, "mcts", read(control), 0.0)


@pytest.mark.parametrize(
    ("text", "move", "expected"),
    [
        ("-----/--B--/-BW--/-----/----- B 0-0", "C2", {"D3"}),  # a chain in atari gets more liberties
        ("-----/--B--/-B-B-/-----/----- W 0-0", "C3", {"C2"}),  # the stone that was played is taken
        ("-----/-----/BW---/B----/----- W 0-0", "B2", {"A4"}),  # two liberties become three there, not at A1
        ("---BW/-----/W----/B----/B---- W 0-0", "B2", {"B1", "B3"}),  # nothing saves A1; both are good shapes
    ],
)
def test_answers(text: str, move: str, expected: set[str]) -> None:
    """A playout saves a chain in atari, takes the last stone, gives a chain more liberties, or plays a good shape."""
    position = FIVE.start(text)
    assert answers(position.after(position.find(move))) == expected


def test_no_playout_takes_a_ko_at_once() -> None:
    """A stone that has just taken a ko is not taken back, though it is in atari."""
    position = FIVE.start("-----/-BW--/B-BW-/-BW--/----- W 0-0")
    after = position.after(position.find("B3"))
    state: Any = after.state
    assert FIVE.rules.move_text(state, state.ko) == "C3"
    assert "C3" not in answers(after)
    assert "C3" in answers(FIVE.start(after.text))


def test_no_playout_fills_its_own_eyes() -> None:
    """A side whose only points are its own eyes passes; the other side may play there if that captures."""
    text = "-BBB-/BBBBB/BBWWW/WWWWW/-WWW- "
    assert answers(FIVE.start(text + "B 0-0")) == {"pass"}
    assert answers(FIVE.start(text + "W 0-0")) == {"pass"}


@pytest.mark.parametrize("size", [2, 3, 5, 9, 13])
def test_playouts_end(size: int) -> None:
    """Playouts end by two passes, with legal moves but for superko, and with all dead stones captured or in a seki."""
    game = game_of(f"go size={size}")
    for seed in range(1, 6):
        state: Any = game.start().state.copy()
        memory, plies = memory_of(game, seed), 0
        while state.passes < 2 and plies < game.names["PLAYOUT_PLIES"]:
            move = game.rules.likely(state, -1, memory)
            assert move == 0 or state.cells[move] == 0
            assert move == 0 or game.rules.breathes(state, move, 1 + state.turn)
            game.rules.play(state, move)
            plies += 1
        assert plies < game.names["PLAYOUT_PLIES"]
        assert state.stones >= game.names["AREA"] // 2


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
def test_compiled_searches_are_the_same() -> None:
    """The same seed gives the same tree in machine code and in plain Python, also with three words of liberties."""
    for size in (5, 12):
        game, found = game_of(f"go size={size}"), []
        for backend in (PLAIN, native()):
            search, control = SpecialisedSearch("mcts", game, backend, {"TABLE_BITS": 14}), SearchControl()
            control.reset(None)
            workspace, view = search.workspace(game.start().state), search.attach(control)
            search.run.start(workspace, view, 7)
            search.run.search(workspace, view, 100)
            search.run.report(workspace, view)
            found.append(bytes(control))
        assert found[0] == found[1]


def looks(position: Position) -> dict[str, int]:
    """Return how good each move looks before its first playout."""
    moves, scores = ([0] * position.game.rules.MAX_MOVES for _ in range(2))
    end = position.game.rules.prior(position.state, -1, moves, scores, 0)
    texts = [position.game.rules.move_text(position.state, move) for move in moves[:end]]
    return dict(zip(texts, scores[:end], strict=True))


def test_looks_of_moves() -> None:
    """A capture looks better than an atari, and that better than a move elsewhere; a lost stone looks worse."""
    found = looks(FIVE.start("-----/-----/--B--/-BWB-/----- B 0-0"))
    assert found["C1"] == max(found.values())
    assert found["C1"] > found["A5"]
    other = looks(FIVE.start("-W---/-----/-----/---B-/----- B 0-0"))
    assert other["A5"] < 0 <= other["C3"]


def test_looks_of_an_opening() -> None:
    """On an empty large board the corners look best, the first line worst; on a small one, the edge looks bad."""
    large, small = looks(game_of("go size=19").start()), looks(game_of("go").start())
    assert {text for text, score in large.items() if score == max(large.values())} >= {"D4", "Q16", "C4", "R17"}
    assert large["A1"] == large["K19"] == min(large.values()) < large["B8"] < large["K10"] < large["K3"]
    assert small["A1"] == small["E9"] == min(small.values()) < small["E5"]


def test_own_eyes_are_left_out() -> None:
    """A search never fills an eye of its side; a pass is among its moves late in the game, or as the only one."""
    eyes = "-BBB-/BBBBB/BBWWW/WWWWW/-WWW- "
    assert set(looks(FIVE.start(eyes + "B 0-0"))) == set(looks(FIVE.start(eyes + "W 0-0"))) == {"pass"}
    assert "pass" not in looks(FIVE.start())
    late = looks(FIVE.start(f"{OPEN_END} W 0-0"))
    assert late["pass"] == max(late.values())


OPEN_END = "--BWW/--BW-/BBBWW/WWWW-/-W-WW"
"""White is ahead with komi 7.5, and neither side can change that."""


def test_a_pass_is_answered_by_a_pass_that_wins() -> None:
    """A side that is ahead by area ends the game after a pass, and needs no playout to know that it wins."""
    found = searched(FIVE.start(f"{OPEN_END} W 0-0 pass"), 200)
    assert (found.move, found.wins_in, found.nodes) == ("pass", 1, 0)
    assert not FIVE.rules.completing(FIVE.start(f"{OPEN_END} B 0-0 pass").state, 0, [0], 0)
    assert not FIVE.rules.completing(FIVE.start(f"{OPEN_END} W 0-0").state, 1, [0], 0)


@pytest.mark.parametrize("side", ["B", "W"])
def test_a_decided_game_is_not_played_on(side: str) -> None:
    """A side that is ahead passes first, and so does one that cannot change the result."""
    assert searched(FIVE.start(f"{OPEN_END} {side} 0-0"), 400).move == "pass"


@pytest.mark.parametrize("level", [1, 3, 5])
@pytest.mark.parametrize(
    "text",
    [
        "B---W--/W---WB-/WB-----/---WBWW/---B-B-/B--WB--/--B----",
        "---W--W/----BB-/--B-WW-/-W-----/-BBBWB-/-W----W/----BB-",
    ],
)
def test_levels_do_not_pass_in_an_open_game(text: str, level: int) -> None:
    """The few playouts of a low level do not make it pass because White is ahead by the komi as the stones lie."""
    position = game_of("go size=7").start(f"{text} W 0-0")
    for seed in range(3):
        control = SearchControl()
        control.reset(150)
        assert run(position, "level", Limit(level=level, seed=seed), control).move != "pass"


def test_dead_stones_are_captured_before_the_pass() -> None:
    """White is ahead only without the black stone in its area, so it captures that stone."""
    found = searched(FIVE.start("--B--/WWWWW/BBBBB/-B-B-/BBBBB W 0-0"), 400)
    assert found.move in {"B5", "D5"}
    assert found.score > 50


def test_a_decided_game_ends_soon() -> None:
    """After a decided game both sides stop within a few plies, and the winner is the one who was ahead."""
    position = FIVE.start("-BWW-/-BW-W/BBWWW/-BW--/BBWW- B 0-0")
    plies = 0
    while position.outcome is None:
        position = position.after(position.find(searched(position, 250, plies).move))
        plies += 1
    assert plies < 8
    assert position.outcome.winner == 1


TAKES = "--B--/WWWWW/BBBBB/-B-B-/BBBBB W 0-0"
"""White wins only if it takes C5, which is dead: as the stones lie, Black is ahead."""


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6, 7])
def test_no_level_passes_before_dead_stones_are_taken(level: int) -> None:
    """A level that wins only without dead stones on the board does not pass, and so never counts them for itself."""
    position = FIVE.start(TAKES)
    for seed in range(2):
        control = SearchControl()
        control.reset(200)
        assert run(position, "level", Limit(level=level, seed=seed), control).move != "pass"


@pytest.mark.parametrize("text", ["--BW-/-BBWW/BBWW-/-BW-W/BBWW-", "-BW--/BBW-W/-BWW-/BBW-W/-BW--"])
def test_a_settled_board_is_left_alone(text: str) -> None:
    """The winner of a board without doubtful points passes, and the game ends as the stones lie."""
    found = searched(FIVE.start(f"{text} W 0-0"), 400)
    assert found.move == "pass"


def test_a_doubtful_board_is_not_at_rest() -> None:
    """As many points in doubt as could change the result forbid a pass, unless the other side has passed."""
    game = FIVE
    for text, owners, expected in (
        ("-----/-----/--B--/-----/----- W 0-0", {}, False),
        ("-----/-----/--B--/-----/----- W 0-0", dict.fromkeys(range(8, 42), -9), True),
        ("-----/-----/--B--/-----/----- B 0-0", dict.fromkeys(range(8, 27), -9), True),
        ("-----/-----/--B--/-----/----- B 0-0", dict.fromkeys(range(8, 18), 9), False),
        ("-----/-----/--B--/-----/----- W 0-0 pass", {}, True),
    ):
        memory = SimpleNamespace(noted=[owners.get(cell, 0) for cell in range(game.names["CELLS"])])
        memory.noted[0] = 10
        assert game.rules.at_rest(game.start(text).state, memory) is expected
