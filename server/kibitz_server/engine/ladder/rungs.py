"""What each level does at a move: a table of rungs for most games, and one for each game that it does not fit.

`docs/levels.md` says what the numbers mean for players, and how each table was measured.
"""

from typing import NamedTuple

ALONE = -1
"""Depth at which a move is judged by the position after it alone."""


class Rung(NamedTuple):
    """What a level does at a move. Without a field that makes it err, it plays the best move that it finds.

    It searches all moves to the same depth with `nodes` nodes (None: as many as the time allows), and then errs. A move
    that does not stand out is seen with the chance `sees`. A move that is seen is judged at the depth `glance`, and
    with the chance `reads` each at the next depth, up to that of the search. With a `temperature`, a move that seems to
    lose as many expected points, of 1 for a win, is 1/e times as likely as the one that seems best. No move is played
    that loses `worst` or more by the whole search.
    """

    nodes: int | None
    temperature: float = 0.0
    worst: float = 1.0
    sees: float = 1.0
    glance: int = ALONE
    reads: float = 1.0

    @property
    def errs(self) -> bool:
        """Whether the level may play another move than the best one it finds."""
        return bool(self.temperature) or self.sees < 1 or self.reads < 1


class Ladder(NamedTuple):
    """The rungs of levels 1 to 10 in a game.

    An evaluation of `even`, in hundredths, is worth half of what a win is worth more than a draw. From the level
    `wins_from` on, no win in one move is missed, and from `blocks_from` on none is allowed that can be prevented. From
    there on, a level that is `won` hundredths ahead (None: never) plays the best move of a search, and so comes to the
    end.
    """

    rungs: tuple[Rung, ...]
    even: int = 300
    wins_from: int = 2
    blocks_from: int = 3
    won: int | None = None


LAST = (Rung(60_000), Rung(250_000), Rung(None))
"""Levels 8 to 10 of most games."""
MOST = Ladder(
    (
        Rung(30, 0.50, 1.0, 0.30, ALONE, 0.1),
        Rung(60, 0.20, 1.0, 0.45, ALONE, 0.3),
        Rung(120, 0.10, 0.40, 0.60, ALONE, 0.4),
        Rung(500, 0.05, 0.24, 0.75, 0, 0.5),
        Rung(2_000, 0.03, 0.22, 0.85, 0, 0.65),
        Rung(6_000, 0.015, 0.18, 0.92, 0, 0.8),
        Rung(20_000, 0.007, 0.12, 0.97, 1, 0.9),
        *LAST,
    )
)
"""The ladder of a game that has no other."""
MATERIAL = (
    *MOST.rungs[:3],
    Rung(300, 0.07, 0.24, 0.68, 0, 0.35),
    Rung(900, 0.05, 0.22, 0.76, 0, 0.5),
    *MOST.rungs[5:],
)
"""The rungs of games in which a shallow search that counts pieces sees most errors, so that levels 4 and 5 see less."""
LINES = (
    *MOST.rungs[:3],
    Rung(1_000, 0.05, 0.24, 0.78, 0, 0.6),
    Rung(3_000, 0.035, 0.22, 0.86, 0, 0.68),
    Rung(12_000, 0.01, 0.15, 0.95, 1, 0.85),
    Rung(30_000, 0.005, 0.12, 0.98, 1, 0.92),
    *LAST,
)
"""The rungs of Connect Four, where an error shows itself only in a deep search."""
SMALL_NODES = 20_000
SMALL_TEMPERATURES = (50.0, 0.6, 0.37, 0.27, 0.22, 0.18, 0.16, 0.14, 0.12)
"""Temperatures of levels 1 to 9 in small games, which any search plays perfectly.

These are too short to be lost by rare errors, so their temperatures are high. `python -m training small-levels`
computes them."""
HIDDEN_TEMPERATURES = (50.0, 2.7, 1.5, 0.81, 0.67, 0.42, 0.3, 0.21, 0.15)
"""The same in games with hidden information."""


def _by_temperature(temperatures: tuple[float, ...]) -> Ladder:
    """Return a ladder whose rungs differ by their temperature alone."""
    return Ladder((*(Rung(SMALL_NODES, temperature) for temperature in temperatures), Rung(None)))


SMALL = _by_temperature(SMALL_TEMPERATURES)
HIDDEN = _by_temperature(HIDDEN_TEMPERATURES)
CHESS = Ladder(
    (
        Rung(30, 0.25, 1.0, 0.25, ALONE, 0.1),
        Rung(100, 0.08, 0.50, 0.45, ALONE, 0.5),
        Rung(300, 0.045, 0.34, 0.60, ALONE, 0.6),
        Rung(900, 0.035, 0.22, 0.77, 0, 0.38),
        Rung(3_000, 0.018, 0.17, 0.89, 0, 0.68),
        Rung(9_000, 0.008, 0.12, 0.95, 1, 0.86),
        Rung(20_000, 0.006, 0.12, 0.97, 1, 0.9),
        *LAST,
    ),
    won=1200,
)
POINT = 0.005
"""What a point of backgammon counts in its ladder, which is nearly a straight line."""
BACKGAMMON = Ladder(
    (
        Rung(30, 0.800 * POINT, 1.30 * POINT, 0.03),
        Rung(30, 0.240 * POINT, 0.80 * POINT, 0.10),
        Rung(30, 0.130 * POINT, 0.55 * POINT, 0.20),
        Rung(30, 0.088 * POINT, 0.45 * POINT, 0.30),
        Rung(30, 0.066 * POINT, 0.35 * POINT, 0.40),
        Rung(30, 0.042 * POINT, 0.25 * POINT, 0.50),
        Rung(30, 0.026 * POINT, 0.20 * POINT, 0.70),
        Rung(30, 0.009 * POINT, 0.15 * POINT, 0.90),
        Rung(10_000),
        Rung(None),
    ),
    even=10_000,
)
"""Levels up to 8 judge a play by the position after it: even that is the play of an expert.

`python -m bench.backgammon.decisions` measures what each loses."""
GO = Ladder(
    (
        Rung(1_600, 0.12, 0.60, 0.80),
        Rung(5_600, 0.042, 0.40, 0.93),
        Rung(10_400, 0.028, 0.30, 0.97),
        Rung(16_000, 0.018, 0.25),
        Rung(28_000, 0.012, 0.20),
        Rung(56_000, 0.006, 0.15),
        Rung(112_000),
        Rung(170_000),
        Rung(250_000),
        Rung(None),
    )
)
"""Go needs some thousand playouts to see that a chain is dead, so levels differ by these more than by errors."""
HEX = Ladder(
    (
        Rung(1_000, 0.30, 1.0, 0.40),
        Rung(2_000, 0.15, 0.70, 0.60),
        Rung(4_000, 0.08, 0.40, 0.75),
        Rung(8_000, 0.05, 0.30, 0.85),
        Rung(16_000, 0.03, 0.25, 0.92),
        Rung(32_000, 0.015, 0.20, 0.96),
        Rung(64_000, 0.007, 0.15),
        Rung(120_000),
        Rung(250_000),
        Rung(None),
    )
)
"""Playouts tell little of a move of Hex if each of a hundred moves has a few, so levels differ by these too."""
LADDERS = {
    "backgammon": BACKGAMMON,
    "chess": CHESS,
    "connect4": Ladder(LINES, even=28),
    "draughts": Ladder(MATERIAL, even=130),
    "go": GO,
    "gomoku": MOST._replace(even=360),
    "hex": HEX,
    "international": Ladder(MATERIAL, even=130),
    "kalah": Ladder(MATERIAL, even=220),
    "reversi": MOST._replace(even=900),
    "russian": Ladder(MATERIAL, even=130),
    "ultimate": MOST._replace(even=500),
}
"""The ladders of games that have their own, by the name of the game."""
