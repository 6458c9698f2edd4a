"""Balanced openings of the games of the demo, of which it draws one.

Those of chess are main lines of known openings. The others are random moves, or stones near the middle, after which
the engines of the demo give both sides between 40 and 60 percent after half a second. Those of backgammon are
the first moves of a game, with its dice, so that the rest ends in time. Games of cards begin with a deal.
"""

OPENINGS: dict[str, tuple[str, ...]] = {
    "chess": (
        "Italian Game: e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6",
        "Ruy Lopez: e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7",
        "Scotch Game: e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 g8f6 d4c6 b7c6",
        "Sicilian, Najdorf: e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
        "Sicilian, Dragon: e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 g7g6",
        "French Defence: e2e4 e7e6 d2d4 d7d5 b1c3 g8f6 e4e5 f6d7 f2f4 c7c5",
        "Caro-Kann: e2e4 c7c6 d2d4 d7d5 b1c3 d5e4 c3e4 c8f5 e4g3 f5g6",
        "Queen's Gambit Declined: d2d4 d7d5 c2c4 e7e6 b1c3 g8f6 c1g5 f8e7 e2e3 e8g8",
        "Slav Defence: d2d4 d7d5 c2c4 c7c6 g1f3 g8f6 b1c3 d5c4 a2a4 c8f5",
        "King's Indian: d2d4 g8f6 c2c4 g7g6 b1c3 f8g7 e2e4 d7d6 g1f3 e8g8",
        "Nimzo-Indian: d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5",
        "English Opening: c2c4 e7e5 b1c3 g8f6 g1f3 b8c6 g2g3 d7d5 c4d5 f6d5",
    ),
}
