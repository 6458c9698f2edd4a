"""Planted bugs: each replaces one function of the server by a broken one, which the simulation must find.

A bug is in place only within the block of its context manager, in this process.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from kibitz_server.core.match import moves, offer_rules, state
from kibitz_server.core.values.endings import EndKind, MatchEnd
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.handlers.session import ClientSession
from kibitz_server.messages import match_data, record
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime import room
from kibitz_server.runtime.clients import Clients
from kibitz_server.runtime.engines.engine_turns import EngineTurns
from kibitz_server.runtime.engines.running_search import RunningSearch
from kibitz_server.runtime.room import Room
from kibitz_server.runtime.runner import Runner
from kibitz_server.runtime.timers import MatchTimers
from kibitz_server.scheduler import SteadyLoop

Broken = Callable[..., Any]
"""Gets the right function and its arguments, and does something else."""


class Planted(NamedTuple):
    """A bug: where it is, and the invariants that find it."""

    owner: Any
    name: str
    broken: Broken
    invariants: tuple[str, ...]

    @contextlib.contextmanager
    def in_place(self) -> Iterator[None]:
        """Replace the function for the duration of the block."""
        right = vars(self.owner)[self.name]

        def broken(*args: Any, **options: Any) -> Any:
            return self.broken(right, *args, **options)

        setattr(self.owner, self.name, broken)
        try:
            yield
        finally:
            setattr(self.owner, self.name, right)


def _lose_event(right: Broken, room: Room, events: Any, messages: Any, calls: Any) -> None:
    """Leave the subscribers without every fifth event."""
    right(room, events, [message for message in messages if message.seq is None or message.seq % 5], calls)


def _append_twice(right: Broken, runner: Runner, change: Any, at: float) -> None:
    """Store a move a second time, under the next number."""
    right(runner, change, at)
    if len(change.entries) == 1 and isinstance(change.events[0], MovePlayed) and change.room.match.ply > 3:
        change.entries.append(change.entries[0]._replace(seq=change.entries[0].seq + 1))


def _arm_no_timer(right: Broken, timers: MatchTimers, room: Room) -> None:
    """Set the timer of a match only before its fourth ply."""
    if room.match.ply < 3:
        right(timers, room)


def _leave_unanswered(right: Broken, session: ClientSession, request: Any, answer: Any) -> None:
    """Forget to answer a refused move."""
    if answer["t"] != "refused" or request.message.t != "move":
        right(session, request, answer)


def _leak_task(right: Broken, clients: Clients, client: Any) -> None:
    """Begin a task for each client that leaves, which waits for what never comes."""
    right(clients, client)
    clients.leaked = getattr(clients, "leaked", set())  # type: ignore[attr-defined]
    clients.leaked.add(asyncio.get_running_loop().create_task(asyncio.Event().wait()))  # type: ignore[attr-defined]


def _watch_at_once(
    right: Broken, clients: Clients, room: Room, client: Any, since: Any, then: Any, *, preview: bool = False
) -> None:
    """Send a snapshot without waiting for the store."""
    if since is not None:
        right(clients, room, client, since, then, preview=preview)
        return
    then(True)
    client.send(room.snapshot(client, clients._now()))
    room.enter(client, preview=preview)


def _show_all(right: Broken, room: Room, subscriber: Any) -> Any:  # noqa: ARG001
    """Show spectators the current match, whatever its delay."""
    return room.match


def _credit_commits_only(right: Broken, runner: Runner, room: Any) -> None:
    """Charge the clocks for the time in which the database could not be written."""
    if runner.cannot_save_since is None and runner.now() - room.credited_until < 0.1:
        right(runner, room)


def _count_standstill(right: Broken, loop: Any, seconds: float) -> None:
    """Let the clock of the server run on while the process is stopped."""


def _cancel_nothing(_right: Broken, running: Any) -> None:
    """Let a search run that its match does not need any more."""
    running._stop()


def _accept_stale(right: Broken, match: Any, turn: int) -> None:
    """Accept the result of a search for an earlier turn."""


def _play_earlier(right: Broken, turns: EngineTurns, room: Room, turn: int, report: Any) -> None:
    """Play what the search for the turn before has found, as if it had arrived late."""
    kept = turns.__dict__.setdefault("planted_reports", {})
    earlier, kept[room] = kept.get(room, (turn, report)), (turn, report)
    right(turns, room, *earlier)


def _tell_seed(right: Broken, match: Any, audience: int | None) -> Any:
    """Put the server seed into each snapshot."""
    return {**right(match, audience), "server_seed": match.created.server_seed}


def _whole_position(_right: Broken, _match: Any, position: Any, _audience: int | None) -> Any:
    """Show each viewer the whole position in snapshots and refusals."""
    return position


def _true_outcome(_right: Broken, _match: Any, event: Any, _audience: int | None) -> Any:
    """Show each viewer all outcomes of chance."""
    return event


def _of_last_seat(_right: Broken, message: Any, _audience: int | None) -> Any:
    """Send each viewer the event of the last seat."""
    return message._replace(data=message.by_seat[-1] if message.by_seat else message.data, by_seat=())


def _chance_from_hash(right: Broken, seeds: Any, number: int, weights: Any) -> Any:
    """Decide chance events that every player can foresee, because they follow from the public hash."""
    return right(replace(seeds, seed=hashlib.sha256(seeds.seed).digest()), number, weights)


def _free_until_moved(_right: Broken, match: Any, kind: Any, _now: float) -> bool:
    """Let a side abort a match alone until each side has moved, whatever was drawn."""
    return kind is OfferKind.ABORT and len(match.history.moved) < len(match.seats)


def _each_end_by_rules(_right: Broken, _event: Any, **_options: Any) -> MatchEnd:
    """Take each end of a match for one by the rules, which shows all cards."""
    return MatchEnd(EndKind.RULES)


HIDDEN = ("cards are hidden", "one history")
"""Invariants that find cards which are shown to a viewer that has not seen them."""
PLANTED: dict[str, tuple[Planted, ...]] = {
    "seed in a snapshot": (Planted(match_data, "_chance_data", _tell_seed, ("the seed is secret",)),),
    "cards in a snapshot": (Planted(match_data, "seen_position", _whole_position, HIDDEN),),
    "an outcome that is seen": (Planted(room, "visible", _true_outcome, HIDDEN),),
    "an outcome of a record": (Planted(record, "heard", _true_outcome, HIDDEN),),
    "events of another seat": (Planted(OutgoingMessage, "to", _of_last_seat, HIDDEN),),
    "an early end that shows all": (Planted(state, "how_ended", _each_end_by_rules, (*HIDDEN, "the seed is secret")),),
    "an abort after the deal": (Planted(offer_rules, "_needs_no_consent", _free_until_moved, ("no free end",)),),
    "chance from the hash": (Planted(moves, "decide", _chance_from_hash, ("chance",)),),
    "lost event": (Planted(Room, "send_events", _lose_event, ("no gap, no double",)),),
    "double append": (Planted(Runner, "_encode", _append_twice, ("one history", "legal moves")),),
    "timer not armed": (Planted(MatchTimers, "set", _arm_no_timer, ("no stall",)),),
    "unanswered command": (Planted(ClientSession, "_answer", _leave_unanswered, ("one answer",)),),
    "leaked task": (Planted(Clients, "depart", _leak_task, ("no leaked task",)),),
    "snapshot ahead of the store": (
        Planted(Clients, "watch", _watch_at_once, ("no snapshot before its commit", "no gap, no double")),
    ),
    "wrong audience": (Planted(Room, "shown_to", _show_all, ("visibility",)),),
    "clock charged in an outage": (
        Planted(Runner, "credit_standstill", _credit_commits_only, ("no charge for an outage",)),
    ),
    "clock charged in a standstill": (
        Planted(SteadyLoop, "_leave_out", _count_standstill, ("no charge for an outage",)),
    ),
    "search not stopped": (Planted(RunningSearch, "drop", _cancel_nothing, ("no unwanted search",)),),
    "stale result accepted": (
        Planted(moves, "_stale_search", _accept_stale, ("engine moves",)),
        Planted(EngineTurns, "_play", _play_earlier, ("engine moves",)),
    ),
}
"""The bugs by name. One that needs two changes has two."""


@contextlib.contextmanager
def planted(name: str) -> Iterator[tuple[str, ...]]:
    """Plant a bug for the duration of the block, and yield the invariants; one of them must find it."""
    with contextlib.ExitStack() as stack:
        for each in PLANTED[name]:
            stack.enter_context(each.in_place())
        yield tuple(invariant for each in PLANTED[name] for invariant in each.invariants)
