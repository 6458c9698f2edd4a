"""Weights of the evaluation of chess as text: a first guess by hand, and how they are written to their module."""

from collections.abc import Mapping
from pathlib import Path

from kibitz_server.games.chess import tuned

Weights = Mapping[str, tuple[tuple[int, int], ...]]
"""By part, the worths in the middle game and in the ending."""

TARGET = Path(tuned.__file__)
MIDDLE = {"pawn": 82, "knight": 325, "bishop": 335, "rook": 480, "king": 0, "queen": 980}
END = {"pawn": 105, "knight": 300, "bishop": 315, "rook": 530, "king": 0, "queen": 970}
CENTRAL = (-3, -1, 1, 2, 2, 1, -1, -3)
CENTRE = {"knight": 8, "bishop": 4, "rook": 2, "queen": 1}
A_LINE = 8


def guess() -> Weights:
    """Return plain numbers from which the fit begins."""
    weights: dict[str, tuple[tuple[int, int], ...]] = {
        piece: tuple(on_square(piece, square) for square in range(64)) for piece in MIDDLE
    }
    weights["knight mobility"] = tuple((4 * (n - 4), 4 * (n - 4)) for n in range(9))
    weights["bishop mobility"] = tuple((4 * (n - 6), 4 * (n - 6)) for n in range(14))
    weights["rook mobility"] = tuple((2 * (n - 6), 4 * (n - 6)) for n in range(15))
    weights["queen mobility"] = tuple((n - 13, 2 * (n - 13)) for n in range(28))
    weights["pieces"] = ((30, 45), (25, 10), (12, 10), (40, 25), (25, 20))
    weights["pawns"] = ((-10, -18), (-12, -14), (-8, -8), (8, 6), (5, 4))
    weights["passed"] = ((0, 0), (2, 8), (2, 12), (8, 25), (20, 45), (45, 80), (80, 120), (0, 0))
    weights["stopped"] = ((0, 0), (-2, -4), (-2, -4), (-4, -10), (-8, -20), (-15, -35), (-25, -60), (0, 0))
    weights["escort"] = ((0, -3), (0, 5))
    weights["shield"] = ((-25, 0), (-8, 0), (8, 0), (15, 0))
    weights["uncovered"] = ((8, 0), (-5, 0), (-20, 0), (-40, 0))
    weights["danger"] = tuple((min(320, n * n // 4), 0) for n in range(40))
    return weights


def on_square(piece: str, square: int) -> tuple[int, int]:
    """Return the worth of White's piece on a square in the middle game and in the ending."""
    column, row = square % 8, square // 8
    centre = CENTRAL[column] + CENTRAL[row]
    middle, end = MIDDLE[piece], END[piece]
    if piece == "pawn":
        push = 8 if column in (3, 4) and row in (3, 4) else -12 if column in (3, 4) and row == 1 else 0
        return middle + push + (0, 0, 0, 4, 8, 12, 20, 0)[row], end + (0, 0, 0, 4, 8, 12, 20, 0)[row]
    if piece == "king":
        hidden = 12 if row == 0 and column in (1, 2, 6) else 0
        return hidden - 14 * min(row, 4) - 5 * CENTRAL[column], 7 * centre
    undeveloped = -8 if row == 0 and piece in ("knight", "bishop") else 0
    seventh = 10 if piece == "rook" and row == 6 else 0
    return middle + CENTRE[piece] * centre + undeveloped + seventh, end + CENTRE[piece] * centre + seventh


def write(weights: Weights, made: str) -> None:
    """Write the module of the weights, with how they were made."""
    lines = []
    for name, pairs in weights.items():
        lines.append(f"{name}:")
        texts = [f"{middle}/{end}" for middle, end in pairs]
        lines += ["  " + " ".join(texts[i : i + A_LINE]) for i in range(0, len(texts), A_LINE)]
    source = TARGET.read_text(encoding="utf-8")
    head, _, rest = source.partition('TEXT = """\\\n')
    _, _, tail = rest.partition('"""\n')
    before, _, _ = head.partition("\nMADE = ")
    TARGET.write_text(
        f'{before}\nMADE = "{made}"\n"""How the weights were made."""\n\nTEXT = """\\\n'
        + "\n".join(lines)
        + f'\n"""\n{tail}',
        encoding="utf-8",
    )
