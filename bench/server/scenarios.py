"""Scenarios with their comparisons and goals. Ratios come from one run.

Boardgame.io does not run on every machine. Goals against it are therefore converted to goals against the bare server,
by the results of both on one machine: an echo of 62 k/s, moves of 6.4 k/s (100 matches) and 5.7 k/s (500) for
boardgame.io; a broadcast of 208 k deliveries/s where C reached 381 k.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from bench.engine.figures import Figure
from bench.server.processes import bare, fsync_ms, generate, idling, kibitz

ECHO_SIZE = 104
BOARDGAME_IO = {100: 6.4 / 62, 500: 5.7 / 62}
FIRST = {100: 3, 500: 4}
C_TO_BROADCAST = 381 / 208


@dataclass(frozen=True)
class Scale:
    """Size of a run."""

    idle: int = 4000
    matches: tuple[int, ...] = (100, 500)
    clocked_matches: int = 100
    per_s: float = 500.0
    lobby_per_s: float = 100.0
    watchers: int = 1000
    seconds: float = 5.0
    games: int = 8


SMALL = Scale(idle=300, matches=(10,), clocked_matches=10, per_s=100.0, watchers=50, seconds=1.0, games=2)


def idle_connections(scale: Scale) -> Iterator[Figure]:
    """Measure S1: memory of a connection after hello, and connections accepted a second."""
    found = {}
    for name, place, hello in (("bare", bare(), False), ("kibitz", kibitz(), True)):
        with place as server:
            before = server.resident_kb
            with idling(server.address, scale.idle, hello) as per_s:
                found[name] = ((server.resident_kb - before) / scale.idle, per_s)
    (bare_kb, bare_per_s), (kb, per_s) = found["bare"], found["kibitz"]
    detail = f"{scale.idle} connections; bare {bare_kb:.1f} kB"
    yield Figure("idle connection", kb, "kB", 20, False, detail)
    yield Figure("idle connection, against a bare one", kb / bare_kb, "x", 1.4, False)
    yield Figure("connections accepted, hello and welcome", per_s, "/s", 3000, True, f"bare {bare_per_s:.0f}/s")


def full_speed(scale: Scale) -> Iterator[Figure]:
    """Measure S2: durable matches at full speed. Their processor time is valid on a busy machine too."""
    for matches in scale.matches:
        with bare() as server:
            echo = generate("echo", address=server.address, clients=2 * matches, size=ECHO_SIZE, seconds=scale.seconds)
            echo_us = 1e6 * server.processor_s / echo["count"]
        for durable in (True, False):
            with kibitz(durable) as server:
                before_s = server.processor_s
                found = generate("matches", address=server.address, concurrent=matches, seconds=scale.seconds)
                move_us = 1e6 * (server.processor_s - before_s) / found["count"]
            goal = FIRST.get(matches, 3) * BOARDGAME_IO.get(matches, 0.1)
            how = "durable" if durable else "in memory"
            yield Figure(
                f"moves, {matches} matches, {how}, against bare echoes",
                found["per_s"] / echo["per_s"],
                "x",
                round(goal, 2) if durable else 0.45,
                True,
                f"{found['per_s']:.0f} moves/s, p50 {found['p50_ms']:.1f} ms, p99 {found['p99_ms']:.1f} ms; "
                f"bare {echo['per_s']:.0f} echoes/s; {move_us:.0f} us of processor a move, {echo_us:.0f} an echo",
            )


def clocked(scale: Scale) -> Iterator[Figure]:
    """Measure S2 and S4: latency at a steady pace, the cost of durability, and the effect of searching engines."""
    parameters = {"concurrent": scale.clocked_matches, "seconds": scale.seconds, "per_s": scale.per_s}
    with kibitz(durable=False) as server:
        memory = generate("matches", address=server.address, **parameters)
    with kibitz(slots=2) as server:
        durable = generate("matches", address=server.address, **parameters)
        busy = generate("matches", address=server.address, searching=2, **parameters)
    disk = fsync_ms()
    added = durable["p50_ms"] - memory["p50_ms"]
    pace = f"{scale.per_s:g} moves/s"
    yield Figure(
        f"added by durability at {pace}, p50",
        added,
        "ms",
        round(2 * disk + 0.5, 2),
        False,
        f"{memory['p50_ms']:.2f} to {durable['p50_ms']:.2f} ms; the disk keeps 4 kB in {disk:.2f} ms",
    )
    yield Figure(
        f"p99 at {pace}, all engine slots busy, against idle ones",
        busy["p99_ms"] / durable["p99_ms"],
        "x",
        2,
        False,
        f"{durable['p99_ms']:.2f} to {busy['p99_ms']:.2f} ms; p50 {durable['p50_ms']:.2f} to {busy['p50_ms']:.2f} ms",
    )


def fan_out(scale: Scale) -> Iterator[Figure]:
    """Measure S3: one match with many watchers, which all get the state after each move."""
    with kibitz() as server:
        found = generate("watched", address=server.address, watchers=scale.watchers, games=scale.games)
    with bare() as server:
        rounds = 40 * scale.games
        plain = generate("fan", address=server.address, watchers=scale.watchers, size=found["size"], rounds=rounds)
    yield Figure(
        f"deliveries to {scale.watchers} watchers, durable, against a bare broadcast",
        found["per_s"] / plain["per_s"],
        "x",
        round(0.55 * C_TO_BROADCAST, 2),
        True,
        f"{found['per_s']:.0f}/s of {found['size']} bytes; bare {plain['per_s']:.0f}/s",
    )


def followed_lobby(scale: Scale) -> Iterator[Figure]:
    """Measure the cost of a lobby whose rows change with the moves of many matches."""
    seconds = 3 * scale.seconds
    parameters = {"concurrent": scale.clocked_matches, "seconds": seconds, "per_s": scale.lobby_per_s}
    found_s = {}
    for followers in (0, scale.watchers):
        with kibitz() as server, contextlib.ExitStack() as stack:
            if followers:
                stack.enter_context(idling(server.address, followers, True, follow=True))
            found_s[followers] = generate("matches", address=server.address, pid=server.pid, **parameters)[
                "processor_s"
            ]
    yield Figure(
        f"{scale.watchers} followers of the lobby, {scale.lobby_per_s:g} moves/s",
        1000 * (found_s[scale.watchers] - found_s[0]) / seconds,
        "ms/s",
        50,
        False,
        f"processor time of the server beyond {1000 * found_s[0] / seconds:.0f} ms/s without followers",
    )


SECTIONS = {
    "idle": idle_connections,
    "full-speed": full_speed,
    "clocked": clocked,
    "fan-out": fan_out,
    "lobby": followed_lobby,
}
