"""A club evening by commands alone: an organiser, two players through pipes, and an engine."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from kibitz_client.cli.main import app
from tests.commands import run
from tests.server_thread import serving

pytestmark = [pytest.mark.io, pytest.mark.timeout(180)]

ENGINES = ["--engine", "a=level:1", "--engine", "b=random:seed=1", "--engine", "c=random:seed=2"]
CELLS = [column + row for column in "abc" for row in "123"]
"""Moves of which a player uses those that are legal."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server for all tests of this file."""
    with serving() as address:
        yield address


class Player:
    """A player with an account and files of its own."""

    def __init__(self, address: str, folder: Path, name: str) -> None:
        self.env = {"KIBITZ_SERVER": address, "XDG_STATE_HOME": str(folder / name)}
        done = self.run("account", "register", name, stdin="correct horse battery\n")
        assert done.exit_code == 0, done.output

    def run(self, *args: str, stdin: str = "") -> Result:
        """Run a command of the player."""
        return run(app, *args, env=self.env, stdin=stdin, name="kibitz")

    def start(self, *args: str, typed: Path = Path(os.devnull)) -> "subprocess.Popen[str]":
        """Start a command of the player in a process of its own, which reads the lines of a file."""
        command = [sys.executable, "-m", "kibitz_client", *args]
        env = {**os.environ, **self.env}
        with typed.open() as lines:
            return subprocess.Popen(
                command, env=env, stdin=lines, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )

    def tournament(self, *args: str) -> Result:
        """Run a command about tournaments, which succeeds."""
        done = self.run("tournament", *args)
        assert done.exit_code == 0, done.output
        return done


def test_a_club_evening(address: str, tmp_path: Path) -> None:
    """A Swiss of two players and three engines is created, played, followed, exported and verified."""
    ann, bob = (Player(address, tmp_path, name) for name in ("Ann", "Bob"))
    options = ["--format", "swiss", "--name", "Friday", "--rounds", "2", "--break", "0", "--start-when", "5"]
    made = ann.tournament("create", "tictactoe", *options, "--clock", "5+3", *ENGINES)
    code = re.search(r"Friday \((T-[0-9A-Z]+)\)", made.stdout)
    assert code is not None, made.output
    assert f"kibitz play {code[1]}" in made.stdout
    moves = tmp_path / "moves"
    moves.write_text("\n".join(CELLS * 4) + "\n")
    watching = ann.start("watch", code[1], "--plain")
    playing = [each.start("play", code[1], "--plain", typed=moves) for each in (ann, bob)]
    *played, watched = (each.communicate(timeout=120)[0] for each in (*playing, watching))
    assert [each.returncode for each in (*playing, watching)] == [0, 0, 0], (played, watched)
    for text in (*played, watched):
        assert "finished, 5 entrants, round 2 of 2, 4 of 4 games played" in text
    for text in played:
        assert "you play " in text
        assert "your turn" in text
    assert "round 2: 2 pairings" in watched
    rows = [json.loads(line) for line in ann.tournament("standings", code[1], "--json").stdout.splitlines()]
    assert sorted(row["entrant"]["name"] for row in rows) == ["Ann", "Bob", "a", "b", "c"]
    assert sum(row["points"] for row in rows) == 6
    assert len(ann.tournament("games", code[1], "--json").stdout.splitlines()) == 4
    assert "has a bye" in ann.tournament("rounds", code[1], "--round", "1").stdout
    assert ann.tournament("crosstable", code[1]).stdout.count("U") >= 1
    assert "place" in ann.tournament("why", "Bob", code[1]).stdout
    assert "4 games counted" in ann.tournament("stats", code[1]).stdout
    assert max(map(len, ann.tournament("show", code[1]).stdout.splitlines())) <= 80
    file = tmp_path / "friday.json"
    ann.tournament("export", code[1], "--out", str(file))
    assert json.loads(file.read_text())
    ann.tournament("verify", str(file))


def test_what_the_server_refuses_has_a_sentence(address: str, tmp_path: Path) -> None:
    """Refusals end with code 3, and name the reason and what to do."""
    ann, eve = (Player(address, tmp_path, name) for name in ("Carl", "Dora"))
    made = ann.tournament("create", "tictactoe", "--format", "swiss", "--name", "Later", "--json")
    code = json.loads(made.stdout.splitlines()[0])["code"]
    for args, sentence in [
        (("start", code), "only the organiser"),
        (("leave", code), "you are not in this tournament"),
        (("show", "T-000000"), "there is no tournament 'T-000000'"),
        (("why", "Nobody", code), "no entrant is called 'Nobody'"),
    ]:
        done = eve.run("tournament", *args)
        assert (done.exit_code, sentence in done.stderr) == (3, True), done.output
    ann.tournament("enter", code)
    assert "entered this tournament already" in ann.run("tournament", "enter", code).stderr
    ann.tournament("cancel", code, "--reason", "rain")
    assert "cancelled: rain" in eve.tournament("show", code).stdout
    assert eve.run("tournament", "enter", code).exit_code == 3


def test_an_event_of_people_needs_a_server() -> None:
    """On a private server, no other player could enter."""
    done = run(
        app, "tournament", "create", "tictactoe", "--format", "swiss", "--server", "private", env={}, name="kibitz"
    )
    assert done.exit_code == 2
    assert "is one of engines that starts at once" in done.stderr


def test_engines_alone_need_no_server(tmp_path: Path) -> None:
    """A round robin of engines runs to its end on a private server, and its report follows."""
    engines = ["--engine", "a=random:seed=1", "--engine", "b=alphabeta:depth=1", "--engine", "c=random:seed=2"]
    args = ["tournament", "create", "tictactoe", "--format", "round-robin", *engines, "--start-now"]
    done = run(app, *args, "--server", "private", env={"XDG_STATE_HOME": str(tmp_path)}, name="kibitz")
    assert done.exit_code == 0, done.output
    assert "finished, 3 entrants, round 3 of 3, 3 of 3 games played" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_two_seasons_of_a_league(address: str, tmp_path: Path) -> None:
    """A league is created, its divisions end, and the next season has the promoted and the relegated entrants."""
    ann, fay = Player(address, tmp_path, "Ada"), Player(address, tmp_path, "Fay")
    entrants = [f"--engine={name}=random:seed=1" for name in ("h1", "h2", "h3", "h4", "h5")]
    entrants += ["--entrant=@Fay", *(f"--engine=l{number}=random:seed=1" for number in range(1, 7))]
    options = ["--divisions", "2", "--size", "6", "--promote", "1", "--relegate", "2"]
    made = ann.run("league", "create", "tictactoe", "--name", "Club", *options, *entrants)
    assert made.exit_code == 0, made.output
    league = re.search(r"Club \((L-[0-9A-Z]+)\), season 1", made.stdout)
    assert league is not None, made.output
    early = ann.run("league", "next", league[1])
    assert (early.exit_code, "Club, division 1, season 1 is not over" in early.stderr) == (3, True)
    for code in re.findall(r"division \d: (T-[0-9A-Z]+)", made.stdout):
        ann.tournament("cancel", code)
    assert "only the organiser" in fay.run("league", "next", league[1]).stderr
    following = ann.run("league", "next", league[1], "--json")
    season = json.loads(following.stdout)
    assert (season["season"], [row["entrants"] for row in season["divisions"]]) == (2, [6, 6])
    shown = fay.run("league", "show", league[1])
    assert "Club, division 2, season 2" in shown.stdout
    earlier = shown.stdout.partition("\nearlier seasons\n")[2].splitlines()
    assert earlier[0].split() == ["season", "division", "code", "entrants", "state"]
    assert [line.split()[:2] + line.split()[3:5] for line in earlier[1:]] == [
        ["1", "1", "6", "cancelled"],
        ["1", "2", "6", "cancelled"],
    ]
    assert max(map(len, shown.stdout.splitlines())) <= 80
    first, _ = map(json.loads, ann.run("league", "show", league[1], "--json").stdout.splitlines())
    names = [row["entrant"]["name"] for row in first["rows"]]
    assert names == ["h1", "h2", "h3", "h4", "l1", "h5"]
    listed = fay.run("league", "list").stdout
    assert re.search(rf"{league[1]} +Club +tictactoe +2 +2 +12 +announced", listed), listed
    assert "there is no league 'L-000000'" in fay.run("league", "show", "L-000000").stderr


def test_a_league_says_which_entrant_is_missing(address: str, tmp_path: Path) -> None:
    """The league is there without a player that the server does not know; too many entrants are refused before."""
    ann = Player(address, tmp_path, "Gus")
    made = ann.run("league", "create", "tictactoe", "--name", "Town", "--engine", "level:1", "--entrant", "@Unknown")
    assert made.exit_code == 0, made.output
    assert "Unknown has not entered Town, division 1, season 1: no account" in made.stderr
    many = [f"--engine=e{number}=level:1" for number in range(7)]
    done = ann.run("league", "create", "tictactoe", "--name", "Town", "--size", "6", *many)
    assert (done.exit_code, "7 entrants are more than the 6 places of the league" in done.stderr) == (2, True)
