"""Weights of the evaluation of chess as text, and how they are written to their module."""

from collections.abc import Mapping
from pathlib import Path

from kibitz_server.games.chess import tuned

Weights = Mapping[str, tuple[tuple[int, int], ...]]
"""By part, the worths in the middle game and in the ending."""

TARGET = Path(tuned.__file__)
A_LINE = 8


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
