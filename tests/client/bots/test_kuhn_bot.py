"""The example bot for Kuhn poker."""

import importlib.util
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kibitz_client.match.state import advance
from tests.client.cards import CARDS, TABLE, cards_state, hand
from tests.client.samples import snapshot

EXAMPLE = Path(__file__).parents[3] / "examples" / "bots" / "kuhn_bot.py"
TRIES = 600


@pytest.fixture
def choose() -> Callable[..., Any]:
    """Return the method of a bot."""
    spec = importlib.util.spec_from_file_location("kuhn_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    method: Callable[..., Any] = module.KuhnBot().choose
    return method


@pytest.mark.parametrize(
    ("you", "number", "card", "legal", "aggressive", "share"),
    [
        (0, 1, "J", ["check", "bet"], "bet", 1 / 3),
        (0, 1, "Q", ["check", "bet"], "bet", 0),
        (0, 2, "Q", ["fold", "call"], "call", 1 / 3),
        (1, 2, "Q", ["fold", "call"], "call", 2 / 3),
        (1, 1, "K", ["fold", "call"], "call", 1),
        (1, 1, "J", ["fold", "call"], "call", 0),
    ],
)
def test_the_bot_plays_an_equilibrium(
    choose: Callable[..., Any], you: int, number: int, card: str, legal: list[str], aggressive: str, share: float
) -> None:
    """It bets and calls as often as its own card says, by whether it acts first."""
    position = cards_state(
        to_move=you, legal=legal, paths=[[], []], trays=[hand(you, card), hand(1 - you, "?")], counters={"hand": number}
    )
    state = advance(None, snapshot(game=CARDS, board=TABLE, state=position, you=you))
    counts = Counter(choose(state, None) for _ in range(TRIES))
    assert counts.keys() <= set(legal)
    # Five standard deviations: one run in a million fails by chance.
    assert abs(counts[aggressive] / TRIES - share) <= 5 * (share * (1 - share) / TRIES) ** 0.5
