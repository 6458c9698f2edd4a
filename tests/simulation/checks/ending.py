"""Checks that look at the whole server: now and then, and when everything is quiet."""

import asyncio
from typing import TYPE_CHECKING

from kibitz_server.handlers.answers import KEPT_ANSWERS
from kibitz_server.pool.interface import Priority
from kibitz_server.runtime.room import KEPT_EVENTS

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation

STALE_SEARCH_S = 3.0
"""Time for which a search may run on after its match no longer wants it: a commit and a stop."""
ENGINE_MOVE_S = 35.0
"""Longest time from the wish for a move to the move, in a server without faults."""


def check_searches(simulation: "Simulation") -> None:
    """Check that each search for a move is wanted by its match as it is stored."""
    process, world = simulation.process, simulation.world
    if process is None or not process.listening or not process.store.healthy or simulation.disk.slowness > 1:
        return
    for search in process.pool.searches:
        match = simulation.referee.matches.get(search.match or "")
        if match is None or search.result.done():
            continue
        moves = tuple(text for _, text in match.line)
        hint = search.priority is Priority.HINT
        seen = search.job.seen
        current = moves == search.job.moves if seen is None else match.shown(match.to_move) == seen.text
        wanted = match.phase == "running" and current and (hint or match.engine_to_move)
        if wanted:
            search.stale_since = None
        elif search.stale_since is None:
            search.stale_since = world.now
        elif world.now - search.stale_since > STALE_SEARCH_S:
            world.fail(
                "no unwanted search", f"{search.job} of match {search.match}, which is {match.phase} at {len(moves)}"
            )


def check_memory(simulation: "Simulation") -> None:
    """Check the bounds of what the server keeps in memory."""
    process, world = simulation.process, simulation.world
    if process is None or not process.listening:
        return
    for player, answers in process.context.answers._players.items():
        if len(answers.entries) > KEPT_ANSWERS:
            world.fail("bounded memory", f"{len(answers.entries)} answers are kept for {player}")
    for room in process.runtime.rooms.all:
        if len(room._recent) > KEPT_EVENTS:
            world.fail("bounded memory", f"{len(room._recent)} events of match {room.match.created.id} are kept")
    for client in process.runtime.clients.all:
        outbox = getattr(client, "outbox", None)
        if outbox is not None and len(outbox) > 4 * outbox._most_messages + 1:
            world.fail("bounded memory", f"{len(outbox)} messages wait for {client.player.name}")


def check_progress(simulation: "Simulation") -> None:
    """Check that no match waits for an engine or a flag, some time after the last fault."""
    process, world = simulation.process, simulation.world
    if process is None or not process.listening:
        return
    now = world.now
    for match_id, match in simulation.referee.matches.items():
        room = process.runtime.rooms.find(match_id)
        if match.over or room is None or room.halted or now - max(match.durable_at[-1], simulation.calm_at) < 1.0:
            continue
        service = simulation.referee.service
        since = max(match.turn_at, simulation.calm_at)
        waits_s = service.between(since, now, engine=False)
        if match.engine_to_move and waits_s > ENGINE_MOVE_S:
            world.fail("no stall", f"match {match_id} has waited {waits_s:.1f} s for its engine")
        seat = match.to_move
        time = match.times[seat] if seat is not None else None
        if match.phase == "running" and time is not None and not match.engine_to_move:
            limit_s = time.thinking_s(match.created.control)
            first = match.created.first_move_s is not None and all(move.seat != seat for move in match.moves)
            limit_s = match.created.first_move_s if first else limit_s
            if waits_s > limit_s + 2.0 + service.closing_s(since, now):
                world.fail("no stall", f"match {match_id} goes on {waits_s:.1f} s, with {limit_s} s on the clock")


def check_remains(simulation: "Simulation") -> None:
    """Check that a server without clients has nothing left of them: no connection, task, queue or timer."""
    process, world = simulation.process, simulation.world
    if process is None or not process.listening:
        world.fail("the server runs", "there is no server at the end")
        return
    runtime = process.runtime
    if (clients := runtime.clients.all) or process.context.limiter.open:
        world.fail("no leaked connection", f"{[client.player.name for client in clients]} are still connected")
    tasks = [task for task in asyncio.all_tasks(process.loop) if not task.done()]
    if tasks:
        world.fail("no leaked task", f"{len(tasks)} tasks: {tasks[0]}")
    followed = [room.match.created.code for room in runtime.rooms.all if room.clients]
    if followed or runtime.presence._connections or runtime.lobby.followed:
        world.fail("bounded memory", f"matches {followed}, presence {runtime.presence._connections}")
    wanted = [search for search in process.pool.searches if not search.result.done()]
    if len(wanted) > sum(match.engine_to_move for match in simulation.referee.matches.values()):
        world.fail("no unwanted search", f"{len(wanted)} searches: {wanted[0].job}")
    for match in simulation.referee.matches.values():
        room = runtime.rooms.find(match.created.id)
        if match.phase == "running" and room is not None and not room.halted:
            world.fail("no stall", f"match {match.created.id} still runs long after all players have left")
    running = sum(not match.over for match in simulation.referee.matches.values())
    if process.loop.timers > 4 * running + 20:
        world.fail("bounded memory", f"{process.loop.timers} timers for {running} matches")
