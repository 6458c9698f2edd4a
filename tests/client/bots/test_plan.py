"""Which games of a server a bot can play."""

from collections.abc import Mapping

import pytest

from kibitz_client.bots.bot import Bot
from kibitz_client.bots.plan import Plan, games_to_play
from kibitz_client.errors import UsageError
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_protocol.values.games import OptionValue
from tests.client.go import GO, HANDICAP, KOMI

GAMES = [
    GO.model_copy(update={"options": [KOMI, HANDICAP], "notation": "gtp"}),
    GO.model_copy(update={"name": "hex"}),
]


class Asked(Bot):
    """Bot that declines everything, and keeps the options that it was asked about."""

    notation = "gtp"

    def __init__(self, reason: str | None) -> None:
        self.options: list[Mapping[str, OptionValue]] = []
        self._reason = reason

    def declines(self, game: str, options: Mapping[str, OptionValue]) -> str | None:
        """Return the reason."""
        assert game == "go"
        self.options.append(options)
        return self._reason


async def test_a_bot_is_asked_about_all_options() -> None:
    """Options that are not given have the defaults that a match would have."""
    bot = Asked(None)
    plan = Plan(host=[MatchSetup("go", ["handicap=2"]), MatchSetup("go", ["handicap=3", "komi=7"])], seek=["go"])
    assert await games_to_play(bot, plan, GAMES) == {"go"}
    values = [(options["komi"], options["handicap"]) for options in bot.options]
    assert values == [(0.5, 2), (7, 3), (7.5, 0)]


async def test_a_plan_that_a_bot_cannot_play_is_refused() -> None:
    """The game has another notation, or the bot has a reason; accepted matches are asked about when they come."""
    with pytest.raises(UsageError, match="hex has no GTP notation, which this bot needs"):
        await games_to_play(Asked(None), Plan(accept=["hex"]), GAMES)
    with pytest.raises(UsageError, match="the bot does not play this go: too hard"):
        await games_to_play(Asked("too hard"), Plan(seek=["go"]), GAMES)
    bot = Asked("too hard")
    assert await games_to_play(bot, Plan(accept=["go", "unknown"]), GAMES) == {"go"}
    assert bot.options == []
