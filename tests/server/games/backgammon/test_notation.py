from pathlib import Path

import pytest

from kibitz_server.games.backgammon import ids
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from tests.server.games.helpers import game_of, play, playout, texts

GAME = game_of("backgammon")
ROWS = [line.split(" ", 1) for line in (Path(__file__).parent / "plays.txt").read_text().splitlines() if line[0] != "#"]
AFTER_31 = "4HPwATDgc/ABMA:MIEFAAAAAAAE"
"""White has to play 31 from the first position."""


def position_of(text: str) -> Position:
    """Return the position of a match to its length, with the cube."""
    return load("backgammon", {"to": ids.read_match(text.split(":")[1]).length, "cube": True}).start(text)


def test_plays_are_those_of_gnu_backgammon() -> None:
    """Legal plays are those that GNU Backgammon lists, as it writes them."""
    assert len(ROWS) > 100
    for text, plays in ROWS:
        position = position_of(text)
        assert position.text == text
        assert texts(position) == set(plays.split("; ")), text


def test_every_play_is_found_in_other_orders_and_step_by_step() -> None:
    """The parts of a play may stand in any order; it is found again."""
    for text, _ in ROWS[::4]:
        position = position_of(text)
        for move in position.legal:
            turned = " ".join(reversed(move.text.split()))
            assert position.find(turned) == move, (text, turned)


def test_each_play_has_its_own_text_in_random_games() -> None:
    """No two plays of a position have the same text, and each text is found as its play."""
    for seed in range(3):
        for position in playout(GAME, seed):
            assert len(texts(position)) == len(position.legal)
            for move in position.legal[::5]:
                assert position.find(move.text.upper()) == move


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("8/5 6/5", (7, 4, 5, 4)),
        ("24/20", (23, 19)),
        ("13/10 24/23", (23, 22, 12, 9)),
    ],
)
def test_the_path_has_pairs_of_cells(text: str, path: tuple[int, ...]) -> None:
    """The path of a play has origin and target of each part of its text; cells are White's points."""
    assert GAME.start(AFTER_31).find(text).path == path


def test_the_path_of_black_is_the_other_way_round() -> None:
    """Black's point p is White's 25 - p."""
    black = GAME.start("4HPwATDgc/ABMA:cIkFAAAAAAAE")
    assert black.to_move == 1
    assert black.find("8/5 6/5").path == (16, 19, 18, 19)


def test_the_path_of_hits_the_bar_and_equal_steps() -> None:
    """A hit on the way is two pairs, a step that is made twice is two equal ones, and bar and off have their cells."""
    hit = play(GAME.start(), "12; 24/23 13/11; 65")
    assert hit.to_move == 0
    assert hit.find("24/18 13/8").path == (23, 17, 12, 7)
    twice = play(GAME.start(), "21; 13/11 6/5; 11")
    assert twice.find("24/23(2) 6/5(2)").path == (0, 1, 0, 1, 18, 19, 18, 19)
    entering = play(GAME.start(), "21; 13/11 6/5; 41; 24/20* 24/23; 32")
    assert entering.find("bar/22 24/22").path == (24, 21, 23, 21)
    off = GAME.start("4HPwAQYBAAAAAA:MIEFAAAAAAAE")
    assert off.find("1/off").path == (0, 26)


def test_opening_rolls() -> None:
    """Chance events are White's die and Black's, for the first roll, and then the larger die and the smaller one."""
    start = GAME.start()
    assert [chance.text for chance in start.chances][:6] == ["12", "13", "14", "15", "16", "21"]
    assert (len(start.chances), start.legal, start.to_move) == (30, (), None)
    later = play(start, "12; 24/23 13/11")
    assert [(chance.text, chance.weight) for chance in later.chances][:4] == [
        ("11", 1),
        ("21", 2),
        ("22", 1),
        ("31", 2),
    ]
    assert len(later.chances) == 21


def test_chance_events_as_people_type_them() -> None:
    """A roll may be typed with the smaller die first, and with a sign between; the opening roll keeps its order."""
    start = GAME.start()
    assert start.find("2-1").text == "21"
    assert start.find("1 2").text == "12"
    later = play(start, "12; 24/23 13/11")
    for typed in ("13", "3-1", "1, 3", "31"):
        assert later.find(typed).text == "31"


def test_what_chance_events_are_called() -> None:
    """The opening roll names both sides, others the side that rolls; a roll without a play says so."""
    start = GAME.start()
    assert start.said(start.find("31")) == "White rolls 3 and Black 1"
    later = play(start, "31; 8/5 6/5")
    assert later.said(later.find("65")) == "Black rolls 65"
    closed = GAME.start(f"{closed_board()}:MAEAAAAAAAAE")
    assert closed.said(closed.find("66")) == "White rolls 66 and cannot move"
    after = closed.after(closed.find("66"))
    assert (after.state.turn, after.to_move, len(after.chances)) == (1, None, 21)


def closed_board() -> str:
    """Return the position id in which Black holds its home board, and White has a checker on the bar."""
    black, white = [2] * 6 + [0] * 19, [0] * 24 + [1]
    return ids.write_position(black, white)
