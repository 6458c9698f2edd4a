"""Typed text as explain requests, and back."""

import pytest

from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.tui.search_tree.subject import subject_of, typed
from tests.client.samples import GOMOKU, NIM


def test_what_is_typed() -> None:
    """A list is leaf values, a known name is a game, and other text is a match with an optional ply."""
    like = ExplainRequest(algorithm="minimax", depth=5, first="min")
    games = [NIM, GOMOKU]
    assert subject_of("[1]", games, like) == ExplainRequest(tree="[1]", algorithm="minimax", depth=5, first="min")
    game = ExplainRequest("nim", options=("heaps=1,2",), moves="1-1 1-2", algorithm="minimax", depth=5)
    assert subject_of("nim heaps=1,2 1-1, 1-2", games, like) == game
    assert subject_of("Five in a row h8", games, ExplainRequest()) == ExplainRequest("gomoku", moves="h8")
    assert subject_of("long five", games, ExplainRequest()) == ExplainRequest(
        "gomoku", options=("exact=true",), moves=""
    )
    assert subject_of("K7QX42", games, ExplainRequest()) == ExplainRequest(match="K7QX42")
    assert subject_of("K7QX42 12", games, ExplainRequest()) == ExplainRequest(match="K7QX42", ply=12)


@pytest.mark.parametrize(
    "text", ["[[1], [2]]", "K7QX42", "K7QX42 3", "nim", "nim heaps=1,2 1-1 1-2", "nim 31, 8/5 6/5", "nim 8/5 6/5,"]
)
def test_what_is_asked_can_be_typed(text: str) -> None:
    """The text of a request parses to the same request."""
    assert typed(subject_of(text, [NIM], ExplainRequest())) == text
