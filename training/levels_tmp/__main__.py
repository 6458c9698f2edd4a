"""Matches between neighbouring levels: `python -m training levels` plays each level against the one below.

The result is docs/levels.md, in about three hours.

Level 1 plays against a random mover. Every game is played twice from the same few random moves, with colours swapped,
and every search has a seed. So levels 1 to 9 give the same table on every machine. Level 10 counts seconds: here it has
less time a move than in a match, and its moves depend on the machine.
"""

import argparse
import multiprocessing
import os
import random
import re
import statistics
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from kibitz_server.engine import levels
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.ladder.rungs import MOST
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load

GAMES = {
    "tictactoe": 0,
    "connect4": 3,
    "reversi": 4,
    "draughts": 4,
    "international": 6,
    "russian": 6,
    "kalah": 3,
    "ultimate": 4,
    "nim": 0,
    "gomoku": 4,
    "chess": 6,
    "dots": 4,
    "hex": 2,
    "go": 2,
    "backgammon": 2,
}
"""The number of random plies at the start of each game: 0 where low levels vary their play enough themselves."""
MORE = {"tictactoe": 4, "nim": 10}
"""How many times as many games each pair plays where most games are drawn, or short and soon played."""
LONGER = {"kalah": 2, "ultimate": 2, "gomoku": 4, "go": 4}
"""How many times as long level 10 has where more time helps less, or nodes take longer."""
DOC = Path(__file__).parent.parent / "docs" / "levels.md"
COMMAND = "python -m training levels"
TOP = LEVELS[-1]
Rows = dict[tuple[str, int], str]
"""Rows of the table by the game and the higher level."""
RANDOM = LEVELS[0] - 1
"""Stands for a random mover, as the level below the lowest."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two games from one opening: `level` against the one below, first and second."""

    game: str
    level: int
    number: int
    seconds: float | None


def opening(game: Game, seed: str) -> Position:
    """Return a position after some random moves, with the game not over."""
    dice = random.Random(seed)
    while True:
        position = after_chance(game.start(), dice)
        for _ in range(GAMES[game.name]):
            if position.legal:
                position = after_chance(position.after(dice.choice(position.legal)), dice)
        if position.legal:
            return position


def after_chance(position: Position, dice: random.Random) -> Position:
    """Return the position after chance events, by their weights, until none is due."""
    while position.chances:
        (chance,) = dice.choices(position.chances, [chance.weight for chance in position.chances])
        position = position.after(chance.move)
    return position


def play(duel: Duel) -> list[float]:
    """Return the points of the higher level in both games: 1, 0.5 or 0 each."""
    select.compile_searches()
    start = opening(load(duel.game), f"{duel.game} {duel.level} {duel.number}")
    return [points(start, duel, seat) for seat in (0, 1)]


def points(position: Position, duel: Duel, seat: int) -> float:
    """Return the points of the higher level in that seat."""
    seed = 2 * duel.number + seat
    dice = random.Random(seed)
    while position.outcome is None:
        level = duel.level if position.to_move == seat else duel.level - 1
        if level == RANDOM:
            position = after_chance(position.after(dice.choice(position.legal)), dice)
            continue
        seconds = duel.seconds if level == TOP else None
        control = SearchControl()
        control.reset(None)
        report = run(position, "level", Limit(seconds=seconds, seed=seed, level=level), control)
        position = after_chance(position.after(position.find(report.move)), dice)
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == seat)


def row(game: str, level: int, scores: list[float]) -> str:
    """Return a row of the table."""
    count = Counter(scores)
    share = statistics.fmean(scores)
    margin = 1.96 * statistics.pstdev(scores) / len(scores) ** 0.5
    won, drawn, lost = count[1.0], count[0.5], count[0.0]
    return f"| {game} | {pair(level)} | {share:.1%} ± {margin:.1%} | {len(scores)} | {won} | {drawn} | {lost} |"


def pair(level: int) -> str:
    """Return the two players of a row by the higher level."""
    return f"{level} - {'random' if level - 1 == RANDOM else level - 1}"


def earlier_rows(text: str) -> Rows:
    """Return the rows of the table in a text of `document`."""
    found = re.finditer(r"^\| (\w+) \| (\d+) - \w+ \|.*\|$", text, re.MULTILINE)
    return {(match[1], int(match[2])): match[0] for match in found}


def unsure(rows: Rows) -> list[str]:
    """Return the pairs of a table in which the higher level is not the better one with 95 % confidence."""
    shares = {key: [float(number) for number in re.findall(r"([\d.]+)%", text)] for key, text in rows.items()}
    return [f"{game} {pair(level)}" for (game, level), (share, margin) in shares.items() if share - margin <= 50]


def missing(rows: Rows) -> list[str]:
    """Return the pairs of each game that a table does not have, from the lowest level on."""
    left = {game: [level for level in LEVELS if (game, level) not in rows] for game in GAMES}
    return [f"{game} from {pair(lowest[0])} on" for game, lowest in left.items() if lowest]


def document(rows: Rows, top_s: float) -> str:
    """Return the text of docs/levels.md."""
    order = list(GAMES)
    rows = dict(sorted(rows.items(), key=lambda each: (order.index(each[0][0]), each[0][1])))
    steps = [f"| {level} | {plan_of('reversi', level)} | {plan_of('tictactoe', level)} |" for level in LEVELS]
    return "\n".join(
        [
            "# Levels",
            "",
            f"Generated by `{COMMAND}`; do not edit.",
            "",
            "A level limits what an engine spends on a move, and says how it errs. Levels up to 9 count nodes, so they",
            "play the same on every machine. Level 10 uses all the time it has, at most",
            f"{levels.MAX_S:g} seconds a move. From level {levels.BOOK_FROM} on, engines use [books](books.md).",
            "",
            "Low levels err like people: they search all moves and choose one, small mistakes more often than large",
            "ones. Costs are in expected points: a win is 1, a draw 0.5, and an evaluation of",
            f"+{MOST.even / 100:g} is 0.75. A move that costs the *temperature* is 1/e (37 %) as likely as the best "
            "one.",
            "A move that costs the *bound* or more is not played. No level from",
            f"{MOST.wins_from} on misses a win in one move, and none from {MOST.blocks_from} on allows one that",
            "it can prevent. The search info of a weaker move has the score of that move, so a replay shows the",
            "mistake at its true size.",
            "",
            f"| Level | Most games | Games of at most {levels.SMALL_PLIES} plies, such as tic-tac-toe |",
            "|---:|---|---|",
            *steps,
            "",
            "Nodes are nodes of alpha-beta search. Go, and a game without an evaluation, use Monte Carlo search, with",
            f"one playout for {levels.PLAYOUT_NODES} nodes, but at least {levels.FEWEST_PLAYOUTS}, and"
            f" {levels.FEWEST_OF_RATED} in Go. A game with chance uses",
            "expectiminimax, in which a chance outcome is a ply. In Connect Four, level 10 first tries to prove the",
            "result.",
            "",
            "In a game with hidden information, the best play is a probability for each move. There a level adds the",
            "temperature of small games to the probability of each move, or of each move that `ismcts` has tried, and",
            "takes a move by the sums: level 1 plays almost at random, level 9 errs now and then, and level 10 never.",
            f"`cfr` has {levels.ITERATIONS} iterations, and `ismcts` one playout for {levels.PLAYOUT_NODES} nodes of",
            "the first column. What levels win in poker is in",
            "[games with hidden information](benchmarks/hidden.md).",
            "",
            "## Does each level beat the one below?",
            "",
            "The share is the higher level's part of the points. A draw counts half. Each opening, a few random moves,",
            "is played twice with colours swapped. Seeds are fixed. The margin is that of 95 % confidence.",
            "Level 1 plays against a player that moves at random.",
            "",
            f"Level {TOP} has {top_s:g} s a move here instead of {levels.MAX_S:g} s, to limit the running time",
            f"({', '.join(f'{game}: {top_s * times:g} s' for game, times in LONGER.items())}).",
            "Only its pair gives different results on another machine.",
            "",
            "| Game | Levels | Share | Games | Won | Drawn | Lost |",
            "|---|---|---:|---:|---:|---:|---:|",
            *rows.values(),
            "",
            f"The difference is within the margin: {', '.join(unsure(rows)) or 'in no pair'}.",
            f"Not played yet: {', '.join(missing(rows)) or 'no pair'}.",
            "m,n,k is not in the table: its default board is tic-tac-toe.",
            "",
            "In tic-tac-toe and Nim, perfect play against a random mover gains less than ten steps of 60 % would need.",
            "Exact computation (`python -m training small-levels`) gives 54 % as the largest share for all pairs.",
            "",
        ]
    )


def plan_of(game: str, level: int) -> str:
    """Return a level in words."""
    plan = levels.plan(load(game), level)
    size = f"{plan.nodes:,} nodes" if plan.nodes else f"{levels.MAX_S:g} s"
    bound = f", bound {plan.rung.worst:.2f}" if plan.rung.worst < 1 else ""
    return f"{size}, temperature {plan.rung.temperature:g}{bound}" if plan.rung.temperature else size


def main() -> None:
    """Play, print each pair when it is done, and replace its row of the table. Other rows stay."""
    parser = argparse.ArgumentParser(prog="python -m training levels", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games a pair, an even number")
    parser.add_argument("--top-seconds", type=float, default=0.2, help="seconds a move of level 10")
    parser.add_argument("--only", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--level", type=int, nargs="*", default=list(LEVELS), help="higher level of each pair")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--out", type=Path, default=DOC)
    given = parser.parse_args()
    rows = earlier_rows(given.out.read_text()) if given.out.exists() else {}
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for game in given.only:
            for level in given.level:
                began = time.perf_counter()
                seconds = given.top_seconds * LONGER.get(game, 1)
                duels = [Duel(game, level, n, seconds) for n in range(given.games * MORE.get(game, 1) // 2)]
                scores = [score for pair in pool.imap_unordered(play, duels) for score in pair]
                rows[game, level] = row(game, level, scores)
                print(f"{rows[game, level]} {time.perf_counter() - began:.0f} s", flush=True)
                given.out.write_text(document(rows, given.top_seconds))


if __name__ == "__main__":
    main()
