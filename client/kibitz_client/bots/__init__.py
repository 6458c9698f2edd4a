"""Write a bot: a class with one method, and everything else (connection, resuming, several matches at once) is done.

    from kibitz_client.bots import Bot

    class First(Bot):
        def choose(self, state, clock):
            return state.position.legal[0]

`kibitz bot run my_bot:First --host tictactoe` lets it play; `docs/bots.md` tells the whole story.
"""

from kibitz_client.bots.bot import RESIGN, Bot, TimeLeft
from kibitz_client.bots.runner import Plan, play
from kibitz_client.bots.testing import local_server
from kibitz_client.match.state import MatchState
from kibitz_client.parsing.arguments import MatchSetup

__all__ = ["RESIGN", "Bot", "MatchSetup", "MatchState", "Plan", "TimeLeft", "local_server", "play"]
