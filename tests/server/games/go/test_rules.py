"""Go: what may be played, how a game ends, handicap and komi; see `test_notation` for texts."""

import random

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.solve import solve
from kibitz_server.game_check.rules import PlainCheck
from kibitz_server.games.game import BadOption, IllegalMove, Position
from kibitz_server.games.registry import searched_as
from tests.server.engine.helpers import native
from tests.server.games import naive, naive_go
from tests.server.games.helpers import barred, field, game_of, perft, play, texts

GAME = game_of("go")
FOUR = game_of("go size=4")


@pytest.mark.parametrize(
    ("moves", "forbidden", "reason"),
    [
        ("B3 C2 D2 D3 C1 D1", "D2", r"as it was after move 5 \(ko\); play elsewhere before you take D2"),
        ("A1 B3 A3 B4 D3 C1 B2 C3 D2 D1 A4 A2", "A3", r"as it was after move 10 \(superko\); play elsewhere than A3"),
        ("C4 D3 B3 B1 A4 C2 C3 C1 B4 A2 D1 D4 D2", "D3", r"as it was after move 10 \(superko\)"),
    ],
)
def test_no_board_occurs_twice(moves: str, forbidden: str, reason: str) -> None:
    """A stone may not bring back an earlier board: in a ko, with the other side to move, and after a longer cycle."""
    position = play(FOUR.start(), moves)
    with pytest.raises(IllegalMove, match=f"the board would be {reason}.*, or pass"):
        position.find(forbidden)
    assert forbidden not in texts(position)
    assert [FOUR.rules.move_text(position.state, move) for move in barred(position)] == [forbidden]
    # Its text has no history.
    assert forbidden in texts(FOUR.start(position.text))


def test_a_ko_may_be_taken_after_moves_elsewhere() -> None:
    """Once both sides have played elsewhere, the board differs from the earlier one."""
    position = play(FOUR.start(), "B3 C2 D2 D3 C1 D1 A1 A2")
    assert play(position, "D2").text == "----/-B-W/W-WB/B-B- W 1-1"


@pytest.mark.parametrize(
    ("size", "moves", "after"), [(3, "B1 A2 A1 B2 C2 C1 A1 pass", 5), (2, "B1 A1 B2 pass A2 A1", 2)]
)
def test_a_pass_lifts_nothing(size: int, moves: str, after: int) -> None:
    """A board from before a pass may not come back after it."""
    position = play(game_of(f"go size={size}").start(), moves)
    with pytest.raises(IllegalMove, match=rf"as it was after move {after} \(superko\)"):
        position.find("B1")


def test_the_first_board_may_not_come_back() -> None:
    """A board that a text begins with counts as one of the match."""
    game = game_of("go size=2")
    position = play(game.start("B-/W- B 0-0"), "B1 pass B2 A1")
    with pytest.raises(IllegalMove, match=r"as it was before the first move \(superko\)"):
        position.find("A2")
    assert [game.rules.move_text(position.state, move) for move in barred(position)] == ["A2"]


def test_suicide_is_forbidden() -> None:
    """A stone may not leave its own chain without liberties, unless it captures."""
    for start, point in (("-W--/W---/----/---- B", "A4"), ("-BW-/WW--/----/---- B", "A4")):
        with pytest.raises(IllegalMove, match=f"no liberties: {point} would be suicide; play elsewhere, or pass"):
            FOUR.start(start).find(point)
    assert play(FOUR.start("-WB-/WB--/B---/---- B"), "A4").text == "B-B-/-B--/B---/---- W 2-0"


def test_one_stone_captures_several_chains() -> None:
    """A stone takes every chain whose last liberty it fills."""
    position = play(FOUR.start("WB-B/-W-W/----/---- W"), "C4")
    assert position.text == "W-W-/-W-W/----/---- B 0-2"
    assert position.picture.counters[-2:] == (("Black captured", 0), ("White captured", 2))


def compared(spec: str, model: naive.Naive, seed: int, plies: int = 10_000) -> Position:
    """Compare a random game that passes seldom with the second implementation, and return its last position."""
    rng, position = random.Random(seed), game_of(spec).start()
    for _ in range(plies):
        successors = model.successors()
        assert position.text == model.text
        assert texts(position) == set(successors), position.text
        if position.outcome is not None:
            winner = position.outcome.winner
            assert model.winner == (naive.DRAWN if winner is None else winner), position.text
            break
        assert model.winner is None
        *stones, _ = position.legal
        move = rng.choice(stones if stones and rng.randrange(30) else position.legal)
        position, model = position.after(move), successors[move.text]
    return position


SMALL = {
    "go size=2 komi=1": (naive_go.go(2, 1), 120),
    "go size=3 komi=0": (naive_go.go(3, 0), 40),
    "go size=4 komi=0.5": (naive_go.go(4, 0.5), 10),
    "go size=5 komi=3": (naive_go.go(5, 3), 6),
    "go size=5 komi=-5.5": (naive_go.go(5, -5.5), 6),
}


@pytest.mark.parametrize("spec", SMALL)
def test_long_games_agree_with_the_second_implementation(spec: str) -> None:
    """Games in which much is captured and retaken have the same positions, moves and results as by the naive rules."""
    model, games = SMALL[spec]
    ends = set()
    for seed in range(games):
        outcome = compared(spec, model, seed).outcome
        assert outcome is not None
        ends.add((outcome.winner, outcome.reason))
    assert {winner for winner, _ in ends} >= {0, 1}
    assert {reason for _, reason in ends} >= ({"area"} if spec.startswith("go size=2") else {"length"})


@pytest.mark.parametrize(
    ("spec", "model"),
    [
        ("go size=6", naive_go.go(6)),
        ("go size=7 handicap=4", naive_go.go(7, 0.5, "C3 E5 C5 E3")),
        ("go size=8", naive_go.go(8)),
        ("go", naive_go.go()),
    ],
)
def test_larger_boards_agree_with_the_second_implementation(spec: str, model: naive.Naive) -> None:
    """The beginning of a game on a larger board has the same positions and moves as by the naive rules."""
    assert compared(spec, model, 1, plies=40).outcome is None


def test_counts() -> None:
    """The sequences of moves are as many as by the naive rules."""
    assert perft(game_of("go size=2"), 7) == [naive.perft(naive_go.go(2), plies) for plies in range(1, 8)]
    assert perft(game_of("go size=3"), 4) == [naive.perft(naive_go.go(3), plies) for plies in range(1, 5)]
    assert perft(GAME, 2) == [82, 81 * 81 + 82]


def test_two_passes_end_a_game() -> None:
    """The second pass in a row ends the game, after a capture too; one that was answered does not count."""
    position = play(FOUR.start(), "pass B3 C2 D2 D3 C1 D1 pass")
    assert position.outcome is None
    position = play(position, "pass")
    assert position.outcome is not None
    assert (position.outcome.reason, position.outcome.winner) == ("area", 1)
    with pytest.raises(IllegalMove, match="the game is over"):
        position.find("A1")


def test_a_game_of_very_many_moves_is_counted() -> None:
    """After four moves for each point and 40 more, the game ends and is counted as it stands."""
    lengths = set()
    for seed in range(40):
        position, rng = game_of("go size=3 komi=0").start(), random.Random(seed)
        while position.outcome is None:
            *stones, last = position.legal
            position = position.after(rng.choice(stones) if stones else last)
        if position.outcome.reason == "length":
            assert position.text.endswith(" length")
            assert position.game.start(position.text).outcome == position.outcome
            lengths.add(field(position, "plies"))
    assert lengths == {4 * 9 + 40}


def test_whole_komi_allows_draws() -> None:
    """A side wins by a half point, and equal scores are a draw. Whole scores are integers."""
    expected: list[tuple[str, int | None, tuple[float, float]]] = [
        ("3.5", 0, (4, 3.5)),
        ("4", None, (4, 4)),
        ("4.5", 1, (4, 4.5)),
    ]
    for komi, winner, points in expected:
        result = play(game_of(f"go size=2 komi={komi}").start(), "A1 pass pass").outcome
        assert result is not None
        assert (result.winner, repr(result.points)) == (winner, repr(points))


@pytest.mark.parametrize(
    ("size", "handicap", "stones"),
    [
        (7, 2, "C3 E5"),
        (7, 4, "C3 E5 C5 E3"),
        (8, 4, "C3 F6 C6 F3"),
        (9, 3, "C3 G7 C7"),
        (9, 5, "C3 G7 C7 G3 E5"),
        (9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5"),
        (10, 3, "C3 H8 C8"),
        (11, 6, "C3 J9 C9 J3 C6 J6"),
        (12, 4, "C3 K10 C10 K3"),
        (13, 8, "D4 K10 D10 K4 D7 K7 G4 G10"),
        (19, 2, "D4 Q16"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
    ],
)
def test_handicap_stones_have_fixed_places(size: int, handicap: int, stones: str) -> None:
    """The stones are where the Go Text Protocol has them. White moves first, and gets half a point."""
    position = game_of(f"go size={size} handicap={handicap}").start()
    rows = enumerate(position.picture.rows)
    black = {(x, size - y) for y, row in rows for x, symbol in enumerate(row, 1) if symbol == "B"}
    assert black == {naive_go.place_of(stone) for stone in stones.split()}
    assert position.to_move == 1
    assert position.game.rules.points(position.state) == (size * size, 0.5)


def test_every_board_has_its_handicaps() -> None:
    """Each size from 7 on has places for four stones, and odd ones from 9 on for nine; others are refused."""
    for size in range(2, 20):
        most = 0 if size < 7 else 9 if size % 2 and size >= 9 else 4
        for handicap in range(2, 10):
            if handicap <= most:
                rows = "".join(game_of(f"go size={size} handicap={handicap}").start().picture.rows)
                assert rows.count("B") == handicap
            else:
                fits = f"0 or 2 to {most}" if most else "0"
                with pytest.raises(BadOption, match=f"handicap is {fits} with size={size}, not {handicap}; "):
                    game_of(f"go size={size} handicap={handicap}")


def test_the_komi_depends_on_the_handicap() -> None:
    """White gets 7.5 points, and 0.5 with a handicap, unless the komi is given."""
    assert [game_of(f"go {spec}").options["komi"] for spec in ("size=9", "handicap=2", "handicap=2 komi=3")] == [
        7.5,
        0.5,
        3.0,
    ]


@pytest.mark.parametrize(
    ("option", "bounds"),
    [
        ("size=1", "2 to 19"),
        ("size=20", "2 to 19"),
        ("komi=7.25", "-100 to 100 in steps of 0.5"),
        ("komi=-100.5", "-100 to 100 in steps of 0.5"),
        ("handicap=1", "0 or 2 to 9"),
        ("handicap=10", "0 or 2 to 9"),
    ],
)
def test_refused_options(option: str, bounds: str) -> None:
    """An option out of range is refused with the range."""
    with pytest.raises(BadOption, match=f"is {bounds}, not"):
        game_of(f"go {option}")


def test_searches_depend_on_the_size_alone() -> None:
    """Komi and handicap are numbers of a state, so that the searches of a size serve all games on it."""
    assert searched_as(game_of("go size=9 komi=0 handicap=4")).options == GAME.options
    assert searched_as(game_of("go size=13 komi=6.5")).options == game_of("go size=13").options


def test_exact_results_depend_on_the_history() -> None:
    """The same position after other boards has the same key, and another one for exact results."""
    rules = FOUR.rules
    one, same, other = (play(FOUR.start(), moves).state for moves in ("A1 D4 B1 D3", "A1 D4 B1 D3", "B1 D3 A1 D4"))
    assert rules.key(one) == rules.key(same) == rules.key(other)
    assert rules.full_key(one) == rules.full_key(same) != rules.full_key(other)


@pytest.mark.parametrize("spec", ["go size=2 komi=1", "go size=4"])
def test_every_promise_of_the_contract_holds(spec: str) -> None:
    """The checks for authors of games find nothing, in games in which much is forbidden by the history."""
    assert list(PlainCheck(game_of(spec), "go.py").findings()) == []


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(120)
@pytest.mark.parametrize(("size", "margin", "others"), [(2, 1, (0.5, 0, -0.5)), (3, 9, (0.5, -0.5))])
def test_perfect_play_on_the_smallest_boards(size: int, margin: int, others: tuple[float, ...]) -> None:
    """By area and positional superko, Black wins by 1 point on 2x2 and by the whole board on 3x3 (Tromp, 2016).

    With a komi of the margin the game is a draw, which takes too long to prove on 3x3.
    """
    search = SpecialisedSearch("alphabeta", game_of(f"go size={size}"), native(), {"TABLE_BITS": 18, "SOUND": 1})
    for less in others:
        control = SearchControl()
        control.reset(None)
        solve(search, game_of(f"go size={size} komi={margin - less}").start(), Limit(), control)
        assert control.exact
        assert control.score == (less > 0) - (less < 0)
