"""Duels with a real server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from kibitz_protocol.formats.sgf.reader import read_games
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io

ENGINES = ("tictactoe", "random:seed=1", "random:seed=2")
PAIR = re.compile(r"pair (\d+): (\S+)  \+(\d+) =(\d+) -(\d+)  score ")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server for all tests of this file, without limits."""
    with serving(limits={"enabled": False}) as address:
        yield address


def duel(address: str, *args: str) -> Result:
    """Run a duel."""
    return run(app, "duel", *args, env={"KIBITZ_SERVER": address}, name="kibitz")


def objects(result: Result) -> list[Any]:
    """Return the objects of a duel with `--json`."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_pair_has_a_line_and_the_report_follows(address: str) -> None:
    """Pairs are counted one by one, and the report has their points, the draws and the Elo difference."""
    result = duel(address, *ENGINES, "--games", "24", "--concurrency", "3")
    assert result.exit_code == 0, result.stderr
    pairs = [match for line in result.stdout.splitlines() if (match := PAIR.match(line))]
    assert [int(pair[1]) for pair in pairs] == list(range(1, 13))
    won, drawn, lost = map(int, pairs[-1].group(3, 4, 5))
    assert won + drawn + lost == 24
    assert f"against random:seconds=1,seed=2: +{won} ={drawn} -{lost}, score " in result.stdout
    counts = re.search(r"complete pairs +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)", result.stdout)
    assert counts is not None
    numbers = list(map(int, counts.groups()))
    assert sum(numbers) == 12
    assert sum(number * points for number, points in zip(numbers, (0, 0.5, 1, 1.5, 2), strict=True)) == won + drawn / 2


def test_a_quiet_duel_has_only_its_report(address: str) -> None:
    """With `--quiet`, no pair is shown before the report."""
    result = duel(address, *ENGINES, "--games", "4", "--quiet")
    assert result.exit_code == 0, result.stderr
    assert "pair 1" not in result.stdout
    assert result.stdout.splitlines()[1] == "finished, 2 entrants, 4 of 4 games played"


def test_one_game_can_be_counted(address: str, tmp_path: Path) -> None:
    """A single game is no pair, and is written like others."""
    pgn = tmp_path / "game.pgn"
    result = duel(address, *ENGINES, "--pgn", str(pgn))
    assert result.exit_code == 0, result.stderr
    assert "1 of 1 games played" in result.stdout
    assert pgn.read_text().count("[Round ") == 1


def test_openings_are_played_from_both_sides(address: str, tmp_path: Path) -> None:
    """Each opening of a file is played twice with the sides swapped, and PGN has it with times."""
    openings, pgn = tmp_path / "openings.txt", tmp_path / "games.pgn"
    openings.write_text("# two openings\nb2 a1\n\na1,b2 # reversed\n")
    result = duel(address, *ENGINES, "--games", "4", "--openings", str(openings), "--pgn", str(pgn))
    assert result.exit_code == 0, result.stderr
    games = pgn.read_text()
    assert sorted(re.findall(r'Opening "(.*)"', games)) == ["a1 b2", "a1 b2", "b2 a1", "b2 a1"]
    sides = [re.search(rf'\[{side} "random:.*seed=(.)', game) for game in games.split("[Event ")[1:] for side in "XO"]
    assert sorted(side[1] for side in sides[::2] if side) == ["1", "1", "2", "2"]
    assert all(one and other and one[1] != other[1] for one, other in zip(sides[::2], sides[1::2], strict=True))


def test_games_of_go_are_written_in_sgf(address: str, tmp_path: Path) -> None:
    """Each game is one of the file, which the reader of files reads, and begins with its opening as stones."""
    sgf = tmp_path / "games.sgf"
    options = ("-o", "size=3", "-o", "komi=0.5")
    # Without a seed, the opening might be a pass.
    openings = ("--opening-plies", "1", "--seed", "3")
    result = duel(address, "go", "random", "random", *options, *openings, "--games", "2", "--sgf", str(sgf))
    assert result.exit_code == 0, result.stderr
    games = list(read_games(sgf.read_text()))
    assert [game.nodes[0]["SZ"] for game in games] == [["3"], ["3"]]
    assert games[0].nodes[0]["AB"] == games[1].nodes[0]["AB"]
    assert all(game.nodes[0]["PL"] == ["W"] and "[%emt 0:00:0" in game.nodes[1]["C"][0] for game in games)


def test_random_openings(address: str) -> None:
    """Random openings of a length are repeatable by a seed, and refused where there are too many or none."""
    command = (*ENGINES, "--games", "4", "--opening-plies", "2", "--seed", "3", "--json")
    twice = [sorted(each["points"] for each in objects(duel(address, *command)) if "pair" in each) for _ in range(2)]
    assert len(twice[0]) == 2
    assert twice[0] == twice[1]
    many = duel(address, "gomoku", "random", "random", "--games", "2", "--opening-plies", "4")
    assert many.exit_code == 2
    assert "gomoku has too many openings of 4 plies" in many.stderr
    cards = duel(address, "kuhn", "random", "random", "--games", "2", "--opening-plies", "2")
    assert cards.exit_code == 2
    assert "kuhn has no openings to choose from" in cards.stderr


@pytest.mark.parametrize(
    ("engines", "code"), [(("alphabeta:depth=9", "random"), 0), (("random", "alphabeta:depth=9"), 1)]
)
def test_a_decided_test_ends_the_duel_with_its_exit_code(address: str, engines: tuple[str, str], code: int) -> None:
    """When the test is decided, no more games are played; the exit code says how it was decided."""
    result = duel(address, "tictactoe", *engines, "--sprt", "0:200", "--openings", "bundled", "-q")
    assert result.exit_code == code, result.stderr
    verdict = "failed" if code else "passed"
    assert f"SPRT 0 to 200 Elo (normalized, alpha 0.05, beta 0.05): {verdict}" in result.stdout
    played = re.search(r"(\d+) games counted", result.stdout)
    assert played is not None
    assert 4 < int(played[1]) < 200
    assert "running" not in run(app, "lobby", env={"KIBITZ_SERVER": address}, name="kibitz").stdout


def test_a_test_without_a_decision_has_an_exit_code_of_its_own(address: str) -> None:
    """The most games end a test that has not decided."""
    options = ("--sprt", "0:1", "--most-games", "8", "--openings", "bundled", "--json")
    result = duel(address, "tictactoe", "random", "random", *options)
    assert result.exit_code == 6, result.stderr
    *_, verdict, end, report = objects(result)
    assert verdict["sprt"]["verdict"] == "undecided"
    assert end["event"]["kind"] == "ended"
    assert report["report"]["statistics"]["sprt"]["verdict"] == "undecided"
    assert report["report"]["statistics"]["games"] == 8


def test_equal_engines_are_told_apart(address: str) -> None:
    """Two entrants with one specification have names of their own."""
    result = duel(address, "tictactoe", "random", "random", "--games", "2", "--json")
    assert result.exit_code == 0, result.stderr
    names = [each["name"] for each in objects(result)[-1]["report"]["statistics"]["entrants"]]
    assert len(set(names)) == 2


def test_a_private_server_keeps_its_event_in_a_database(tmp_path: Path) -> None:
    """The same command reports the event again instead of playing another one; another command plays its own."""
    command = ["duel", *ENGINES, "--games", "2", "--database", str(tmp_path / "x.db"), "--json"]
    first, again = (run(app, *command, env={}, name="kibitz") for _ in range(2))
    assert first.exit_code == again.exit_code == 0, first.stderr
    reports = [json.loads(each.stdout.splitlines()[-1])["report"]["tournament"] for each in (first, again)]
    assert reports[0]["code"] == reports[1]["code"]
    assert any("pair" in each for each in objects(first))
    assert not any("pair" in each for each in objects(again))
    assert f"tournament {reports[0]['code']} has ended" in again.stderr


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--sprt", "5"], "--sprt '5' is not a test of two Elo differences"),
        (["--sprt", "10:0"], "--sprt needs ELO0 less than ELO1, not 10:0"),
        (["--sprt", "5:5"], "--sprt needs ELO0 less than ELO1, not 5:5"),
        (["--sprt", "0:5:0.6:0.5"], "alpha and beta less than 1 together"),
        (["--sprt", "0:5", "--games", "7"], "--games is 7, an odd number"),
        (["--games", "7"], "--games is 7, an odd number"),
        (["--most-games", "8"], "--most-games belongs to --sprt"),
        (["--openings", "/nonexistent"], "cannot be read"),
        (["--openings", "x", "--opening-plies", "2"], "exclude each other"),
        (
            ["--openings", "none", "--order", "random", "--games", "2"],
            "--order and --opening-start belong to --openings",
        ),
        (["--resign", "x"], "--resign 'x' has not the form SCORE:MOVES"),
        (["--engine-pace", "1", "--games", "2"], "--engine-pace is for games that are watched"),
        (["--pgn", "/nonexistent/games.pgn", "--games", "2"], "cannot be written"),
        (["--database", "x.db", "--games", "2"], "--database is for a private server"),
        (["--watch", "--seed", "1"], "--watch and --seed exclude each other"),
        (["--watch", "--database", "x.db"], "--watch and --database exclude each other"),
        (["--sgf", "games.sgf", "--games", "2"], "SGF is written for Go only, not for tictactoe"),
        (["--sgf", "games.sgf", "--pgn", "games.pgn"], "--pgn and --sgf exclude each other"),
        (["--games", "200", "--watch"], "at most 100 games"),
        (["--watch", "--pgn", "games.pgn"], "--watch and --pgn exclude each other"),
        (["--watch", "--sgf", "games.sgf"], "--watch and --sgf exclude each other"),
        (["--watch", "--quiet"], "--watch and --quiet exclude each other"),
        (["--watch", "--concurrency", "2"], "--watch and --concurrency exclude each other"),
        (["--watch", "--sprt", "0,10"], "--watch and --sprt exclude each other"),
        (["--watch", "--opening-plies", "2"], "--watch and --opening-plies exclude each other"),
    ],
)
def test_wrong_use(address: str, args: list[str], sentence: str) -> None:
    """A usage error ends with code 2 and a sentence."""
    result = duel(address, *ENGINES, *args)
    assert (result.exit_code, sentence in result.stderr) == (2, True), result.stderr
