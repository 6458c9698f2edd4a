"""The table of draughts endings follows from the rules."""

import pytest

from training.draughts.endings import Analysis, one_sided


@pytest.mark.compiled
@pytest.mark.timeout(120)
def test_endings_of_two_pieces() -> None:
    """Their number is the published one, and each value follows from those of its successors."""
    analysis = Analysis(2)
    assert analysis.determine(2) + one_sided(2) == 6972
    assert analysis.faults(2) == 0
