"""Command `python -m bench.soak`: run the load, sample the server, and print how much each quantity grows."""

import argparse
import asyncio
import contextlib
import re
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

from bench.soak.load import Load
from bench.soak.samples import WARM_UP, Sample, Sampler, folder_bytes, slope
from kibitz_client.network.servers.local_server import environment
from tests.mosquitto import Mosquitto
from tests.ports import free_ports

SAMPLE_EVERY_S = 5.0
START_S = 120.0
LIMITS = {
    # The limits count as usual. Only these numbers are higher, because all clients share one address.
    "KIBITZ_LIMITS__MATCHES": "100000/m",
    "KIBITZ_LIMITS__GUEST_SEARCH": "1000000/h",
    "KIBITZ_LIMITS__HANDSHAKES": "100000/m",
}
UNBOUNDED = ("database, MB",)
"""Quantities that grow by design: every event is stored."""


class Soaked(NamedTuple):
    """Result of a run: the samples, the commands of visitors, ended matches, and errors in the server's log."""

    samples: list[Sample]
    counts: Counter[str]
    matches: int
    errors: list[str]


@contextlib.asynccontextmanager
async def _server(folder: Path, broker: str, port: int) -> AsyncIterator[Process]:
    """Run a server whose database, log and compiled code are in a folder."""
    (folder / "cache").mkdir()
    variables = {"KIBITZ_DATABASE": str(folder / "kibitz.db"), "NUMBA_CACHE_DIR": str(folder / "cache"), **LIMITS}
    flags = ["--port", str(port), "--slots", "2", "--metrics", "here", "--mqtt", broker]
    with (folder / "server.log").open("wb") as log:
        command = [sys.executable, "-m", "kibitz_server", "serve", *flags]
        process = await asyncio.create_subprocess_exec(
            *command, stdout=PIPE, stderr=log, env={**environment(), **variables}
        )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(START_S):
            line = await process.stdout.readline()
        if not line.startswith(b"listening"):
            raise RuntimeError(f"the server did not start: {(folder / 'server.log').read_text()[-2000:]}")
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
            await process.wait()


async def soak(seconds: float, folder: Path, broker: str, seed: int, sample_every_s: float = SAMPLE_EVERY_S) -> Soaked:
    """Load a new server for this long. An error of a client ends the run with an ExceptionGroup."""
    [port] = free_ports()
    samples: list[Sample] = []
    async with _server(folder, broker, port) as server:
        files = {
            "write-ahead log, MB": lambda: _size(folder / "kibitz.db-wal"),
            "compiled code on disk, MB": lambda: folder_bytes(folder / "cache"),
            "database, MB": lambda: _size(folder / "kibitz.db"),
        }
        sampler = Sampler(server.pid, f"http://127.0.0.1:{port}/metrics", files)
        load = Load(f"ws://127.0.0.1:{port}", seed)
        running = asyncio.create_task(load.run())
        began_at = time.monotonic()
        try:
            while (at_s := time.monotonic() - began_at) < seconds:
                samples.append(await asyncio.to_thread(sampler.take, at_s))
                if sys.stderr.isatty():
                    print(f"\r{at_s:.0f} of {seconds:.0f} s", end="", file=sys.stderr, flush=True)
                done, _ = await asyncio.wait([running], timeout=sample_every_s)
                if done:
                    running.result()
                    raise RuntimeError("the load ended by itself")
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    log = (folder / "server.log").read_text()
    errors = re.findall(r"^.*(?:\[error|\[critical|Traceback).*$", log, re.MULTILINE)
    return Soaked(samples, load.counts, len(load.record.over), errors)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def table(soaked: Soaked) -> tuple[str, bool]:
    """Return the report as Markdown, and whether everything is flat and the log has no errors."""
    first_s = soaked.samples[-1].at_s * WARM_UP
    judged = [sample for sample in soaked.samples if sample.at_s >= first_s]
    lines = [
        f"{soaked.samples[-1].at_s / 60:.0f} minutes, {soaked.matches} matches ended, commands of visitors: "
        + ", ".join(f"{code} {count}" for code, count in soaked.counts.most_common(8)),
        f"Trend without the first {first_s / 60:.0f} minutes, {len(judged)} samples:",
        "",
        "| Quantity | first | last | mean | growth in an hour | its error | |",
        "|---|---:|---:|---:|---:|---:|---|",
    ]
    fine = not soaked.errors
    for name in soaked.samples[0].values:
        trend = slope(judged, name)
        verdict = "by design" if name in UNBOUNDED else "flat" if trend.flat else "**grows**"
        fine &= name in UNBOUNDED or trend.flat
        first, last = soaked.samples[0].values[name], soaked.samples[-1].values[name]
        cells = " | ".join(f"{each:.1f}" for each in (first, last, trend.mean))
        lines.append(f"| {name} | {cells} | {trend.per_hour:+.2f} | ±{trend.error:.2f} | {verdict} |")
    return "\n".join([*lines, "", f"errors in the log: {len(soaked.errors)}", *soaked.errors[:10]]), fine


@contextlib.contextmanager
def _broker() -> Iterator[str]:
    broker = Mosquitto()
    try:
        yield broker.url
    finally:
        broker.remove()


def main() -> None:
    """Print the report. Exit with 1 if anything grows, or if the server logged an error."""
    parser = argparse.ArgumentParser(description="Load a server for a long time, and look for growth.")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, _broker() as broker:
        report, fine = table(asyncio.run(soak(60 * given.minutes, Path(folder), broker, given.seed)))
    print(report)
    raise SystemExit(0 if fine else 1)


if __name__ == "__main__":
    main()
