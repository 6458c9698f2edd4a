"""Visibility: what a viewer may know of a match.

All match data that is sent to clients passes these functions. In a game with hidden information each seat is an
audience of its own, and all other viewers are the audience PUBLIC: `Position.seen_by` says what each of them sees. All
viewers of any other game are one audience, None. Once `MatchState.revealed` says so, nothing is hidden; a match that
ended early keeps its secrets.

A refusal tells something too. So a command of a viewer who may not act on the match is refused before its state is
looked at: the state of a match with a spectator delay is newer than what the viewer may know.
"""

from collections.abc import Sequence
from dataclasses import replace

from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import ChanceDecided, Event, MovePlayed, SearchInfo, SeedKept, SeedRevealed
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.games.game import PUBLIC as PUBLIC
from kibitz_server.games.game import Position


def audience(match: MatchState, viewer_id: str) -> int | None:
    """Return the audience of a viewer: all viewers of one audience see the same, so they share one encoded message.

    In a game with hidden information it is the viewer's seat, or PUBLIC. In others it is None for all viewers.
    """
    if not match.hidden:
        return None
    return next(iter(match.seats_of(viewer_id)), PUBLIC)


def audiences(match: MatchState) -> tuple[int | None, ...]:
    """Return all audiences of a match: first that of spectators, then the seats in their order."""
    return (PUBLIC, *range(len(match.seats))) if match.hidden else (None,)


def seen_position(match: MatchState, position: Position, audience: int | None) -> Position:
    """Return a position of the match as an audience may see it now."""
    return position if audience is None or match.revealed else position.seen_by(audience)


def may_watch(match: MatchState, viewer_id: str) -> bool:
    """Return whether a viewer may follow a match: a player of it, its host, and everyone if it allows spectators."""
    created = match.created
    return created.terms.watchable or viewer_id == created.host.id or match.seat_of(viewer_id) is not None


def may_act(match: MatchState, viewer_id: str, *, host: bool) -> bool:
    """Return whether a viewer may send a command of players: it has a seat, or is the host and `host` allows this.

    The state of a match that is over is known to every viewer, so the rules of the command can refuse it.
    """
    return match.over or match.seat_of(viewer_id) is not None or (host and viewer_id == match.created.host.id)


def search_info_visible(match: MatchState) -> bool:
    """Return whether viewers may see the search info of engines: if the match shows it, or at its end.

    The search info of a game with hidden information follows from what the engine's seat alone has seen.
    """
    return match.revealed or (match.created.show_thinking and not match.hidden)


def analysis_allowed(match: MatchState) -> bool:
    """Return whether engines may help in the match: not during a rated match, and between people only if it says so.

    Between people it holds for spectators too, who could tell a player.
    """
    terms = match.created.terms
    return match.over or not (terms.rated or (between_people(match) and not terms.help))


def between_people(match: MatchState) -> bool:
    """Return whether at least two people play the match or may take its seats: not a person on both sides."""
    if match.local:
        return False
    people = (player is None or (isinstance(player, Human | Invited) and not player.bot) for player in match.seats)
    return sum(people) > 1


def explanation_allowed(match: MatchState) -> bool:
    """Return whether viewers may see how engines search the match: not while something of it is hidden."""
    return analysis_allowed(match) and (match.revealed or not match.hidden)


def visible(match: MatchState, event: Event, audience: int | None) -> Event:
    """Return an event, which the match has applied, as an audience may see it now."""
    if isinstance(event, MovePlayed) and event.thought is not None and not search_info_visible(match):
        return replace(event, thought=None)
    return heard(match, event, audience)


def heard(match: MatchState, event: Event, audience: int | None) -> Event:
    """Return an event, which the match has applied, as an audience heard it during the match.

    A chance event that it did not see has the text `?`. The seed of a match that ended early stays secret, also where
    an older server has revealed it.
    """
    if isinstance(event, SeedRevealed) and not match.revealed:
        return SeedKept()
    if audience is None or not isinstance(event, ChanceDecided):
        return event
    return match.history.heard_chance(event, audience)


def visible_chances(match: MatchState, audience: int | None) -> Sequence[ChanceDecided]:
    """Return the chance events of a match as an audience may see them now."""
    if audience is None or match.revealed:
        return match.history.chance_events
    return [match.history.heard_chance(chance, audience) for chance in match.history.chance_events]


def visible_search_info(match: MatchState, search_info: SearchInfo | None) -> SearchInfo | None:
    """Return the search info of a move if viewers may see it now, else None."""
    return search_info if search_info_visible(match) else None
