"""A bot that plays any game: a legal move at random.

kibitz bot run examples/bots/random_bot.py:RandomBot --host connect4 --against level:3
"""

import random

from kibitz_client.bots import Bot, MatchState, TimeLeft


class RandomBot(Bot):
    """The server sends the legal moves, so a bot needs to know no rules."""

    def choose(self, state: MatchState, _clock: TimeLeft | None) -> str:
        """Any of them."""
        return random.choice(state.position.legal)
