"""Chances that a report of a game with gammons has beside its score, and what both sides should do with the cube."""

from types import SimpleNamespace
from typing import Any, NamedTuple, Protocol

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.rules import part_of
from kibitz_server.engine.score import INFINITE
from kibitz_server.games.game import Position

LOOK_AHEAD = 2
"""Plies of a search after the actions with the cube: a roll, and the move after it."""
DROP = 1.0
"""What a double that is dropped is worth to the side that doubles, in units of the stake before it."""

ROLL, DOUBLE, TAKE = "roll", "double", "take"
"""Moves of a game with a cube."""


class CubeEquities(NamedTuple):
    """What the actions with a cube are worth to the side that may double, or has doubled, in units of `DROP`.

    `take` is a double that is taken. `no_double` is None once the double is made.
    """

    no_double: float | None
    take: float


class Prospects(NamedTuple):
    """Chances of the side that searches, after its move: to win, to win more, and to lose more, from 0 to 1.

    `cube` is what both sides should do with a cube that may be turned now, such as `double, take`; empty without one.
    `cube_equities` say by how much. `equity` is the score in points; None where the score is something else. In a match
    of several games, `match` is the chance to win it.
    """

    win: float
    gammon: float
    backgammon: float
    lost_gammon: float
    lost_backgammon: float
    cube: str = ""
    equity: float | None = None
    match: float | None = None
    cube_equities: CubeEquities | None = None

    def as_data(self) -> dict[str, Any]:
        """Return the fields with rounded numbers, as messages and answers have them."""
        cubes = self.cube_equities
        return _rounded(self._asdict()) | {"cube_equities": None if cubes is None else _rounded(cubes._asdict())}


def _rounded(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: round(each, 4) if isinstance(each, float) else each for name, each in fields.items()}


class Found(Protocol):
    """What a report says of a position."""

    @property
    def move(self) -> str: ...
    @property
    def score(self) -> int: ...
    @property
    def exact(self) -> bool: ...


def prospects_of(position: Position, found: Found, search: Any) -> Prospects | None:
    """Return the chances after the move of a report, or those before a decision about the cube.

    Args:
        position: The position that was searched.
        found: The report.
        search: The search, which is asked about the cube if it is expectiminimax in machine code.
    """
    game, move = position.game, next((move for move in position.legal if move.text == found.move), None)
    memory = SimpleNamespace(weights=game.rules.weights(), scratch=[0] * part_of(game, "SCRATCH"))
    chances: tuple[float, float, float, float, float]
    chances, actions, (lost, won) = game.rules.prospects(position.state.copy(), memory)
    sure = part_of(game, "SCORE_OF_WIN")
    equity = None if sure or found.exact else found.score / 100
    match = min(1.0, max(0.0, 0.5 + found.score / (2 * sure))) if sure else None
    if actions and won > lost:
        looks = getattr(search, "template", "") == "expectiminimax" and search.backend.compiled
        values = cube_values(position, search) if looks else actions
        no_double, take = (2 * (each - lost) / (won - lost) - 1 for each in values)
        cubes = CubeEquities(None if position.legal[0].text == TAKE else no_double, take)
        return Prospects(*chances, cube_advice(cubes), equity, match, cubes)
    if move is None:
        return Prospects(*chances, "", equity, match)
    after = position.after(move)
    if after.outcome is not None:
        return None
    (win, more, most, less, least), _, _ = game.rules.prospects(after.state.copy(), memory)
    if after.state.turn == position.state.turn:
        return Prospects(win, more, most, less, least, equity=equity, match=match)
    return Prospects(1.0 - win, less, least, more, most, equity=equity, match=match)


def cube_advice(equities: CubeEquities) -> str:
    """Return what both sides should do with the cube, as players say it: `double, take`, or `drop` after a double."""
    answer = "take" if equities.take <= DROP else "drop"
    if equities.no_double is None:
        return answer
    if min(equities.take, DROP) > equities.no_double:
        return f"double, {answer}"
    return "too good to double" if answer == "drop" else "no double, take"


def cube_values(position: Position, search: SpecialisedSearch) -> tuple[float, float]:
    """Return what no double and a taken double are worth to the side that may double or has doubled, as scores.

    Args:
        position: A position in which a side may double, or may take.
        search: A search by expectiminimax, which looks a roll ahead.
    """
    doubled = position if position.legal[0].text == TAKE else position.after(position.find(DOUBLE))
    taken = doubled.after(doubled.find(TAKE))
    kept = taken if doubled is position else position.after(position.find(ROLL))
    workspace, control = search.workspace(taken.state), SearchControl()
    control.reset(None)
    values = []
    for after in (kept, taken):
        search.load(workspace, after.state)
        view = search.attach(control)
        values.append(float(search.run.search(workspace, view, LOOK_AHEAD, -INFINITE, INFINITE, 0, 0)))
    return values[0], values[1]
