"""Scenarios with their goals: the time that a user waits, and the bytes that a slow connection has to carry."""

import statistics
import subprocess
import time
from dataclasses import dataclass

from bench.engine.figures import Figure
from bench.terminal.subjects import BARE, FIRST_SCREEN, KIBITZ, ClientMatch, Environ, app, bytes_within, settle
from tests.client.tui.terminal import Terminal

SIZES = ((80, 24), (120, 40))
LONG = {"kind": "fischer", "base_s": 300, "increment_s": 3}
SHORT = {"kind": "fischer", "base_s": 9.5, "increment_s": 0.5}


@dataclass(frozen=True)
class Scale:
    """Repetitions and durations."""

    warm_ups: int = 1
    """Starts that are not measured, because they read the programs from the disk."""
    starts: int = 15
    seconds: float = 10.0
    moves: int = 12


SMALL = Scale(warm_ups=0, starts=1, seconds=0.3, moves=1)


def first_frame(env: Environ, scale: Scale) -> tuple[Figure, Figure]:
    """Measure from exec until the last line of the first screen, in turns with an app that has only that line.

    The first start of each, which warms the disk, is left out unless the scale is small.
    """
    starts = range(scale.warm_ups + scale.starts)
    pairs = [(_start(KIBITZ, env), _start(BARE, env)) for _ in starts][scale.warm_ups :]
    own, bare = ([pair[place] for pair in pairs] for place in (0, 1))
    detail = f"median of {len(pairs)} pairs of starts; that app: {statistics.median(bare):.3f} s"
    ratio = statistics.median(mine / other for mine, other in pairs)
    against = Figure("first frame, against a Textual app with one line", ratio, "x", 1.5, False, detail)
    return _time("first frame of `kibitz`", own, 0.5), against


def _start(command: list[str], env: Environ) -> float:
    with Terminal(*command, env=env) as terminal:
        seen = b""
        while FIRST_SCREEN not in seen:
            found = terminal.read(30.0)
            assert found, f"no first frame came: {seen.decode(errors='replace')}"
            seen += found
        taken = terminal.read_at - terminal.began_at
        # The app may still be connecting; it leaves as quickly.
        terminal.leave()
    return taken


def lobby_json(env: Environ, scale: Scale) -> Figure:
    """Measure from exec to exit, with the list of a server."""
    times = [_listed(env) for _ in range(scale.warm_ups + scale.starts)]
    return _time("`kibitz lobby --json`", times[scale.warm_ups :], 0.3)


def _listed(env: Environ) -> float:
    began_at = time.perf_counter()
    subprocess.run([*KIBITZ, "lobby", "--json"], env=env, capture_output=True, check=True, timeout=60)
    return time.perf_counter() - began_at


async def running_clock(address: str, env: Environ, scale: Scale, size: tuple[int, int]) -> Figure:
    """Measure the bytes a second while the app's user plays and the opponent thinks."""
    written, seconds = await _ticking(address, env, LONG, size, scale.seconds)
    return _rate(f"a running clock, {_of(size)}", written, seconds, 1000)


async def short_clock(address: str, env: Environ, scale: Scale) -> Figure:
    """Measure the same below ten seconds, where the clock shows tenths."""
    written, seconds = await _ticking(address, env, SHORT, SIZES[0], min(scale.seconds, 6.0))
    return _rate(f"a clock below ten seconds, {_of(SIZES[0])}", written, seconds, None)


async def _ticking(
    address: str, env: Environ, clock: dict[str, object], size: tuple[int, int], seconds: float
) -> tuple[int, float]:
    match = await ClientMatch.open(address, guest=False, clock=clock)
    with app(env, *size) as terminal:
        _join(terminal, match)
        await match.move()
        terminal.wait_for("[X]")
        terminal.type(f"{match.move_text}\r")
        terminal.wait_for("saved")
        # The app has drawn the changes of the move itself by then.
        bytes_within(terminal, 0.5)
        written = bytes_within(terminal, seconds)
    await match.close()
    return written, seconds


async def nothing_happens(address: str, env: Environ, scale: Scale) -> Figure:
    """Measure a match without a clock and without moves. Only the display of the round trip time remains."""
    match = await ClientMatch.open(address, guest=True)
    with app(env) as terminal:
        _watch(terminal, match)
        settle(terminal)
        written = bytes_within(terminal, scale.seconds)
    await match.close()
    return _rate(f"a match in which nothing happens, {_of(SIZES[0])}", written, scale.seconds, 100)


async def one_move(address: str, env: Environ, scale: Scale, size: tuple[int, int]) -> Figure:
    """Measure single moves of a watched match."""
    match = await ClientMatch.open(address, guest=True)
    found = []
    with app(env, *size) as terminal:
        _watch(terminal, match)
        settle(terminal)
        for _ in range(scale.moves):
            before = terminal.written
            await match.move()
            settle(terminal, 0.5)
            found.append(terminal.written - before)
    await match.close()
    detail = f"median of {len(found)}, from {min(found)} to {max(found)}"
    return Figure(f"a move, {_of(size)}", statistics.median(found), "bytes", 1500, False, detail)


def _join(terminal: Terminal, match: ClientMatch) -> None:
    terminal.type("j")
    terminal.wait_for("code of the match")
    terminal.type(f"{match.code}\r")
    terminal.wait_for(f"m,n,k  {match.code}")


def _watch(terminal: Terminal, match: ClientMatch) -> None:
    terminal.type("/")
    terminal.wait_for("filter: part of")
    terminal.type(f"{match.code}\r")
    terminal.wait_until(lambda: terminal.shows("Live (1)") and not terminal.shows("filter: part of"))
    terminal.type("w")
    terminal.wait_for(f"m,n,k  {match.code}")


def _of(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _rate(name: str, written: int, seconds: float, goal: float | None) -> Figure:
    return Figure(name, written / seconds, "bytes/s", goal, False, f"{written} bytes in {seconds:g} s")


def _time(name: str, times: list[float], goal: float) -> Figure:
    detail = f"median of {len(times)}, from {min(times):.3f} to {max(times):.3f} s"
    return Figure(name, statistics.median(times), "s", goal, False, detail)
