"""Live analysis by the commands of Leela Zero."""

import re
import threading
from collections.abc import Iterator

import pytest

from kibitz_server.programs.engines.strength import EngineStrength
from kibitz_server.programs.gtp.analysis import info_line
from kibitz_server.programs.gtp.board import Board
from kibitz_server.programs.gtp.engine import PlaySettings
from kibitz_server.programs.gtp.session import serve
from kibitz_server.programs.gtp.tree import Candidate
from tests.server.programs.gtp.runner import STRONGEST, Runner, Searches

INFO = r"info move \S+ visits \d+ winrate \d+ lcb \d+ order \d+ pv \S+( \S+)*"


def analysed(*lines: str, size: int = 3) -> str:
    """Return what the engine writes: an analysis goes on until it has written two lines."""
    text: list[str] = []
    written = threading.Semaphore(0)

    def say(part: str) -> None:
        text.append(part)
        if part.startswith("info"):
            written.release()

    def sent() -> Iterator[str]:
        for line in lines:
            yield line
            if "lz-analyze" in line and "x" not in line:
                assert written.acquire(timeout=60)
                assert written.acquire(timeout=60)

    serve(Board(size), STRONGEST, sent(), say)
    return "".join(text)


@pytest.mark.parametrize(
    "line", ["lz-analyze 5", "lz-analyze b interval 5", "lz-analyze 5 minmoves 3", "lz-analyze B 5"]
)
def test_an_analysis_ends_with_the_next_line(line: str) -> None:
    """It writes lines of moves, then an empty line, and the next command has its answer."""
    first, *lines, end, name = analysed(f"7 {line}\n", "name\n").removesuffix("\n\n").split("\n")
    assert (first, end) == ("=7", "")
    assert len(lines) >= 2
    for each in lines:
        moves = ["info" + move for move in each.split("info")[1:]]
        assert all(re.fullmatch(INFO, move.strip()) for move in moves)
        orders = [int(move.split(" order ")[1].split()[0]) for move in moves]
        assert orders == list(range(len(moves)))
    assert name == "= Kibitz"


def test_an_empty_line_ends_an_analysis() -> None:
    """So does the end of the input."""
    assert analysed("lz-analyze 5\n", "\n", "name\n").endswith("\n\n= Kibitz\n\n")
    assert analysed("lz-analyze w 5\n").endswith("\n\n")


def test_an_analysis_changes_nothing() -> None:
    """It may be for either side."""
    text = analysed("play b B2\n", "lz-analyze b 5\n", "showboard\n", "undo\n", "undo\n")
    assert " 2 . X . 2" in text
    assert text.endswith("=\n\n? cannot undo\n\n")


def test_bad_words_are_left_out() -> None:
    """As those of other engines are."""
    assert analysed("lz-analyze red 5 avoid\n", "name\n").startswith("=\ninfo move ")


def test_the_moves_of_a_line() -> None:
    """Chances are in hundredths of a percent, with the lower end of a confidence interval."""
    assert info_line([Candidate(100, 0.5, ("D4", "E5")), Candidate(4, 1.0, ("pass",)), Candidate(4, 0.0, ("A1",))]) == (
        "info move D4 visits 100 winrate 5000 lcb 4020 order 0 pv D4 E5 "
        "info move pass visits 4 winrate 10000 lcb 10000 order 1 pv pass "
        "info move A1 visits 4 winrate 0 lcb 0 order 2 pv A1"
    )


def test_a_move_is_found_and_shown() -> None:
    """The last line before the move is that of the whole search."""
    runner = Runner(4, searches=Searches("D4", score=20))
    lines = runner.send("3 lz-genmove_analyze b 10").splitlines()
    assert lines[0] == "=3"
    assert lines[-2:] == ["info move D4 visits 1 winrate 6000 lcb 0 order 0 pv D4", "play D4"]
    assert runner.board() == "---B/----/----/----"


def test_a_running_search_is_shown() -> None:
    """Until an interrupt of the runner ends it."""
    text: list[str] = []
    shown = threading.Event()

    def say(part: str) -> None:
        text.append(part)
        if part.startswith("info"):
            shown.set()

    def sent() -> Iterator[str]:
        yield "lz-genmove_analyze b 5\n"
        assert shown.wait(60)
        yield "# interrupt\n"
        yield "name\n"

    serve(Board(4), STRONGEST, sent(), say, run=Searches("D4", waits=True))
    answer = "".join(text)
    assert answer.count("info move D4 ") >= 2
    assert answer.endswith("play D4\n\n= Kibitz\n\n")


def test_a_hopeless_engine_resigns_in_an_analysis_too() -> None:
    """Only where it may."""
    runner = Runner(4, PlaySettings(EngineStrength("mcts"), resign=10.0), searches=Searches(score=-90))
    runner.send("lz-genmove_analyze b", "lz-genmove_analyze b")
    assert len(runner.engine.board.moves) == 1
    assert runner.text.endswith("play resign\n\n")
