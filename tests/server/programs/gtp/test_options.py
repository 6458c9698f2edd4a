"""Options of the engine while it runs."""

import pytest

from tests.server.programs.gtp.runner import Runner


def test_a_level_is_set_and_shown() -> None:
    """It bounds the search; 0 is full strength."""
    runner = Runner(4)
    assert runner.send("kibitz-level") == "= 0"
    assert runner.send("kibitz-level 3") == "= 3"
    runner.send("genmove b")
    assert (runner.searches.algorithms[-1], runner.searches.limits[-1].level) == ("level", 3)
    assert runner.searches.limits[-1].seconds is None
    runner.send("kibitz-param level 0", "genmove w")
    assert (runner.searches.algorithms[-1], runner.searches.limits[-1].level) == ("mcts", None)


def test_playouts_and_seconds_bound_a_search() -> None:
    """A clock bounds it too, and 0 ends a bound."""
    runner = Runner(4)
    runner.send("kibitz-param playouts 500", "genmove b")
    assert (runner.searches.limits[-1].nodes, runner.searches.limits[-1].seconds) == (500, None)
    runner.send("kibitz-param seconds 2.5", "time_settings 6000 0 0", "genmove b")
    assert (runner.searches.limits[-1].nodes, runner.searches.limits[-1].seconds) == (500, 2.5)
    runner.send("time_left b 10.05 0", "kibitz-param playouts 0", "genmove b")
    assert runner.searches.limits[-1].seconds == pytest.approx(1.0)
    assert runner.searches.limits[-1].nodes is None


def test_gogui_gets_all_options_with_their_kinds() -> None:
    """A line of each option."""
    runner = Runner(4)
    runner.send("kibitz-param algorithm RANDOM", "kibitz-param resign 5")
    assert runner.send("kibitz-param").splitlines() == [
        "= [list/0/1/2/3/4/5/6/7/8/9/10] level 0",
        "[list/alphabeta/mcts/minimax/random/textbook] algorithm random",
        "[string] seconds 0",
        "[string] playouts 0",
        "[string] resign 5",
    ]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("kibitz-level 11", "'11' is not a level; a level is 0 to 10"),
        ("kibitz-param level", "'' is not a level"),
        ("kibitz-param algorithm oracle", "'oracle' is not an algorithm; there are alphabeta"),
        ("kibitz-param seconds -1", "seconds must be 0, or at least 0.001"),
        ("kibitz-param seconds nan", "'nan' is not a number"),
        ("kibitz-param playouts 1.5", "playouts must be a whole number"),
        ("kibitz-param playouts 1e20", "playouts must be a whole number from 0 to 999,999,999,999"),
        ("kibitz-param resign 51", "resign must be 0 to 50 percent"),
        ("kibitz-param sound on", "there is no option 'sound'; there are level, algorithm, seconds, playouts, resign"),
    ],
)
def test_bad_values_change_nothing(line: str, sentence: str) -> None:
    """The answer says what is wrong."""
    runner = Runner(4)
    before = runner.engine.settings
    assert runner.send(line).startswith(f"? {sentence}")
    assert runner.engine.settings == before


def test_a_search_always_has_a_bound() -> None:
    """Without a clock and options it is a time."""
    runner = Runner(4)
    runner.send("genmove b")
    assert runner.searches.limits[-1].seconds == 5.0
