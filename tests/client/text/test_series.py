"""Score and games of a series as text."""

import pytest

from kibitz_client.text.series import elo_text, game_heading, game_line, normalized_text, player_names, score_lines
from kibitz_protocol.commands.statistics import EloFigures
from tests.client.samples import ENGINE, OTTER, played, score_of

OTHER = OTTER.model_copy(update={"kind": "engine", "name": "mcts:playouts=100"})


def test_the_score_of_both_players() -> None:
    """Each player has a line with points, share and counts of games."""
    games = [played(1, 0), played(2, 1), played(3, None), played(4, 0), played(5, "running"), played(6, "aborted")]
    first, second = score_lines(games, score_of(*games), 78)
    assert first.startswith("otter ")
    assert " 2.5 of 4     62.5 %  2 won  1 drawn  1 lost" in first
    assert second.startswith("engine alphabeta:depth=9 ")
    assert " 1.5 of 4     37.5 %  1 won  1 drawn  2 lost" in second


def test_a_table_may_begin_in_the_middle() -> None:
    """The first listed game determines the players, of whom the first moved first in the first game."""
    assert player_names(played(2, 0)) == player_names(played(3, 0)) == ("otter", "engine alphabeta:depth=9")
    assert "0 won  0 drawn  1 lost" in score_lines([played(2, 0)], score_of(played(2, 0)), 78)[0]


def test_a_duel_has_elo() -> None:
    """A series of two different engines has lines with the figures of its pairs, once they are known."""
    games = [played(number, (number - 1) % 2 if number % 4 else None, seats=(OTHER, ENGINE)) for number in range(1, 41)]
    lines = score_lines(games, score_of(*games), 78)
    assert lines[2].startswith("Elo of the first over the second: +")
    assert ", with 95 % between +" in lines[2]
    assert lines[3].startswith("Normalised Elo +")
    assert score_lines(games[:6], score_of(*games[:6]), 78)[2:] == ["Elo of the first over the second: not known yet"]
    itself = [played(1, 0, seats=(ENGINE, ENGINE))]
    assert len(score_lines(itself, score_of(*itself), 78)) == 2


def test_an_older_server_sends_no_score() -> None:
    """Without a score, the players are named."""
    assert score_lines([played(1, 0)], None, 78) == ["otter", "engine alphabeta:depth=9"]


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        ({}, "not known yet"),
        ({"elo": 20}, "not known yet"),
        ({"elo": 400, "elo_low": 7.2}, "with 95 % more than +7"),
        ({"elo": -400, "elo_high": -42.7}, "with 95 % less than -43"),
        ({"elo": 147.1, "elo_low": 80.6, "elo_high": 210}, "+147, with 95 % between +81 and +210"),
        ({"elo": -0.3, "elo_low": -186, "elo_high": 186}, "+0, with 95 % between -186 and +186"),
    ],
)
def test_elo_says_how_sure_it_is(figures: dict[str, float], text: str) -> None:
    """An estimate has its interval, or the bound that is known; without either, nothing is known."""
    assert elo_text(EloFigures(**figures)) == text


def test_normalised_elo() -> None:
    """Normalised Elo and the likelihood of superiority are in one line."""
    figures = EloFigures(normalized_elo=57.9, normalized_error=28.3, superiority=0.9996)
    assert normalized_text(figures) == "Normalised Elo +58 +- 28, likelihood of superiority 100.0 %"
    assert normalized_text(EloFigures(normalized_elo=57.9)) == ""


@pytest.mark.parametrize("width", [40, 78, 118])
def test_lines_are_as_wide_as_the_screen_at_most(width: int) -> None:
    """The columns are aligned with their headings."""
    heading = game_heading(width)
    lines = [game_line(played(100, ended), width, ply=12, time_ms=754_000) for ended in (0, "running", "aborted")]
    assert {len(line) for line in lines} == {len(heading)}
    assert len(heading) <= max(width, 58)
    assert lines[0].rstrip().endswith("00:06.5")
    assert lines[1].rstrip().endswith("running               12   12:34")
