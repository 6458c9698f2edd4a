"""Keys of the moves at a table."""

import pytest

from kibitz_client.match.table.move_keys import move_keys
from tests.client.cards import TABLE, cards_state
from tests.client.samples import GRID


@pytest.mark.parametrize(
    ("legal", "keys"),
    [
        (["check", "bet"], {"c": "check", "r": "bet"}),
        (["fold", "call", "raise"], {"f": "fold", "c": "call", "r": "raise"}),
        (["fold", "call", "raise 6", "raise 7"], {"f": "fold", "c": "call", "r": "raise"}),
        (["check", "bet 2", "bet 3"], {"c": "check", "r": "bet"}),
        (["fold", "call", "raise 6"], {"f": "fold", "c": "call", "r": "raise 6"}),
        ([], {}),
    ],
)
def test_a_key_stands_for_one_legal_move(legal: list[str], keys: dict[str, str]) -> None:
    """The key r stands for all raises, which have a field, or for the only one."""
    assert move_keys(TABLE, cards_state(legal=legal, paths=[[]] * len(legal))) == keys


def test_other_boards_have_no_such_keys() -> None:
    """There letters begin moves."""
    assert move_keys(GRID, cards_state(legal=["fold"], paths=[[]])) == {}
