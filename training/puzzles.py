"""Puzzles that come with Kibitz: `python -m training puzzles` makes them from games between levels, game after game.

The games are analysed as a server does it, and each position that may be a puzzle is checked by deeper searches
(`kibitz_server/engine/analysis/puzzles.py`). Seeds and nodes decide alone, so that the same command makes the same
puzzles on a machine with a compiler.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from kibitz_server.engine.analysis.game_analysis import CannotAnalyse, GameAnalysis, PlayedMove
from kibitz_server.engine.analysis.puzzles import EASIEST, Puzzle, PuzzleCheck, candidates
from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import BadPosition, IllegalMove, Position
from kibitz_server.games.registry import load
from training.levels.games import opening
from training.levels.players import level_move

FOLDER = Path(__file__).parent.parent / "server" / "kibitz_server" / "puzzles" / "bundles"
GAMES = (
    "connect4", "tictactoe", "nim", "reversi", "draughts", "chess", "kalah", "ultimate", "gomoku", "russian",
    "international", "dots", "hex", "go",
)  # fmt: skip
"""Games with bundled puzzles: those without chance and hidden cards that people know."""
LEVELS = (3, 4, 5)
NODES = 100_000
"""Nodes of the search of a position of a line: a quarter of those of a server, which has more time."""
TOP_NODES = 20_000
NUMBER = 8
MOST_GAMES = 120
FROM_A_GAME = 2
"""Most puzzles from one game, so that they differ."""
EASY = 4
"""A puzzle of this number may be solved by a move that ends the game at once."""
BRANCHES = 24
"""Other moves whose refutation is kept. The others get none."""


def searched(position: Position, algorithm: str, limit: Limit) -> SearchResult:
    """Search a position in this process."""
    control = SearchControl()
    control.reset(limit.nodes)
    return run(position, algorithm, limit, control)


def played_game(name: str, number: int) -> tuple[list[Position], list[PlayedMove], str]:
    """Return the positions and moves of a game between two levels, and its players."""
    dice = random.Random(f"puzzles {name} {number}")
    levels = [dice.choice(LEVELS), dice.choice(LEVELS)]
    at = opening(load(name), f"puzzles {number}")
    walk, moves = [at], list[PlayedMove]()
    while at.outcome is None and len(moves) < 300:
        seat = at.state.turn
        move = level_move(at, levels[seat], number, TOP_NODES)
        moves.append(PlayedMove(len(moves), seat, move.text))
        at = at.after(move)
        walk.append(at)
    return walk, moves, " v ".join(f"level {level}" for level in levels)


def puzzles_of(name: str, number: int) -> Iterator[dict[str, Any]]:
    """Yield the puzzles of one game as they are stored."""
    walk, moves, players = played_game(name, number)
    try:
        analysis = GameAnalysis(walk[0], moves, effort="quick")
    except CannotAnalyse:
        return
    while (position := analysis.position) is not None:
        analysis.add(searched(position, analysis.algorithm, analysis.limit))
    for place in candidates(analysis.result().moves):
        before, lead = walk[place - 1].text, moves[place - 1].move
        try:
            start = load(name).start(before)
            start = start.after(start.find(lead))
        except (BadPosition, IllegalMove):
            continue
        check = PuzzleCheck(start, NODES)
        while (position := check.position) is not None:
            check.add(searched(position, check.algorithm, check.limit))
        if (puzzle := check.result()) is not None:
            yield data_of(name, before, lead, puzzle, players)


def at_once(puzzle: dict[str, Any]) -> bool:
    """Return whether a puzzle is solved by a move that ends the game."""
    return len(puzzle["line"]) == 1 and puzzle["rating"] <= EASIEST


def data_of(name: str, before: str, lead: str, puzzle: Puzzle, players: str) -> dict[str, Any]:
    """Return a puzzle as a line of a bundle has it."""
    refuted = {
        str(at): {
            move: [answer.reply, answer.win]
            for move, answer in sorted(answers.items(), key=lambda each: -each[1].win)[:BRANCHES]
        }
        for at, answers in puzzle.refuted.items()
    }
    return {
        "game": name,
        "position": before,
        "lead": lead,
        "line": list(puzzle.line),
        "refuted": refuted,
        "win": round(puzzle.win, 3),
        "themes": list(puzzle.themes),
        "rating": puzzle.rating,
        "players": players,
    }


def main() -> None:
    """Make the puzzles of the chosen games, and write them to the folder of the server."""
    parser = argparse.ArgumentParser(prog="python -m training puzzles", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--number", type=int, default=NUMBER, help="puzzles of each game")
    parser.add_argument("--out", type=Path, default=FOLDER)
    options = parser.parse_args()
    select.compile_searches()
    for name in options.only:
        began, found = time.process_time(), dict[tuple[str, str], dict[str, Any]]()
        for number in count() if options.number else ():
            if number >= MOST_GAMES or len(found) >= options.number:
                break
            easy = sum(map(at_once, found.values()))
            print(f"{name} {number} {len(found)}", flush=True)
            for puzzle in list(puzzles_of(name, number))[:FROM_A_GAME]:
                if not at_once(puzzle) or easy < options.number // EASY:
                    found.setdefault((puzzle["position"], puzzle["lead"]), puzzle)
        lines = [json.dumps(each, separators=(",", ":")) for each in list(found.values())[: options.number]]
        (options.out / f"{name}.jsonl").write_text("".join(line + "\n" for line in lines))
        print(f"{name}: {len(lines)} puzzles of {number} games, {time.process_time() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
