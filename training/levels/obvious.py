"""Positions in which a beginner sees what to do: `python -m training obvious` makes the test data of levels.

They come from games between low levels and random movers. `facts` says which moves of a position a beginner laughs at,
and of which kind these mistakes are. Where that is not certain by the rules alone, two searches of different depths
must agree that such a move loses much. The file has the other moves of each position, or `not` with the mistakes.
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
from kibitz_server.engine.ladder.rungs import POINT
from kibitz_server.engine.levels import ladder_of, strongest
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.per_move import run_per_move
from kibitz_server.engine.score import PROVEN
from kibitz_server.engine.weaker_moves import lost_points
from kibitz_server.games.game import Game, LegalMove, Position
from kibitz_server.games.registry import load
from training.arguments import new_file
from training.levels.facts import FACTS, SURE, Mistakes
from training.levels.games import after_chance
from training.levels.players import RANDOM, level_player

FILE = Path(__file__).parents[2] / "tests" / "server" / "engine" / "ladder" / "obvious.json"
IN_ALL = 40
"""Positions of a game, about as many of each kind."""
BAD = 0.2
"""Least that a mistake loses by each search, in expected points of the game's ladder."""
BAD_PLAY = 0.06 * POINT
"""The same in backgammon."""
LOOKS = {
    "alphabeta": (Limit(depth=2), Limit(depth=4), Limit(depth=5), Limit(depth=9)),
    "expectiminimax": (Limit(depth=1),),
    "mcts": (Limit(nodes=20_000, seed=1), Limit(nodes=40_000, seed=2)),
}
"""Searches that must agree. They have depths, because exact results within nodes are in another unit."""
ENGINE = (60_000, 250_000)
"""Nodes of the engine that must agree too."""
WIDE = ("chess", "gomoku")
"""Games that are not searched as deep as the last of these limits."""
BETWEEN = (RANDOM, 1, 2, 3)
"""Levels that play the games: they leave something standing."""
SACRIFICES = ("draughts", "international", "russian")
"""Games in which a piece given away is often the best move: a deeper search after each must agree too."""
URGENT = 6
"""Moves of Gomoku among which chance decides: low levels seldom make a line of three."""
OF_GAME = 2
"""Most positions of a kind from one game."""
LONE_KING = 0.3
"""Part of chess positions that are endings against a lone king."""


def game_of(name: str) -> Game:
    """Return a game by its name in the file."""
    return load("holdem", {"limit": False}) if name == "no-limit holdem" else load(name)


def mistakes_of(position: Position, kind: str, name: str) -> Mistakes:
    """Return the mistakes of a kind in a position, those that are certain."""
    found, game = FACTS[name][kind](position), position.game
    algorithm = strongest(game)
    if not found or kind in SURE or (kind == "stop" and algorithm == "mcts"):
        return found
    least, even = BAD_PLAY if game.chance else BAD, ladder_of(game).even
    sure = set(found)
    looks = LOOKS[algorithm][: 3 if name in WIDE else None]
    if name in SACRIFICES and kind == "give":
        looks = (*looks, Limit(nodes=ENGINE[0] * len(position.legal)))
    for limit in looks:
        values = {text: value or 0 for text, value in run_per_move(position, algorithm, limit)[1].items()}
        best = max(values.values())
        sure = {text for text in sure if lost_points(best, values[text], algorithm, even) >= least}
        if not sure or best <= -PROVEN:
            return set()
    if kind == "stop":
        return found
    return sure if kind == "give" or 2 * len(sure) > len(found) else set()


def agreed(position: Position, mistakes: Mistakes) -> bool:
    """Return whether the engine makes no such mistake, with all that it knows: in a lost position, one is as good."""
    algorithm = strongest(position.game)
    if algorithm != "alphabeta":
        return True
    for nodes in ENGINE:
        control = SearchControl()
        control.reset(nodes)
        if run(position, algorithm, Limit(nodes=nodes), control).move in mistakes:
            return False
    return True


def ending(game: Game, dice: random.Random) -> Position:
    """Return a random position of chess with a queen or two rooks, and perhaps a pawn, against a lone king."""
    while True:
        symbols = ["K", "k", *dice.choice((("Q",), ("R", "R"), ("Q", "P"), ("Q", "R")))]
        board = dict(
            zip(dice.sample(range(8, 56) if "P" in symbols else range(64), len(symbols)), symbols, strict=True)
        )
        rows = ["".join(board.get(8 * row + column, "1") for column in range(8)) for row in range(8)]
        try:
            position = game.start(f"{'/'.join(rows)} w - - 0 1")
        except ValueError:
            continue
        if position.legal:
            return position


def urgent(position: Position, dice: random.Random) -> LegalMove:
    """Return one of the moves that look most urgent to a search, by chance."""
    rules = position.game.rules
    codes, scores = [0] * rules.MAX_MOVES, [0] * rules.MAX_MOVES
    end = rules.ordered(position.state.copy(), codes, scores, 0)
    chosen = dice.choice(sorted(range(end), key=lambda i: -scores[i])[:URGENT])
    return next(move for move in position.legal if move.code == codes[chosen])


def walk(name: str, seed: str) -> Iterator[Position]:
    """Yield the positions of a game between low levels, or of moves by chance in Gomoku and with hidden information."""
    game, dice = game_of(name), random.Random(seed)
    if name == "chess" and dice.random() < LONE_KING:
        yield ending(game, dice)
        return
    players = [level_player(RANDOM if game.hidden else dice.choice(BETWEEN), dice.getrandbits(30), 0) for _ in range(2)]
    position = after_chance(game.start(), dice)
    while position.outcome is None:
        if len(position.legal) > 1:
            yield position
        move = urgent(position, dice) if name == "gomoku" else players[position.state.turn](position)
        if game.hidden and dice.random() < 0.5:
            move = next((each for each in position.legal if each.text in ("call", "check")), position.legal[-1])
        elif game.hidden and dice.random() < 0.5:
            move = position.legal[-1]
        position = after_chance(position.after(move), dice)


def answer(position: Position, mistakes: Mistakes) -> str:
    """Return the good moves of a position, or `not` and the mistakes if these are fewer."""
    good = [move.text for move in position.legal if move.text not in mistakes]
    return ", ".join(good) if len(good) <= len(mistakes) else f"not {', '.join(sorted(mistakes))}"


def positions(name: str, seed: int, seconds: float, number: int) -> dict[str, dict[str, str]]:
    """Return positions of each kind of a game with their good moves, found in some processor time."""
    kinds = list(FACTS[name])
    found: dict[str, dict[str, str]] = {kind: {} for kind in kinds}
    until, games = time.process_time() + seconds, 0
    while time.process_time() < until and any(len(each) < number for each in found.values()):
        taken = dict.fromkeys(kinds, 0)
        for position in walk(name, f"obvious {name} {seed} {games}"):
            for kind in kinds:
                if len(found[kind]) < number and taken[kind] < OF_GAME and position.text not in found[kind]:
                    mistakes = mistakes_of(position, kind, name)
                    if mistakes and agreed(position, mistakes):
                        found[kind][position.text] = answer(position, mistakes)
                        taken[kind] += 1
            if time.process_time() > until:
                break
        games += 1
    return found


def balanced(found: dict[str, dict[str, str]], most: int) -> dict[str, dict[str, str]]:
    """Return so many positions in all, as equally divided between the kinds as they allow."""
    counts = dict.fromkeys(found, 0)
    for _ in range(min(most, sum(map(len, found.values())))):
        least = min((kind for kind in found if counts[kind] < len(found[kind])), key=counts.__getitem__)
        counts[least] += 1
    return {kind: dict(list(each.items())[: counts[kind]]) for kind, each in found.items() if counts[kind]}


def main() -> None:
    """Write the positions of each game that is named."""
    parser = argparse.ArgumentParser(prog="python -m training obvious", description=__doc__)
    parser.add_argument("--only", nargs="*", default=list(FACTS), choices=FACTS)
    parser.add_argument("--seconds", type=float, default=60, help="processor time for each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=new_file, default=FILE)
    given = parser.parse_args()
    select.compile_searches()
    for name in given.only:
        found = balanced(positions(name, given.seed, given.seconds, IN_ALL // 2), IN_ALL)
        print(name, {kind: len(each) for kind, each in found.items()}, flush=True)
        known = json.loads(given.file.read_text(encoding="utf-8")) if given.file.exists() else {}
        known[name] = found
        given.file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
