"""Visibility: what a viewer may know of a match.

All match data that is sent to clients passes these functions. No current game hides anything from its players; the
rules of a future one would define what each seat sees, and this module would apply them.

A refusal tells something too. So a command of a viewer who may not act on the match is refused before its state is
looked at: the state of a match with a spectator delay is newer than what the viewer may know.
"""

from dataclasses import replace

from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import Event, MovePlayed, SearchInfo


def audience(match: MatchState, viewer_id: str) -> int | None:
    """Return the audience of a viewer: all viewers of one audience see the same, so they share one encoded message.

    It is the viewer's seat if the game hides something from the other seats, else None for all viewers.
    """
    return match.seat_of(viewer_id) if match.game.declaration.hidden else None


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
    """Return whether viewers may see the search info of engines: if the match shows it, or is over."""
    return match.created.show_thinking or match.over


def analysis_allowed(match: MatchState) -> bool:
    """Return whether players may ask engines about the match: not during a rated match."""
    return match.over or not match.created.terms.rated


def visible(match: MatchState, event: Event) -> Event:
    """Return the event as viewers may see it now."""
    if isinstance(event, MovePlayed) and event.thought is not None and not search_info_visible(match):
        return replace(event, thought=None)
    return event


def visible_search_info(match: MatchState, search_info: SearchInfo | None) -> SearchInfo | None:
    """Return the search info of a move if viewers may see it now, else None."""
    return search_info if search_info_visible(match) else None
