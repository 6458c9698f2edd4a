"""Where dice may bring checkers of backgammon."""

from kibitz_server.games.backgammon import rolls


def test_free_rolls() -> None:
    """A lone checker can play all rolls on an empty board and none behind six blocked points in a row."""
    assert rolls.free_rolls(0, 20) == 36
    assert rolls.free_rolls(0, 3) == 36
    assert rolls.free_rolls(0b111111 << 14, 20) == 0
    assert rolls.free_rolls(0b11111 << 15, 20) == 11
