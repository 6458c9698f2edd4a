"""Quiet matches, which the lobby lists for their owners alone: those of one player against engines that fill its list.

A client may leave many matches against engines open, and see another page. Nothing happens in them, so nobody else is
to look through them. They are listed again with the next move.
"""

from collections.abc import Callable

from kibitz_server.core.lobby.exhibition import is_exhibition
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import Scheduler, Timer

LOOK_S = 15.0
"""How often idle matches are looked for, while a client follows the lobby or asks for it."""
IDLE_S = 60.0
"""Time for a move after which a match rests."""
MOST = 3
"""Matches of one owner against engines that others see at a time: the newest, and all that are watched."""


def owner_of(match: Match) -> str | None:
    """Return the id of the one player of a match against engines, or of the host of two engines.

    None for a match that others may take part in, and for those of tournaments and of the server itself.
    """
    if match.phase not in (Phase.RUNNING, Phase.PAUSED) or match.created.terms.tournament is not None:
        return None
    people = {player.id for player in match.seats if isinstance(player, Human)}
    engines = any(isinstance(player, Engine) for player in match.seats)
    if not engines or len(people) > 1 or is_exhibition(match.created):
        return None
    return next(iter(people), match.created.host.id)


class QuietMatches:
    """Knows which matches are quiet. `changed` is called with each that becomes quiet, or is not any more."""

    def __init__(self, scheduler: Scheduler, followed: Callable[[], bool], changed: Callable[[Room], None]) -> None:
        self._scheduler = scheduler
        self._followed = followed
        self._changed = changed
        self._owned: dict[str, set[Room]] = {}
        self._owner: dict[Room, str] = {}
        self._quiet: set[Room] = set()
        self._looked_at = float("-inf")
        self._timer: Timer | None = None

    def __contains__(self, room: Room) -> bool:
        return room in self._quiet

    def owned(self, player_id: str) -> set[Room]:
        """Return the quiet matches of an owner."""
        return self._owned.get(player_id, set()) & self._quiet

    def note(self, room: Room) -> None:
        """Note that a match has changed, such as by a move, an end or a new player."""
        owner, before = owner_of(room.public), self._owner.get(room)
        if owner != before:
            self.forget(room)
            if owner is not None:
                self._owner[room] = owner
                self._owned.setdefault(owner, set()).add(room)
                self._look_at(owner)
                self._look_later()
        elif owner is not None and room in self._quiet:
            self._look_at(owner)

    def forget(self, room: Room) -> None:
        """Remove a match that is over, or is not against engines any more."""
        self._quiet.discard(room)
        owner = self._owner.pop(room, None)
        if owner is not None:
            self._owned[owner].discard(room)
            if not self._owned[owner]:
                del self._owned[owner]

    def look(self) -> None:
        """Look for matches that have become idle, unless that was done a moment ago."""
        self._look_later()
        if self._scheduler.time() - self._looked_at < LOOK_S:
            return
        self._looked_at = self._scheduler.time()
        for owner in list(self._owned):
            self._look_at(owner)

    def _look_later(self) -> None:
        if self._timer is None and self._owned and self._followed():
            self._timer = self._scheduler.call_at(self._scheduler.time() + LOOK_S, self._again)

    def _again(self) -> None:
        self._timer = None
        self.look()

    def _look_at(self, owner: str) -> None:
        """Find out which matches of an owner are quiet: those that rest, and all but the newest."""
        now = self._scheduler.time()
        shown = [room for room in self._owned[owner] if not _rests(room.public, now) and not room.watchers]
        shown.sort(key=lambda room: -room.match.created.created_at)
        for room in list(self._owned[owner]):
            quiet = not room.watchers and room not in shown[:MOST]
            if quiet != (room in self._quiet):
                (self._quiet.add if quiet else self._quiet.discard)(room)
                self._changed(room)


def _rests(match: Match, now: float) -> bool:
    """Return whether a match is paused, or its player has not moved for long."""
    if match.phase is Phase.PAUSED or match.to_move is None:
        return True
    return isinstance(match.seats[match.to_move], Human) and now - match.turn.began_at >= IDLE_S
