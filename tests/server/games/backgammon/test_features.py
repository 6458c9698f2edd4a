"""What the networks of backgammon see of a position."""

from types import SimpleNamespace
from typing import Any

import pytest

from kibitz_server.games.backgammon import features
from kibitz_server.games.backgammon.features import LIST, MOST_INPUTS, ONE, SCRATCH
from tests.server.games.backgammon.helpers import new_state, random_states, start


def fresh() -> Any:
    """Return memory of a search without weights."""
    return SimpleNamespace(scratch=[0] * SCRATCH)


def placed(own: dict[int, int], other: dict[int, int]) -> Any:
    """Return a state with the checkers of seat 0, which is on roll, and of seat 1 on points as each counts them."""
    state = new_state()
    for seat, checkers in enumerate((own, other)):
        for point, count in checkers.items():
            state.checkers[25 * seat + point - 1] = count
    return state


def listed(memory: Any, count: int) -> dict[int, int]:
    """Return the inputs of the list, whose numbers must differ."""
    pairs = [(memory.scratch[LIST + 2 * i], memory.scratch[LIST + 2 * i + 1]) for i in range(count)]
    found = dict(pairs)
    assert len(found) == count
    return found


def inputs(state: Any) -> dict[int, int]:
    """Return the inputs of a state."""
    memory = fresh()
    race = features.phase(state) == features.RACE
    return listed(memory, (features.race_inputs if race else features.contact_inputs)(state, memory))


def exchanged(state: Any) -> Any:
    """Return the same position with the seats exchanged."""
    twin = state.copy()
    twin.turn = 1 - state.turn
    twin.checkers[:25], twin.checkers[25:] = state.checkers[25:], state.checkers[:25]
    return twin


def shots(distance: int) -> int:
    """Return the rolls of 36 that the inputs give for one checker that aims at one blot."""
    memory = fresh()
    for_own = features.put_shots(memory, 0, 0, 1 << 23, 0, 0, 1 << (23 - distance))
    return -(-listed(memory, for_own)[0] * 36 // ONE) if for_own else 0


def test_shots() -> None:
    """The rolls that hit a blot without blocked points are those of every table of shots."""
    direct = {1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17}
    indirect = {7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3, 13: 0, 15: 1, 16: 1, 18: 1, 20: 1}
    assert {distance: shots(distance) for distance in direct | indirect} == direct | indirect


@pytest.mark.parametrize(("bar", "rolls"), [(0, 11), (1, 11), (2, 11)])
def test_shots_from_the_bar(bar: int, rolls: int) -> None:
    """A blot on the point that a 4 enters is hit by each roll with a 4, also where other checkers wait on the bar."""
    memory = fresh()
    count = features.put_shots(memory, 0, 0, 0 if bar else 1 << 4, bar, 0b111 << 21, 1 << (20 if bar else 0))
    assert listed(memory, count)[0] * 36 // ONE + 1 == rolls + (0 if bar else 4)


def test_phases() -> None:
    """The first position has contact, one without contact is a race, and a side that is nearly home makes it late."""
    assert features.phase(start()) == features.CONTACT
    assert features.phase(placed({6: 5, 5: 10}, {6: 5, 4: 10})) == features.RACE
    assert features.phase(placed({6: 5, 5: 6, 20: 4}, {6: 5, 4: 5, 13: 5})) == features.LATE
    assert features.phase(placed({1: 15}, {25: 1, 6: 14})) == features.LATE


def test_inputs_are_within_bounds() -> None:
    """Inputs have different numbers within the network, whatever the position, and fit into the list."""
    for state in random_states(seed=4, plies=300):
        found = inputs(state)
        race = features.phase(state) == features.RACE
        assert len(found) + 3 <= MOST_INPUTS
        assert max(found) < (features.RACE_INPUTS if race else features.INPUTS)
        assert all(-4 * ONE <= value <= 13 * ONE for value in found.values())


def test_inputs_do_not_depend_on_the_seat() -> None:
    """A position with the seats exchanged has the same inputs."""
    for state in random_states(seed=5, plies=100):
        assert inputs(state) == inputs(exchanged(state))
