"""The table of chess endings follows from its script, and agrees with published counts."""

import lzma

import numpy as np
import pytest

from kibitz_server.engine.data.files import path_of
from training.chess.endings import DRAWN, determine


@pytest.mark.compiled
@pytest.mark.long
@pytest.mark.timeout(120)
def test_endings_with_one_piece() -> None:
    """They are made again byte for byte; the won positions with a pawn on the columns a to d are the published ones."""
    nothing = np.zeros(1, np.uint8)
    queens, rooks = (determine(name, nothing, nothing)[0] for name in ("queen", "rook"))
    lost, won = determine("pawn", queens, rooks)
    assert int((lost > 0).sum() + (won > 0).sum()) == 111_282
    made = np.concatenate([queens, rooks, lost])
    made[made == 0] = DRAWN
    assert lzma.decompress(path_of("chess-endings").read_bytes()).startswith(made.tobytes())
