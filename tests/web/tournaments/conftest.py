"""Matches for the boards of events."""

import pytest


@pytest.fixture
def codes(exhibition: tuple[str, dict[str, str]]) -> dict[str, str]:
    """Return the codes of the matches of the exhibition."""
    return exhibition[1]
