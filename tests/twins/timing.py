"""How long engines take, as a viewer measures it, and whether that depends on their cards."""

import asyncio
import bisect
import math
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz_server.games.game import Position
from kibitz_server.records.verifier import verify
from tests.server.wire import ME, WireClient, call

RANKS = "23456789TJQKA"
FOUND = 0.0001
"""A p-value below this tells two samples apart. One of 10,000 tests finds a difference that is not there."""


class Answer(NamedTuple):
    """An engine's move: how good its own cards are, and how long it took, in seconds."""

    strength: int
    seconds: float


def p_value(one: Sequence[float], other: Sequence[float]) -> float:
    """Return how likely two samples of one distribution differ this much (Kolmogorov and Smirnov, two-sided).

    The distribution is that of large samples (Smirnov, 1948), with the correction by Stephens (1970).
    """
    first, second = sorted(one), sorted(other)
    distance = max(
        abs(bisect.bisect_right(first, at) / len(first) - bisect.bisect_right(second, at) / len(second))
        for at in (*first, *second)
    )
    size = math.sqrt(len(first) * len(second) / (len(first) + len(second)))
    scaled = (size + 0.12 + 0.11 / size) * distance
    if scaled < 0.2:
        return 1.0  # the sum below converges too slowly, and is 1 to ten digits
    total = sum((1.0 if k % 2 else -1.0) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return min(1.0, max(0.0, 2 * total))


def halves(answers: Sequence[Answer]) -> tuple[list[float], list[float]]:
    """Return the times of the answers with the better half of the cards, and of those with the worse half."""
    ordered = sorted(answers, key=lambda each: each.strength)
    middle = len(ordered) // 2
    return [each.seconds for each in ordered[middle:]], [each.seconds for each in ordered[:middle]]


def strength_of(position: Position, seat: int) -> int:
    """Return how good the own cards of a seat are: their ranks, and more for a pair."""
    faces = next(tray.faces for tray in position.picture.trays if tray.owner == seat)
    ranks = [RANKS.index(face[0]) for face in faces]
    return sum(ranks) + (20 if len(ranks) > 1 and len(set(ranks)) == 1 else 0)


async def measured(address: str, wanted: int, tables: int, **match: Any) -> list[Answer]:
    """Return the answers of an engine in matches on a server, played at some tables at once until there are enough."""
    left = [wanted]
    found = await asyncio.gather(*(_table(address, left, match) for _ in range(tables)))
    return [answer for each in found for answer in each]


async def _table(address: str, left: list[int], match: dict[str, Any]) -> list[Answer]:
    """Play match after match against an engine, and call or check each time. `left` counts the answers."""
    wire, found = await call(address), list[Answer]()
    async with wire.socket:
        while left[0] > 0:
            answers = await _match(wire, match)
            found += answers
            left[0] -= len(answers)
    return found


async def _match(wire: WireClient, match: dict[str, Any]) -> list[Answer]:
    engine = match["engine"]
    fields = {key: value for key, value in match.items() if key != "engine"}
    answer = await wire.ask("create", seats=[ME, {"kind": "engine", "engine": engine}], **fields)
    code = answer.result.code
    await wire.ask("give_client_seed", match=code, client_seed="text")
    took: dict[int, float] = {}
    began, kind, state = time.perf_counter(), "", None
    while kind != "seed_revealed":
        if state is not None and state.to_move == 0:
            texts = state.legal
            text = next(each for word in ("check", "call", "fold") for each in texts if each.startswith(word))
            move = {"match": code, "ply": state.ply, "move": text}
            state = None
            await wire.send({"t": "move", "id": f"{code}-{len(wire.heard)}", **move})
        message = await wire.next()
        now = time.perf_counter()
        if message.t == "event" and message.match:
            kind, state = message.event.kind, message.state
            if kind == "moved" and message.event.move.seat == 1:
                took[message.event.move.ply] = now - began
            began = now
    found = verify(each.model_dump_json() + "\n" for each in wire.heard if each.t in ("snapshot", "event"))
    wire.heard.clear()
    return [Answer(strength_of(each.before, 1), took[each.view.ply]) for each in found.played if each.view.seat == 1]
