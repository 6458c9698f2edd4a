"""Analysis of record files without a server."""

from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.commands.analysis import Analysed, Analysing
from kibitz_server.engine.analysis.game_analysis import CannotAnalyse
from kibitz_server.records.analyse import NotOver, analyse
from tests.server.programs.json_lines.helpers import run

RECORDS = Path(__file__).parents[1] / "store" / "databases"


def lines(name: str) -> list[str]:
    """Return the lines of a record."""
    return (RECORDS / f"v0007.{name}.jsonl").read_text().splitlines()


def test_the_result_is_a_message_of_the_protocol() -> None:
    """Progress comes before each search, and last the judged moves."""
    said: list[dict[str, Any]] = []
    analyse(lines("line"), "quick", said.append)
    *progress, last = said
    assert [Analysing.model_validate(each).done for each in progress[:3]] == [0, 1, 2]
    found = Analysed.model_validate(last)
    assert [move.judgement for move in found.moves] == ["good", "good", "good", "blunder", "good"]
    assert found.final == 1.0


def test_a_match_that_goes_on_is_refused() -> None:
    """A record without the end of its match is not analysed: it may run on a server."""
    with pytest.raises(NotOver, match="ends before"):
        analyse(lines("line")[:-1], "quick", lambda _: None)


@pytest.mark.io
def test_the_command_names_a_bad_file(tmp_path: Path) -> None:
    """A file that is not a record ends the command with an error message and exit code 2."""
    file = tmp_path / "not.jsonl"
    file.write_text("hello\n")
    ended = run("analyse", "--record", str(file), "--effort", "quick")
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"is not a record" in ended.stderr
    assert issubclass(NotOver, CannotAnalyse)
    game = file.rename(tmp_path / "game.sgf")
    ended = run("analyse", "--record", str(game))
    assert f"try: kibitz-server sgf {game} | kibitz-server analyse --record -" in ended.stderr.decode()
