"""Searches of the Go engine."""

import threading
from collections.abc import Iterator

import pytest

from kibitz_server.engine.driver import SearchResult
from kibitz_server.games.game import Position
from kibitz_server.programs.engines.input import MOST_WAITING, Input
from kibitz_server.programs.engines.strength import EngineStrength
from kibitz_server.programs.gtp.board import BLACK, Board
from kibitz_server.programs.gtp.engine import GtpState, PlaySettings, winning_chance
from kibitz_server.programs.gtp.session import GtpSession
from tests.server.programs.gtp.runner import STRONGEST, Runner, Searches


def test_an_interrupt_ends_a_search() -> None:
    """Lines after it stay for later, in their order, the end of the input too."""
    runner = Runner(4, lines=["name\n", "# interrupt\n", "version\n"], searches=Searches(waits=True))
    assert runner.send("genmove b") == "= A4"
    assert [runner.engine.waiting.next(30) for _ in range(3)] == ["name\n", "version\n", None]


def test_a_search_that_fails_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard error has the traceback, and the board stays."""

    def failing(*_: object) -> SearchResult:
        raise RuntimeError("no luck")

    said: list[str] = []
    engine = GtpState(Board(4), STRONGEST, Input(()), said.append, run=failing)
    with pytest.raises(ValueError, match="the search failed: no luck"):
        engine.move(BLACK)
    assert engine.board.is_empty
    assert "RuntimeError: no luck" in capsys.readouterr().err


def test_searches_are_prepared_before_the_answer_of_a_new_game() -> None:
    """A runner starts its clocks after it. The compiler is loaded once."""
    said: list[str] = []
    answered: list[int] = []
    engine = GtpState(
        Board(3), STRONGEST, Input(()), said.append, run=Searches(), begin=lambda: answered.append(len(said))
    )
    session = GtpSession(engine)
    for line in ("name", "boardsize 2", "clear_board", "genmove b"):
        session.handle(line)
    assert answered == [1]
    assert len(said) == 4


def test_a_real_search_plays_a_legal_move() -> None:
    """Playouts bound it."""
    engine = GtpState(Board(3), PlaySettings(EngineStrength("mcts"), playouts=30), Input(()), lambda _: None)
    report = engine.move(BLACK)
    assert report.nodes == 30
    engine.board.play(BLACK, report.move)


@pytest.mark.parametrize(
    ("score", "wins_in", "chance"), [(0, None, 0.5), (50, None, 0.75), (-100, None, 0.0), (3, 5, 1.0), (3, -4, 0.0)]
)
def test_the_chance_to_win(score: int, wins_in: int | None, chance: float) -> None:
    """A mean result of -1 to 1 becomes a probability."""
    assert winning_chance(SearchResult("mcts", "D4", score, wins_in, 1, 1, 0.1, ("D4",))) == chance


def test_the_chance_to_win_by_points() -> None:
    """A search that reports points in hundredths is not lost when it is one point behind."""
    found = [
        winning_chance(SearchResult("alphabeta", "D4", score, None, 4, 1, 0.1, ("D4",))) for score in (-2000, -100, 100)
    ]
    chances = [chance for chance in found if chance is not None]
    assert chances[0] < 0.01
    assert 0.3 < chances[1] < 0.5 < chances[2] < 0.7


def test_a_search_reads_a_bounded_number_of_lines_ahead() -> None:
    """The others wait where the runner wrote them, and all of them are carried out later."""
    read: list[int] = []

    def lines() -> Iterator[str]:
        for number in range(4 * MOST_WAITING):
            read.append(number)
            yield f"{number} name\n"

    full = threading.Event()

    def searching(position: Position, *_: object) -> SearchResult:
        assert full.wait(30)
        return SearchResult("mcts", position.legal[0].text, 0, None, 1, 1, 0.1, ())

    waiting = Input(lines())
    engine = GtpState(Board(4), STRONGEST, waiting, lambda _: None, run=searching)
    looks = iter(range(1, 10**9))

    def look(*_: object) -> None:
        if next(looks) == MOST_WAITING + 3:
            full.set()

    engine.move(BLACK, look)
    assert len(read) <= 2 * MOST_WAITING + 1
    assert [line for line in iter(lambda: waiting.next(30), None) if line] == [
        f"{number} name\n" for number in range(4 * MOST_WAITING)
    ]


def test_a_random_move_has_no_chance_to_win() -> None:
    """Nothing has found it out."""
    assert winning_chance(SearchResult("random", "D4", 0, None, 0, 1, 0.1, ("D4",), source="random")) is None


def test_a_search_ends_within_years() -> None:
    """No timer takes the seconds of the longest clock that a runner may set."""
    for limit in (STRONGEST.limit(1e300), STRONGEST.with_bounds(1e300).limit(None)):
        assert limit.seconds is not None
        assert limit.seconds < threading.TIMEOUT_MAX
    assert STRONGEST.with_bounds(2.0).limit(1e300).seconds == 2.0


def test_numbers_of_the_settings_are_bounded() -> None:
    """None leaves one as it is, and 0 ends a bound."""
    settings = STRONGEST.with_bounds(2.0, 100, 5.0)
    assert (settings.seconds, settings.playouts, settings.resign) == (2.0, 100, 5.0)
    assert settings.with_bounds() == settings
    assert settings.with_bounds(0, 0, 0) == STRONGEST
    for wrong in ({"seconds": float("inf")}, {"seconds": float("nan")}, {"playouts": -1}, {"resign": -1}):
        with pytest.raises(ValueError, match="must be"):
            STRONGEST.with_bounds(**wrong)
