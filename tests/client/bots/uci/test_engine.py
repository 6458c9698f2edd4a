"""A UCI engine is started, asked and stopped as the protocol says, and its faults are sentences."""

import asyncio
import sys
from pathlib import Path

import pytest

from kibitz_client.bots.engines.process import EngineError
from kibitz_client.bots.subprocess_bot import ProgramError
from kibitz_client.bots.uci.engine import UciEngine, about_best_move, read_info, score_text
from kibitz_client.errors import UsageError

pytestmark = pytest.mark.io

FAKE = Path(__file__).with_name("fake_engine.py")


def command(log: Path, fault: str = "") -> list[str]:
    """Return the command of the fake engine."""
    return [sys.executable, str(FAKE), str(log), fault]


async def started(log: Path, fault: str = "", options: dict[str, str] | None = None) -> UciEngine:
    """Return a running fake engine."""
    return await UciEngine.start(command(log, fault), options or {}, lambda _line: None)


async def test_the_conversation_is_uci(tmp_path: Path) -> None:
    """Handshake, options in the engine's own spelling, new game, position, go and quit come in this order."""
    log = tmp_path / "log"
    info: list[str] = []
    engine = await started(log, options={"hash": "64", "Clear Hash": ""})
    assert engine.name == "Fake King 1.0"
    assert engine.options == {"Hash": "spin", "Clear Hash": "button"}
    await engine.new_game()
    assert await engine.best_move("startpos moves e1e2", "movetime 100", 30.0, info.append) == "e8e7"
    await engine.quit()
    assert log.read_text().splitlines() == [
        "uci",
        "setoption name Hash value 64",
        "setoption name Clear Hash",
        "isready",
        "ucinewgame",
        "isready",
        "position startpos moves e1e2",
        "go movetime 100",
        "quit",
    ]
    assert info[0] == "depth 1 score cp 34 nodes 8 pv e1e2 e8e7"


async def test_an_engine_learns_of_chess960(tmp_path: Path) -> None:
    """The option is set before the game. An engine without it plays no Chess960."""
    log = tmp_path / "log"
    engine = await started(log, "960")
    await engine.play_chess960()
    await engine.new_game()
    await engine.quit()
    assert "setoption name UCI_Chess960 value true\nucinewgame" in log.read_text()
    engine = await started(log)
    with pytest.raises(EngineError, match=r"Fake King 1\.0 does not play Chess960"):
        await engine.play_chess960()
    await engine.quit()


async def test_an_engine_that_searches_too_long_is_stopped(tmp_path: Path) -> None:
    """After its time an engine gets `stop`, and the move that it then gives counts."""
    engine = await started(tmp_path / "log", "slow")
    assert await engine.best_move("startpos", "depth 99", 0.05) == "e1e2"
    await engine.quit()
    assert "stop" in (tmp_path / "log").read_text().split()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("crash", r"Fake King 1.0 has ended \(exit code 42\): bad evaluation file"),
        ("deaf", r"gave no move within 0.1 s and ignored stop"),
        ("none", "found no move"),
    ],
)
async def test_a_fault_in_a_search_is_a_sentence(tmp_path: Path, fault: str, sentence: str) -> None:
    """An engine that crashes, one that does not answer and one without a move have different errors."""
    engine = await started(tmp_path / "log", fault)
    with pytest.raises(EngineError, match=sentence):
        await engine.best_move("startpos", "depth 1", 0.1 if fault == "deaf" else 30.0)
    await engine.quit(0)


async def test_a_program_that_is_no_engine_is_reported(tmp_path: Path) -> None:
    """A program that ends, one that cannot be started and one without the option have their own errors."""
    with pytest.raises(EngineError, match=r"has ended \(exit code 3\)"):
        await started(tmp_path / "log", "other")
    with pytest.raises(ProgramError, match="cannot be started"):
        await UciEngine.start([str(tmp_path / "none")], {}, print)
    with pytest.raises(UsageError, match="has no option 'Skill'") as caught:
        await started(tmp_path / "log", options={"Skill": "3"})
    assert caught.value.hint == "choose one of Clear Hash, Hash"


def test_search_info_is_read() -> None:
    """Known fields are found in any order, the principal variation is the rest, and strings are skipped."""
    assert read_info("depth 12 seldepth 20 multipv 1 score cp -34 nodes 9 nps 3 time 5 pv e2e4 e7e5") == {
        "depth": "12",
        "seldepth": "20",
        "multipv": "1",
        "score": "cp -34",
        "nodes": "9",
        "nps": "3",
        "time": "5",
        "pv": "e2e4 e7e5",
    }
    assert read_info("string depth 3") == {}
    texts = ("cp -34", "mate 3", "lowerbound x", "cp", "-INFINITE")
    assert [score_text({"score": text}) for text in texts] == ["-0.34", "mate in 3", *texts[2:]]


@pytest.mark.parametrize(
    ("line", "score", "best"),
    [
        ("depth 4 score cp 35 lowerbound nodes 9 pv e2e4", ">= +0.35", True),
        ("depth 4 score mate 3 upperbound pv a1a1", "<= mate in 3", True),
        ("depth 4 multipv 1 score cp 5 pv a1a1", "+0.05", True),
        ("depth 4 multipv 2 score mate 3 upperbound pv a1a1", "<= mate in 3", False),
        ("score upperbound cp 12 depth 3", "<= upperbound cp", True),
    ],
)
def test_bounds_and_other_lines_are_no_scores(line: str, score: str, best: bool) -> None:
    """A bound is marked, and a line of another rank is not about the best move. Odd orders are shown as they are."""
    info = read_info(line)
    assert (score_text(info), about_best_move(info)) == (score, best)


@pytest.mark.parametrize("fault", ["twice", "early"])
async def test_an_answer_that_no_search_asked_for_is_dropped(tmp_path: Path, fault: str) -> None:
    """A second `bestmove`, and one before the first search, are not the move of the next search."""
    engine = await started(tmp_path / "log", fault)
    moves: list[str] = []
    for _ in range(3):
        moves.append(await engine.best_move(" ".join(["startpos moves", *moves]), "movetime 100", 30.0))
    assert moves == ["e1e2", "e8e7", "e2e3"]
    await engine.quit()


async def test_a_late_answer_belongs_to_its_own_search(tmp_path: Path) -> None:
    """Moves and search info of a search that was given up are left out of the next one."""
    engine = await started(tmp_path / "log", "slow")
    asked = asyncio.create_task(engine.best_move("startpos", "depth 99", 30.0))
    while "go depth 99" not in (tmp_path / "log").read_text():
        await asyncio.sleep(0.01)
    asked.cancel()
    await asyncio.wait([asked])
    info: list[str] = []
    assert await engine.best_move("startpos moves e1e2", "depth 1", 0.1, info.append) == "e8e7"
    await engine.quit()
