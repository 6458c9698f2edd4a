"""Which matches a bot plays."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kibitz_client.bots.bot import Bot
from kibitz_client.bots.challenges import ChallengeFilter
from kibitz_client.bots.invoke import call
from kibitz_client.errors import UsageError
from kibitz_client.parsing.arguments import MatchSetup, game_options
from kibitz_client.text.formatting import some_of
from kibitz_client.text.options import all_values
from kibitz_protocol.game_names import find_game, unknown_game
from kibitz_protocol.values.games import GameInfo

ALL = ChallengeFilter()


@dataclass(frozen=True, slots=True)
class Plan:
    """Which matches to play.

    `join` has codes of matches, `host` the setups of matches to create. `accept` has games whose open matches the bot
    joins, and `invited` takes the seats that are reserved for its name. `seek` has games at which it looks for
    opponents, one after the other, with the time control `clock`. At most `at_once` matches of `accept`, `invited` and
    `seek` run at a time. `rematch` accepts rematches unless the bot declines.

    `challenges` selects among the matches of `accept` and `invited`, and not among the opponents of `seek` and `host`:
    the server starts such a match without the bot's answer. A player who has reserved a seat for the bot gets the
    reason for a refusal as a chat line. `greeting` and `farewell` are chat lines at the start and the end of every
    match, with placeholders as in `Greetings`.

    In a match without a clock the bot waits `leave_after_s` seconds for a move of its opponent, then it leaves; 0 sets
    no limit. A match that it does not leave, because it is rated, paused, not begun, or has days for a move, takes no
    place of `at_once` until something happens in it.

    `enter` has the codes of tournaments that the bot enters, with the `key` of private ones. Their games take no place
    of `at_once`.

    The plan ends after `matches` matches. Without that number it ends when no match is left and all tournaments are
    over, which never happens with `accept`, `invited` or `seek`.
    """

    join: Sequence[str] = ()
    host: Sequence[MatchSetup] = ()
    accept: Sequence[str] = ()
    invited: bool = False
    seek: Sequence[str] = ()
    clock: str | None = None
    at_once: int = 4
    matches: int | None = None
    rematch: bool = False
    challenges: ChallengeFilter = ALL
    greeting: str | None = None
    farewell: str | None = None
    leave_after_s: float = 240.0
    enter: Sequence[str] = ()
    key: str | None = field(default=None, repr=False)


def with_named_games(plan: Plan, games: Sequence[GameInfo]) -> Plan:
    """Return a plan with the names of a server's games, however they are typed.

    Raises:
        UsageError: The server has no game of a name.
    """

    def named(typed: str) -> str:
        if (found := find_game(typed, games)) is None:
            raise UsageError(unknown_game(typed, games), f"the server's games are {some_of(g.name for g in games)}")
        # A name that stands for options is left to the server, which adds them.
        return typed if found.options else found.name

    return replace(
        plan,
        host=[replace(setup, game=named(setup.game)) for setup in plan.host],
        accept=[named(name) for name in plan.accept],
        seek=[named(name) for name in plan.seek],
        challenges=replace(plan.challenges, games=[named(name) for name in plan.challenges.games]),
    )


async def games_to_play(bot: Bot, plan: Plan, listed: Sequence[GameInfo]) -> set[str] | None:
    """Return the names of the games of a server that a bot can play; None for all of them.

    The bot is asked about the options of matches that it is to host or to seek.

    Args:
        bot: A bot of the kind that plays.
        plan: Which matches to play.
        listed: The games of the server. A game that it does not have gets its own refusal.

    Raises:
        UsageError: The bot cannot play a game of the plan.
    """
    games, playable = {game.name: game for game in listed}, None
    if bot.notation is not None:
        playable = {name for name, game in games.items() if game.notation == bot.notation}
        for name in (*(setup.game for setup in plan.host), *plan.accept, *plan.seek):
            if name in games and name not in playable:
                known = some_of(sorted(playable))
                hint = f"choose one of {known}" if known else "use another server: no game of this one has it"
                raise UsageError(f"{name} has no {bot.notation.upper()} notation, which this bot needs", hint)
    for name, typed in (*((setup.game, setup.options) for setup in plan.host), *((name, ()) for name in plan.seek)):
        if name in games:
            options = all_values(games[name].options, game_options(typed))
            if (reason := await call(bot.declines, name, options)) is not None:
                raise UsageError(f"the bot does not play this {name}: {reason}", "choose other options with -o")
    return playable
