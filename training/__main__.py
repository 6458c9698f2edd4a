"""Command `python -m training NAME [ARGUMENT ...]`: make data that Kibitz ships. Without a name, list them."""

import os
import sys
from typing import NamedTuple


class Script(NamedTuple):
    """A script that makes data: its module, and what it makes."""

    module: str
    makes: str


SCRIPTS = {
    "backgammon": Script("training.backgammon.train", "networks of backgammon, by games with themselves"),
    "backgammon-bearoff": Script("training.backgammon.bearoff", "table of bearing off in backgammon"),
    "books": Script("training.books", "opening books of Reversi and draughts"),
    "chess": Script("training.chess.fit", "weights of the evaluation of chess"),
    "chess-games": Script("training.chess.games", "positions to fit them to, in a file of any name"),
    "chess-endings": Script("training.chess.endings", "table of chess endings against a lone king"),
    "connect4": Script("training.connect4.openings", "solved openings of Connect Four"),
    "connect4-suite": Script("training.connect4.suite", "test positions of Connect Four"),
    "draughts": Script("training.draughts.endings", "table of draughts endings"),
    "holdem": Script("training.holdem.train", "strategy of limit hold'em, by counterfactual regret minimisation"),
    "holdem-chances": Script("training.holdem.chances", "chances of hands before and on the flop, printed"),
    "holdem-nolimit": Script("training.holdem.nolimit", "strategies of hold'em without limits, in the same way"),
    "kalah": Script("training.kalah", "weights of the evaluation of Kalah, printed"),
    "levels": Script("training.levels", "docs/levels.md: what levels lose, and matches between them"),
    "obvious": Script("training.levels.obvious", "positions of a test of levels, in which anyone sees what to do"),
    "openings": Script("training.openings", "openings of events, for each game that has some"),
    "puzzles": Script("training.puzzles", "puzzles of games between levels, for the main games"),
    "reversi": Script("training.reversi.fit", "weights of the patterns of Reversi"),
    "reversi-spread": Script("training.reversi.spread", "errors of shallow searches of Reversi, printed"),
    "reversi-suite": Script("training.reversi.suite", "test positions of Reversi"),
    "small-levels": Script("training.small_levels", "temperatures of levels in small games, printed"),
    "ultimate": Script("training.ultimate", "weights of the evaluation of ultimate tic-tac-toe, printed"),
    "win-probability": Script("training.win_probability", "curves from scores to win probabilities"),
}


def main(arguments: list[str]) -> int:
    """Replace this process by the named script. Return 2 for an unknown name."""
    name, *rest = arguments or ["list"]
    if name in SCRIPTS:
        os.execv(sys.executable, [sys.executable, "-m", SCRIPTS[name].module, *rest])
    for known, script in SCRIPTS.items():
        print(f"  {known:<16} {script.makes}")
    print("run one: python -m training NAME [ARGUMENT ...]")
    return 2 if arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
