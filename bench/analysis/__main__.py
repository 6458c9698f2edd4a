"""Marks of chess against Stockfish's: `python -m bench.analysis [--games 0 10] [--effort normal]`.

The games of `games.txt` are public ones, each a name, its result and its moves. Our analysis marks their moves. The
judgements that are kept say how much each move loses by Stockfish, and so its mark: the loss of win probability, by
the curve that Lichess publishes, with the thresholds of ours. Only judged moves count: those of theory and forced ones
have no mark.

`--judge 300000` has Stockfish search what it searched with fewer nodes: all positions that are not theory, or, with
`--marked`, those before and after each move with a mark of either side, to settle it.
"""

import argparse
import math
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, get_args

from bench.analysis.judge import MATE, Scores, Stockfish, judge, keep, kept
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
SOUND, LEVEL, HEAVY = 10, 100, 250
"""Loss of a sound move, largest advantage in a level position, and loss that is always a blunder there."""


class Game(NamedTuple):
    """Public game: its name, the positions, and the moves as an analysis takes them."""

    name: str
    positions: list[Position]
    played: list[PlayedMove]

    @property
    def texts(self) -> list[str]:
        """The moves as Stockfish takes them."""
        return [move.move for move in self.played]

    @property
    def judged(self) -> range:
        """The plies that Stockfish searches: from the last one of theory to the end, without a finished game."""
        named = max((ply for ply, position in enumerate(self.positions) if position.opening_name), default=0)
        return range(named, len(self.positions) - (self.positions[-1].outcome is not None))


class Row(NamedTuple):
    """Judged move: its ply, our grade, Stockfish's, its score before the move, what the move lost, and our reason."""

    ply: int
    text: str
    ours: int
    theirs: int
    before: int
    lost: int
    review: MoveReview


def games(first: int | None, end: int | None) -> list[Game]:
    """Return some of the games, or all."""
    found = []
    for line in GAMES.read_text(encoding="utf-8").splitlines()[first:end]:
        name, _, moves = line.split("\t")
        positions, played = [load("chess").start()], list[PlayedMove]()
        for ply, text in enumerate(moves.split()):
            move = positions[-1].find(text)
            played.append(PlayedMove(ply, ply % 2, move.text, said=positions[-1].said(move)))
            positions.append(positions[-1].after(move))
        found.append(Game(name, positions, played))
    return found


def reviewed(game: Game, effort: Effort) -> tuple[MoveReview, ...]:
    """Return our judgement of the moves of a game."""
    work = GameAnalysis(game.positions[0], game.played, effort=effort)
    while (position := work.position) is not None:
        limit, control = work.limit, SearchControl()
        control.reset(limit.nodes)
        work.add(run(position, work.algorithm, limit, control))
    return work.result().moves


def rows(game: Game, effort: Effort, known: Scores) -> Iterator[Row]:
    """Yield the judged moves of a game that Stockfish judged too."""
    scores = [each[0] if each else None for each in known]
    if (outcome := game.positions[-1].outcome) is not None:
        scores[-1] = 0 if outcome.winner is None else -MATE
    for ply, review in enumerate(reviewed(game, effort)):
        before, after = scores[ply], scores[ply + 1]
        if review.exempt or review.book or before is None or after is None:
            continue
        theirs = judged(max(0.0, _chance(before) - _chance(-after)))
        text = f"{ply // 2 + 1}{'...' if ply % 2 else '.'}{game.played[ply].said}"
        grades = GRADES.index(review.judgement), GRADES.index(theirs)
        yield Row(ply, text, *grades, before, max(0, before + after), review)


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


def line_of(row: Row) -> str:
    """Return a row with marks as text."""
    marks = f"{MARKS[row.ours] or '-':<3} Stockfish {MARKS[row.theirs] or '-':<3}"
    found = row.review
    ours = f"we {100 * found.before:.0f} % lost {100 * found.loss:.0f}, depth {found.checked}"
    return f"  {row.text:<12} {marks} {row.before:+} lost {row.lost}  ({ours})"


def main() -> int:
    """Judge by Stockfish, or print each move whose marks differ, and the table. Return 1 if a program is missing."""
    parser = argparse.ArgumentParser(prog="python -m bench.analysis", description=__doc__)
    parser.add_argument("--games", nargs=2, type=int, metavar=("FIRST", "END"), help="only these games, from 0")
    parser.add_argument("--effort", choices=get_args(Effort), default="normal")
    parser.add_argument(
        "--judge", type=int, metavar="NODES", help="let Stockfish search each position with this number of nodes"
    )
    parser.add_argument("--marked", action="store_true", help="only around moves that have a mark")
    parser.add_argument("--minutes", type=float, default=8.0, help="begin no game later than this with --judge")
    given = parser.parse_args()
    path = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if (given.judge and path is None) or not compile_searches():
        print("Stockfish or the compiler for the engine is missing", file=sys.stderr)
        return 1
    found, judgements, until = list[Row](), kept(), time.monotonic() + 60 * given.minutes
    for game in games(*given.games or (None, None)):
        known = judgements.setdefault(game.name, [None] * len(game.positions))
        if not given.judge or given.marked:
            print(game.name, flush=True)
            ours = list(rows(game, given.effort, known))
            found += ours
            print("\n".join(line_of(row) for row in ours if row.ours or row.theirs), flush=True)
        if given.judge and path and time.monotonic() < until:
            near = (
                {row.ply + after for row in ours if row.ours or row.theirs for after in (0, 1)} if given.marked else ()
            )
            with Stockfish(path) as stockfish:
                judge(
                    stockfish,
                    game.texts,
                    known,
                    [ply for ply in game.judged if not given.marked or ply in near],
                    given.judge,
                )
            keep(judgements)
    if found:
        print("\n".join(table(found)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
