"""Options that several commands share."""

import pytest

from kibitz_client.cli.options import sought
from kibitz_client.errors import UsageError


def test_a_search_is_for_a_player_or_for_an_engine() -> None:
    """A player may be typed as it is shown, and an engine without its mark. Both together are refused."""
    assert (sought("@ann", None), sought("ann", None), sought(None, None)) == ("@ann", "ann", None)
    assert sought(None, "level:5") == "engine level:5"
    with pytest.raises(UsageError):
        sought("ann", "level:5")
