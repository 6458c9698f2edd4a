"""`kibitz stats`, with the server package in a process of its own."""

import json
import os
from pathlib import Path

import pytest

from kibitz_client.cli.main import app
from kibitz_client.commands.server_program import server_command
from kibitz_client.errors import UsageError
from kibitz_server.__main__ import app as server_app
from tests.commands import run
from tests.server.cli.stats.test_games import ONE, TWO, text_of

pytestmark = pytest.mark.io


def test_statistics_are_those_of_the_server(tmp_path: Path) -> None:
    """Text, object and exit code are those of the server's command, also for a file and for the standard input."""
    file = tmp_path / "games.pgn"
    file.write_text(text_of(ONE, TWO, Round=("1", "1")))
    environ = dict(os.environ)
    shown = run(app, "stats", "sprt", "-5:5", "0", "2", "30", "12", "4", env=environ)
    assert (shown.exit_code, shown.stdout.splitlines()[0]) == (6, "SPRT -5:5, normalised Elo, alpha 0.05, beta 0.05")
    passed = run(app, "--json", "stats", "sprt", "0:2", "--pairs", "379,10170,21828,10640,343", env=environ)
    assert (passed.exit_code, json.loads(passed.stdout)["verdict"]) == (0, "passed")
    failed = run(app, "stats", "sprt", "0:2:logistic", "871,26175,55983,26678,821", "--json", env=environ)
    assert (failed.exit_code, json.loads(failed.stdout)["verdict"]) == (1, "failed")
    of_file = run(app, "stats", "elo", str(file), "--of", "B", "--json", env=environ)
    assert json.loads(of_file.stdout)["counts"] == [0, 1, 0, 0, 0]
    rated = run(app, "stats", "list", "a,b,5/5", "--anchor", "a=1500", "--prior", "2", "--json", env=environ)
    assert [(row["name"], row["elo"] == 1500) for row in json.loads(rated.stdout)["players"]] == [
        ("a", True),
        ("b", False),
    ]


def test_wrong_use_is_told_as_by_other_commands() -> None:
    """A refusal has exit code 2, with the name of this program in its way out, also as an object."""
    refused = run(app, "stats", "sprt", "10:0", "1,2,3", env=dict(os.environ))
    assert (refused.exit_code, refused.stdout) == (2, "")
    error, hint = refused.stderr.splitlines()
    assert error.startswith("error: ELO0 must be less than ELO1")
    assert hint == "try: kibitz stats sprt 0:10 34,54,63,64,75"
    told = json.loads(run(app, "stats", "elo", "1,2", "--json", env=dict(os.environ)).stderr)
    assert (told["exit"], told["hint"]) == (2, "kibitz stats elo 34,54,63,64,75")


async def test_without_the_server_package() -> None:
    """A client without the server package says what is missing, and how to install it."""
    with pytest.raises(UsageError) as refused:
        await server_command("stats", "elo", "1,2,3", package="kibitz_absent")
    assert "`stats` needs what comes with the server" in str(refused.value)
    assert "pip install" in (refused.value.hint or "")


@pytest.mark.parametrize("command", ["elo", "sprt", "list"])
def test_both_programs_have_the_same_options(command: str) -> None:
    """Each option and argument of the server's command is one of the client's."""
    shown = [
        run(program, "stats", command, "--help", env={**os.environ, "COLUMNS": "200"}).stdout
        for program in (app, server_app)
    ]
    names = [{word for word in text.split() if word.startswith("--") and word.strip("-:")} for text in shown]
    assert names[0] - {"--json:"} == names[1] - {"--json"}
