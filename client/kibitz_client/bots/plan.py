"""Which matches a bot plays. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_client.bots.challenges import ChallengeFilter
from kibitz_client.parsing.arguments import MatchSetup

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

    The plan ends after `matches` matches. Without that number it ends when no match is left, which never happens with
    `accept`, `invited` or `seek`.
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
