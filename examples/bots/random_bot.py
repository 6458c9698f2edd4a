"""A bot that plays any game: a legal move at random.

kibitz bot run examples/bots/random_bot.py:RandomBot --host connect4 --against level:3
"""

import random

from kibitz_client.bots import Bot, MatchState, TimeLeft


class RandomBot(Bot):
    """A bot without rules: the server sends the legal moves."""

    def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
        """Return a random legal move."""
        return random.choice(state.position.legal)
