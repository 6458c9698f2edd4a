"""`kibitz analyse`: a match of a server, and a record on this machine."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kibitz_client.commands.records.analyse import ProgressLine, analyse, analysis_lines, progress_text
from kibitz_client.errors import UsageError
from kibitz_client.match.record import BadRecord, record_scenes
from kibitz_client.settings import Settings
from kibitz_protocol.commands.analysis import Analysing
from kibitz_protocol.formats.record import record_text
from tests.client.tui.recorded_match import analysed, record
from tests.fakes.client import Recorded
from tests.server_thread import serving

SETTINGS = Settings.read({}, None, None, None, json=False)
OLD_RECORD = Path(__file__).parents[3] / "server" / "store" / "databases" / "v0007.line.jsonl"


def run(*args: str) -> "subprocess.CompletedProcess[str]":
    """Run the program to its end."""
    return subprocess.run([sys.executable, "-m", "kibitz_client", *args], capture_output=True, text=True, timeout=240)


def test_a_table_names_mistakes_and_better_moves() -> None:
    """Each move has its win probability, loss and raw score; an error has a mark and a better line."""
    *_, (_, state) = record_scenes(record())
    assert analysis_lines(analysed(), state) == [
        "tictactoe K7QX, normal analysis by alphabeta",
        "    side  move             win  loss  score  better",
        "1.  X     b2               50%        +0.0",
        "2.  O     a3    ??         50%  40%   -0.3   a1 b2 c1 c2",
        "3.  X     c1    only move  90%        +9.0",
        "4.  O     c3    random     10%        -9.0",
        "",
        "X (otter)  accuracy 99%  0 inaccuracies, 0 mistakes, 0 blunders",
        "O (engine alphabeta:depth=9)  accuracy 15%  0 inaccuracies, 0 mistakes, 1 blunder",
    ]


def test_a_game_of_points_has_the_points_that_moves_lost() -> None:
    """They take the place of the loss of win probability, and each side has their sum."""
    found = analysed()
    moves = [
        move.model_copy(update={"points_lost": lost}) for move, lost in zip(found.moves, (0, 0.4, 0, 0), strict=True)
    ]
    sides = [side.model_copy(update={"points_lost": lost}) for side, lost in zip(found.sides, (0, 0.4), strict=True)]
    lines = analysis_lines(found.model_copy(update={"moves": moves, "sides": sides}))
    assert lines[1].split() == ["side", "move", "win", "points", "score", "better"]
    assert lines[3].split()[:6] == ["2.", "O", "a3", "??", "50%", "-0.400"]
    assert lines[-1].endswith("1 blunder  0.40 points lost, 400 thousandths a move")


def test_the_progress_is_a_bar() -> None:
    """The bar fills with the positions; before its turn an analysis says how many others come first."""
    assert progress_text(Analysing(match="m1", done=3, total=10)) == "[###-------] 3/10"
    assert progress_text(Analysing(match="m1", done=0, total=10, waiting=1)) == "waiting for 1 other analysis"
    assert progress_text(Analysing(match="m1", done=0, total=10, waiting=2)) == "waiting for 2 other analyses"


def test_the_progress_is_shown_when_it_changes() -> None:
    """A pipe gets a line for each tenth, on standard error."""
    shown = Recorded()
    line = ProgressLine(shown.output)
    for done in range(41):
        line.show(Analysing(match="m1", done=done, total=40))
    assert (shown.out, len(shown.err.splitlines())) == ("", 11)
    assert shown.err.startswith("analysing [----------] 0/40\n")


@pytest.mark.io
async def test_a_record_is_analysed_here(tmp_path: Path) -> None:
    """A record needs no server; with --json the result is one object."""
    shown = Recorded()
    await analyse(SETTINGS, shown.output, str(OLD_RECORD), effort="quick")
    lines = shown.out.splitlines()
    assert lines[0] == "tictactoe 1YJ92F, quick analysis by alphabeta"
    assert lines[-1].startswith("O (Ann)  accuracy 54%")
    progress = shown.err.splitlines()
    assert (progress[0], progress[-1]) == ("analysing [----------] 0/6", "analysing [#########-] 7/8")
    as_json = Recorded(json=True)
    await analyse(SETTINGS, as_json.output, str(OLD_RECORD), effort="quick")
    (found,) = map(json.loads, as_json.out.splitlines())
    assert (found["kind"], [move["judgement"] for move in found["moves"]][3]) == ("analysed", "blunder")
    with pytest.raises(BadRecord, match="cannot be read"):
        await analyse(SETTINGS, shown.output, str(tmp_path / "none.jsonl"))


@pytest.mark.io
async def test_a_record_of_a_running_match_is_refused(tmp_path: Path) -> None:
    """A record without its end is refused with a reason, and so is one of a game that does not exist."""
    file = tmp_path / "part.jsonl"
    file.write_text("".join(OLD_RECORD.read_text().splitlines(keepends=True)[:-1]))
    with pytest.raises(UsageError, match="ends before the match does"):
        await analyse(SETTINGS, Recorded().output, str(file))
    file.write_text(record_text(record()))
    with pytest.raises(BadRecord, match="its game cannot be set up"):
        await analyse(SETTINGS, Recorded().output, str(file))


@pytest.mark.io
async def test_a_warning_of_the_server_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken game of the user's own is warned of first, and the error is about the record."""
    (tmp_path / "broken.py").write_text("def")
    monkeypatch.setenv("KIBITZ_GAMES", str(tmp_path))
    file = tmp_path / "record.jsonl"
    file.write_text(record_text(record()))
    with pytest.raises(BadRecord, match="its game cannot be set up") as caught:
        await analyse(SETTINGS, Recorded().output, str(file))
    assert caught.value.hint is not None


@pytest.mark.io
def test_a_match_of_a_server_is_analysed() -> None:
    """Its code gives the table, numbered as players count; a repeated command is answered from the store."""
    start = ("--position", "7k/R7/1R6/8/8/8/8/K7 b - - 0 40")
    with serving(limits="off") as address:
        played = run("duel", "chess", "alphabeta:depth=3", "random:seed=2", *start, "--server", address)
        code = played.stdout.split()[1]
        first = run("analyse", code, "--effort", "quick", "--server", address)
        assert first.returncode == 0, first.stderr
        assert [line.split()[:3] for line in first.stdout.splitlines()[2:4]] == [
            ["40...", "Black", "Kg8"],
            ["41.", "White", "Rb8#"],
        ]
        assert "analysing" in first.stderr
        again = run("analyse", code, "--effort", "quick", "--json", "--server", address)
        (found,) = map(json.loads, again.stdout.splitlines())
        assert (found["code"], "analysing" in again.stderr) == (code, False)
        unknown = run("analyse", "ZZZZZZ", "--server", address)
        assert (unknown.returncode, "no match" in unknown.stderr) == (3, True)
