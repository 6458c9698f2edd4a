"""Stockfish's judgement of the games: its scores of their positions, kept in `judgements.json` with the nodes of each.

A game is searched from its end, so that the table of the program knows what follows. Theory is not searched.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from training.programs import Process

FILE = Path(__file__).parent / "judgements.json"
MATE = 1_000
"""What a forced mate counts, in hundredths of a pawn."""
ANSWER_S = 300.0

Scores = list[tuple[int, int] | None]
"""For each position of a game its score for the side to move, in hundredths of a pawn, and the thousands of nodes of
the search. None is a position that was not searched."""


class Stockfish(Process):
    """Stockfish, with one thread."""

    def __init__(self, path: str) -> None:
        super().__init__((path,))
        self.send("uci", "setoption name Hash value 64")

    def begin(self) -> None:
        """Forget the positions of earlier games."""
        self.send("ucinewgame")

    def score(self, moves: Sequence[str], nodes: int) -> int:
        """Return the score for the side to move after some moves, in hundredths of a pawn."""
        self.send(f"position startpos moves {' '.join(moves)}", f"go nodes {nodes}")
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


def kept() -> dict[str, Scores]:
    """Return the judgements of the file, by the names of the games."""
    if not FILE.exists():
        return {}
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return {name: [tuple(each) if each else None for each in scores] for name, scores in found.items()}


def keep(judgements: dict[str, Scores]) -> None:
    """Write the file, a line for each game."""
    lines = [
        f"{json.dumps(name, ensure_ascii=False)}: {json.dumps(scores, separators=(',', ':'))}"
        for name, scores in judgements.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def judge(stockfish: Stockfish, texts: Sequence[str], scores: Scores, plies: Iterable[int], nodes: int) -> None:
    """Search positions of a game that were searched with fewer nodes, the last one first.

    Args:
        stockfish: The program.
        texts: The moves of the game.
        scores: What is known of its positions; it is changed.
        plies: Which positions to search.
        nodes: Nodes of each search.
    """
    stockfish.begin()
    for ply in sorted(plies, reverse=True):
        known = scores[ply]
        if known is None or known[1] < nodes // 1000:
            scores[ply] = (stockfish.score(texts[:ply], nodes), nodes // 1000)
