"""A bot for a game with hidden cards: Kuhn poker, by the strategy that no opponent beats in the long run.

kibitz bot run examples/bots/kuhn_bot.py:KuhnBot --host kuhn --against cfr:seconds=1

It knows what a player knows: `state.position.trays` has the own card face up and the opponent's as the face `back`, and
a draw that only the opponent sees has the text `?`. The probabilities are one of Kuhn's equilibria (1950).
"""

import random

from kibitz_client.bots import Bot, MatchState, TimeLeft

FIRST = {"J": (1 / 3, 0.0), "Q": (0.0, 2 / 3), "K": (1.0, 1.0)}
"""By the own card, for the player who acts first: the probability to bet, and after a check to call a bet."""
SECOND = {"J": (1 / 3, 0.0), "Q": (0.0, 1 / 3), "K": (1.0, 1.0)}
"""The same for the other player: to bet after a check, and to call a bet."""


class KuhnBot(Bot):
    """A bot that bluffs with the jack in one of three hands."""

    def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
        """Return a move, drawn by the probabilities for the own card."""
        position = state.position
        (card,) = next(tray.faces for tray in position.trays if tray.owner == state.you)
        # North acts first in the first hand, then the seats take turns.
        first = (position.counters.get("hand", 1) - 1) % 2 == state.you
        bet, call = (FIRST if first else SECOND)[card]
        if "bet" in position.legal:
            return "bet" if random.random() < bet else "check"
        return "call" if random.random() < call else "fold"
