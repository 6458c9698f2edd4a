"""Reasons of mistakes on the page: the same facts as in the app, in the page's words."""

import pytest

from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.sources import WEB

WITH_TEXTS = f"""async (module, why) => {{
  await (await import("{(WEB / "words" / "replay" / "index.js").resolve().as_uri()}")).ready;
  return module.reasonText(why);
}}"""


@pytest.mark.parametrize(
    ("why", "text"),
    [
        ({"kind": "allows_win", "moves": 3, "what": ["mate"]}, "It allows mate in 3."),
        ({"kind": "allows_win", "moves": 1, "at": "4"}, "It lets the opponent win at once with 4."),
        ({"kind": "misses_win", "moves": 7}, "It misses a win in 7."),
        ({"kind": "loses", "what": ["knight"], "price": ["pawn"], "at": "g4"}, "It loses a knight on g4 for a pawn."),
        ({"kind": "loses", "what": ["man", "man"], "price": ["man"], "at": "17"}, "It loses 2 men for a man."),
        ({"kind": "concedes", "what": ["box"], "count": 5}, "It gives the opponent 5 boxes."),
        ({"kind": "corner", "at": "a1"}, "It gives the opponent the corner a1."),
        ({"kind": "group", "count": 5, "at": "d4"}, "It loses 5 stones at d4."),
        ({"kind": "cube", "what": ["drop"]}, "The right decision is: drop."),
        ({"kind": "shots", "count": 15, "best": 4}, "It can be hit by 15 rolls of 36, after the best move by 4."),
        ({"kind": "wins", "count": 47, "best": 52}, "It wins 47% of the games, the best move 52%."),
        ({"kind": "newer"}, ""),
    ],
)
def test_a_reason_is_a_sentence(node: Node, why: dict[str, object], text: str) -> None:
    """Each kind of reason has a sentence; one of a newer server has none."""
    assert run_module(node, "records/judgements.js", WITH_TEXTS, [[why]]) == [text]
