"""The matches that the games of a tournament are, as the server creates them."""

from dataclasses import replace

from kibitz_server.core.lobby.ratings import identity
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.tournament import DueGame
from kibitz_server.core.values.clock import Correspondence
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.terms import Place, Terms


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
