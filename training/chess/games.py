"""Games of chess that the engine plays against itself: `python -m training chess-games` appends their quiet positions
to a file.

Each position is kept with the value that the search promised which chose the move there, and with the result of its
game. The games begin after a few random moves, and a large part of them with a difference of material: pieces of either
side are taken off at random, near the start or in the middle of an earlier game. Positions of level games alone say
little about what a piece is worth, because a player that is a piece ahead is rare in them and already winning.
"""

import argparse
import random
import time
from typing import Any, Protocol

import numpy as np

from kibitz_server.engine.algorithms import aspire
from kibitz_server.engine.compiler.backend import Backend
from kibitz_server.engine.compiler.select import chosen, compile_searches
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.games.game import DRAW, ONGOING, Game
from kibitz_server.games.registry import load
from training.arguments import new_file
from training.chess.positions import FIELDS, POSITION

OPENING = (4, 5, 6, 7, 8, 9)
"""Numbers of random plies at the start of a game."""
EVEN, UNEVEN = 120, 900
"""Largest value, for either side, of the first position of a level game and of one with a difference of material."""
LEVEL_GAMES, FROM_START = 0.3, 0.6
"""Share of the games that begin level, and of those below it or this that begin near the start."""
OFF, OFTEN = ((1, 0), (2, 0), (1, 1), (2, 1), (3, 1), (2, 2), (3, 2)), (30, 8, 20, 20, 6, 10, 6)
"""Numbers of pieces of either side that are taken off, and how often."""
LIVES = (10, 24, 24, 18, 0, 10)
"""How often one pawn, knight, bishop, rook, king or queen is taken off before another."""
POOL, POOLED = 4096, 7
"""Positions of earlier games from which later ones may begin, and the plies from one to the next."""
DECIDED, SURE_PLIES = 1200, 4
"""Value at which this many plies in a row decide a game."""
LEVEL, LEVEL_PLIES, LATE = 6, 12, 80
"""Value within which this many plies in a row make a draw, after as many plies as LATE."""
LONGEST = 240
TABLE_BITS = 15


class Mover(Protocol):
    """Player of both sides of a game."""

    def forget(self) -> None:
        """Begin another game."""

    def move(self, state: Any) -> tuple[int, int]:
        """Return the code of a move, and the value for the side to move."""


class Player:
    """Engine with a fixed number of nodes for a move, which keeps its table during a game."""

    def __init__(self, game: Game, nodes: int, backend: Backend | None = None) -> None:
        self._search = SpecialisedSearch("alphabeta", game, backend or chosen(), {"TABLE_BITS": TABLE_BITS})
        self._control = SearchControl()
        self._view = self._search.attach(self._control)
        self._nodes = nodes
        self._memory: Any = None

    def forget(self) -> None:
        """Begin another game."""
        self._memory = None

    def allow(self, nodes: int) -> None:
        """Set the nodes for each move from now on."""
        self._nodes = nodes

    @property
    def searched(self) -> int:
        """Nodes of the latest move."""
        return int(self._control.nodes)

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


class Starts:
    """First positions of games."""

    def __init__(self, game: Game, player: Mover, dice: random.Random) -> None:
        self._game = game
        self._player = player
        self._dice = dice
        self._pool: list[Any] = []

    def draw(self) -> Any:
        """Return a state that is not over and not too far from level."""
        level = self._dice.random() < LEVEL_GAMES
        while True:
            early = level or not self._pool or self._dice.random() < FROM_START
            state = self._opening() if early else self._dice.choice(self._pool).copy()
            if not level and not self._take_off(state):
                continue
            if self._game.rules.outcome(state) == ONGOING:
                self._player.forget()
                if abs(self._player.move(state)[1]) <= (EVEN if level else UNEVEN):
                    return state

    def keep(self, state: Any) -> None:
        """Let later games begin from a position; an earlier one gives way to it."""
        if len(self._pool) < POOL:
            self._pool.append(state.copy())
        else:
            self._pool[self._dice.randrange(POOL)] = state.copy()

    def _opening(self) -> Any:
        state = self._game.new_state()
        self._game.rules.setup(state)
        for _ in range(self._dice.choice(OPENING)):
            if self._game.rules.outcome(state) == ONGOING:
                self._game.rules.play(state, self._dice.choice(self._game.ruleset.codes(state)))
        return state

    def _take_off(self, state: Any) -> bool:
        """Take off some pieces of both sides. Return whether the position is legal then."""
        rules, dice = self._game.rules, self._dice
        first = dice.randrange(2)
        for seat, count in zip((first, 1 - first), dice.choices(OFF, OFTEN)[0], strict=True):
            own = state.black if seat else state.white
            pieces = {at: rules.piece_at(state, at) for at in range(64) if own >> at & 1}
            for _ in range(min(count, len(pieces) - 1)):
                square = dice.choices(list(pieces), [LIVES[piece] for piece in pieces.values()])[0]
                rules.lift(state, pieces.pop(square), seat, square)
        state.castling &= state.white | state.black
        state.passant = 0
        state.turn = 1 - state.turn
        rules.look_at_king(state)
        attacked_king = bool(state.checks)
        state.turn = 1 - state.turn
        rules.complete_state(state)
        rules.forget(state)
        return not attacked_king


def played(game: Game, player: Mover, state: Any, starts: Starts) -> tuple[list[tuple[int, ...]], int]:
    """Play a game to its end. Return its quiet positions with their values, and the half points of White."""
    rules, plies = game.rules, 0
    found: list[tuple[int, ...]] = []
    ahead, behind, level = 0, 0, 0
    while True:
        outcome = rules.outcome(state)
        if outcome != ONGOING:
            return found, 1 if outcome == DRAW else 2 * int((state.turn == 0) == (outcome > 0))
        move, value = player.move(state)
        white = value if state.turn == 0 else -value
        ahead = ahead + 1 if white > DECIDED else 0
        behind = behind + 1 if white < -DECIDED else 0
        level = level + 1 if abs(white) <= LEVEL and plies > LATE else 0
        if max(ahead, behind) >= SURE_PLIES:
            return found, 2 * int(ahead > behind)
        if level >= LEVEL_PLIES or plies > LONGEST:
            return found, 1
        takes = (state.white | state.black) >> (move >> 6 & 63) & 1
        if not state.checks and not takes and not move >> 12 and abs(value) < PROVEN:
            found.append((*(getattr(state, name) for name in FIELDS), white))
            if plies % POOLED == 0:
                starts.keep(state)
        rules.play(state, move)
        plies += 1


def records(found: list[tuple[int, ...]], result: int, number: int) -> Any:
    """Return the positions of a game as they are in the file."""
    rows = [(*fields, number, value, result, turn) for *fields, turn, value in found]
    return np.array(rows, POSITION)


def main() -> None:
    """Play and append until the time is over."""
    parser = argparse.ArgumentParser(prog="python -m training chess-games", description=__doc__)
    parser.add_argument("file", type=new_file)
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    compile_searches()
    game, dice, until = load("chess"), random.Random(given.seed), time.monotonic() + 60 * given.minutes
    player, number, count = Player(game, given.nodes), 0, 0
    starts = Starts(game, player, dice)
    with given.file.open("ab") as file:
        while time.monotonic() < until:
            state = starts.draw()
            player.forget()
            found = records(*played(game, player, state, starts), number)
            file.write(found.tobytes())
            number, count = number + 1, count + len(found)
            if number % 100 == 0:
                file.flush()
                print(f"{number} games, {count} positions", flush=True)


if __name__ == "__main__":
    main()
