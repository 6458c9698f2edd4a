"""Positions in which a beginner sees what to do: `python -m training obvious` makes the test data of levels.

They come from games between low levels. There are four kinds:

- `win`: a move wins at once, and others do not;
- `stop`: the opponent could win at once after some moves, and after others not;
- `gain`: at most a third of the moves are good, such as to take what stands there;
- `keep`: more moves than that are good, and the others give something away.

In the last two, the position after each move and searches of different depths all agree which moves are good, and that
each other one loses much. A quarter of the positions is of each kind, where a game has it.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.levels import ladder_of, strongest
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.per_move import run_per_move
from kibitz_server.engine.score import PROVEN
from kibitz_server.engine.weaker_moves import expected_points
from kibitz_server.games.game import LegalMove, Position
from kibitz_server.games.registry import load
from training.levels.games import opening, played
from training.levels.players import level_player

FILE = Path(__file__).parents[2] / "tests" / "server" / "engine" / "ladder" / "obvious.json"
GAMES = (
    "tictactoe",
    "connect4",
    "reversi",
    "draughts",
    "international",
    "russian",
    "kalah",
    "ultimate",
    "gomoku",
    "chess",
    "dots",
    "hex",
)
KINDS = ("win", "stop", "gain", "keep")
OF_EACH = 10
"""Positions of a kind that a game has in the file."""
GOOD, BAD = 0.05, 0.3
"""Most that a good move loses, and least that another one does, in expected points of the game's ladder."""
LOOKS = (Limit(depth=1), Limit(depth=2), Limit(depth=6), Limit(depth=9))
"""Searches that must agree. They have depths, because exact results within nodes are in another unit."""
ENGINE = Limit(nodes=50_000)
BETWEEN = (1, 2, 3)
"""Levels that play the games: they leave something standing."""


def kind_of(position: Position) -> tuple[str, list[str]] | None:
    """Return the kind of a position with its good moves; None if a beginner may wonder."""
    texts = [move.text for move in position.legal]
    if winning := [move.text for move in position.legal if wins(position, move)]:
        return ("win", winning) if len(winning) < len(texts) else None
    safe = [move.text for move in position.legal if not loses(position, move)]
    if len(safe) < len(texts):
        return ("stop", safe) if safe and not is_lost(position) else None
    if strongest(position.game) != "alphabeta" or "evaluate" not in position.game.names:
        return None
    good = judged(position, LOOKS[0])
    if not good or any(judged(position, limit) != good for limit in LOOKS[1:]) or not agreed(position, good):
        return None
    return "gain" if 3 * len(good) <= len(texts) else "keep", good


def judged(position: Position, limit: Limit) -> list[str]:
    """Return the good moves by a search, if all others lose much."""
    values = {text: value or 0 for text, value in run_per_move(position, "alphabeta", limit)[1].items()}
    even = ladder_of(position.game).even
    points = {text: expected_points(value, "alphabeta", even) for text, value in values.items()}
    lost = {text: max(points.values()) - each for text, each in points.items()}
    if any(GOOD < loss < BAD for loss in lost.values()) or max(lost.values()) < BAD:
        return []
    return [text for text, loss in lost.items() if loss <= GOOD]


def agreed(position: Position, good: list[str]) -> bool:
    """Return whether the engine plays one of the good moves, with all that it knows of endings."""
    control = SearchControl()
    control.reset(ENGINE.nodes)
    return run(position, "alphabeta", ENGINE, control).move in good


def is_lost(position: Position) -> bool:
    """Return whether a search proves that the side to move loses in any case."""
    _, values = run_per_move(position, strongest(position.game), LOOKS[-1])
    return max(value or 0 for value in values.values()) <= -PROVEN


def wins(position: Position, move: LegalMove) -> bool:
    """Return whether a move wins at once."""
    outcome = position.after(move).outcome
    return outcome is not None and outcome.winner == position.to_move


def loses(position: Position, move: LegalMove) -> bool:
    """Return whether the opponent can win at once after a move."""
    after = position.after(move)
    return after.to_move == 1 - position.state.turn and any(wins(after, answer) for answer in after.legal)


def candidates(name: str, seed: int) -> Iterator[Position]:
    """Yield positions of games between low levels, in which there is a choice."""
    game, number = load(name), 0
    while True:
        dice = random.Random(f"obvious {name} {seed} {number}")
        players = [level_player(dice.choice(BETWEEN), number, 0) for _ in range(2)]
        walk = [each for each in played(opening(game, f"obvious {name} {number}"), players, dice) if each.legal]
        yield from (each for each in (*walk[-1:], *dice.sample(walk, min(8, len(walk)))) if len(each.legal) > 1)
        number += 1


def main() -> None:
    """Write the positions of each game that is named."""
    parser = argparse.ArgumentParser(prog="python -m training obvious", description=__doc__)
    parser.add_argument("--only", nargs="*", default=GAMES, choices=GAMES)
    parser.add_argument("--seconds", type=float, default=60, help="processor time for each game")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    select.compile_searches()
    for name in given.only:
        found: dict[str, dict[str, list[str]]] = {kind: {} for kind in KINDS}
        until = time.process_time() + given.seconds
        for position in candidates(name, given.seed):
            kind = kind_of(position)
            if kind and len(found[kind[0]]) < OF_EACH:
                found[kind[0]][position.text] = kind[1]
            if time.process_time() > until or all(len(each) >= OF_EACH for each in found.values()):
                break
        print(name, {kind: len(each) for kind, each in found.items()}, flush=True)
        known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        known[name] = {kind: each for kind, each in found.items() if each}
        FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
