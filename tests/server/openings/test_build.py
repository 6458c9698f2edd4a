"""Builder of openings: the same from the same command, distinct, balanced, and all of a small game."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_protocol.formats.openings import read_openings, write_openings
from kibitz_server.engine.driver import SearchResult, UnfitAlgorithm, UnknownAlgorithm
from kibitz_server.engine.score import WIN
from kibitz_server.games.registry import load
from kibitz_server.games.symmetry import key_after
from kibitz_server.openings import build
from kibitz_server.openings.balance import advantage, lead_of
from kibitz_server.openings.build import BuildPlan, all_distinct, as_file, command
from kibitz_server.openings.check import problems, unbalanced
from kibitz_server.openings.read import openings_of

SMALL = (("columns", 5), ("rows", 4), ("connect", 4))
PLAN = BuildPlan("connect4", SMALL, plies=4, number=12, margin=100, nodes=400)


def texts(lines: list[build.Line]) -> list[str]:
    """Return openings as text."""
    return [" ".join(move.text for move in line) for line in lines]


def test_the_same_plan_builds_the_same() -> None:
    """Openings follow from the plan, and another seed finds others."""
    found = texts(build.build(PLAN))
    assert found == texts(build.build(PLAN))
    assert found != texts(build.build(replace(PLAN, seed=2)))
    assert len(set(found)) == PLAN.number


def test_built_openings_have_no_problems() -> None:
    """They are legal, different after symmetry, not over, and balanced by the search of the plan."""
    file = as_file(PLAN, "for a test", build.build(PLAN))
    found = openings_of(write_openings(file).encode())
    assert found.game.options == dict(SMALL)
    assert list(problems(found)) == []
    judge = advantage(found.game)
    assert list(unbalanced(found, 100, lambda position: judge(position, PLAN.nodes))) == []


def test_too_few_openings_are_an_error() -> None:
    """A game that has fewer says how many were found."""
    with pytest.raises(build.TooFew, match="only 3 openings of 1 plies were found; ask for fewer"):
        build.build(BuildPlan("nim", (("heaps", "1,2"),), plies=1, margin=None))
    with pytest.raises(build.TooFew, match="there are more than 10 positions of up to 2 plies"):
        all_distinct(BuildPlan("tictactoe", plies=3, number=10, margin=None))


def test_a_small_game_is_taken_whole() -> None:
    """Tic-tac-toe has 3 first moves after symmetry and 12 positions of two plies, of which 5 are drawn."""
    assert [len(all_distinct(BuildPlan("tictactoe", plies=plies, number=99, margin=None))) for plies in (1, 2)] == [
        3,
        15,
    ]
    assert len(all_distinct(BuildPlan("tictactoe", plies=2, number=99, margin=0, nodes=20_000))) == 8
    # The order of heaps does not matter: 1,2 is also what is left of 2,2.
    heaps = BuildPlan("nim", (("heaps", "2,2"),), plies=9, number=99, margin=None)
    assert texts(all_distinct(heaps)) == ["1-1", "1-2", "1-1 1-1", "1-1 2-1", "1-1 2-2", "1-1 1-1 2-1"]


def test_a_walk_may_lose_as_much_as_it_is_told() -> None:
    """Where moves may lose the game on the way, other walks end in a draw, and some in none."""
    strict, loose = (BuildPlan("connect4", plies=6, margin=0, loss=loss) for loss in (0, 30_000))
    walks = [[build.walk(plan, number) for number in range(40)] for plan in (strict, loose)]
    assert walks[0] != walks[1]
    assert not all(walks[1])


FOUND = SearchResult("alphabeta", "a1", 35, None, 3, 100, 0.1, ("a1",))


@pytest.mark.parametrize(
    ("found", "sized", "lead"),
    [
        (FOUND, False, 35),
        (replace(FOUND, score=-35), True, -35),
        (replace(FOUND, score=WIN - 4, wins_in=4), False, WIN),
        (replace(FOUND, score=4 - WIN, wins_in=-4), False, -WIN),
        (replace(FOUND, score=1, exact=True), False, WIN),
        (replace(FOUND, score=-1, exact=True), True, -100),
        (replace(FOUND, score=0, exact=True), False, 0),
    ],
)
def test_leads(found: SearchResult, sized: bool, lead: int) -> None:
    """A proven win is far from balance, but where the game counts its size: one box is 100 hundredths."""
    assert lead_of(found, sized=sized) == lead


def test_searches_that_do_not_fit_are_refused() -> None:
    """A plan with another algorithm is refused before any walk."""
    with pytest.raises(UnknownAlgorithm):
        build.build(replace(PLAN, algorithm="guess"))
    with pytest.raises(UnfitAlgorithm):
        build.build(replace(PLAN, algorithm="cfr"))


def test_the_header_has_the_command() -> None:
    """It names what differs from the defaults."""
    assert command(PLAN, every=False) == (
        "kibitz-server openings build connect4 --option columns=5 --option rows=4 --plies 4 --number 12"
        " --margin 100 --nodes 400 --seed 1"
    )
    assert command(BuildPlan("nim", plies=9, margin=None, algorithm="minimax"), every=True) == (
        "kibitz-server openings build nim --plies 9 --number 200 --all --unbalanced --algorithm minimax --seed 1"
    )


@pytest.mark.io
def test_workers_build_the_same(tmp_path: Path) -> None:
    """Two processes find what one finds, and the file says how."""
    out = tmp_path / "my.openings"
    asked = [sys.executable, "-m", "kibitz_server", *command(PLAN, every=False).split()[1:]]
    done = subprocess.run([*asked, "--workers", "2", "--out", str(out)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == f"12 openings in {out}"
    file = read_openings(out.read_text(encoding="utf-8"))
    assert [" ".join(line.moves) for line in file.lines] == texts(build.build(PLAN))
    assert file.made == command(PLAN, every=False)
    game = load("connect4", dict(SMALL))
    assert len({key_after(game, line) for line in build.build(PLAN)}) == 12


def test_solved_openings_need_no_search() -> None:
    """A table of solved openings knows that the first side wins in the centre, far beyond a search of some nodes."""
    game = load("connect4")
    position = game.start()
    centre = position.after(position.find("4"))
    assert advantage(game)(centre, 500) == WIN
    assert advantage(game)(centre.after(centre.find("4")), 500) == WIN
