"""Values: cheap to make, equal by their fields, never changed."""

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from kibitz_server.core.match.commands import CheckClock
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.core.values.turn import MatchTurn
from tests.frozen import values

MOVE = MovePlayed(0, 0, "b2", 10.0, 52.0)


def test_values_are_equal_and_hashed_by_their_fields() -> None:
    """Two values with the same fields are one key; a field that is not compared does not count."""
    assert {MOVE: 1}[MovePlayed(0, 0, "b2", 10.0, 52.0)] == 1
    assert replace(MOVE, ply=2) != MOVE
    assert hash(MatchTurn(3, began_at=7.0)) == hash(MatchTurn(3))


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_values_are_copied(copied: object) -> None:
    """A copy, also one from another process, is equal to the value."""
    assert callable(copied)
    assert copied(MOVE) == MOVE
    assert copied(MatchTurn(3, began_at=7.0)).began_at == 7.0


def test_values_have_no_other_attributes() -> None:
    """A value has slots, so that it takes little memory and a misspelt name is an error."""
    assert not hasattr(MOVE, "__dict__")
    assert not hasattr(CheckClock(), "__dict__")


@pytest.mark.parametrize("name", [field.name for field in fields(MOVE)])
def test_a_change_of_a_value_fails_the_tests(name: str) -> None:
    """The code under test cannot change a value, although the interpreter would let it."""
    with pytest.raises(FrozenInstanceError):
        setattr(MOVE, name, getattr(MOVE, name))


def test_every_dataclass_of_the_core_is_a_value() -> None:
    """All of them have slots and a hash, and none pays for the checks of `dataclass(frozen=True)`."""
    kinds = values()
    assert MovePlayed in kinds
    assert not [kind for kind in kinds if kind.__dataclass_params__.frozen]  # type: ignore[attr-defined]
    assert not [kind for kind in kinds if kind.__hash__ is None or "__slots__" not in vars(kind)]
