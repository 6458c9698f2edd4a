"""Curves from scores to win probabilities: `python -m training win-probability` plays games and fits.

It writes the data file of the server, and the tables of docs/analysis.md.

Each side plays with its own few nodes from a few random moves on, so that strong and weak play and clear and close
positions all occur. Of each game some positions are searched, by the usual search of the game and by Monte Carlo
search, and each score is paired with the final result for the side to move: 1, 0.5 or 0.

The curve is logistic in a power of the score, and symmetric: both sides use the same one. Maximum likelihood (Newton's
method) finds its slope, and cross-validation its power. The quality is that of forecasts for games that were left out
of the fit: each fifth of the games is forecast by a curve of the others. Proven scores and those of books are left out:
they need no curve.
"""

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from multiprocessing.pool import Pool
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz_server.engine import levels
from kibitz_server.engine.algorithms import usual
from kibitz_server.engine.analysis import win_probability
from kibitz_server.engine.analysis.win_probability import DEFAULT, PLAYOUTS, Curve, Kind, logit_of_mean
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, OptionValue, Position
from kibitz_server.games.registry import load
from training.arguments import new_file
from training.levels.games import after_chance

Options = dict[str, OptionValue]
GAMES: dict[str, tuple[Options, ...]] = {
    "backgammon": ({},),
    "chess": ({},),
    "connect4": ({},),
    "dots": ({"columns": 4, "rows": 4}, {"columns": 5, "rows": 5}),
    "draughts": ({},),
    "go": ({},),
    "gomoku": ({},),
    "hex": ({},),
    "international": ({},),
    "kalah": ({},),
    "mnk": ({"columns": 5, "rows": 5, "connect": 4}, {"columns": 7, "rows": 7, "connect": 4}),
    "reversi": ({},),
    "russian": ({},),
    "ultimate": ({},),
}
"""The fitted games, with the options of their boards.

Searches of tic-tac-toe and Nim reach the end, so they need none."""
NODES = (150, 400, 1000, 2500)
"""Nodes of a move; each side has one of these numbers for the whole game. Eight are a playout."""
OPENING = 8
"""Largest number of random moves at the start of a game."""
POSITIONS: dict[Kind, int] = {"evaluation": 8, "playouts": 4}
"""Positions of each game that are searched for each kind of score."""
LIMITS: dict[Kind, Limit] = {"evaluation": Limit(nodes=10_000), "playouts": Limit(playouts=500)}
KEPT: tuple[tuple[str, Kind], ...] = (("chess", "evaluation"),)
"""Curves that stay as they are: chess has one from the games that its evaluation was fitted to, which are more."""
POWERS = [round(0.2 + 0.05 * step, 2) for step in range(29)]
FOLDS = 8
"""Parts of the games, each of which is left out once to find the power."""
BINS = 10
FEWEST = 20
"""Positions of the smallest bin of a reliability table."""
LEFT_OUT = 5
"""Parts of the games, each of which is forecast by a curve of the others."""
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


class Row(NamedTuple):
    """Bin of a reliability table: the mean forecast, the mean result, and the number of positions."""

    forecast: float
    result: float
    positions: int


class Quality(NamedTuple):
    """Quality of the forecasts of one curve: numbers of games and positions, Brier scores, and a reliability table.

    `even` is the Brier score of the forecast that every position is even, `default` that of the default curve.
    """

    games: int
    samples: int
    brier: float
    even: float
    default: float
    reliability: list[Row]

    @property
    def error(self) -> float:
        """Mean difference of forecast and result over the positions of the table."""
        count = sum(row.positions for row in self.reliability)
        return sum(row.positions * abs(row.forecast - row.result) for row in self.reliability) / max(1, count)

    @property
    def used(self) -> bool:
        """Whether the curve forecasts better than the default one."""
        return self.brier < self.default


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
    limits = [_limit(levels.strongest(game), rng.choice(NODES), number) for _ in range(2)]
    seen: list[Position] = []
    while position.outcome is None:
        seen.append(position)
        report = _searched(position, levels.strongest(game), limits[position.state.turn])
        position = after_chance(position.after(position.find(report.move)), rng)
    winner = position.outcome.winner
    samples = []
    for kind in kinds(game):
        limit = replace(LIMITS[kind], seed=number)
        for each in rng.sample(seen, min(POSITIONS[kind], len(seen))):
            result = 0.5 if winner is None else float(winner == each.state.turn)
            report = _searched(each, PLAYOUTS if kind == "playouts" else usual(game), limit)
            if report.source == "search" and not report.exact and report.wins_in is None:
                samples.append(Sample(name, number, kind, report.score, result))
    return samples


def _limit(algorithm: str, nodes: int, seed: int) -> Limit:
    """Return the limit of a move of the games."""
    if algorithm == PLAYOUTS:
        return Limit(playouts=nodes // levels.PLAYOUT_NODES, seed=seed)
    return Limit(nodes=nodes, seed=seed)


def kinds(game: Game) -> list[Kind]:
    """Return the kinds of scores that searches of a game report."""
    return ["playouts"] if levels.strongest(game) == PLAYOUTS else ["evaluation", "playouts"]


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
        powered = _powered(x, power)
        losses = 0.0
        for part in range(FOLDS):
            kept = parts != part
            p = probabilities(powered[~kept], newton(powered[kept], results[kept]))
            losses += loss(p, results[~kept]) * float(np.sum(~kept)) if (~kept).any() else 0.0
        return losses

    power = min(POWERS, key=left_out)
    return Curve(round(newton(_powered(x, power), results), 4), power)


def _powered(x: Floats, power: float) -> Floats:
    return np.sign(x) * np.abs(x) ** power


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


def fitted(samples: Sequence[Sample], kind: Kind) -> tuple[Curve, Quality]:
    """Return the curve of the samples of one kind, and the quality of such curves at games that they do not know."""
    of_kind = [sample for sample in samples if sample.kind == kind]
    x, results = inputs(kind, (s.score for s in of_kind)), np.array([s.result for s in of_kind])
    numbers = np.array([s.number for s in of_kind])
    curve, forecast = fit(x, results, numbers), np.full(len(x), 0.5)
    for part in range(LEFT_OUT):
        left = numbers % LEFT_OUT == part
        slope = newton(_powered(x[~left], curve.power), results[~left])
        forecast[left] = probabilities(_powered(x[left], curve.power), slope)
    default = probabilities(_powered(x, DEFAULT[kind].power), DEFAULT[kind].slope)
    brier, even, default_brier = (float(np.mean((p - results) ** 2)) for p in (forecast, np.full(len(x), 0.5), default))
    games = len(set(numbers.tolist()))
    return curve, Quality(games, len(x), brier, even, default_brier, reliability(forecast, results))


def reliability(forecast: Floats, results: Floats) -> list[Row]:
    """Return what positions with about the same forecast scored."""
    bins = np.minimum((forecast * BINS).astype(int), BINS - 1)
    inside = [bins == each for each in range(BINS)]
    return [
        Row(float(forecast[each].mean()), float(results[each].mean()), int(each.sum()))
        for each in inside
        if each.sum() >= FEWEST
    ]


def tables(found: dict[tuple[str, Kind], tuple[Curve, Quality]], games: int) -> str:
    """Return the tables of the page."""
    lines = [
        f"Made by `python -m training win-probability FILE --games {games} --write`: up to {games} games of each, with",
        f"{POSITIONS['evaluation']} positions for evaluations and {POSITIONS['playouts']} for playouts of each game.",
        "Brier scores and errors are of forecasts for games that were left out of the fit. *Default* is the Brier",
        "score of the default curve, *even* that of calling every position even. A curve that is no better than the",
        "default is not used. The *error* is the mean difference of forecast and result in points, over the bins of",
        "the table below.",
        "",
        "| Game | Score of | Slope | Power | Games | Positions | Brier | Default | Even | Error | |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---|",
    ]
    for (game, kind), (curve, q) in found.items():
        sizes = f"{curve.slope:g} | {curve.power:g} | {q.games} | {q.samples}"
        numbers = f"{sizes} | {q.brier:.3f} | {q.default:.3f} | {q.even:.3f} | {100 * q.error:.1f}"
        used = "another is used" if (game, kind) in KEPT else "" if q.used else "not used"
        lines.append(f"| {game} | {kind} | {numbers} | {used} |")
    head = " | ".join(f"{10 * each} to {10 * each + 10}" for each in range(BINS))
    lines += [
        "",
        "Reliability: where the curve says the percentage of the column, the side to move scored that of the cell.",
        f"Bins of fewer than {FEWEST} positions are empty.",
        "",
        f"| Game | Score of | {head} |",
        f"|---|---|{'---:|' * BINS}",
    ]
    for (game, kind), (_, q) in found.items():
        cells = {min(BINS - 1, int(row.forecast * BINS)): f"{100 * row.result:.0f}" for row in q.reliability}
        lines.append(f"| {game} | {kind} | {' | '.join(cells.get(each, '') for each in range(BINS))} |")
    return "\n".join(lines)


def write(found: dict[tuple[str, Kind], tuple[Curve, Quality]], games: int) -> None:
    """Write the data file of the server, and the tables of the page."""
    write_curves(found)
    text = DOC.read_text(encoding="utf-8")
    before, rest = text.split(TABLE[0])
    after = rest.split(TABLE[1])[1]
    DOC.write_text(f"{before}{TABLE[0]}\n{tables(found, games)}\n{TABLE[1]}{after}", encoding="utf-8")


def write_curves(found: dict[tuple[str, Kind], tuple[Curve, Quality]], file: Path = win_probability.DATA) -> None:
    """Write those curves to the data file of the server that are better than the default, and drop the others."""
    data: Curves = json.loads(file.read_text(encoding="utf-8"))
    for (game, kind), (curve, q) in found.items():
        if (game, kind) not in KEPT:
            data.setdefault(game, {}).pop(kind, None)
            if q.used:
                data[game][kind] = [curve.slope, curve.power]
    lines = [f" {json.dumps(game)}: {json.dumps(curves)}" for game, curves in sorted(data.items()) if curves]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def kept_samples(file: Path) -> dict[str, list[Sample]]:
    """Return the samples in a file, by game."""
    kept: dict[str, list[Sample]] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        sample = Sample(*json.loads(line))
        kept.setdefault(sample.game, []).append(sample)
    return kept


def add_samples(file: Path, pool: Pool, game: str, numbers: Iterable[int], minutes: float) -> None:
    """Add the samples of games with these numbers to a file, as many as are played in this time."""
    until = time.monotonic() + 60 * minutes
    for samples in pool.imap(play, [(game, number) for number in numbers]):
        with file.open("a", encoding="utf-8") as out:
            out.writelines(json.dumps(sample) + "\n" for sample in samples)
        if time.monotonic() > until:
            break


def main() -> None:
    """Play games, and print each fit. With `--write`, write the curves, and the page if every game was fitted."""
    parser = argparse.ArgumentParser(prog="python -m training win-probability", description=__doc__)
    parser.add_argument("samples", type=new_file, help="file that keeps the samples; its games are not played again")
    parser.add_argument("--games", type=int, default=300, help="games of each game, those of the file included")
    parser.add_argument("--minutes", type=float, default=60.0, help="longest time for the games of each game")
    parser.add_argument("--only", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the curves and the page")
    given = parser.parse_args()
    found: dict[tuple[str, Kind], tuple[Curve, Quality]] = {}
    for game in given.only:
        first = max((sample.number for sample in kept_samples(given.samples).get(game, ())), default=-1) + 1
        if first < given.games:
            # A pool of its own for each game: the games that are not finished in time end with it.
            with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
                add_samples(given.samples, pool, game, range(first, given.games), given.minutes)
        samples = kept_samples(given.samples)[game]
        for kind in kinds(load(game, dict(GAMES[game][0]))):
            found[game, kind] = curve, q = fitted(samples, kind)
            print(
                f"{game:<13} {kind:<10} slope {curve.slope:7.3f} power {curve.power:4.2f}  {q.games} games,"
                f" {q.samples} positions, Brier {q.brier:.3f} (default {q.default:.3f}, even {q.even:.3f}),"
                f" error {100 * q.error:.1f}",
                flush=True,
            )
            for row in q.reliability:
                print(f"    forecast {row.forecast:.2f}  result {row.result:.2f}  {row.positions}", flush=True)
    if given.write and set(given.only) == set(GAMES):
        write(found, given.games)
    elif given.write:
        write_curves(found)


if __name__ == "__main__":
    main()
