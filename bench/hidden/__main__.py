"""Command `python -m bench.hidden`: how far the engine is from best play in Kuhn and Leduc poker, computed exactly.

Hold'em is too large for that, so that engines play hands of it: each deal twice, with seats exchanged.

Exploitability is what the best responses of both seats win a hand, half of their sum. OpenSpiel computes it again, by
its own rules, where it is installed. What players win from each other is computed from their strategies, without luck.
"""

import argparse
import sys
from collections.abc import Iterator

from bench.engine import report
from bench.engine.figures import Figure, absent, cpu_seconds
from bench.hidden import matches, spiel, strategies
from kibitz_server.engine import levels
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.hidden.best_response import exploitability, value
from kibitz_server.engine.hidden.cfr import Cfr
from kibitz_server.engine.hidden.flat_tree import FlatTree, Numbers, whole_tree
from kibitz_server.engine.limit import LEVELS
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load

UNIT = "antes a hand"
GOALS = {"kuhn": 0.0001, "leduc": 0.001}
ITERATIONS = 1_000
VALUES = {"kuhn": -1 / 18, "leduc": -0.0856}
"""What the first player wins a hand under best play."""
PLAYOUTS = (1_000, 10_000)
HOLDEM = "holdem"
DEALS = 4_000
"""Deals of a match of hold'em."""
SEARCH = 1_000
"""Playouts of a search there."""
LEVEL_PART = 5
"""Part of the deals that levels play, which read the strategy in plain Python: 0.1 s a deal."""
STEPS = (1, 4, 7, 10)
"""Levels that play each other there: a match of neighbours would take too many hands."""


def figures(game: Game) -> Iterator[Figure]:
    """Yield all figures of a game."""
    tree = whole_tree(game)
    cfr = Cfr(tree)
    seconds = cpu_seconds(lambda: cfr.iterate(ITERATIONS))
    average, name = cfr.average(), game.name
    size = f"{tree.size:,} positions, {len(tree.moves)} information sets"
    ours = exploitability(tree, average)
    detail = f"{ITERATIONS:,} iterations in {seconds:.2f} s; {size}"
    yield Figure(f"{name}: exploitability of cfr", ours, UNIT, GOALS[name], at_least=False, detail=detail)
    yield by_open_spiel(game, tree, average)
    error = abs(value(tree, average) - VALUES[name])
    detail = f"{value(tree, average):.6f} for the first player, {VALUES[name]:.6f} is known"
    yield Figure(f"{name}: error of the value", error, UNIT, 0.0001, at_least=False, detail=detail)
    yield from of_ismcts(game, tree, average)
    yield from of_levels(game, tree)


def by_open_spiel(game: Game, tree: FlatTree, average: Numbers) -> Figure:
    """Return the exploitability that OpenSpiel computes."""
    quantity, goal = f"{game.name}: exploitability of cfr by OpenSpiel", GOALS[game.name]
    found = spiel.judged(game, tree, average)
    if found is None:
        return absent(quantity, "skipped: open_spiel is not installed", goal)
    detail = f"value {found.value:.6f}; {found.sets} information sets there"
    return Figure(quantity, found.exploitability, UNIT, goal, at_least=False, detail=detail)


def of_ismcts(game: Game, tree: FlatTree, average: Numbers) -> Iterator[Figure]:
    """Yield how far `ismcts` is from best play, and what it wins from random moves and from `cfr`."""
    for playouts in PLAYOUTS:
        found = strategies.ismcts(game, tree, playouts)
        name = f"{game.name}: ismcts, {playouts:,} playouts"
        yield Figure(f"{name}, exploitability", exploitability(tree, found), UNIT)
        yield Figure(f"{name}, against random moves", strategies.gain(tree, found, tree.uniform()), UNIT, 0.0)
        yield Figure(f"{name}, against cfr", strategies.gain(tree, found, average), UNIT)


def of_levels(game: Game, tree: FlatTree) -> Iterator[Figure]:
    """Yield what each level wins from the one below, and the first one from random moves.

    The highest level has as many iterations here as `cfr` above, and in a match as many as its time allows.
    """
    below, name_below = tree.uniform(), "random moves"
    for number in LEVELS:
        plan = levels.plan(game, number)
        cfr = Cfr(tree)
        cfr.iterate(plan.nodes or ITERATIONS)
        found = strategies.erring(tree, cfr.average(), plan.rung.temperature)
        detail = f"exploitability {exploitability(tree, found):.4f}"
        quantity = f"{game.name}: level {number} against {name_below}"
        yield Figure(quantity, strategies.gain(tree, found, below), UNIT, 0.0, detail=detail)
        below, name_below = found, f"level {number}"


def of_holdem(deals: int) -> Iterator[Figure]:
    """Yield what `ismcts` wins from random moves in hold'em, and what the strategy wins from it, in big blinds."""
    yield from of_holdem_levels(max(2, deals // LEVEL_PART))
    for title, limit in (("limit hold'em", True), ("no-limit hold'em", False)):
        game, search = load(HOLDEM, {"hands": 1, "limit": limit}), matches.engine("ismcts", SEARCH)
        name = f"{title}: ismcts, {SEARCH:,} playouts, against random moves"
        yield won(name, matches.play(game, search, matches.at_random, deals), deals, 0.0)
        if limit:
            best = matches.engine("cfr", 1)
            yield won(
                f"{title}: cfr against ismcts, {SEARCH:,} playouts", matches.play(game, best, search, deals), deals
            )


def of_holdem_levels(deals: int) -> Iterator[Figure]:
    """Yield what levels win from lower ones in limit hold'em."""
    game, name_below = load(HOLDEM, {"hands": 1}), "random moves"
    below: matches.Player = matches.at_random
    for number in STEPS:
        player = matches.at_level(number)
        name = f"limit hold'em: level {number} against {name_below}"
        yield won(name, matches.play(game, player, below, deals), deals)
        below, name_below = player, f"level {number}"


def won(quantity: str, score: matches.Score, deals: int, goal: float | None = None) -> Figure:
    """Return the score of a match."""
    detail = f"{score.mean:+.2f} ± {score.error:.2f} (standard error), {deals:,} deals, each played twice"
    return Figure(quantity, score.mean, "big blinds a hand", goal, detail=detail)


def main() -> int:
    """Compute, print and store the figures. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.hidden", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=[*GOALS, HOLDEM], default=[*GOALS, HOLDEM])
    parser.add_argument("--deals", type=int, default=DEALS, help="of each match of hold'em")
    parser.add_argument("--dry", action="store_true", help="store nothing")
    given = parser.parse_args()
    if not compile_searches():
        parser.error("the compiler for the engine is missing or switched off")
    found = (
        figure
        for name in given.only
        for figure in (of_holdem(given.deals) if name == HOLDEM else figures(load(name, {"hands": 1})))
    )
    return report.record(found, report.HIDDEN, dry=given.dry)


if __name__ == "__main__":
    sys.exit(main())
