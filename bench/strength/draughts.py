"""Draughts endings of up to four pieces: exact at once, and won before the 40-move rule.

`python -m bench.strength.draughts` makes the suite again, in half a minute: random endings with results from a
retrograde analysis of its own, not from the table of the engine.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from bench.engine.figures import Figure
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from training.draughts.endings import Analysis

SUITE = Path(__file__).parent / "suites" / "draughts.json"
COMMAND = "python -m bench.strength.draughts --seed 1"
PIECES, POSITIONS = 4, 400
WINS = 60
"""Won endings that are played to the end."""
LONG = 9
"""Least number of plies of a win that is worth playing."""


def random_ending(game: Game, dice: random.Random) -> Position:
    """Return a random position of up to four pieces in which the game goes on."""
    while True:
        squares = dice.sample(range(1, 33), dice.randint(2, PIECES))
        black = dice.randint(1, len(squares) - 1)
        named = []
        for i, square in enumerate(squares):
            crowned = dice.random() < 0.5 or (square > 28 if i < black else square < 5)
            named.append(f"{'K' if crowned else ''}{square}")
        position = game.start(f"{dice.choice('BW')}:B{','.join(named[:black])}:W{','.join(named[black:])}")
        if position.outcome is None:
            return position


def make(seed: int) -> None:
    """Write the suite."""
    game, dice, analysis = load("draughts"), random.Random(seed), Analysis(PIECES)
    for pieces in range(2, PIECES + 1):
        analysis.determine(pieces)
    rows = []
    for _ in range(POSITIONS):
        position = random_ending(game, dice)
        plies = analysis.plies(position.state)
        rows.append({"position": position.text, "value": (plies > 0) - (plies < 0), "plies": abs(plies)})
    lines = ",\n".join(json.dumps(row) for row in rows)
    SUITE.write_text(f'{{"made": "{COMMAND}", "positions": [\n{lines}\n]}}\n')


def answer(position: Position, algorithm: str, limit: Limit) -> tuple[SearchResult, float]:
    """Return the report of a search and its processor seconds."""
    control = SearchControl()
    control.reset(limit.nodes)
    began = time.process_time()
    report = run(position, algorithm, limit, control)
    return report, time.process_time() - began


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the share of exact results, their time, and the share of won endings that are won."""
    game = load("draughts")
    rows = json.loads(SUITE.read_text())["positions"][: 60 if quick else None]
    answer(game.start(rows[0]["position"]), "solve", Limit(seconds=1))
    right, times = 0, []
    for row in rows:
        report, seconds = answer(game.start(row["position"]), "solve", Limit(seconds=1))
        same = report.score == row["value"] and (not row["value"] or report.distance == row["plies"])
        right += report.exact and same
        times.append(1000 * seconds)
    share = 100 * right / len(rows)
    detail = f"{len(rows)} random positions; value and plies to the win are right"
    yield Figure("draughts: endings of up to 4 pieces solved exactly", share, "%", 100, detail=detail)
    slowest = f"median {statistics.median(times):.1f} ms, with best play to the end"
    yield Figure("draughts: slowest such ending", max(times), "ms", 100, at_least=False, detail=slowest)
    won = [row for row in rows if row["value"] > 0 and row["plies"] >= LONG][:WINS]
    for defence in ("longest", "random"):
        points = sum(converted(game.start(row["position"]), defence) for row in won)
        detail = f"{len(won)} endings of {LONG} plies or more against {defence} defence, before the 40-move rule"
        yield Figure(
            f"draughts: won endings that level 10 wins, {defence} defence",
            100 * points / len(won),
            "%",
            100,
            detail=detail,
        )


def converted(position: Position, defence: str) -> bool:
    """Play a won ending. Return whether level 10 wins it."""
    winner, dice = position.to_move, random.Random(position.text)
    while position.outcome is None:
        if position.to_move == winner:
            text = answer(position, "level", Limit(seconds=1, level=10, seed=1))[0].move
        elif defence == "random":
            text = dice.choice(position.legal).text
        else:
            text = answer(position, "alphabeta", Limit(seconds=1))[0].move
        position = position.after(position.find(text))
    return position.outcome.winner == winner


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.strength.draughts", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    make(parser.parse_args().seed)
