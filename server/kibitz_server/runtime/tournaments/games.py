"""The matches that the games of tournaments are: as the server creates them, and their end if they are not wanted."""

from collections import deque
from dataclasses import replace

import structlog

from kibitz_server.core.lobby.ratings import identity
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.tournament import DueGame
from kibitz_server.core.values.clock import Correspondence
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.terms import Place, Terms
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.runner import SERVER_FAULT, Runner

log = structlog.get_logger(__name__)


def match_of(state: TournamentState, due: DueGame, number: int, id: str, code: str, created_at: float) -> CreateMatch:
    """Return the command that creates the match of a game that can begin.

    Args:
        state: The tournament.
        due: The game.
        number: Number of the game in the tournament, from 1.
        id: Id of the match.
        code: Code of the match.
        created_at: Time of day, in seconds since 1970.
    """
    terms, created, opening = state.terms, state.created, due.position
    seats = tuple(
        _seated(state.entrant(entrant).entrant.player, seed)
        for entrant, seed in zip((due.first, due.second), due.seeds, strict=True)
    )
    position = opening.position if opening is not None and opening.position is not None else terms.position
    moves = opening.moves if opening is not None else ()
    rated = terms.rated and position is None and not moves and all(identity(player) is not None for player in seats)
    return CreateMatch(
        id=id,
        code=code,
        host=created.organiser,
        game=terms.game,
        options=terms.options,
        seats=seats,
        control=terms.control,
        position=position,
        listed=is_listed(state, due.engines),
        autostart=True,
        show_thinking=terms.show_thinking,
        created_at=created_at,
        opening=moves,
        terms=Terms(
            rated=rated,
            key_hash=terms.key_hash,
            watchable=terms.watchable,
            chat=terms.chat,
            delay=terms.delay,
            adjudication=terms.adjudication,
            berserk=terms.berserk,
            tournament=Place(created.id, created.code, due.round, due.pair, number, created.name),
        ),
        # In correspondence players move when they look in next.
        first_move_s=None if isinstance(terms.control, Correspondence) else terms.first_move_s,
    )


def is_listed(state: TournamentState, engines: bool) -> bool:
    """Return whether the lobby lists a game. It would have no room for those of hundreds of engines: the event has."""
    return state.public and not engines


def _seated(player: Human | Engine, seed: int) -> Human | Engine:
    """Return an entrant as it sits in a game. An engine without a seed gets one, or it would repeat its games."""
    if isinstance(player, Engine) and player.budget.seed is None:
        return replace(player, budget=replace(player.budget, seed=seed))
    return player


def make_match(matches: Rooms, command: CreateMatch) -> tuple[Room, tuple[Event, ...]] | Refusal:
    """Create the match of a game. It has no rating if its players may play no rated matches at the moment."""
    try:
        made = matches.make(command)
        if isinstance(made, Refusal) and command.terms.rated and made.reason is not Reason.TOO_MANY:
            return matches.make(replace(command, terms=replace(command.terms, rated=False)))
        return made
    except Exception:
        log.exception("a game cannot be created", match=command.id)
        return Refusal(Reason.BAD_POSITION, SERVER_FAULT)


class UnwantedMatches:
    """Matches that no tournament waits for any more, which are aborted some at a time."""

    def __init__(self, matches: Rooms, runner: Runner) -> None:
        self._matches = matches
        self._runner = runner
        self._waiting: deque[tuple[str, str]] = deque()

    def add(self, match_id: str, reason: str) -> bool:
        """Let a match be aborted for a reason. Return whether it has to be."""
        match = self._matches.room(match_id)
        if match is None or match.match.over:
            return False
        self._waiting.append((match_id, reason))
        return True

    def end_some(self, most: int) -> bool:
        """Abort the first ones. Return whether others are left."""
        for _ in range(min(most, len(self._waiting))):
            match_id, reason = self._waiting.popleft()
            match = self._matches.room(match_id)
            if match is not None and not match.match.over:
                self._runner.act(match, Abort(reason), lambda _: None)
        return bool(self._waiting)
