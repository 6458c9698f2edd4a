"""The UCI engine, command by command, in a game without chess's rules."""

import os
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.control import SearchControl, publish, read
from kibitz_server.engine.driver import SearchResult, describe, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from kibitz_server.programs.uci.session import UciSession, serve
from tests.games.said import NAME, said_game
from tests.server.programs.json_lines.helpers import COMMAND


@pytest.fixture(autouse=True)
def added(tmp_path: Path) -> Iterator[None]:
    """Add a small game with UCI notation."""
    with said_game(tmp_path / "games"):
        yield


class Runner:
    """Program that runs the engine, in one thread."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.session = UciSession(load(NAME), self.lines.append, run=self.search, version="1")
        self.release = threading.Event()
        self.waits = False
        """Whether searches report a depth and then go on until they are stopped."""
        self.limits: list[Limit] = []
        self.memories: list[Memory | None] = []

    def search(
        self, position: Position, algorithm: str, limit: Limit, control: SearchControl, memory: Memory | None = None, /
    ) -> SearchResult:
        self.limits.append(limit)
        self.memories.append(memory)
        if not self.waits:
            return run(position, algorithm, limit, control, memory)
        publish(control, 1, 20, [position.legal[0].code])
        self.release.set()
        while not control.stop:
            pass
        return describe(position, algorithm, read(control), 0.1)

    def send(self, *lines: str) -> list[str]:
        """Send lines, and return what the engine writes, its moves included when their searches end."""
        self.lines.clear()
        for line in lines:
            assert self.session.handle(line)
            if self.session.searching and not self.waits:
                self.session.conclude()
        return list(self.lines)


@pytest.fixture
def runner() -> Runner:
    """Return a runner with a new engine."""
    return Runner()


def test_the_engine_introduces_itself(runner: Runner) -> None:
    """It names its options, and no Chess960 for a game that has no arrays."""
    first, *options, last = runner.send("uci")
    assert (first, last) == ("id name Kibitz 1", "uciok")
    assert [line.split()[2] for line in options[1:]] == ["Hash", "Level", "Algorithm"]
    assert runner.send("isready") == ["readyok"]


def test_a_search_is_answered(runner: Runner) -> None:
    """The answer has the last search info before it, and names the expected reply."""
    *_, info, best = runner.send("position startpos moves b2 b1", "go depth 5")
    assert re.fullmatch(
        r"info depth \d+( seldepth \d+)? score mate 3 nodes \d+ nps \d+( hashfull \d+)? time \d+ pv \S+( \S+)*", info
    )
    move, reply, *_ = info.split(" pv ")[1].split()
    assert best == f"bestmove {move} ponder {reply}"


def test_a_lost_position_is_a_mate_for_the_other_side(runner: Runner) -> None:
    """Plies to a loss are moves of the winner, with a minus."""
    *_, info, _ = runner.send("position startpos moves b2 b1 a1 c3 a3", "go depth 4")
    assert " score mate -1 " in info


def test_a_position_text_and_moves_after_it(runner: Runner) -> None:
    """The first position may be a text."""
    assert runner.send("position fen XX-/OO-/--- X", "go depth 3")[-1].startswith("bestmove c3")
    assert runner.send("position fen XX-/OO-/--- X moves a1", "go depth 3")[-1].startswith("bestmove c2")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("position startpos moves b2 b2", "move 2, 'b2': b2 is taken by X"),
        ("position fen nonsense", "cannot start signed from 'nonsense'"),
        ("position", "position needs startpos or fen"),
        ("setoption name Level value 11", "'11' is not a value of the option Level"),
        ("setoption name Sound value on", "there is no option 'Sound'; there are Hash, Level, Algorithm"),
        ("setoption name UCI_Chess960 value true", "there is no option 'UCI_Chess960'"),
        ("setoption name Algorithm value oracle", "'oracle' is not a value of the option Algorithm"),
        ("go depth x", "depth needs a whole number"),
        ("dance", "unknown command: dance"),
    ],
)
def test_bad_input_is_reported(runner: Runner, line: str, sentence: str) -> None:
    """The engine says what is wrong and goes on."""
    (told,) = runner.send(line)
    assert told.startswith("info string ")
    assert sentence in told
    assert runner.send("position startpos", "go depth 1")[-1].startswith("bestmove ")


def test_without_a_valid_position_there_is_no_move(runner: Runner) -> None:
    """After a bad position, and after the end of a game, the answer is that there is no move."""
    bad = runner.send("position startpos moves z9", "go depth 1")
    assert bad[-2:] == ["info string no position", "bestmove (none)"]
    over = runner.send("position startpos moves b2 b1 a1 c3 a3 c1 a2", "go depth 1")
    assert over == ["info string the game is over: line", "bestmove (none)"]


def test_options_choose_the_level_and_the_algorithm(runner: Runner) -> None:
    """A level bounds the search by itself; 0 ends it."""
    runner.send("setoption name Level value 3", "position startpos", "go movetime 500")
    assert runner.limits[-1].level == 3
    runner.send("setoption name Level value 0", "setoption name algorithm value MCTS", "go nodes 100")
    assert runner.limits[-1].level is None
    assert runner.send("setoption name Hash value 16") == []


def test_a_new_game_forgets_the_last_one(runner: Runner) -> None:
    """The searches of a game share a memory."""
    runner.send("go depth 1", "position startpos moves b2", "go depth 1", "ucinewgame", "go depth 1")
    first, second, third = runner.memories
    assert first is second
    assert third is not first


def test_an_endless_search_waits_for_stop(runner: Runner) -> None:
    """New findings are reported once while it runs, and the engine stays ready."""
    runner.waits = True
    runner.send("position startpos", "go infinite")
    assert runner.release.wait(30)
    runner.session.look()
    runner.session.look()
    assert [line.split(" nodes")[0] for line in runner.lines] == ["info depth 1 score cp 20"]
    assert runner.send("isready") == ["readyok"]
    assert runner.send("stop")[-1] == "bestmove a3"
    assert runner.send("stop") == []


def test_a_result_waits_while_the_search_is_endless(runner: Runner) -> None:
    """A search that has found everything answers `go infinite` only after `stop`."""
    assert runner.session.handle("go infinite depth 2")
    search = runner.session._search
    assert search is not None
    search.join()
    runner.session.look()
    assert runner.lines == []
    assert runner.send("stop")[-1].startswith("bestmove ")


def test_pondering_becomes_a_search_for_a_move(runner: Runner) -> None:
    """After `ponderhit` the time for the move runs."""
    runner.waits = True
    runner.send("position startpos", "go ponder wtime 0 btime 0")
    assert runner.release.wait(30)
    assert runner.limits[-1].seconds is None
    runner.send("ponderhit")
    while runner.session.searching:
        runner.session.look()
    assert runner.lines[-1] == "bestmove a3"
    assert runner.send("ponderhit") == []


def test_a_second_search_ends_the_first(runner: Runner) -> None:
    """Each `go` has an answer."""
    runner.waits = True
    runner.send("go infinite", "go infinite", "position startpos moves b2")
    assert [line for line in runner.lines if line.startswith("bestmove")] == ["bestmove a3", "bestmove a3"]


@pytest.mark.parametrize(
    "after", ["position startpos moves b2", "go depth 1", "ucinewgame", "setoption name Level value 3"]
)
def test_a_file_of_commands_gets_its_whole_search(after: str) -> None:
    """A bounded search ends before a command that would change what is searched. The answers are in order."""
    lines: list[str] = []
    serve(load(NAME), ["position startpos moves b2 b1\n", "go depth 5\n", f"{after}\n", "go depth 1\n"], lines.append)
    answers = [number for number, line in enumerate(lines) if line.startswith("bestmove")]
    alone: list[str] = []
    serve(load(NAME), ["position startpos moves b2 b1\n", "go depth 5\n"], alone.append)
    assert lines[answers[0]] == alone[-1]
    assert " score mate 3 " in lines[answers[0] - 1]
    assert len(answers) == (3 if after.startswith("go") else 2)


def test_searches_are_prepared_when_they_are_needed() -> None:
    """The engine introduces itself at once, and prepares its searches once."""
    lines: list[str] = []
    begun: list[bool] = []
    session = UciSession(load(NAME), lines.append, begin=lambda: begun.append(True))
    session.handle("uci")
    assert (lines[-1], begun) == ("uciok", [])
    for line in ("isready", "go depth 1", "isready"):
        session.handle(line)
        session.conclude()
    assert begun == [True]


def test_a_search_that_fails_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """The runner learns the reason, and standard error has the traceback."""
    lines: list[str] = []

    def failing(*_: object) -> SearchResult:
        raise RuntimeError("no luck")

    session = UciSession(load(NAME), lines.append, run=failing)
    session.handle("go depth 1")
    session.conclude()
    assert lines == ["info string the search failed: no luck", "bestmove (none)"]
    assert "RuntimeError: no luck" in capsys.readouterr().err


def test_lines_are_served_until_their_end() -> None:
    """At the end of the input, also behind `quit`, a bounded search still answers. Another one is stopped."""
    lines: list[str] = []
    for end in ([], ["quit\n"]):
        serve(load(NAME), ["uci\n", "position startpos moves b2\n", "go depth 3\n", *end], lines.append)
        assert lines[-2].startswith("info depth 3 ")
        assert lines[-1].startswith("bestmove ")
        lines.clear()
    serve(load(NAME), ["go infinite\n"], lines.append)
    assert lines[-1].startswith("bestmove ")
    lines.clear()
    serve(load(NAME), ["go infinite\n", "quit\n"], lines.append)
    assert lines[-1].startswith("bestmove ")
    lines.clear()
    serve(load(NAME), ["quit\n", "uci\n"], lines.append)
    assert lines == []


def test_a_runner_that_quits_waits_for_no_search() -> None:
    """Where the input stays open behind `quit`, a search is stopped, and its move is written."""
    lines: list[str] = []
    served = threading.Event()

    def runner() -> Iterator[str]:
        yield from ("go infinite\n", "quit\n")
        served.wait(30)

    serve(load(NAME), runner(), lines.append)
    served.set()
    assert lines[-1].startswith("bestmove ")


@pytest.mark.io
def test_the_command_is_an_engine(tmp_path: Path) -> None:
    """A process answers as a runner expects, and a game without UCI notation is refused."""
    environment = os.environ | {"KIBITZ_GAMES": str(tmp_path / "games")}

    def engine(game: str, lines: str) -> "subprocess.CompletedProcess[str]":
        command = [*COMMAND, "uci", game]
        return subprocess.run(
            command, input=lines, env=environment, capture_output=True, text=True, timeout=240, check=False
        )

    played = engine(NAME, "uci\nisready\nposition startpos moves b2\ngo depth 3\n")
    assert (played.returncode, played.stderr) == (0, "")
    lines = played.stdout.splitlines()
    assert [line for line in lines if line in ("uciok", "readyok")] == ["uciok", "readyok"]
    assert lines[-1].startswith("bestmove ")
    refused = engine("reversi", "uci\n")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "reversi has no UCI notation" in refused.stderr
