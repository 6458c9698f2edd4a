"""Example game of docs/add-a-game.md, extracted from the document and added as a reader would: it works everywhere."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_server import games
from kibitz_server.core.match.commands import EngineMoved
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.games import registry
from tests.server.core.make import ENGINE, SEARCH_INFO, make_match
from tests.server.games.helpers import playout

DOCUMENT = Path(__file__).parents[3] / "docs" / "add-a-game.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the example of the document."""
    found = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert found
    folder = tmp_path_factory.mktemp("my-games")
    (folder / "chomp.py").write_text(found[1])
    return folder


@pytest.fixture
def added(folder: Path) -> Iterator[None]:
    """Add the folder to the games for one test, as KIBITZ_GAMES does when the games are first imported."""
    games.__path__.append(str(folder))
    registry._loaded.cache_clear()
    yield
    games.__path__.remove(str(folder))
    registry._loaded.cache_clear()
    registry._bound.cache_clear()
    sys.modules.pop("kibitz_server.games.chomp")
    del games.chomp  # type: ignore[attr-defined]


def test_it_is_short(folder: Path) -> None:
    """The example has at most fifty lines that are not blank."""
    assert sum(bool(line.strip()) for line in (folder / "chomp.py").read_text().splitlines()) <= 50


@pytest.mark.usefixtures("added")
def test_it_is_in_the_list() -> None:
    """It is one of the games, and its moves are those of the rules."""
    assert "chomp" in {game.name for game in registry.declarations()}
    start = registry.load("chomp").start()
    assert len(start.legal) == 20
    bitten = start.after(start.find("C2"))
    assert (bitten.text, bitten.to_move) == ("##---/##---/##---/##### O", 1)
    assert len(bitten.legal) == 11
    lost = bitten.after(bitten.find("a1"))
    assert lost.outcome is not None
    assert (lost.outcome.winner, lost.outcome.reason) == (0, "poison eaten")


@pytest.mark.usefixtures("added")
def test_positions_are_read_back() -> None:
    """Its position text survives the round trip."""
    game = registry.load("chomp")
    for position in playout(game, 1):
        assert game.start(position.text).text == position.text


@pytest.mark.usefixtures("added")
def test_engines_play_a_whole_match() -> None:
    """Two engines play a match to its end; the first seat wins, as it always can (Gale, 1974)."""
    match = make_match("chomp", seats=(ENGINE, ENGINE))
    while wanted := match.search_request():
        algorithm = "solve" if wanted.seat == 0 else "random"
        control = SearchControl()
        control.reset(None)
        report = run(match.position, algorithm, Limit(seed=wanted.ply), control)
        decision = match.handle(EngineMoved(wanted.ply, report.move, SEARCH_INFO), float(wanted.ply))
        assert decision.refusal is None
    assert match.over
    assert match.result is not None
    assert match.result.winner == 0


@pytest.mark.usefixtures("added")
def test_all_searches_agree_on_it() -> None:
    """Minimax, textbook and full alpha-beta give its positions the same value."""
    rng = random.Random(4)
    for seed in range(10):
        position = rng.choice([*playout(registry.load("chomp"), seed)][:-1])
        scores = set()
        for algorithm in ("minimax", "textbook", "alphabeta"):
            control = SearchControl()
            control.reset(None)
            scores.add(run(position, algorithm, Limit(depth=3, thorough=True), control).score)
        assert len(scores) == 1


@pytest.mark.io
@pytest.mark.timeout(300)
def test_the_variable_adds_it(folder: Path) -> None:
    """With KIBITZ_GAMES every command knows it, the compiled searches too."""

    def done(*arguments: str, line: str = "") -> str:
        environment = {**os.environ, "KIBITZ_GAMES": str(folder)}
        command = [sys.executable, "-m", "kibitz_server", *arguments]
        return subprocess.run(
            command, input=line, env=environment, capture_output=True, text=True, check=True, timeout=110
        ).stdout

    assert done("perft", "chomp", "--depth", "2").splitlines()[-1].split()[:2] == ["2", "250"]
    answer = json.loads(done("analyse", line='{"game": "chomp", "algorithm": "solve"}'))
    assert (answer["exact"], answer["score"]) == (True, 1)


@pytest.mark.io
def test_a_broken_file_does_not_stop_other_commands(folder: Path, tmp_path: Path) -> None:
    """A command about another game works, and warns once of each problem on standard error."""
    broken = (folder / "chomp.py").read_text().replace("def setup(s: State) -> None:", "def setup(s: State) -> None")
    (tmp_path / "chomp.py").write_text(broken)
    environment = {**os.environ, "KIBITZ_GAMES": f"{tmp_path}{os.pathsep}{tmp_path / 'none'}"}
    command = [sys.executable, "-m", "kibitz_server", "perft", "connect4", "--depth", "2"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=110)
    assert result.stdout.splitlines()[-1].split()[:2] == ["2", "49"]
    first, second = result.stderr.splitlines()
    assert str(tmp_path / "chomp.py") in first
    assert "line 20: expected ':'" in first
    assert second == f"warning: KIBITZ_GAMES names {tmp_path / 'none'}, which is not a folder"
