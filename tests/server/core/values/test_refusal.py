"""Legal moves in the hints of refusals."""

import pytest

from kibitz_server.core.values.refusal import listed


@pytest.mark.parametrize(
    ("texts", "text"),
    [
        (["b2", "a10", "a2"], "a2 a10 b2"),
        (["raise 12", "raise 10", "raise 11", "fold"], "fold, raise 10 to 12"),
        (["raise 9", "raise 10", "raise 12"], "raise 9 raise 10 raise 12"),
        (["bet 1", "bet 2", "raise 3"], "bet 1 bet 2 raise 3"),
        (["8/5 6/5", "8/5 6/4", "roll"], "8/5 6/4 8/5 6/5 roll"),
        ([f"a{number}" for number in range(1, 43)], f"{' '.join(f'a{number}' for number in range(1, 41))} and 2 more"),
        ([], ""),
    ],
)
def test_a_list_of_moves(texts: list[str], text: str) -> None:
    """The order is natural, numbers in a row are a span, and a long list is cut."""
    assert listed(texts) == text
