"""Matches of a game against itself with other constants: which numbers of a search or an evaluation play better.

    python -m bench.strength.options chess MARGIN=110 FUTILITY=165 --minutes 8 --sprt 0 10

The side with the changed constants plays the present one in this process. Both search the same number of nodes a
move; then the changed side gets as many nodes more or less as it needs to use the same processor time, so that an
option pays for what it costs. Openings are those of the bundle, each twice with seats swapped; when all are played,
they begin again with random moves after them. A game that both sides judge decided, or level for long, ends early.
"""

import argparse
import ast
import random
import time
from collections.abc import Iterator
from typing import Any, Protocol

from bench.strength.matches import FEWEST_PAIRS, SURE, Score
from kibitz_server.engine.compiler.backend import Backend
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.games.game import DRAW, ONGOING, Game
from kibitz_server.games.registry import load
from kibitz_server.games.typed.move_lists import played
from kibitz_server.openings.bundled import bundled
from training.chess import games

DECIDED, SURE_PLIES = 800, 6
"""Value at which this many plies in a row decide a game, if both sides say so."""
LEVEL, LEVEL_PLIES, LATE = 10, 12, 60
"""Value within which this many plies in a row make a draw, after as many plies as LATE."""
LONGEST = 300
EVEN = 150
"""Largest value of a position after random moves."""
CORRECTED_FROM = 20
"""Games whose processor times tell how many nodes the changed side gets."""
MOST, LEAST = 2.0, 0.5
"""Bounds of that number, as parts of the nodes of the other side."""


def changed(game: Game, changes: dict[str, Any]) -> Game:
    """Return a game with other constants."""
    return Game(game.declaration, game.options, game.names | changes)


class Player(Protocol):
    """Player of both sides of a game."""

    def forget(self) -> None:
        """Begin another game."""

    def move(self, state: Any) -> tuple[int, int]:
        """Return the code of a move, and the value for the side to move."""


class Side(games.Player):
    """Player of a match that counts the nodes it searches and the processor time it takes."""

    def __init__(self, game: Game, nodes: int, backend: Backend | None = None) -> None:
        super().__init__(game, nodes, backend)
        self.seconds = 0.0
        self.nodes = 0

    def move(self, state: Any) -> tuple[int, int]:
        """Return the code of a move, and the value for the side to move."""
        began = time.process_time()
        found = super().move(state)
        self.seconds += time.process_time() - began
        self.nodes += self.searched
        return found

    @property
    def speed(self) -> float:
        """Nodes in a second of processor time."""
        return self.nodes / max(self.seconds, 1e-9)


def openings(game: Game, judge: Player, dice: random.Random) -> Iterator[Any]:
    """Yield first positions of games without an end."""
    lines = [[move.code for move, _ in played(game.start(), line.moves)] for line in bundled(game).file.lines]
    more = 0
    while True:
        dice.shuffle(lines)
        for line in lines:
            state = game.new_state()
            game.rules.setup(state)
            for code in line:
                game.rules.play(state, code)
            for _ in range(more):
                if game.rules.outcome(state) == ONGOING:
                    game.rules.play(state, dice.choice(game.ruleset.codes(state)))
            if not more or (game.rules.outcome(state) == ONGOING and even(judge, state)):
                yield state
        more += 1


def even(judge: Player, state: Any) -> bool:
    """Return whether neither side is far ahead."""
    judge.forget()
    return abs(judge.move(state)[1]) <= EVEN


def points(game: Game, state: Any, sides: tuple[Player, Player], first: int) -> float:
    """Return the points of the first side in a game in which it has a seat: 1, 0.5 or 0."""
    rules, plies, decided, level, sign = game.rules, 0, 0, 0, 0
    for side in sides:
        side.forget()
    while (outcome := rules.outcome(state)) == ONGOING and plies <= LONGEST:
        move, value = sides[state.turn != first].move(state)
        own = value if state.turn == first else -value
        leads = (own > DECIDED) - (own < -DECIDED)
        decided, sign = decided + 1 if leads and leads == sign else abs(leads), leads
        level = level + 1 if abs(own) <= LEVEL and plies > LATE else 0
        if decided >= SURE_PLIES:
            return float(leads > 0)
        if level >= LEVEL_PLIES:
            return 0.5
        rules.play(state, move)
        plies += 1
    if outcome in (DRAW, ONGOING):
        return 0.5
    return float((state.turn == first) == (outcome > 0))


def match(
    game: Game, changes: dict[str, Any], nodes: int, seed: int, *, equal_nodes: bool
) -> Iterator[tuple[Score, float]]:
    """Yield the score of the changed side after each pair of games, and its speed as a part of the other's."""
    sides = (Side(changed(game, changes), nodes), Side(game, nodes))
    pairs: tuple[float, ...] = ()
    for start in openings(game, Side(game, nodes), random.Random(seed)):
        pairs = (*pairs, sum(points(game, start.copy(), sides, seat) for seat in (0, 1)))
        speed = sides[0].speed / sides[1].speed
        if not equal_nodes and 2 * len(pairs) >= CORRECTED_FROM:
            sides[0].allow(round(nodes * min(MOST, max(LEAST, speed))))
        yield Score(pairs), speed


def main() -> None:
    """Play and print the score as it goes."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength.options", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("changes", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--equal-nodes", action="store_true", help="do not correct the nodes by the speeds")
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"), default=(0.0, 10.0))
    given = parser.parse_args()
    if not compile_searches():
        parser.error("the compiler for the engine is missing or switched off")
    changes = {name: ast.literal_eval(value) for name, _, value in (word.partition("=") for word in given.changes)}
    until = time.monotonic() + 60 * given.minutes
    for score, speed in match(load(given.game), changes, given.nodes, given.seed, equal_nodes=given.equal_nodes):
        ratio = score.likelihood(*given.sprt)
        ended = (abs(ratio) >= SURE and len(score.pairs) >= FEWEST_PAIRS) or time.monotonic() > until
        if ended or len(score.pairs) % 25 == 0:
            print(f"{score}, {speed:.2f} of the speed, LLR {ratio:+.2f}: {' '.join(given.changes)}", flush=True)
        if ended:
            break


if __name__ == "__main__":
    main()
