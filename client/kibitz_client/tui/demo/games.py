"""The matches of the demo: for each game its engines, options and colours, and the choice among them. No I/O.

Both engines get the same time for a move. Limits of depth keep alpha-beta from proving the result of a game from its
first moves, after which nothing would be left to see.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz_client.parsing.arguments import MatchSetup
from kibitz_client.parsing.default_engines import default_engine
from kibitz_client.parsing.move_list import join_moves, split_moves
from kibitz_client.storage.preferences import BoardStyle
from kibitz_client.tui.demo.openings import OPENINGS

SEARCH_S = 0.7
PACE_S = 1.0
"""Shortest time between two moves; the engine searches for `SEARCH_S` of it."""
MOST_S = 34.0
"""Time after which a match is stopped. With the start of the server, the demo then takes less than 40 seconds."""
FAST_MOST_S = 1.0
FAST_GAME = "connect4"
"""The game of `--fast`: it ends soon, and `make` compiles its engine."""
SEEDS = 10_000
"""Seeds that are drawn are below this, so that they are easily typed."""
NODES, DEEP = f"seconds={SEARCH_S}", f"seconds={SEARCH_S},depth=40"
FAST_LIMITS = {"alphabeta": "depth=4", "expectiminimax": "depth=1"}
FAST_PLAYOUTS = "playouts=60"


@dataclass(frozen=True, slots=True)
class DemoGame:
    """How the demo plays a game.

    `engines` of about the same strength play it, and `options` make it end soon. `style` has the colours of its board.
    `compile_s` are the seconds of a processor that the compilation of each engine took in November 2026.
    The default is a guess, for games of others.
    """

    engines: tuple[str, str] = (f"alphabeta:{DEEP}", f"mcts:{NODES}")
    options: tuple[str, ...] = ()
    style: BoardStyle = "theme"
    compile_s: tuple[float, float] = (8, 8)
    pace_s: float = PACE_S


_SAME = (f"alphabeta:{DEEP}",) * 2
_THREATS = (f"alphabeta:{NODES}",) * 2
_PLAYOUTS = (f"mcts:{NODES}",) * 2
_CARDS = (f"ismcts:{NODES}",) * 2
GAMES = {
    "backgammon": DemoGame((f"expectiminimax:{NODES}",) * 2, style="felt", pace_s=0.8, compile_s=(18, 18)),
    "chess": DemoGame(_SAME, style="wood", compile_s=(17, 17)),
    "connect4": DemoGame(compile_s=(4, 6)),
    "dots": DemoGame(options=("columns=4", "rows=4"), compile_s=(6, 6)),
    "draughts": DemoGame(_SAME, style="wood", compile_s=(7, 7)),
    "go": DemoGame(_PLAYOUTS, style="wood", compile_s=(15, 15)),
    "gomoku": DemoGame(_THREATS, style="wood", compile_s=(6, 6)),
    "hex": DemoGame(_PLAYOUTS, options=("size=7", "swap=false"), compile_s=(10, 10)),
    "holdem": DemoGame(_CARDS, options=("hands=5",), compile_s=(14, 14)),
    "international": DemoGame(_SAME, style="wood", compile_s=(10, 10)),
    "kalah": DemoGame(_SAME, compile_s=(7, 7)),
    "kuhn": DemoGame(_CARDS, options=("hands=8",), compile_s=(9, 9)),
    "leduc": DemoGame(_CARDS, options=("hands=6",), compile_s=(9, 9)),
    "mnk": DemoGame(_THREATS, options=("columns=8", "rows=8", "connect=5"), compile_s=(4, 4)),
    "nim": DemoGame(_PLAYOUTS, options=("heaps=9,11,13,15", "misere=false"), compile_s=(5, 5)),
    "reversi": DemoGame(_SAME, style="felt", pace_s=0.75, compile_s=(9, 9)),
    "russian": DemoGame(_SAME, style="wood", compile_s=(11, 11)),
    "tictactoe": DemoGame(compile_s=(4, 5)),
    "ultimate": DemoGame(pace_s=0.9, compile_s=(8, 6)),
}
"""The games of every server. Another game is played by its usual engine."""
SHOWN = ("backgammon", "chess", "connect4", "draughts", "go", "gomoku", "hex", "reversi", "ultimate")
"""The games that the demo chooses from."""


@dataclass(frozen=True, slots=True)
class NamedOpening:
    """Moves that are played before the engines begin, with the name by which books know them."""

    moves: tuple[str, ...] = ()
    name: str = ""

    @property
    def title(self) -> str:
        """The name, or what the moves are; empty for the first position of a game."""
        return self.name or ("from a balanced opening" if self.moves else "")


@dataclass(frozen=True, slots=True)
class DemoChoice:
    """What the demo plays. `again` are the arguments that repeat it."""

    game: str
    seed: int
    opening: NamedOpening
    plan: DemoGame
    most_s: float = MOST_S

    @property
    def again(self) -> str:
        """The command that plays the same game from the same opening."""
        return f"demo {self.game} --seed {self.seed}"

    def setup(self, engines: Sequence[str] = ()) -> MatchSetup:
        """Return the match, between the given engines if there are some."""
        return MatchSetup(
            self.game,
            self.plan.options,
            tuple(engines) or self.plan.engines,
            moves=join_moves(self.opening.moves) or None,
            show_thinking=True,
            engine_pace=self.plan.pace_s,
        )


def choose(
    game: str | None, seed: int | None, *, fast: bool = False, draw: Callable[[int], int] = random.randrange
) -> DemoChoice:
    """Return what to play: the same for the same seed, and something else each time without one.

    Args:
        game: The name of a game; one of those that look well by default.
        seed: Chooses the game and its opening.
        fast: Whether to play by short searches without a pause.
        draw: Returns a random number below another one, for a seed that is not given.
    """
    seed = draw(SEEDS) if seed is None else seed
    rng = random.Random(seed)
    drawn = rng.choice(SHOWN)
    game = game or (FAST_GAME if fast else drawn)
    plan = GAMES.get(game, DemoGame(engines=(f"{default_engine(chance=False)}:{NODES}",) * 2))
    known = OPENINGS.get(game)
    opening = read_opening(rng.choice(known)) if known else NamedOpening()
    if not fast:
        return DemoChoice(game, seed, opening, plan)
    algorithm = plan.engines[0].partition(":")[0]
    engine = f"{algorithm}:{FAST_LIMITS.get(algorithm, FAST_PLAYOUTS)}"
    quick = DemoGame((engine, engine), plan.options, plan.style, plan.compile_s, pace_s=0.0)
    return DemoChoice(game, seed, opening, quick, FAST_MOST_S)


def read_opening(text: str) -> NamedOpening:
    """Return an opening from a line of the table: its moves, after its name and a colon if it has one."""
    name, colon, moves = text.rpartition(": ")
    return NamedOpening(tuple(split_moves(moves)), name if colon else "")
