"""Limits of tournaments: which players may create how many, and how many games run at a time."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from kibitz_server.core.tournament.commands import Command, CreateTournament, Extend, SetResult
from kibitz_server.core.tournament.formats.arena_pairing import BETWEEN_GAMES_S
from kibitz_server.core.tournament.rules.games import replayed
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import EntrantKind, Format
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.engine.levels import is_timed
from kibitz_server.limits.token_bucket import Rate, TokenBuckets
from kibitz_server.pool.engine_time import EngineTimeBudget
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.runtime.tournaments.tournaments import TournamentRooms

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

    def refusal_of(self, made: Tournament, command: Command) -> Refusal | None:
        """Return why a command may not add games to a tournament; None if it may, or adds none."""
        if self._created is None or _is_known(made.created.organiser) or not _adds_games(made, command):
            return None
        most = most_games(made, command if isinstance(command, Extend) else None)
        return _too_many(None if most is None else most + isinstance(command, SetResult))


def _adds_games(made: Tournament, command: Command) -> bool:
    """Return whether a command lets a tournament have more games than before."""
    return isinstance(command, Extend) or (isinstance(command, SetResult) and command.void and replayed(made))


def _is_known(organiser: Human) -> bool:
    """Return whether a player has an account, or is the bot of one."""
    return organiser.account or organiser.owner is not None


def _refused_guest(made: Tournament) -> Refusal | None:
    if made.terms.league is not None:
        return Refusal(Reason.NOT_ALLOWED, "guests create no leagues", "kibitz account register")
    if made.terms.kinds != (EntrantKind.ENGINE,):
        sentence = "guests create only events of engines"
        return Refusal(Reason.NOT_ALLOWED, sentence, "kibitz account register, or leave people and bots out")
    return _too_many(most_games(made))


def _too_many(most: int | None) -> Refusal | None:
    """Return the refusal of an event of a guest that may have so many games; None if these are few."""
    if most is not None and most <= GUEST_GAMES:
        return None
    sentence = f"an event of a guest has at most {GUEST_GAMES} games" + (f", not {most}" if most else "")
    return Refusal(Reason.NOT_ALLOWED, sentence, "kibitz account register, or plan fewer games")


def most_games(made: Tournament, extended: Extend | None = None) -> int | None:
    """Return the largest number of games of a tournament of engines, with those that were void; None without a bound.

    Args:
        made: The tournament.
        extended: Rounds or time that it is to have in addition.
    """
    count, terms = len(made.entrants), made.terms
    rounds, seconds = (extended.rounds, extended.seconds) if extended is not None else (0, 0.0)
    again = sum(game.void for game in made.games) if replayed(made) else 0
    if made.format is Format.KNOCKOUT:
        return max(0, count - 1) * terms.most_pairs * made.pair_games + again
    if made.format is Format.ARENA and terms.minutes is not None:
        lasts_s = terms.minutes * 60 + made.more_seconds + seconds
        return int(lasts_s / BETWEEN_GAMES_S + 1) * (count // 2) + again
    planned = made.planned_games
    return None if planned is None else planned + rounds * (count // 2) + again


class Slots(Protocol):
    """Engine pool, as far as tournaments ask it."""

    @property
    def slots(self) -> int:
        """Searches that can run at once."""


class GameLimits:
    """Limits of the games that run at a time. Games between engines begin only if no search has to wait."""

    def __init__(self, rooms: TournamentRooms, pool: Slots, budget: EngineTimeBudget, most: int) -> None:
        """Limit games.

        Args:
            rooms: The tournaments in memory.
            pool: Its slots are the games between engines that run, unless the terms of a tournament say otherwise.
            budget: Engine time of the organisers: no game between engines begins while it is used up.
            most: Most games of one tournament.
        """
        self.most = most
        self._rooms = rooms
        self._pool = pool
        self._budget = budget

    def wait_s(self, room: TournamentRoom) -> float:
        """Return the seconds until the organiser has engine time again; 0 if it has."""
        return self._budget.engine_time_in(room.tournament.created.organiser.id)

    def has_slot(self, room: TournamentRoom, engine_games: int) -> bool:
        """Return whether another game between engines can begin in a tournament, which has so many.

        Without a number of its own, it shares the slots of the server with the others, and has one game in any case.
        """
        if (own := room.tournament.terms.concurrency) is not None:
            return engine_games < own
        others = sum(each.engine_games for each in self._rooms.made if each is not room)
        return engine_games == 0 or engine_games + others < self._pool.slots

    def warnings(self, state: TournamentState) -> list[str]:
        """Return a sentence if engines that are limited by time share slots."""
        budgets = [each.entrant.player.budget for each in state.active if isinstance(each.entrant.player, Engine)]
        limited_by_time = any(each.seconds is not None or is_timed(each.level) for each in budgets)
        if not limited_by_time or (state.terms.concurrency or 0) <= self._pool.slots:
            return []
        return [
            f"engines with seconds to think share {self._pool.slots} slots among {state.terms.concurrency} games,"
            " so they search less than alone"
        ]
