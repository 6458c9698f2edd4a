"""Duels with a real server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from kibitz_client.commands.duel.openings import DuelOpening, read_openings
from kibitz_client.errors import UsageError
from kibitz_protocol.formats.sgf.reader import read_games
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io

ENGINES = ("tictactoe", "random:seed=1", "random:seed=2")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server for all tests of this file, without limits."""
    with serving(limits={"enabled": False}) as address:
        yield address


def duel(address: str, *args: str) -> Result:
    """Run a duel."""
    return run(app, "duel", *args, env={"KIBITZ_SERVER": address}, name="kibitz")


def test_more_games_than_one_series_has(address: str) -> None:
    """Games beyond one series of the server are played in another, and all are counted once."""
    result = duel(address, *ENGINES, "--games", "103", "--concurrency", "4")
    assert result.exit_code == 0, result.stderr
    *games, empty, first, _second, elo = result.stdout.splitlines()
    assert sorted(int(line.partition(".")[0]) for line in games) == list(range(1, 104))
    assert "of 103" in first
    assert empty == ""
    assert elo.startswith("Elo of the first over the second: ")
    swapped = {int(line.partition(".")[0]) for line in games if " random:seed=2 v random:seed=1 " in line}
    assert swapped == set(range(2, 104, 2))


def test_a_quiet_duel_has_only_its_table(address: str) -> None:
    """With `--quiet`, nothing but the table is printed."""
    result = duel(address, *ENGINES, "--games", "4", "--quiet")
    assert [line.split()[0] for line in result.stdout.splitlines() if line] == ["random:seed=1", "random:seed=2", "Elo"]


def test_openings_are_played_from_both_sides(address: str, tmp_path: Path) -> None:
    """Each opening of a file is played twice with the sides swapped, and PGN has it with times."""
    openings, pgn = tmp_path / "openings.txt", tmp_path / "games.pgn"
    openings.write_text("# two openings\nb2 a1\n\na1,b2 # reversed\n")
    result = duel(address, *ENGINES, "--games", "4", "--openings", str(openings), "--pgn", str(pgn))
    assert result.exit_code == 0, result.stderr
    games = pgn.read_text()
    assert re.findall(r'Opening "(.*)"', games) == ["b2 a1", "b2 a1", "a1 b2", "a1 b2"]
    assert re.findall(r'\[X "random:.*seed=(.)"', games) == ["1", "2", "1", "2"]
    assert all("[%emt 0:00:0" in game for game in games.split("[Game ")[1:])


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
    games = [[json.loads(line) for line in duel(address, *command).stdout.splitlines()] for _ in range(2)]
    assert [game["plies"] for game in games[0][:-1]] == [game["plies"] for game in games[1][:-1]]
    assert games[0][-1]["duel"]["won"] + games[0][-1]["duel"]["drawn"] + games[0][-1]["duel"]["lost"] == 4
    many = duel(address, "gomoku", "random", "random", "--games", "2", "--opening-plies", "4")
    assert many.exit_code == 2
    assert "gomoku has too many openings of 4 plies" in many.stderr
    cards = duel(address, "kuhn", "random", "random", "--games", "2", "--opening-plies", "2")
    assert cards.exit_code == 2
    assert "kuhn has no openings to choose from" in cards.stderr


def test_a_test_ends_the_duel(address: str) -> None:
    """When the test is decided, no more games are played, and the running ones are aborted."""
    result = duel(address, "tictactoe", "alphabeta:depth=9", "random", "--games", "1000", "--sprt", "0,200", "-q")
    assert result.exit_code == 0, result.stderr
    assert "SPRT: the difference is +200 Elo rather than +0 (alpha 0.05, beta 0.05)" in result.stdout
    played = re.search(r"of (\d+)", result.stdout)
    assert played is not None
    assert 4 < int(played[1]) < 200
    assert "running" not in run(app, "lobby", env={"KIBITZ_SERVER": address}, name="kibitz").stdout


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--sprt", "5"], "'5' is not two Elo differences; write them like 0,10"),
        (["--openings", "/nonexistent"], "cannot be read"),
        (["--openings", "x", "--opening-plies", "2"], "exclude each other"),
        (["--pgn", "/nonexistent/games.pgn", "--games", "2"], "cannot be written"),
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


def test_openings_of_games_and_positions(tmp_path: Path) -> None:
    """A PGN file has its first moves and positions as openings, an EPD file its positions, each of them once."""
    games, positions = tmp_path / "some.PGN", tmp_path / "some.epd"
    fen = "4k3/8/4K3/4P3/8/8/8/8 w - -"
    games.write_text(f'1. e4 {{best}} c5 2. Nf3 *\n\n[FEN "{fen} 3 9"]\n\n1. Kd6 (1. Kf6) *\n\n1. e4 c5 2. Nf3 *\n')
    positions.write_text(f'{fen} bm Kd6; id "x";\n{fen} hmvc 3; fmvn 9;\n\n# none\nnot a position\n')
    assert read_openings(games) == [DuelOpening(("e4", "c5", "Nf3")), DuelOpening(("Kd6",), f"{fen} 3 9")]
    assert read_openings(positions) == [DuelOpening((), f"{fen} 0 1"), DuelOpening((), f"{fen} 3 9")]
    games.write_text("")
    with pytest.raises(UsageError, match="has no opening"):
        read_openings(games)


def test_long_games_are_cut_to_openings(tmp_path: Path) -> None:
    """Of a whole game only the first moves are its opening."""
    file = tmp_path / "long.pgn"
    file.write_text("1. Nf3 Nf6 2. Ng1 Ng8 " * 20 + "*")
    (opening,) = read_openings(file)
    assert len(opening.moves) == 16
