"""The area of both sides, as counted for machine code, for pictures, and by the second implementation."""

import pytest

from kibitz_server.games.game import EVAL_LIMIT, Position
from tests.server.games import naive_go
from tests.server.games.helpers import field, game_of, play, playout, worth


def score(text: str, size: int) -> tuple[float, float]:
    """Return the points of both sides in a position, without komi."""
    game = game_of(f"go size={size} komi=0")
    black, white = game.rules.points(game.start(text).state)
    return black, white


def test_stones_and_what_they_enclose() -> None:
    """Stones count, and regions that touch one colour; a region that touches both, or none, counts for neither."""
    assert score("----/----/----/---- B", 4) == (0, 0)
    assert score("----/-B--/----/---- B", 4) == (16, 0)
    assert score("----/-B--/----/---W B", 4) == (1, 1)
    assert score("-BW-/BBWW/--W-/---W B", 4) == (4, 7)


def test_all_counts_agree() -> None:
    """The lead for machine code, the counters of the picture and the second implementation give the same."""
    for spec, seed in (("go size=2", 1), ("go size=5 komi=0", 2), ("go size=6", 3), ("go size=9 handicap=5", 4)):
        game = game_of(spec)
        komi, size = float(game.options["komi"]), int(game.options["size"])
        for position in list(playout(game, seed))[::3]:
            before = position.state.copy()
            black, white = naive_go.area(stones(position), size)
            assert game.rules.points(position.state) == (black, white + komi)
            counted = dict(position.picture.counters)
            if "Black" in counted:
                assert (counted["Black"], counted["White"]) == (black, white + komi)
            assert game.rules.lead(position.state) == 2 * (black - white - komi)
            assert field(position, "komi2") == 2 * komi
            for name in game.fields:
                assert getattr(before, name.name) == getattr(position.state, name.name), "no mark is left"


def test_a_score_is_shown_once_both_sides_enclose_points() -> None:
    """One stone would have the whole board, so until then only what was captured counts; at the end the result does."""
    game = game_of("go size=4")
    open_board = game.start("----/-B--/----/---- B")
    assert [name for name, _ in open_board.picture.counters] == ["Black captured", "White captured"]
    one_sided = game.start("-B--/B---/---W/---- B")
    assert [name for name, _ in one_sided.picture.counters] == ["Black captured", "White captured"]
    both = game.start("-BW-/BBWW/--W-/---W B")
    assert dict(both.picture.counters)["White"] == 7 + 7.5
    ended = open_board.after(open_board.find("pass"))
    ended = ended.after(ended.find("pass"))
    assert ended.outcome is not None
    assert dict(ended.picture.counters)["Black"] == 16


def stones(position: Position) -> naive_go.Board:
    """Return the stones of both sides, as they are drawn."""
    rows = position.picture.rows
    cells = [(x, len(rows) - y, symbol) for y, row in enumerate(rows) for x, symbol in enumerate(row, 1)]
    black, white = (frozenset((x, y) for x, y, symbol in cells if symbol == side) for side in "BW")
    return black, white


def test_territory_is_shown_after_a_pass_and_at_the_end() -> None:
    """The picture has the owners of the empty points only where the players have to know them."""
    position = play(game_of("go size=3").start(), "B1 C1 B2 C2 B3")
    assert position.picture.shades == ""
    position = play(position, "pass")
    assert position.picture.shades == "B--B--B--"
    assert play(position, "C3").picture.shades == ""
    assert play(position, "pass").picture.shades == "B--B--B--"
    assert play(game_of("go size=3").start(), "pass").picture.shades == "-" * 9


@pytest.mark.parametrize(
    ("spec", "text", "value"),
    [
        ("go size=3 komi=2.5", "B--/-W-/--- B", -250),
        ("go size=3 komi=2.5", "B--/-W-/--- W", 250),
        ("go size=3 komi=2.5", "B--/---/--- W", -650),
        ("go size=19 komi=0", f"B{'-' * 18}/{'/'.join(['-' * 19] * 18)} B", EVAL_LIMIT),
        ("go size=19 komi=0", f"B{'-' * 18}/{'/'.join(['-' * 19] * 18)} W", -EVAL_LIMIT),
    ],
)
def test_the_evaluation_is_the_score_as_it_stands(spec: str, text: str, value: int) -> None:
    """Searches of a few plies, such as those that are explained, see by how much the side to move leads."""
    assert worth(game_of(spec), text) == value
