"""Whether each level beats the one below: `make levels` plays them against each other and writes docs/levels.md.

Every game is played twice from the same few random moves, with colours swapped, and every search is seeded, so that
levels 1 to 9 give the same table on every machine. Level 10 counts seconds: it has less time a move than elsewhere, and
what it plays depends on the machine.
"""

import argparse
import multiprocessing
import os
import random
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from kibitz_server.engine import levels
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import Control
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load

GAMES = {"tictactoe": 0, "connect4": 3, "reversi": 4, "draughts": 4}
"""The games, and how many random plies they begin with: none where low levels vary their play enough themselves."""
DOC = Path(__file__).parent.parent / "docs" / "levels.md"
COMMAND = "make levels"
TOP = LEVELS[-1]


@dataclass(frozen=True, slots=True)
class Duel:
    """Two games from one opening: `level` against the one below, first and second."""

    game: str
    level: int
    number: int
    seconds: float | None


def opening(game: Game, seed: str) -> Position:
    """A position after some random moves, the game not over."""
    dice = random.Random(seed)
    while True:
        position = game.start()
        for _ in range(GAMES[game.name]):
            if position.legal:
                position = position.after(dice.choice(position.legal))
        if position.legal:
            return position


def play(duel: Duel) -> list[float]:
    """The points of the higher level in both games: 1, 0.5 or 0 each."""
    select.compile_searches()
    start = opening(load(duel.game), f"{duel.game} {duel.level} {duel.number}")
    return [points(start, duel, seat) for seat in (0, 1)]


def points(position: Position, duel: Duel, seat: int) -> float:
    """What the higher level gets in that seat."""
    seed = 2 * duel.number + seat
    while position.outcome is None:
        level = duel.level if position.to_move == seat else duel.level - 1
        seconds = duel.seconds if level == TOP else None
        control = Control()
        control.reset(None)
        report = run(position, "level", Limit(seconds=seconds, seed=seed, level=level), control)
        position = position.after(position.find(report.move))
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == seat)


def row(game: str, level: int, scores: list[float]) -> str:
    """A line of the table."""
    count = Counter(scores)
    share = 100 * sum(scores) / len(scores)
    return f"| {game} | {level} - {level - 1} | {share:.1f} % | {count[1.0]} | {count[0.5]} | {count[0.0]} |"


def document(rows: list[str], games: int, top_s: float) -> str:
    """The text of docs/levels.md."""
    steps = [f"| {level} | {plan_of('reversi', level)} | {plan_of('tictactoe', level)} |" for level in LEVELS]
    return "\n".join(
        [
            "# Levels",
            "",
            f"Made by `{COMMAND}`; do not edit.",
            "",
            "A level is what an engine may spend on a move, and how often it plays at random instead. Levels up to",
            "9 count nodes, so that they play the same on every machine. Level 10 has all the time there is, at most",
            f"{levels.MOST_S:g} seconds a move. From level {levels.BOOK_FROM} on engines know [openings](books.md).",
            "",
            f"| Level | Most games | Games of at most {levels.SMALL_PLIES} plies, such as tic-tac-toe |",
            "|---:|---|---|",
            *steps,
            "",
            "Nodes are those of alpha-beta search; a game without an evaluation is played by Monte Carlo search, with",
            f"one playout for {levels.PLAYOUT_NODES} nodes. Connect Four of level 10 tries to prove the result first.",
            "",
            "## Does each level beat the one below?",
            "",
            "The share is the higher level's points, a draw counting half. Each opening, a few random moves, is played",
            f"twice with colours swapped; seeds are fixed. There are {games} games a pair.",
            "",
            f"Level {TOP} has {top_s:g} s a move in them and not {levels.MOST_S:g}, to keep the table affordable; its",
            "pair alone comes out differently on another machine.",
            "",
            "| Game | Levels | Share | Won | Drawn | Lost |",
            "|---|---|---:|---:|---:|---:|",
            *rows,
            "",
        ]
    )


def plan_of(game: str, level: int) -> str:
    """A level in words."""
    plan = levels.plan(load(game), level)
    size = f"{plan.nodes:,} nodes" if plan.nodes else f"{levels.MOST_S:g} s"
    return f"{size}, {plan.errs:.0%} random moves" if plan.errs else size


def main() -> None:
    """Play, print each pair when it is done, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games a pair")
    parser.add_argument("--top-seconds", type=float, default=0.1, help="seconds a move of level 10")
    parser.add_argument("--only", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--level", type=int, nargs="*", default=list(LEVELS[1:]), help="the higher levels of the pairs")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--out", type=Path, default=DOC)
    given = parser.parse_args()
    rows = []
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for game in given.only:
            for level in given.level:
                began = time.perf_counter()
                duels = [Duel(game, level, n, given.top_seconds) for n in range((given.games + 1) // 2)]
                rows.append(row(game, level, [score for pair in pool.imap_unordered(play, duels) for score in pair]))
                print(f"{rows[-1]} {time.perf_counter() - began:.0f} s", flush=True)
    given.out.write_text(document(rows, given.games, given.top_seconds))


if __name__ == "__main__":
    main()
