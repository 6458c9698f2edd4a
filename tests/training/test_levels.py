"""The measurements of levels: the page agrees with the program and the figures, and losses are what they seem."""

import json
import random
from pathlib import Path

import pytest

from kibitz_server.games.registry import load
from training.levels import figures, losses, page
from training.levels.figures import Tally
from training.levels.games import GAMES, Duel, opening, play, played, points
from training.levels.players import greedy, level_player


def test_the_page_shows_the_ladders_and_the_figures() -> None:
    """The page is made of the program and of the file of figures."""
    assert page.document(figures.read()) == page.DOC.read_text(encoding="utf-8")


def test_figures_of_another_rung_are_dropped(tmp_path: Path) -> None:
    """A figure is read back while its level has the same rung, and in a match also the level below."""
    file = tmp_path / "figures.json"
    figures.keep("nim", "below", 3, Tally(3, 0, 1), file)
    figures.keep("nim", "loss", 3, losses.summary([[0.5, 0.0], [0.0]]), file)
    assert figures.read(file)["nim"]["below"] == {"3": [3, 0, 1]}
    assert figures.read(file)["nim"]["loss"]["3"][0] == 0.125
    known = json.loads(file.read_text())
    known["nim"]["rungs"]["2"] = "another"
    file.write_text(json.dumps(known))
    assert set(figures.read(file)["nim"]) == {"loss"}
    known["nim"]["rungs"]["3"] = "another"
    file.write_text(json.dumps(known))
    assert figures.read(file) == {"nim": {}}


def test_results_have_a_share_and_a_margin() -> None:
    """A draw counts half; the margin is that of the games, and not 0 where all are won."""
    tally = Tally()
    for scored in (1.0, 0.5, 0.0, 1.0):
        tally = tally.plus(scored)
    assert tally == (2, 1, 1)
    assert (tally.games, tally.share) == (4, 0.625)
    assert 0.3 < tally.margin < 0.4
    assert 0.1 < Tally(10, 0, 0).margin < 0.2


def test_pairs_within_the_margin_are_set_apart() -> None:
    """A share that may be a half by chance does not show that the level is better."""
    known = {"below": {"2": [520, 60, 420], "3": [1, 1, 1]}, "loss": {"2": [0.041, 0.01, 8.25, 100, 12.3]}}
    text = "".join(page.measured({"nim": {**known, "outside": {"3": ["gnugo 1", 3, 0, 1]}}}))
    assert "| Nim | 55 ± 3 (1000) | *50 ± 39 (3)* |" in text
    assert "| Nim | 4.1 ± 1.0 |" in text
    assert "| Nim | 12 |" in text
    assert "| Nim | 3 | GNU Go, level 1 | 75 ± 38 | 3, 0, 1 |" in text


def test_a_judge_finds_what_moves_lose(tmp_path: Path) -> None:
    """A move that lets the opponent win loses all, the best one nothing; a second judge knows it from the file."""
    judge = losses.Judge(tmp_path, "tictactoe", 2_000, 4)
    position = judge.game.start("XX-/O-O/--- X")
    assert judge.loss(position, [position.find(text) for text in ("c3", "b2", "a1")]) == [0, 0, 1]
    judge.keep()
    again = losses.Judge(tmp_path, "tictactoe", 2_000, 4)
    assert again.positions == judge.positions
    assert len(again.positions) == 4


def test_judgements_of_another_evaluation_are_dropped(tmp_path: Path) -> None:
    """A judge that finds the judgements of another evaluation keeps the positions alone."""
    judge = losses.Judge(tmp_path, "tictactoe", 2_000, 4)
    (file,) = tmp_path.iterdir()
    known = json.loads(file.read_text()) | {"best": {"a": "b"}, "values": {"a b": 1.0}}
    file.write_text(json.dumps(known))
    losses.Judge(tmp_path, "tictactoe", 2_000, 4).keep()
    assert json.loads(file.read_text()) == known
    file.write_text(json.dumps(known | {"evaluation": "another"}))
    losses.Judge(tmp_path, "tictactoe", 2_000, 4).keep()
    left = json.loads(file.read_text())
    assert (left["positions"], left["best"], left["values"]) == (judge.positions, {}, {})


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


def test_processes_of_a_pool_find_what_they_play() -> None:
    """They do not import the `__main__` of a package. Both games of a duel have a result."""
    assert not play.__module__.endswith("__main__")
    assert {each in (0, 0.5, 1) for each in play(Duel("nim", 1, 0, 0))} == {True}
