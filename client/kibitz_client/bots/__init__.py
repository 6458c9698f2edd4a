"""Bot library: derive from `Bot`, define `choose`, and let `play` handle connection, resuming and several matches.

    import asyncio

    from kibitz_client.bots import Bot, MatchSetup, Plan, play

    class First(Bot):
        def choose(self, state, clock):
            return state.position.legal[0]

    hosted = MatchSetup("tictactoe", opponent="level:1")
    asyncio.run(play(First, "ws://127.0.0.1:8765", Plan(host=[hosted]), say=print))

On the command line, `kibitz bot run my_bot:First --host tictactoe` does the same. `docs/bots.md` is the guide.
"""

from kibitz_client.bots.bot import BERSERK, RESIGN, Bot, TimeLeft
from kibitz_client.bots.challenges import ChallengeFilter
from kibitz_client.bots.plan import Plan
from kibitz_client.bots.runner import play
from kibitz_client.match.state import MatchState, can_go_berserk
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_client.testing import local_server

__all__ = [
    "BERSERK",
    "RESIGN",
    "Bot",
    "ChallengeFilter",
    "MatchSetup",
    "MatchState",
    "Plan",
    "TimeLeft",
    "can_go_berserk",
    "local_server",
    "play",
]
