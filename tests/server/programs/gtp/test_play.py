"""Commands that play, and that run the clocks."""

import pytest

from kibitz_server.engine.levels import MAX_S
from kibitz_server.programs.engines.strength import EngineStrength
from kibitz_server.programs.gtp.engine import PlaySettings
from tests.server.programs.gtp.runner import Runner, Searches


def test_a_move_is_played() -> None:
    """Either side may play."""
    runner = Runner(4)
    assert runner.send("1 play B d4", "2 play black C3", "play w PASS") == "="
    assert runner.board() == "---B/--B-/----/----"


@pytest.mark.parametrize("line", ["play", "play b", "play D4 b", "play red D4", "play b I1", "play b D"])
def test_a_move_needs_a_colour_and_a_vertex(line: str) -> None:
    """The answer is a syntax error."""
    assert Runner(4).send(line) == "? syntax error"


@pytest.mark.parametrize("vertex", ["D4", "E1", "A5", "T19"])
def test_an_illegal_move_changes_nothing(vertex: str) -> None:
    """A taken point, and points outside the board."""
    runner = Runner(4)
    assert runner.send("play b D4", f"play w {vertex}") == "? illegal move"
    assert runner.board() == "---B/----/----/----"


def test_several_moves_are_played_or_none() -> None:
    """An illegal one takes back those before it."""
    runner = Runner(4)
    assert runner.send("gogui-play_sequence B A1 W B1 B pass") == "="
    assert runner.send("gogui-play_sequence W C1 B C1 W D1") == "? illegal move"
    assert runner.board() == "----/----/----/BW--"
    assert runner.send("gogui-play_sequence") == "="


def test_the_engine_plays_its_move() -> None:
    """The answer is a vertex or a pass."""
    runner = Runner(4, searches=Searches("D4", "pass", "A1"))
    assert runner.send("genmove b") == "= D4"
    assert runner.send("9 genmove w") == "=9 pass"
    assert runner.send("kgs-genmove_cleanup w") == "= A1"
    assert runner.board() == "---B/----/----/W---"
    assert [position.state.turn for position in runner.searches.positions] == [0, 1, 1]


def test_a_move_is_shown_without_being_played() -> None:
    """No clock bounds or pays the search."""
    runner = Runner(4, searches=Searches("D4"))
    assert runner.send("time_settings 10 0 0", "reg_genmove b") == "= D4"
    assert runner.engine.board.is_empty
    assert runner.searches.limits[-1].seconds == MAX_S
    assert runner.engine.clocks.left(0).seconds == 10


def test_moves_are_found_after_the_end() -> None:
    """A runner may clean the board up after two passes."""
    runner = Runner(4, searches=Searches("D4"))
    assert runner.send("play b pass", "play w pass", "kgs-genmove_cleanup b") == "= D4"


def test_moves_are_taken_back() -> None:
    """One, or several."""
    runner = Runner(4)
    assert runner.send("gogui-play_sequence b A1 w B1 b C1", "undo") == "="
    assert runner.board() == "----/----/----/BW--"
    assert runner.send("gg-undo 2") == "="
    assert runner.engine.board.is_empty
    for line in ("undo", "gg-undo", "gg-undo 1", "gg-undo -1"):
        assert runner.send(line) == "? cannot undo"


def test_the_clock_bounds_a_search_and_pays_for_it() -> None:
    """Each side has its own; a runner may say what they show."""
    runner = Runner(9)
    assert runner.send("time_settings 324.05 0 0", "genmove b") == "= A9"
    assert runner.searches.limits[-1].seconds == pytest.approx(324 / 32)
    assert runner.engine.clocks.left(0).seconds < 324.05
    assert runner.engine.clocks.left(1).seconds == 324.05
    runner.send("time_left w 32.05 0", "genmove w")
    assert runner.searches.limits[-1].seconds == pytest.approx(1.0)
    runner.send("time_settings 0 30 5", "genmove b")
    assert runner.searches.limits[-1].seconds == pytest.approx(29.95 / 5)
    runner.send("time_left b 10.05 2", "genmove b")
    assert runner.searches.limits[-1].seconds == pytest.approx(5.0)
    runner.send("time_settings 0 1 0", "genmove b")
    assert runner.searches.limits[-1].seconds == MAX_S


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("kgs-time_settings none", None),
        ("kgs-time_settings absolute 324.05", 324 / 32),
        ("kgs-time_settings canadian 0 30 5", 29.95 / 5),
        ("kgs-time_settings byoyomi 0 30 5", 0.8 * 29.95),
    ],
)
def test_kgs_names_time_controls(line: str, seconds: float | None) -> None:
    """It knows byo-yomi in which each move has a period."""
    runner = Runner(9)
    assert runner.send(line) == "="
    assert runner.engine.clocks.seconds(0, 32) == (None if seconds is None else pytest.approx(seconds))


@pytest.mark.parametrize(
    "line",
    [
        "time_settings",
        "time_settings 1 2",
        "time_settings -1 0 0",
        "time_settings 1 2 x",
        "time_settings nan 0 0",
        "time_left b 5",
        "time_left 5 5",
        "time_left b 5 -1",
        "kgs-time_settings",
        "kgs-time_settings fischer 5 5",
        "kgs-time_settings byoyomi 5 0 1",
        "kgs-time_settings canadian 5 5 0",
        "kgs-time_settings absolute -5",
    ],
)
def test_bad_times_are_syntax_errors(line: str) -> None:
    """The clocks stay as they are."""
    runner = Runner(4)
    assert runner.send(line) == "? syntax error"
    assert runner.engine.clocks.seconds(0, 30) is None


def test_the_engine_resigns_only_where_it_may() -> None:
    """It must look hopeless at two of its moves in a row."""
    hopeless = Searches(score=-99)
    assert Runner(4, searches=hopeless).send("genmove b", "genmove b", "genmove b") != "= resign"
    runner = Runner(4, PlaySettings(EngineStrength("mcts"), resign=5.0), searches=Searches(score=-95))
    assert runner.send("genmove b") != "= resign"
    assert runner.send("genmove w") != "= resign"
    assert runner.send("genmove b") == "= resign"
    runner.searches.score = -80
    assert runner.send("genmove b") != "= resign"
    runner.searches.score = -95
    assert runner.send("genmove b") != "= resign"
    assert len(runner.engine.board.moves) == 4
