"""Games of chess that the engine plays against itself, and their quiet positions with the results."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz_server.engine.algorithms import aspire
from kibitz_server.engine.compiler.select import chosen
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.games.game import DRAW, ONGOING, Game

FIELDS = ("white", "black", "pawns", "knights", "diagonal", "straight", "kings", "turn")
"""Fields of a state that the evaluation reads."""
OPENING = (6, 7, 8, 9)
"""Numbers of random plies at the start of a game."""
EVEN = 90
"""Largest value of the position after them, for either side."""
DECIDED, SURE_PLIES = 1000, 4
"""Value at which this many plies in a row decide a game."""
LEVEL, LEVEL_PLIES, LATE = 6, 12, 80
"""Value within which this many plies in a row make a draw, after as many plies as LATE."""
LONGEST = 300
USED = 1200
"""Largest value of a position that is used."""
PER_GAME = 30
"""Positions of a game that are used at most, because those of one game say the same."""
TABLE_BITS = 16


class Example(NamedTuple):
    """Quiet position, its value by a search, and the points of White in its game."""

    fields: tuple[int, ...]
    value: int
    result: float


class Player:
    """Engine with a fixed number of nodes for a move, which keeps its table during a game."""

    def __init__(self, game: Game, nodes: int) -> None:
        self._search = SpecialisedSearch("alphabeta", game, chosen(), {"TABLE_BITS": TABLE_BITS})
        self._control = SearchControl()
        self._view = self._search.attach(self._control)
        self._nodes = nodes
        self._memory: Any = None

    def forget(self) -> None:
        """Begin another game."""
        self._memory = None

    def move(self, state: Any) -> tuple[int, int]:
        """Return the code of the best move, and the value for the side to move."""
        search, control, run = self._search, self._control, self._search.run.search
        control.reset(self._nodes)
        if self._memory is None:
            self._memory = search.workspace(state)
        else:
            search.resume(self._memory, state)
        memory, move = self._memory, 0
        for depth in range(1, 64):

            def within(low: int, high: int, depth: int = depth) -> int:
                return int(run(memory, self._view, depth, low, high, 0, 0))

            value = aspire(within, control)
            line = search.line(memory)
            if control.stop:
                if line:
                    move, control.score = line[0], round(search.value(memory))
                break
            move, control.depth, control.score = line[0], depth, value
            if abs(value) >= WIN - depth:
                break
        return move, control.score


def opening(game: Game, player: Player, dice: random.Random) -> Any:
    """Return the state after random moves, about even."""
    rules = game.rules
    while True:
        state = game.new_state()
        rules.setup(state)
        for _ in range(dice.choice(OPENING)):
            if rules.outcome(state) == ONGOING:
                rules.play(state, dice.choice(game.ruleset.codes(state)))
        if rules.outcome(state) == ONGOING:
            player.forget()
            if abs(player.move(state)[1]) <= EVEN:
                return state


def examples(game: Game, nodes: int, games: int, seed: int) -> Iterator[Example]:
    """Yield positions of games in which the engine plays both sides."""
    dice, player = random.Random(seed), Player(game, nodes)
    for _ in range(games):
        state = opening(game, player, dice)
        player.forget()
        found, result = played(game, player, state)
        for fields, value in dice.sample(found, min(PER_GAME, len(found))):
            yield Example(fields, value, result)


def played(game: Game, player: Player, state: Any) -> tuple[list[tuple[tuple[int, ...], int]], float]:
    """Play a game to its end. Return its quiet positions with their values, and the points of White."""
    rules, plies = game.rules, 0
    found: list[tuple[tuple[int, ...], int]] = []
    ahead, behind, level = 0, 0, 0
    while True:
        outcome = rules.outcome(state)
        if outcome != ONGOING:
            points = 0.5 if outcome == DRAW else float((state.turn == 0) == (outcome > 0))
            return found, points
        move, value = player.move(state)
        white = value if state.turn == 0 else -value
        ahead = ahead + 1 if white > DECIDED else 0
        behind = behind + 1 if white < -DECIDED else 0
        level = level + 1 if abs(white) <= LEVEL and plies > LATE else 0
        if max(ahead, behind) >= SURE_PLIES:
            return found, float(ahead > behind)
        if level >= LEVEL_PLIES or plies > LONGEST:
            return found, 0.5
        takes = (state.white | state.black) >> (move >> 6 & 63) & 1
        if not state.checks and not takes and not move >> 12 and abs(value) < min(USED, PROVEN):
            found.append((tuple(getattr(state, name) for name in FIELDS), white))
        rules.play(state, move)
        plies += 1
