"""Planted leaks: each replaces one function of the server, or of the game, by one that tells too much.

The twin test must find each of them in the channels that it names.
"""

import contextlib
import copy
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple

import structlog

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.core.match import decide, offer_rules
from kibitz_server.core.match.state import MatchState
from kibitz_server.games import registry
from kibitz_server.games.game import PUBLIC
from kibitz_server.handlers import access, archive
from kibitz_server.handlers.admin import views
from kibitz_server.handlers.positions import evaluate, explore
from kibitz_server.messages import match_data, record
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.runtime import room
from kibitz_server.runtime.engines import engine_turns
from kibitz_server.runtime.engines.answer_times import AnswerTimes
from kibitz_server.runtime.engines.running_search import RunningSearch
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.runner import Runner
from tests.games import lure
from tests.simulation.planted import Broken, Planted
from tests.twins import asking
from tests.twins.ends import resigned, restart
from tests.twins.playing import Then


class Leak(NamedTuple):
    """How a leak is put in place, the viewer that it tells something, and some of the channels that tell it.

    `then` is what follows the moves of the match, and `engine` says whether an engine plays in it.
    """

    planted: Callable[[], contextlib.AbstractContextManager[None]]
    viewer: int
    channels: tuple[str, ...]
    then: Then | None = None
    engine: bool = False


@contextlib.contextmanager
def changed(**names: Any) -> Iterator[None]:
    """Offer lure with other functions."""
    module = ModuleType("changed")
    vars(module).update({name: copy.copy(value) for name, value in vars(lure).items() if not name.startswith("__")})
    vars(module).update(names)
    modules = registry._loaded().modules
    modules["lure"] = module
    registry._bound.cache_clear()
    try:
        yield
    finally:
        modules["lure"] = lure
        registry._bound.cache_clear()


# -- a game that forgets something


def _see_all(s: lure.State, seat: int) -> None:
    """Blank nothing."""


def _see_loser(s: lure.State, seat: int) -> None:
    """Blank the cards, except while a bet is open."""
    if s.stage != lure.FACING:
        lure.seen(s, seat)


def _heard(_s: lure.State, chance: int, seat: int) -> str:
    """Let spectators hear each card."""
    return lure.NAMES[chance] if seat == PUBLIC else "?"


def _said_with_card(s: lure.State, move: int) -> str:
    """Tell of a side that checks whether its card is a high one."""
    return f"{lure.said(s, move)} {'high' if s.hole[s.turn] > 3 else 'low'}"


# -- a server that takes the whole position


def _to_first_seat(_right: Broken, message: OutgoingMessage, _audience: int | None) -> OutgoingMessage:
    """Send each viewer the event of the first seat."""
    own = message.by_seat[0] if message.by_seat else message.data
    return message._replace(data=own, by_seat=())


def _whole_state(right: Broken, match: Any, now: float, _audience: int | None) -> Any:
    """Make the state of the whole position."""
    return right(match, now, None)


def _all_outcomes(_right: Broken, match: Any, _audience: int | None) -> Any:
    """Show all chance events."""
    return match.history.chance_events


def _true_outcome(_right: Broken, _match: Any, event: Any, _audience: int | None) -> Any:
    """Show a chance event as it was."""
    return event


def _whole_search(_right: Broken, match: Any, _seat: int | None) -> Any:
    """Search the whole position."""
    return match.position


def _accept_guess(right: Broken, match: Any, command: Any, now: float) -> Any:
    """Accept a move for the whole position, whose id only a player who knows it can send."""
    if command.position == match.position.id:
        command = replace(command, position=match.position.seen_by(match.to_move).id)
    return right(match, command, now)


def _log_position(right: Broken, runner: Any, change: Any) -> None:
    """Log each position."""
    structlog.get_logger().info("delivered", position=change.room.match.position.text)
    right(runner, change)


def _row_of_position(right: Broken, match: Any, *args: Any) -> Any:
    """Show the number of the position in the lobby."""
    return {**right(match, *args), "ply": int(match.position.id, 16) % 10_000}


def _seat_for_broker(right: Broken, subject: Room, subscriber: Any, now: float, shown: Any = None) -> Any:
    """Give the broker the snapshot of the first player."""
    if not isinstance(subscriber, BrokerFeed):
        return right(subject, subscriber, now, shown)
    data = match_data.snapshot_data(subject.match, "", 0, now, 0)
    return OutgoingMessage(encode(data), subject.match.created.id)


def _preview_of_position(right: Broken, match: Any) -> Any:
    """Tell the position in the preview of a link."""
    return replace(right(match), description=match.position.text)


# -- an engine that tells by its time or its answers


def _answer_at_once(_right: Broken, *_args: Any) -> float:
    """Answer when the search has ended."""
    return 0.0


def _count_at_once(right: Broken, search: RunningSearch, result: Any) -> None:
    """Count a search with the time that it took."""
    search.private = False
    right(search, result)


def _show_search(_right: Broken, _match: Any) -> bool:
    """Show what engines search."""
    return True


def _agree_by_card(_right: Broken, match: Any, seat: int, _kind: Any) -> bool:
    """Let an engine accept a draw with some cards."""
    return bool(int(match.position.seen_by(seat).id, 16) % 2)


# -- a server that tells in lists, on boards and after the end


def _list_of_position(right: Broken, runtime: Any) -> Any:
    """Show the number of the position to moderators."""
    found = right(runtime)
    for row, shown in zip(found["matches"], runtime.rooms.all, strict=True):
        row["ply"] = int(shown.match.position.id, 16) % 10_000
    return found


def _no_board_of_match(right: Broken, request: Any, line: Any, *more: Any) -> Any:
    """Refuse to study the position of a running match, which tells a player of a right guess."""
    if line.start in [each.match.position.text for each in request.runtime.rooms.all]:
        raise CommandRefused(Code.NO_HELP)
    return right(request, line, *more)


def _study_anyway(_right: Broken, _match: Any, _code: Any) -> None:
    """Show the line of a match that ended early."""


def _first_seat(_right: Broken, _match: Any, _viewer: str) -> int:
    """Give each reader the record of the first seat."""
    return 0


@contextlib.contextmanager
def _reveal_each_end() -> Iterator[None]:
    """Show all cards at each end of a match."""
    right = MatchState.revealed
    MatchState.revealed = property(lambda match: match.end is not None)  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        MatchState.revealed = right  # type: ignore[method-assign]


def _server(owner: Any, name: str, broken: Broken) -> Callable[[], contextlib.AbstractContextManager[None]]:
    return Planted(owner, name, broken, ()).in_place


LEAKS: dict[str, Leak] = {
    "nothing is blanked": Leak(lambda: changed(seen=_see_all), PUBLIC, ("refusals", "broker", "time")),
    "one stage is forgotten": Leak(lambda: changed(seen=_see_loser), 1, ("moves", "offers")),
    "spectators hear the deal": Leak(lambda: changed(chance_seen=_heard), PUBLIC, ("moves", "broker", "record")),
    "the sentence of a move": Leak(lambda: changed(said=_said_with_card), 1, ("moves",)),
    "an event of another seat": Leak(_server(OutgoingMessage, "to", _to_first_seat), PUBLIC, ("moves", "broker")),
    "a snapshot of the whole": Leak(_server(match_data, "match_state", _whole_state), 0, ("watch", "refusals")),
    "all chance events in a snapshot": Leak(_server(match_data, "visible_chances", _all_outcomes), 1, ("watch",)),
    "true chance events live": Leak(_server(room, "visible", _true_outcome), 0, ("moves",)),
    "true chance events in a record": Leak(_server(record, "heard", _true_outcome), PUBLIC, ("record",)),
    "a search of the whole": Leak(_server(engine_turns, "_searched", _whole_search), 0, ("job",)),
    "a guess is accepted": Leak(_server(decide, "play", _accept_guess), 0, ("refusals",)),
    "the position in the log": Leak(_server(Runner, "_deliver", _log_position), PUBLIC, ("log",)),
    "the position in the lobby": Leak(_server(match_data, "row_data", _row_of_position), PUBLIC, ("questions",)),
    "a player's view for the broker": Leak(_server(Room, "snapshot", _seat_for_broker), PUBLIC, ("broker",)),
    "the position in a preview": Leak(_server(asking, "match_preview", _preview_of_position), PUBLIC, ("pages",)),
    "an answer at once": Leak(_server(AnswerTimes, "held_s", _answer_at_once), 0, ("search",), engine=True),
    "a search counted at once": Leak(_server(RunningSearch, "_end", _count_at_once), 0, ("metrics",), engine=True),
    "search info live": Leak(_server(engine_turns, "search_info_visible", _show_search), 0, ("search",), engine=True),
    "an engine that agrees": Leak(_server(offer_rules, "engine_agrees", _agree_by_card), 0, ("offers",), engine=True),
    "the position for moderators": Leak(_server(views, "matches", _list_of_position), PUBLIC, ("admin",)),
    "a guess on a board": Leak(_server(explore, "at_once", _no_board_of_match), 0, ("board",)),
    "a guess for an engine": Leak(_server(evaluate, "reach", _no_board_of_match), 1, ("board",)),
    "a record of the first seat": Leak(_server(archive, "audience", _first_seat), PUBLIC, ("record",), resigned),
    "each end reveals": Leak(_reveal_each_end, 1, ("end", "watch", "record", "questions"), resigned),
    "a line after an early end": Leak(_server(access, "check_revealed", _study_anyway), 0, ("questions",), resigned),
    "a snapshot after a restart": Leak(_server(match_data, "match_state", _whole_state), PUBLIC, ("watch",), restart),
}
