"""Curves from scores to win probabilities: `python -m training win-probability` plays games and fits.

It writes the data file of the server, and the tables of docs/analysis.md.

Levels play each other from a few random moves, so that strong and weak play and clear and close positions all occur. Of
each game some positions are searched, by the usual search of the game and by Monte Carlo search, and each score is
paired with the final result for the side to move: 1, 0.5 or 0. The curve is logistic in a power of the score, and
symmetric: both sides use the same one. Maximum likelihood (Newton's method) finds its slope, and cross-validation its
power. A fifth of the games is held out, and the quality is that of their positions. Proven scores are left out: they
need no curve.
"""

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz_server.engine.algorithms import usual
from kibitz_server.engine.analysis import win_probability
from kibitz_server.engine.analysis.win_probability import DEFAULT, PLAYOUTS, Curve, Kind, logit_of_mean
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import OptionValue, Position
from kibitz_server.games.registry import load
from training.levels.games import after_chance

Options = dict[str, OptionValue]
GAMES: dict[str, tuple[Options, ...]] = {
    "backgammon": ({},),
    "connect4": ({},),
    "dots": ({"columns": 4, "rows": 4}, {"columns": 5, "rows": 5}),
    "draughts": ({},),
    "gomoku": ({},),
    "kalah": ({},),
    "mnk": ({"columns": 5, "rows": 5, "connect": 4}, {"columns": 7, "rows": 7, "connect": 4}),
    "reversi": ({},),
    "ultimate": ({},),
}
"""The fitted games, with the options of their boards.

Searches of tic-tac-toe and Nim reach the end, so they need none."""
LEVELS = range(5, 8)
OPENING = 6
"""Largest number of random moves at the start of a game."""
POSITIONS = 8
"""Positions of each game that are searched."""
LIMITS: dict[Kind, Limit] = {"evaluation": Limit(nodes=10_000), "playouts": Limit(playouts=500)}
POWERS = [round(0.2 + 0.05 * step, 2) for step in range(29)]
FOLDS = 8
"""Parts of the games, each of which is left out once to find the power."""
BINS = 10
HELD_OUT = 5
"""One game of this many is held out."""
DOC = Path(__file__).parent.parent / "docs" / "analysis.md"
TABLE = ("<!-- curves: begin -->", "<!-- curves: end -->")
"""The lines between which the page has the generated tables."""

Floats = NDArray[np.float64]
Curves = dict[str, dict[str, list[float]]]
"""Curves by game and kind of score, as in the data file."""


class Sample(NamedTuple):
    """A searched position: the number of its game, the kind of score, the score, and the result (1, 0.5 or 0)."""

    game: str
    number: int
    kind: Kind
    score: int
    result: float


class Quality(NamedTuple):
    """Fit of one curve: samples, Brier scores, mean logarithmic loss in nats, and the rows of a calibration table.

    `base` is the Brier score of the forecast that every position is even, `default` that of the default curve.
    """

    samples: int
    held_out: int
    brier: float
    base: float
    default: float
    loss: float
    calibration: list[tuple[float, float, int]]


def play(task: tuple[str, int]) -> list[Sample]:
    """Play one game between levels, and return the samples of its positions."""
    name, number = task
    select.compile_searches()
    rng = random.Random(f"{name} {number}")
    game = load(name, dict(rng.choice(GAMES[name])))
    position = after_chance(game.start(), rng)
    for _ in range(rng.randrange(OPENING + 1)):
        if position.outcome is None:
            position = after_chance(position.after(rng.choice(position.legal)), rng)
    level = rng.choice(LEVELS)
    levels = (level, max(1, min(10, level + rng.choice((-1, 0, 1)))))
    seen: list[Position] = []
    while position.outcome is None:
        seen.append(position)
        report = _searched(position, "level", Limit(seed=number, level=levels[position.state.turn]))
        position = after_chance(position.after(position.find(report.move)), rng)
    winner = position.outcome.winner
    samples = []
    for each in rng.sample(seen, min(POSITIONS, len(seen))):
        result = 0.5 if winner is None else float(winner == each.state.turn)
        for kind, limit in LIMITS.items():
            algorithm = PLAYOUTS if kind == "playouts" else usual(game)
            report = _searched(each, algorithm, Limit(nodes=limit.nodes, playouts=limit.playouts, seed=number))
            if report.wins_in is None:
                samples.append(Sample(name, number, kind, report.score, result))
    return samples


def _searched(position: Position, algorithm: str, limit: Limit) -> SearchResult:
    control = SearchControl()
    control.reset(limit.nodes)
    return run(position, algorithm, limit, control)


def inputs(kind: Kind, scores: Iterable[int]) -> Floats:
    """Return the input of the curve for each score, before its power."""
    return np.array([logit_of_mean(score) if kind == "playouts" else score / 100 for score in scores])


def fit(x: Floats, results: Floats, numbers: NDArray[np.int64]) -> Curve:
    """Return the most likely curve of the power that is best at games left out (cross-validation by game).

    Args:
        x: Inputs, one for each position.
        results: Results of the side to move.
        numbers: Number of the game of each position.
    """
    parts = numbers % FOLDS

    def left_out(power: float) -> float:
        powered = np.sign(x) * np.abs(x) ** power
        losses = 0.0
        for part in range(FOLDS):
            kept = parts != part
            p = probabilities(powered[~kept], newton(powered[kept], results[kept]))
            losses += loss(p, results[~kept]) * float(np.sum(~kept)) if (~kept).any() else 0.0
        return losses

    power = min(POWERS, key=left_out)
    return Curve(round(newton(np.sign(x) * np.abs(x) ** power, results), 4), power)


def newton(x: Floats, results: Floats, steps: int = 50) -> float:
    """Return the slope of the most likely logistic curve through (0, 0.5)."""
    slope = 0.0
    for _ in range(steps):
        p = probabilities(x, slope)
        gradient = float(np.sum(x * (results - p)))
        # The penalty keeps the slope finite where the sign of the score already decides each game.
        curvature = float(np.sum(x * x * p * (1 - p))) + 1e-3
        step = (gradient - 1e-3 * slope) / curvature
        slope += max(-1.0, min(1.0, step))
        if abs(step) < 1e-9:
            break
    return slope


def probabilities(x: Floats, slope: float) -> Floats:
    """Return the logistic curve at each input."""
    return 1 / (1 + np.exp(-np.clip(slope * x, -35, 35)))


def loss(p: Floats, results: Floats) -> float:
    """Return the mean logarithmic loss, in nats; a draw is half a win and half a loss."""
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return float(-np.mean(results * np.log(p) + (1 - results) * np.log(1 - p)))


def quality(curve: Curve, kind: Kind, samples: Sequence[Sample], count: int) -> Quality:
    """Return the quality of a curve on held-out samples."""
    p = np.array([curve.probability(float(x)) for x in inputs(kind, (s.score for s in samples))])
    results = np.array([s.result for s in samples])
    rows = []
    for low in np.arange(BINS) / BINS:
        inside = (p >= low) & (p < low + 1 / BINS + (1e-9 if low == 1 - 1 / BINS else 0))
        if inside.any():
            rows.append((float(p[inside].mean()), float(results[inside].mean()), int(inside.sum())))
    brier, base = float(np.mean((p - results) ** 2)), float(np.mean((0.5 - results) ** 2))
    default = np.array([DEFAULT[kind].probability(float(x)) for x in inputs(kind, (s.score for s in samples))])
    return Quality(count, len(samples), brier, base, float(np.mean((default - results) ** 2)), loss(p, results), rows)


def fitted(samples: Sequence[Sample], kind: Kind) -> tuple[Curve, Quality]:
    """Return the curve of the samples of one kind, and its quality."""
    of_kind = [sample for sample in samples if sample.kind == kind]
    kept = [sample for sample in of_kind if sample.number % HELD_OUT]
    held_out = [sample for sample in of_kind if not sample.number % HELD_OUT]
    numbers = np.array([s.number // HELD_OUT for s in kept])
    curve = fit(inputs(kind, (s.score for s in kept)), np.array([s.result for s in kept]), numbers)
    return curve, quality(curve, kind, held_out or kept, len(of_kind))


def tables(found: dict[tuple[str, Kind], tuple[Curve, Quality]], games: int) -> str:
    """Return the tables of the page."""
    lines = [
        f"Made by `python -m training win-probability --games {games}`: {games} games of each game, up to {POSITIONS}",
        "positions of each. Brier score and logarithmic loss are of the fifth of the games that was held out.",
        "*Default* is the Brier score of the default curve, and *even* that of calling every position even. A curve",
        "that is no better than the default is not used.",
        "",
        "| Game | Score of | Slope | Power | Positions | Held out | Brier | Default | Even | Loss | |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|",
    ]
    for (game, kind), (curve, q) in found.items():
        sizes = f"{curve.slope:g} | {curve.power:g} | {q.samples} | {q.held_out}"
        numbers = f"{sizes} | {q.brier:.3f} | {q.default:.3f} | {q.base:.3f}"
        used = "" if q.brier < q.default else "not used"
        lines.append(f"| {game} | {kind} | {numbers} | {q.loss:.3f} | {used} |")
    lines += ["", "Calibration on the held-out positions of all games: where the curve says *forecast*, the side to"]
    lines += ["move scored *result*.", "", "| Score of | Forecast | Result | Positions |", "|---|---:|---:|---:|"]
    for kind in LIMITS:
        rows = [row for (_, each), (_, q) in found.items() if each == kind for row in q.calibration]
        for step in range(BINS):
            inside = [row for row in rows if min(BINS - 1, int(row[0] * BINS)) == step]
            if count := sum(row[2] for row in inside):
                means = [sum(row[column] * row[2] for row in inside) / count for column in (0, 1)]
                lines.append(f"| {kind} | {means[0]:.2f} | {means[1]:.2f} | {count} |")
    return "\n".join(lines)


def write(found: dict[tuple[str, Kind], tuple[Curve, Quality]], games: int) -> None:
    """Write the data file of the server, and the tables of the page."""
    write_curves({}, found)
    text = DOC.read_text(encoding="utf-8")
    before, rest = text.split(TABLE[0])
    after = rest.split(TABLE[1])[1]
    DOC.write_text(f"{before}{TABLE[0]}\n{tables(found, games)}\n{TABLE[1]}{after}", encoding="utf-8")


def write_curves(others: Curves, found: dict[tuple[str, Kind], tuple[Curve, Quality]]) -> None:
    """Write the data file of the server with the curves of other games and those that are better than the default."""
    data = {game: curves for game, curves in others.items() if game not in {each for each, _ in found}}
    for (game, kind), (curve, q) in found.items():
        if q.brier < q.default:
            data.setdefault(game, {})[kind] = [curve.slope, curve.power]
    lines = [f" {json.dumps(game)}: {json.dumps(curves)}" for game, curves in sorted(data.items())]
    win_probability.DATA.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Play or read the games, and print each fit. Write the curves, and the page if every game was fitted."""
    parser = argparse.ArgumentParser(prog="python -m training win-probability", description=__doc__)
    parser.add_argument("--games", type=int, default=300, help="games of each game")
    parser.add_argument("--only", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--samples", type=Path, help="file that keeps the samples; its games are not played again")
    given = parser.parse_args()
    found: dict[tuple[str, Kind], tuple[Curve, Quality]] = {}
    kept: dict[str, list[Sample]] = {}
    if given.samples and given.samples.exists():
        for line in given.samples.read_text().splitlines():
            sample = Sample(*json.loads(line))
            kept.setdefault(sample.game, []).append(sample)
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for game in given.only:
            began = time.perf_counter()
            if game not in kept:
                tasks = [(game, number) for number in range(given.games)]
                kept[game] = [sample for samples in pool.imap_unordered(play, tasks) for sample in samples]
                if given.samples:
                    with given.samples.open("a") as file:
                        file.writelines(json.dumps(sample) + "\n" for sample in kept[game])
            for kind in LIMITS:
                found[game, kind] = curve, q = fitted(kept[game], kind)
                print(
                    f"{game:<9} {kind:<10} slope {curve.slope:7.3f} power {curve.power:4.2f}  {q.samples} positions,"
                    f" Brier {q.brier:.3f} (even {q.base:.3f}), loss {q.loss:.3f}  {time.perf_counter() - began:.0f} s",
                    flush=True,
                )
                for forecast, result, count in q.calibration:
                    print(f"    forecast {forecast:.2f}  result {result:.2f}  {count}", flush=True)
    if set(given.only) == set(GAMES):
        write(found, given.games)
    else:
        write_curves(json.loads(win_probability.DATA.read_text(encoding="utf-8")), found)


if __name__ == "__main__":
    main()
