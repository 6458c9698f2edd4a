"""The measurements of levels: the page agrees with the program and the figures, and losses are what they seem."""

import json
import random
from pathlib import Path

import pytest

from kibitz_server.games.registry import load
from training.levels import figures, losses, page
from training.levels.figures import Share
from training.levels.games import GAMES, opening, played, points
from training.levels.players import greedy, level_player


def test_the_page_shows_the_ladders_and_the_figures() -> None:
    """The page is made of the program and of the file of figures."""
    assert page.document(figures.read()) == page.DOC.read_text(encoding="utf-8")


def test_figures_of_another_ladder_are_dropped(tmp_path: Path) -> None:
    """A figure is read back while its game has the same ladder."""
    file = tmp_path / "figures.json"
    figures.keep("nim", "below", 3, Share.of([1.0, 0.0, 1.0, 1.0]), file)
    figures.keep("nim", "loss", 3, losses.summary([[0.5, 0.0], [0.0]]), file)
    assert figures.read(file)["nim"]["below"] == {"3": [0.75, 0.4244, 4]}
    assert figures.read(file)["nim"]["loss"]["3"][0] == 0.125
    known = json.loads(file.read_text())
    known["nim"]["ladder"] = "another"
    file.write_text(json.dumps(known))
    assert figures.read(file) == {}


def test_pairs_within_the_margin_are_named() -> None:
    """A share that may be a half by chance does not show that the level is better."""
    below = {"1": [0.502, 0.022, 2000], "2": [0.547, 0.022, 2000], "3": [0.52, 0.022, 2000]}
    text = page.section("nim", {"below": below, "loss": {"2": [0.041, 0.01, 8.25, 100]}})
    assert "within the margin: 1 - random, 3 - 2." in text
    assert "| 2 | 4.1 ± 1.0 | 8.2 | 54.7% ± 2.2% | 2000 |  |" in text


def test_a_judge_finds_what_moves_lose(tmp_path: Path) -> None:
    """A move that lets the opponent win loses all, the best one nothing; a second judge knows it from the file."""
    judge = losses.Judge(tmp_path, "tictactoe", 2_000, 4)
    position = judge.game.start("XX-/O-O/--- X")
    assert judge.loss(position, [position.find(text) for text in ("c3", "b2", "a1")]) == [0, 0, 1]
    judge.keep()
    again = losses.Judge(tmp_path, "tictactoe", 2_000, 4)
    assert again.positions == judge.positions
    assert len(again.positions) == 4


@pytest.mark.parametrize("name", ["tictactoe", "nim", "kalah"])
def test_openings_leave_a_game_to_play(name: str) -> None:
    """Each opening is the same for its seed, and two random movers play it to the end."""
    game = load(name)
    start = opening(game, "a")
    assert start.text == opening(game, "a").text

    walk = played(start, [level_player(0, seed, 0) for seed in (1, 2)], random.Random(3))
    assert points(walk[-1], 0) + points(walk[-1], 1) == 1
    assert set(GAMES) >= {name}


def test_the_greedy_player_takes_what_stands_there() -> None:
    """It mates in one before it takes a piece, and takes a queen before a pawn."""

    game, dice = load("chess"), random.Random(1)
    assert greedy(dice, game.start("6k1/5ppp/8/3n4/4P3/8/5PPP/R5K1 w - - 0 1")).text == "a1a8"
    assert greedy(dice, game.start("6k1/4rppp/8/3q1p2/4P3/8/5PPP/R5K1 w - - 0 1")).text == "e4d5"
