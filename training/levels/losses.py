"""What the moves of a level lose: in win probability, by a search that is far stronger than the lower levels.

The positions are of games between levels, two of each game, and the same for all levels. The search judges the moves
that any level has chosen, and its own, one by one: `Judge` keeps what it has found in a file, so that a changed ladder
is measured in a short time.
"""

import hashlib
import json
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kibitz_server.engine.analysis.win_probability import DATA as CURVES
from kibitz_server.engine.analysis.win_probability import win_probability
from kibitz_server.engine.compiler.select import chosen
from kibitz_server.engine.compiler.specialise import TEMPLATES, fingerprint
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.data.files import path_of
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.levels import PLAYOUT_NODES, plan, strongest
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, LegalMove, Position
from kibitz_server.games.registry import load
from training.levels.games import opening, played
from training.levels.players import TOP, level_move, level_player

BETWEEN = range(2, 8)
"""Levels that play the games."""
OF_EACH = 2
"""Positions of each game."""
SEEDS = 3
"""Moves of each level in each position, if it errs."""
BLUNDER = 0.20
"""Loss of a blunder, as in an analysis."""
LOST = 0.03
"""Win probability of a position in which hardly anything can be lost."""


class Loss(NamedTuple):
    """What a level loses: win probability by move with its margin, and blunders in 100 moves, in some positions.

    A move takes `ms` milliseconds of processor time.
    """

    mean: float
    margin: float
    blunders: float
    positions: int
    ms: float = 0.0


def positions(name: str, number: int) -> list[str]:
    """Return positions of games between levels, as texts, in which there is a choice."""
    game, found = load(name), list[str]()
    for i in range(4 * number):
        dice = random.Random(f"losses {name} {i}")
        players = [level_player(dice.choice(BETWEEN), i, 0) for _ in range(2)]
        walk = [each for each in played(opening(game, f"losses {name} {i}"), players, dice) if len(each.legal) > 1]
        found += [each.text for each in dice.sample(walk, min(OF_EACH, len(walk)))]
        if len(found) >= number:
            break
    return found[:number]


class Judge:
    """Judgements of a game's moves by a search of a number of nodes, with the positions. They are kept in a file.

    The file says which evaluation has judged. With another one, the judgements are dropped, and the positions stay.
    """

    def __init__(self, folder: Path, name: str, nodes: int, number: int) -> None:
        self.game, self._nodes, self._file = load(name), nodes, folder / f"{name}-{nodes}-{number}.json"
        known: dict[str, Any] = json.loads(self._file.read_text()) if self._file.exists() else {}
        self.positions: list[str] = known.get("positions") or positions(name, number)
        self._evaluation = evaluation(self.game)
        if known.get("evaluation") != self._evaluation:
            known = {}
        self._best: dict[str, str] = known.get("best", {})
        self._values: dict[str, float] = known.get("values", {})
        self.keep()

    def keep(self) -> None:
        """Write what is known to the file."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        known = {"evaluation": self._evaluation, "best": self._best, "values": self._values}
        self._file.write_text(json.dumps({"positions": self.positions, **known}, indent=0))

    def loss(self, position: Position, moves: Sequence[LegalMove]) -> list[float] | None:
        """Return what each move loses; None where nothing can be lost."""
        text = position.text
        if text not in self._best:
            found = self._search(position)
            self._best[text] = found.move
        best = position.find(self._best[text])
        most = max(self._value(position, move) for move in (best, *moves))
        return None if most <= LOST else [most - self._value(position, move) for move in moves]

    def _value(self, position: Position, move: LegalMove) -> float:
        """Return the win probability of the side to move after a move of it."""
        name = f"{position.text} {move.text}"
        if name not in self._values:
            after = position.after(move)
            if after.outcome is not None:
                winner = after.outcome.winner
                value = 0.5 if winner is None else float(winner == position.state.turn)
            else:
                found = win_probability(self.game.name, self._search(after))
                assert found is not None
                value = found if after.state.turn == position.state.turn else 1 - found
            self._values[name] = value
        return self._values[name]

    def _search(self, position: Position) -> SearchResult:
        algorithm, control = strongest(self.game), SearchControl()
        control.reset(self._nodes // PLAYOUT_NODES if algorithm == "mcts" else self._nodes)
        return run(position, algorithm, Limit(nodes=control.node_limit, seed=1), control)


def evaluation(game: Game) -> str:
    """Return a hash of all that a judgement depends on: the search, its weights and tables, and the curve."""
    made = hashlib.blake2s(fingerprint(TEMPLATES[strongest(game)], game, chosen()).encode(), digest_size=8)
    made.update(repr(list(game.rules.weights()) if "weights" in game.names else []).encode())
    for path in [*map(path_of, game.names.get("DATA", ())), CURVES]:
        made.update(path.read_bytes() if path.is_file() else b"")
    return made.hexdigest()


def losses(judge: Judge, top_nodes: int, level: int, is_over: Callable[[], bool] = lambda: False) -> Loss | None:
    """Return what a level loses in the positions of a judge; None if the time is over before."""
    seeds = range(SEEDS if level != TOP and plan(judge.game, level).rung.errs else 1)
    found, spent = list[list[float]](), 0.0
    level_move(
        judge.game.start(judge.positions[0]), level, 0, top_nodes
    )  # the first search of a process loads its code
    for text in judge.positions:
        if is_over():
            judge.keep()
            return None
        position = judge.game.start(text)
        began = time.process_time()
        moves = [level_move(position, level, seed, top_nodes) for seed in seeds]
        spent += time.process_time() - began
        if (lost := judge.loss(position, moves)) is not None:
            found.append(lost)
    judge.keep()
    return summary(found)._replace(ms=1000 * spent / len(seeds) / len(judge.positions))


def summary(lost: Sequence[Sequence[float]]) -> Loss:
    """Return the loss by the losses in each position. A position is one sample, as its moves are not independent."""
    means = [statistics.fmean(each) for each in lost]
    blunders = [statistics.fmean(loss >= BLUNDER for loss in each) for each in lost]
    margin = 1.96 * statistics.pstdev(means) / math.sqrt(len(means))
    return Loss(statistics.fmean(means), margin, 100 * statistics.fmean(blunders), len(means))
