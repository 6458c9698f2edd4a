"""Positions after draws that nobody claimed: longer rules, and positions from which engines go on."""

import pytest

from kibitz_server.games.ends.studies import drawn, going_on, longer
from tests.server.games.helpers import game_of, play

GAME = game_of("chess")
STUDY = game_of("chess study=true")
ROUND = "Nf3 Nf6 Ng1 Ng8"


def test_rules_that_end_a_game_later() -> None:
    """First draws are claimed, then none end the game; other games have no such rules."""
    assert [game.options for game in longer(GAME)] == [
        {"array": 518, "claims": True, "study": False},
        {"array": 518, "claims": False, "study": True},
    ]
    assert [game.options["study"] for game in longer(game_of("chess claims=true array=3"))] == [True]
    assert longer(STUDY) == longer(game_of("hex")) == []


@pytest.mark.parametrize("quiet", [100, 101, 149, 150, 160, 9999])
def test_a_study_goes_on_after_any_number_of_moves(quiet: int) -> None:
    """The text keeps the count, and moves count on; mate and stalemate end it."""
    position = STUDY.start(f"6k1/5ppp/8/8/8/8/8/R3K3 w Q - {quiet} 80")
    assert position.outcome is None
    assert play(position, "Ke2").text == f"6k1/5ppp/8/8/8/8/4K3/R7 b - - {quiet + 1} 80"
    assert STUDY.start(play(position, "Ke2").text).text == play(position, "Ke2").text
    mate = play(position, "Ra8").outcome
    assert mate is not None
    assert mate.reason == "checkmate"
    stalemate = STUDY.start(f"7k/5Q2/6K1/8/8/8/8/8 b - - {quiet} 1").outcome
    assert stalemate is not None
    assert stalemate.reason == "stalemate"


def test_a_study_goes_on_after_any_repetition() -> None:
    """Six occurrences, and dead positions, too; at last it has its greatest length."""
    assert play(STUDY.start(), " ".join([ROUND] * 6)).outcome is None
    assert play(STUDY.start(), " ".join([ROUND] * 60)).text.endswith(" 240 121")
    assert STUDY.start("8/8/8/8/8/8/8/K1k5 w - - 0 1").legal
    end = STUDY.start("8/8/8/8/8/8/8/K1k5 b - - 0 9999")
    assert end.outcome is None
    last = play(end, "Kc2").outcome
    assert last is not None
    assert last.reason == "length"


@pytest.mark.parametrize("text", ["6k1/5ppp/8/8/8/8/8/R3K3 w Q - 100 80", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 160 80"])
def test_an_engine_goes_on_without_the_count(text: str) -> None:
    """Its position is one of its own game, in which no draw is near, with the same moves."""
    found = going_on(GAME.start(text), GAME)
    assert found.game.options == GAME.options
    assert found.outcome is None
    assert found.text == "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 80"
    assert len(found.legal) == 16
    assert going_on(STUDY.start(text), GAME).text == found.text


def test_an_engine_goes_on_after_repetitions_and_without_material() -> None:
    """After a third occurrence the history goes; a dead position is one of a study; mate and stalemate stay ends."""
    third = play(GAME.start(), f"{ROUND} {ROUND}")
    assert drawn(third)
    assert going_on(third, GAME).game.options == GAME.options
    assert len(going_on(third, GAME).legal) == 20
    dead = going_on(GAME.start("8/8/8/8/8/8/8/K1k5 w - - 0 1"), GAME)
    assert (dead.game.options, len(dead.legal)) == (STUDY.options, 1)
    for text in ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"):
        assert not going_on(GAME.start(text), GAME).legal
    running = GAME.start()
    assert going_on(running, GAME) is running
