"""Strength in Connect Four: whether a search keeps the result of an opening, and whether level 10 wins as first player.

The positions and all moves that keep their results come from `training.connect4.suite`. A limit of nodes stands for
a second, so that a busy machine gives the same figures.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.solve import Prover
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load

SUITE = Path(__file__).parent / "suites" / "connect4.json"
SECOND = 5_000_000
"""Nodes of one second of processor time."""
GAMES = 10
RANDOM_PLIES = 12
"""Plies in which the opponent of level 10 plays any move: all of them lose, and the longest loss is hard to find."""
MORE_BITS = 4


def keeps(game: Game, row: dict[str, Any], algorithm: str) -> bool:
    """Return whether a search plays a move that keeps the result of a position."""
    control = SearchControl()
    control.reset(SECOND)
    limit = Limit(nodes=SECOND, level=10 if algorithm == "level" else None)
    return run(game.start(row["position"]), algorithm, limit, control).move in row["best"]


def resisting(prover: Prover, position: Position, dice: random.Random) -> Position:
    """Return the position after a random best move: the latest loss, or any move early in the game."""
    moves = list(position.legal)
    if len(position.text.replace("-", "")) - len(" X/////") >= RANDOM_PLIES:
        value = prover.value(position)
        moves = [move for move in moves if prover.move_reaches(position, move, value)]
    return position.after(dice.choice(moves))


def first_player_wins(game: Game, prover: Prover, dice: random.Random) -> bool:
    """Return whether level 10 wins as first player, with a second for each move."""
    position = game.start()
    while position.outcome is None:
        if position.state.turn == 0:
            control = SearchControl()
            control.reset(SECOND)
            move = run(position, "level", Limit(nodes=SECOND, level=10), control).move
            position = position.after(position.find(move))
        else:
            position = resisting(prover, position, dice)
    return position.outcome.winner == 0


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the share of results that are kept, by number of plies and in all, and the games that level 10 wins."""
    game = load("connect4")
    suite = json.loads(SUITE.read_text(encoding="utf-8"))["positions"]
    rows = suite[:: 8 if quick else 1]
    kept = {row["position"]: keeps(game, row, "alphabeta") for row in rows}
    for plies in sorted({row["plies"] for row in rows}):
        found = [kept[row["position"]] for row in rows if row["plies"] == plies]
        yield Figure(
            f"connect4: openings of {plies} plies whose result alphabeta keeps",
            100 * sum(found) / len(found),
            "%",
            detail=f"{sum(found)} of {len(found)}",
        )
    detail = f"{sum(kept.values())} of {len(rows)}, {SECOND:,} nodes for a second"
    yield Figure(
        "connect4: openings whose result alphabeta keeps", 100 * sum(kept.values()) / len(rows), "%", 100, detail=detail
    )
    part = rows[::4]
    level = sum(keeps(game, row, "level") for row in part)
    yield Figure(
        "connect4: openings whose result level 10 keeps",
        100 * level / len(part),
        "%",
        100,
        detail=f"{level} of {len(part)}",
    )
    control, dice, games = SearchControl(), random.Random(1), 2 if quick else GAMES
    control.reset(None)
    prover = Prover(specialise("solver", game, MORE_BITS=MORE_BITS), control)
    wins = sum(first_player_wins(game, prover, dice) for _ in range(games))
    yield Figure("connect4: games that level 10 wins as first player", wins, "", games, detail=f"of {games}")
