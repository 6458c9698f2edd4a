"""The picking of steps on a board of points, in any order, by pairs of cells."""

import pytest

from kibitz_client.board.move_picker import MovePicker, could_be_move, pick, targets
from tests.client.points import BACKGAMMON, points_state


def picked(*cells: int, **changes: object) -> MovePicker:
    """Return the result of picking cells one after the other."""
    position, found = points_state(**changes), MovePicker()
    for cell in cells:
        found = pick(BACKGAMMON, position, found.picked, cell)
    return found


@pytest.mark.parametrize("cells", [(7, 4, 5, 4), (5, 4, 7, 4)])
def test_pairs_are_picked_in_any_order(cells: tuple[int, ...]) -> None:
    """A move is complete when all of its pairs are picked."""
    assert picked(*cells[:3]) == MovePicker(cells[:3])
    assert picked(*cells) == MovePicker(cells, ("8/5 6/5",))


def test_a_step_goes_on_from_its_target() -> None:
    """The target of a step begins the next one, picked twice or once."""
    hit = {"legal": ["24/18*/13", "13/8 24/18*"], "paths": [[23, 17, 17, 12], [12, 7, 23, 17]]}
    assert picked(23, 17, 17, 12, **hit) == MovePicker((23, 17, 17, 12), ("24/18*/13",))
    # The same cell begins a step of another move, which is the likelier one.
    assert picked(23, 17, 12, **hit) == MovePicker((23, 17, 12))
    alone = {"legal": ["24/18*/13"], "paths": [[23, 17, 17, 12]]}
    assert picked(23, 17, 12, **alone) == MovePicker((23, 17, 17, 12), ("24/18*/13",))


def test_a_checker_moves_by_one_die_after_the_other() -> None:
    """A move of one checker by both dice is picked in steps, if the first step is legal and hits nothing on its way."""
    both = {"legal": ["24/13", "24/18 13/8", "24/23 8/2"], "paths": [[23, 12], [23, 17, 12, 7], [23, 22, 7, 1]]}
    assert picked(23, 17, 17, 12, **both) == MovePicker((23, 17, 17, 12), ("24/13",))
    hit = both | {"counts": [-1 if cell == 17 else 0 for cell in range(28)]}
    assert picked(23, 17, 17, 12, **hit).moves == ()


def test_a_pair_may_be_picked_as_often_as_a_move_has_it() -> None:
    """Two equal steps are two pairs."""
    double = {"legal": ["6/4(2)"], "paths": [[5, 3, 5, 3]]}
    assert picked(5, 3, **double) == MovePicker((5, 3))
    assert picked(5, 3, 5, 3, **double).moves == ("6/4(2)",)


def test_a_complete_move_is_offered_beside_longer_ones() -> None:
    """A move whose pairs are all picked comes before those that need more."""
    both = {"legal": ["8/5 6/5", "8/5"], "paths": [[7, 4, 5, 4], [7, 4]]}
    assert picked(7, 4, **both) == MovePicker((7, 4), ("8/5", "8/5 6/5"))


def test_other_picks_change_the_origin_or_begin_again() -> None:
    """The same origin again is taken back, another one takes its place, and a cell without a step is a miss."""
    assert picked(7, 7) == MovePicker()
    assert picked(7, 4, 5, 5) == MovePicker((7, 4))
    assert picked(7, 5) == MovePicker((5,))
    assert picked(7, 4, 23) == MovePicker((23,))
    assert picked(7, 4, 5, 23) == MovePicker((23,))
    assert picked(2) == MovePicker()
    assert picked(7, 2) == MovePicker()


def test_targets_are_origins_and_then_ends_of_their_steps() -> None:
    """What may be picked next is marked."""
    position = points_state()
    assert targets(BACKGAMMON, position, ()) == {5, 7, 12, 23}
    assert targets(BACKGAMMON, position, (7,)) == {3, 4}
    assert targets(BACKGAMMON, position, (7, 4)) == {4, 5}
    assert targets(BACKGAMMON, position, (7, 4, 5)) == {4}


def test_moves_without_a_path_are_played_by_any_cell() -> None:
    """Where nothing can be moved, any cell offers the moves; beside steps they are only buttons."""
    assert picked(3, legal=["roll", "double"], paths=[[], []]).moves == ("roll", "double")
    assert picked(7, 3, legal=["8/4", "pass"], paths=[[7, 3], []]).moves == ("8/4",)


def test_texts_that_may_be_moves_have_names_of_points() -> None:
    """A premove has numbers of points, bar and off."""
    assert could_be_move(BACKGAMMON, points_state(), "bar/20 6/off")
    assert not could_be_move(BACKGAMMON, points_state(), "e4")
