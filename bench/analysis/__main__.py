"""Marks of chess against Stockfish's: `python -m bench.analysis [--games 10] [--effort normal] [--nodes 300000]`.

The games of `games.txt` are public ones, each a name and its moves. Our analysis marks their moves; Stockfish searches
each position, and its loss of win probability (by the curve that Lichess publishes, with the thresholds of ours) gives
the mark that ours is compared with. Only judged moves count: those of theory and forced ones have no mark.
"""

import argparse
import math
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

from bench.strength.processes import Process
from kibitz_server.engine.analysis.game_analysis import Effort, GameAnalysis, MoveReview, PlayedMove
from kibitz_server.engine.analysis.judgement import Judgement, judged
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

GAMES = Path(__file__).parent / "games.txt"
GRADES: tuple[Judgement, ...] = ("good", "inaccuracy", "mistake", "blunder")
MARKS = ("", "?!", "?", "??")
SLOPE = 0.00368208
"""Slope of the curve that Lichess publishes, for hundredths of a pawn."""
MATE = 1_000
"""What a forced mate counts, in hundredths of a pawn."""
SOUND, LEVEL, HEAVY = 10, 100, 250
"""Loss of a sound move, largest advantage in a level position, and loss that is always a blunder there."""
ANSWER_S = 120.0


class Row(NamedTuple):
    """Judged move: our grade, Stockfish's, its score before the move, and what the move lost by it."""

    text: str
    ours: int
    theirs: int
    before: int
    lost: int


class Stockfish(Process):
    """Stockfish, with one thread."""

    def __init__(self, path: str, nodes: int) -> None:
        super().__init__((path,))
        self._nodes = nodes
        self.send("uci", "setoption name Hash value 64", "ucinewgame")

    def score(self, moves: Sequence[str]) -> int:
        """Return the score for the side to move after some moves, in hundredths of a pawn."""
        self.send(f"position startpos moves {' '.join(moves)}", f"go nodes {self._nodes}")
        words: list[str] = []
        while True:
            line = self.wait(lambda line: line.startswith(("info", "bestmove")), ANSWER_S)
            if line.startswith("bestmove"):
                break
            words = line.split() if " score " in line else words
        kind, value = words[words.index("score") + 1 : words.index("score") + 3]
        if kind == "mate":
            return MATE if int(value) > 0 else -MATE
        return max(-MATE, min(MATE, int(value)))


def positions_of(moves: str) -> tuple[list[Position], list[PlayedMove]]:
    """Return the positions of a game, and its moves as an analysis takes them."""
    found, played = [load("chess").start()], list[PlayedMove]()
    for ply, text in enumerate(moves.split()):
        move = found[-1].find(text)
        played.append(PlayedMove(ply, ply % 2, move.text, said=found[-1].said(move)))
        found.append(found[-1].after(move))
    return found, played


def reviewed(start: Position, played: Sequence[PlayedMove], effort: Effort) -> tuple[MoveReview, ...]:
    """Return our judgement of the moves of a game."""
    work = GameAnalysis(start, played)
    while (position := work.position) is not None:
        limit, control = work.limit(effort), SearchControl()
        control.reset(limit.nodes)
        work.add(run(position, work.algorithm, limit, control))
    return work.result().moves


def rows(moves: str, effort: Effort, judge: Stockfish) -> Iterator[Row]:
    """Yield the judged moves of a game."""
    positions, played = positions_of(moves)
    texts = [move.move for move in played]
    scores = [
        judge.score(texts[:ply]) if position.outcome is None else (0 if position.outcome.winner is None else -MATE)
        for ply, position in enumerate(positions)
    ]
    for ply, review in enumerate(reviewed(positions[0], played, effort)):
        if review.exempt or review.book:
            continue
        before, after = scores[ply], -scores[ply + 1]
        theirs = judged(max(0.0, _chance(before) - _chance(after)))
        text = f"{ply // 2 + 1}{'...' if ply % 2 else '.'}{played[ply].said}"
        yield Row(text, GRADES.index(review.judgement), GRADES.index(theirs), before, max(0, before - after))


def _chance(score: int) -> float:
    return 1 / (1 + math.exp(-SLOPE * score))


def table(found: Sequence[Row]) -> list[str]:
    """Return the figures as a table."""
    near = [row for row in found if abs(row.ours - row.theirs) <= 1]
    sound = [row for row in found if row.lost <= SOUND]
    heavy = [row for row in found if abs(row.before) <= LEVEL and row.lost >= HEAVY]
    share = len(near) / max(1, len(found))
    error = 1.96 * math.sqrt(share * (1 - share) / max(1, len(found)))
    marked, missed = [row for row in sound if row.ours], [row for row in heavy if row.ours < GRADES.index("blunder")]
    same = sum(row.ours == row.theirs for row in found)
    return [
        "| Marks | Measured | Goal |",
        "|---|---:|---:|",
        f"| agree within one grade | {100 * share:.1f} % ± {100 * error:.1f} % of {len(found)} | 92 % |",
        f"| the same | {same} of {len(found)} | |",
        f"| on moves that lose {SOUND / 100} or less | {len(marked)} of {len(sound)} | 0 |",
        f"| other than ?? on moves that lose {HEAVY / 100} or more from a level position |"
        f" {len(missed)} of {len(heavy)} | 0 |",
    ]


def main() -> int:
    """Print each move whose marks differ, and the table. Return 1 if Stockfish is missing."""
    parser = argparse.ArgumentParser(prog="python -m bench.analysis", description=__doc__)
    parser.add_argument("--games", type=int, default=None, help="only the first games")
    parser.add_argument("--effort", choices=get_args(Effort), default="normal")
    parser.add_argument("--nodes", type=int, default=3_000_000, help="nodes of Stockfish for each position")
    given = parser.parse_args()
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if path is None or not compile_searches():
        print("Stockfish or the compiler for the engine is missing", file=sys.stderr)
        return 1
    found: list[Row] = []
    with Stockfish(path, given.nodes) as judge:
        for line in GAMES.read_text(encoding="utf-8").splitlines()[: given.games]:
            name, _, moves = line.partition("\t")
            print(name, flush=True)
            for row in rows(moves, given.effort, judge):
                found.append(row)
                if row.ours != row.theirs or row.ours:
                    marks = f"{MARKS[row.ours] or '-':<3} Stockfish {MARKS[row.theirs] or '-':<3}"
                    print(f"  {row.text:<12} {marks} {row.before:+} lost {row.lost}", flush=True)
            print("\n".join(table(found)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
