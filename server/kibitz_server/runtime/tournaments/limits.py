"""Who may create tournaments, and how many."""

from collections.abc import Callable
from dataclasses import replace

from kibitz_server.core.tournament.commands import CreateTournament
from kibitz_server.core.tournament.formats.arena_pairing import BETWEEN_GAMES_S
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import EntrantKind, Format
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.limits.token_bucket import Rate, TokenBuckets

GUEST_GAMES = 100
"""Most games of a tournament that a guest creates."""


class CreationLimits:
    """Limits of the creation of tournaments."""

    def __init__(self, rate: Rate | None, now: Callable[[], float]) -> None:
        """Count nothing yet.

        Args:
            rate: Tournaments that an account, with its bots, or a guest may create; None on a server without limits,
                such as a private one, whose guests create any.
            now: Returns the time in seconds.
        """
        self._created = None if rate is None else TokenBuckets(rate)
        self._now = now

    def bounded(self, command: CreateTournament) -> CreateTournament:
        """Return the command of a guest with the entrants that it names as its only ones, which are checked."""
        if self._created is None or _is_known(command.organiser) or command.terms.league is not None:
            return command
        return replace(command, terms=replace(command.terms, most_entrants=max(2, len(command.entrants))))

    def refusal(self, made: Tournament) -> Refusal | None:
        """Return why a tournament may not be created, or None; then it is counted. `made` is what it would be."""
        if self._created is None:
            return None
        organiser = made.created.organiser
        if not _is_known(organiser) and (refusal := _refused_guest(made)) is not None:
            return refusal
        if made.terms.league is not None and made.terms.league.division > 1:
            return None  # the divisions of a season count as one
        wait_s = self._created.take(organiser.person, self._now())
        if wait_s > 0:
            hint = f"create the next one in {max(1, round(wait_s / 60))} min"
            return Refusal(Reason.TOO_MANY, "you have created too many events within an hour", hint)
        return None


def _is_known(organiser: Human) -> bool:
    """Return whether a player has an account, or is the bot of one."""
    return organiser.account or organiser.owner is not None


def _refused_guest(made: Tournament) -> Refusal | None:
    if made.terms.league is not None:
        return Refusal(Reason.NOT_ALLOWED, "guests create no leagues", "kibitz account register")
    if made.terms.kinds != (EntrantKind.ENGINE,):
        sentence = "guests create only events of engines"
        return Refusal(Reason.NOT_ALLOWED, sentence, "kibitz account register, or leave people and bots out")
    most = most_games(made)
    if most is None or most > GUEST_GAMES:
        sentence = f"an event of a guest has at most {GUEST_GAMES} games" + (f", not {most}" if most else "")
        return Refusal(Reason.NOT_ALLOWED, sentence, "kibitz account register, or plan fewer games")
    return None


def most_games(made: Tournament) -> int | None:
    """Return the largest number of games of a tournament of engines, none of them void; None without a bound."""
    count, terms = len(made.entrants), made.terms
    if made.format is Format.KNOCKOUT:
        return max(0, count - 1) * terms.most_pairs * made.pair_games
    if made.format is Format.ARENA and terms.minutes is not None:
        return int(terms.minutes * 60 / BETWEEN_GAMES_S + 1) * (count // 2)
    return made.planned_games
