"""The load generator in C (`bench/c/load.c`), run on the last core and driven in turns with others."""

import contextlib
import json
import os
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bench.engine.baselines import baseline
from bench.server.processes import ServerProcess

FULL = 0.8
"""Load of the generator above which it may limit a measurement."""


class GeneratorFailed(SystemExit):
    """The generator ended before its answer: its message is on standard error."""


@dataclass(frozen=True)
class Turn:
    """Result of a turn: what was counted in some seconds, and the server's processor time for one of it, in us.

    `load` is the part of a core that the generator used other than for polling without result, `core` the part of a
    core that it had. `whole_us` includes the creation and the end of the matches. `told` are events of a tournament
    that its followers received, `tables` the most standings that one of them received.
    """

    count: int = 0
    seconds: float = 0.0
    per_s: float = 0.0
    server_us: float = 0.0
    load: float = 0.0
    core: float = 0.0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    whole_us: float = 0.0
    size: int = 0
    told: int = 0
    tables: int = 0

    @property
    def server_share(self) -> float:
        """Part of a core that the server used."""
        return self.per_s * self.server_us / 1e6


class LoadGenerator:
    """A running generator. `ready` is the result of its preparation, which opens its connections."""

    def __init__(self, child: "subprocess.Popen[str]") -> None:
        self._child = child
        self.ready = self._answer()

    def turn(self) -> Turn:
        """Measure for one turn.

        Raises:
            GeneratorFailed: The server refused something, closed a connection or did not answer for 30 s.
        """
        return self.command("turn")

    def command(self, command: str) -> Turn:
        """Send a command and wait for its result, which is empty for some commands.

        Raises:
            GeneratorFailed: As for a turn.
        """
        assert self._child.stdin
        with contextlib.suppress(BrokenPipeError):
            self._child.stdin.write(f"{command}\n")
            self._child.stdin.flush()
        return self._answer()

    def _answer(self) -> Turn:
        assert self._child.stdout
        line = self._child.stdout.readline()
        if not line:
            raise GeneratorFailed("the load generator failed")
        return Turn(**json.loads(line))


@contextlib.contextmanager
def load(scenario: str, server: ServerProcess, protocol: str = "kibitz", **parameters: Any) -> Iterator[LoadGenerator]:
    """Run a generator until the end of the block. It keeps its connections between its turns.

    Args:
        scenario: one of those in `bench/c/load.c`.
        server: the server that it loads, whose processor time it reads.
        protocol: what the server speaks.
        parameters: those of the scenario. `lines` is a file of moves.

    Raises:
        GeneratorFailed: The connections could not be opened.
    """
    program = baseline("load")
    assert program, "the callers ask for a compiler first"
    core = sorted(os.sched_getaffinity(0))[-1]
    given = {"address": server.address.partition("//")[2].strip("/"), "pid": server.pid, "protocol": protocol}
    words = [f"{name}={value}" for name, value in (given | parameters).items()]
    with subprocess.Popen(
        [program, scenario, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    ) as child:
        try:
            yield LoadGenerator(child)
        finally:
            assert child.stdin
            with contextlib.suppress(BrokenPipeError):
                child.stdin.close()
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()


def in_turns(
    turns: int, generators: Mapping[str, LoadGenerator], warm_up: int = 1, settle_s: float = 0.0
) -> dict[str, list[Turn]]:
    """Let generators measure in turns, so that a busy machine slows all of them. The first turns are not counted.

    `settle_s` is the time before each turn in which the other servers end what the last turn has left them.
    """
    found: dict[str, list[Turn]] = {name: [] for name in generators}
    for number in range(warm_up + turns):
        for name, generator in generators.items():
            time.sleep(settle_s)
            turn = generator.turn()
            if number >= warm_up:
                found[name].append(turn)
    return found


def ratio(subject: list[Turn], comparison: list[Turn], of: Callable[[Turn], float]) -> float:
    """Return the median of the ratios of turns that followed each other."""
    return statistics.median(of(mine) / of(other) for mine, other in zip(subject, comparison, strict=True))


def processor_us(turn: Turn) -> float:
    """Return the server's processor time."""
    return turn.server_us


def rate(turn: Turn) -> float:
    """Return the number a second."""
    return turn.per_s


def middle(turns: list[Turn], of: Callable[[Turn], float]) -> float:
    """Return the median of turns."""
    return statistics.median(map(of, turns))


def notes(**subjects: list[Turn]) -> str:
    """Return the load of the generator, and say where it was the limit or the server did not have its core."""
    loads = {name: middle(turns, lambda turn: turn.load) for name, turns in subjects.items()}
    said = f"generator {100 * max(loads.values()):.0f} %"
    if full := [name for name, used in loads.items() if used > FULL]:
        said += f" (**it may be the limit** for {', '.join(full)})"
    return said
