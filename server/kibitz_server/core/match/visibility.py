"""What a viewer may see of a match: the one place that holds back what would help or spoil.

Everything that leaves the server for a person goes through here. No game of today hides anything from its players;
when one does, its rules say what a seat sees, and this file asks them.
"""

from dataclasses import replace

from kibitz_server.core.match.state import MatchState
from kibitz_server.core.values.events import Event, MovePlayed, SearchInfo


def audience(match: MatchState, viewer_id: str) -> int | None:
    """Viewers of one audience see exactly the same, so that a message is made once for all of them.

    The seat where the game hides something from the others, else None for everybody.
    """
    return match.seat_of(viewer_id) if match.game.declaration.hidden else None


def search_info_visible(match: MatchState) -> bool:
    """Whether anybody may see what the engines of this match think. Once it is over, everybody may."""
    return match.created.show_thinking or match.over


def analysis_allowed(match: MatchState) -> bool:
    """Whether people may have engines look at this match. While it counts for ratings and is not over, nobody may."""
    return match.over or not match.created.terms.rated


def visible(match: MatchState, event: Event) -> Event:
    """The event as it may be told now."""
    if isinstance(event, MovePlayed) and event.thought is not None and not search_info_visible(match):
        return replace(event, thought=None)
    return event


def visible_search_info(match: MatchState, thought: SearchInfo | None) -> SearchInfo | None:
    """What an engine thought of a move, where it may be told now."""
    return thought if search_info_visible(match) else None
