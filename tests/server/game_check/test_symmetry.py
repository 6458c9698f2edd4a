"""Symmetries that an author names: they must be known ones, and hold for the rules."""

from pathlib import Path

import pytest

from tests.server.game_check.test_check import BOUNDS, changed, found_in


@pytest.mark.parametrize("name", ["columns", "turn"])
def test_a_symmetry_that_the_rules_do_not_have(tmp_path: Path, name: str) -> None:
    """The poisoned square of the example is in one corner, so the image of a move leaves other squares."""
    (finding,) = found_in(changed(tmp_path, BOUNDS, f'{BOUNDS}\nSYMMETRIES = ("{name}",)'))
    assert finding.problem.endswith(", the image of the position goes on in another way")
    assert finding.hint == "leave that symmetry out of SYMMETRIES, or correct the rules"


def test_a_diagonal_of_a_board_that_is_not_square(tmp_path: Path) -> None:
    """It is left out, as options may make the board square."""
    assert found_in(changed(tmp_path, BOUNDS, f'{BOUNDS}\nSYMMETRIES = ("diagonal",)')) == []


def test_an_unknown_symmetry(tmp_path: Path) -> None:
    """The hint has the names that there are."""
    (finding,) = found_in(changed(tmp_path, BOUNDS, f'{BOUNDS}\nSYMMETRIES = ("left",)'))
    assert finding.problem == "SYMMETRIES has 'left'"
    assert finding.hint == "its names are columns, rows, turn, diagonal, heaps"
