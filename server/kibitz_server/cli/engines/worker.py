"""`kibitz-server worker`: lend this machine to the servers of a cluster."""

import asyncio
import contextlib
import importlib.util
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from kibitz_protocol.validation.durations import TENTH
from kibitz_server.cli.console import duration, fail, warn_of_games

if TYPE_CHECKING:
    from kibitz_server.pool.cluster.address import ClusterAddress
    from kibitz_server.pool.cluster.member.worker import Connect
    from kibitz_server.pool.interface import PoolBounds

EXAMPLE = "kibitz-server worker tcp://HOST:8786"
LOCK_AGAIN_S = 0.5
"""Time until a lock that another worker holds is tried again."""


def worker(
    scheduler: Annotated[
        str | None,
        typer.Argument(
            metavar="URL",
            envvar="KIBITZ_ENGINES",
            show_envvar=False,
            help="The scheduler: tcp://HOST:8786, or tls:// with certificates (KIBITZ_ENGINES).",
        ),
    ] = None,
    slots: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=256,
            envvar="KIBITZ_SLOTS",
            show_envvar=False,
            help="Run this many searches at once (KIBITZ_SLOTS; default: one for each processor).",
        ),
    ] = None,
    host: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="KIBITZ_WORKER_HOST",
            show_envvar=False,
            help="Listen on this address (KIBITZ_WORKER_HOST; default: all of this machine).",
        ),
    ] = None,
    port: Annotated[
        int,
        typer.Option(
            min=0,
            max=65535,
            envvar="KIBITZ_WORKER_PORT",
            show_envvar=False,
            show_default=False,
            help="Listen on this port (KIBITZ_WORKER_PORT; default: a free one).",
        ),
    ] = 0,
    games: Annotated[
        list[str] | None, typer.Option(metavar="GAME,GAME", help="Search for these games only; default: all.")
    ] = None,
    grace: Annotated[
        float,
        typer.Option(
            callback=duration(TENTH, 3600, zero=True),
            envvar="KIBITZ_GRACE",
            show_envvar=False,
            show_default=False,
            help="Wait this many seconds for running searches when stopping (KIBITZ_GRACE; default: 10).",
        ),
    ] = 10.0,
    nice: Annotated[
        int,
        typer.Option(
            "--nice",
            "--worker-nice",
            min=0,
            max=19,
            envvar="KIBITZ_WORKER_NICE",
            show_envvar=False,
            show_default=False,
            help="Run searches at this niceness (KIBITZ_WORKER_NICE; default: 19).",
        ),
    ] = 19,
    memory: Annotated[
        int,
        typer.Option(
            "--worker-memory",
            metavar="MB",
            min=256,
            max=1_000_000,
            envvar="KIBITZ_WORKER_MEMORY",
            show_envvar=False,
            show_default=False,
            help="Renew a search process that has grown beyond this size (KIBITZ_WORKER_MEMORY; default: 512).",
        ),
    ] = 512,
    tls_ca: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="KIBITZ_ENGINES_TLS_CA",
            show_envvar=False,
            help="Accept members of the cluster that this CA has signed, PEM (KIBITZ_ENGINES_TLS_CA).",
        ),
    ] = None,
    tls_cert: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="KIBITZ_ENGINES_TLS_CERT",
            show_envvar=False,
            help="Present this certificate to the cluster, PEM (KIBITZ_ENGINES_TLS_CERT).",
        ),
    ] = None,
    tls_key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            envvar="KIBITZ_ENGINES_TLS_KEY",
            show_envvar=False,
            help="Use this private key of that certificate, PEM (KIBITZ_ENGINES_TLS_KEY).",
        ),
    ] = None,
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        typer.Option(
            envvar="KIBITZ_LOG_LEVEL",
            show_envvar=False,
            show_default=False,
            help="Select the log level (KIBITZ_LOG_LEVEL; default: info).",
        ),
    ] = "info",
) -> None:
    """Run searches for the servers of a Dask cluster until Ctrl-C. It needs no other program on this machine.

    It compiles the searches of its games first, then joins the cluster, and joins again when the scheduler was away.
    The first Ctrl-C or SIGTERM lets it finish its searches and leave. The second one ends it at once.
    """
    from kibitz_server.games.registry import UnknownGame, named_game
    from kibitz_server.pool.cluster.address import BadCluster, ClusterAddress, TlsFiles
    from kibitz_server.pool.cluster.member.worker import join
    from kibitz_server.pool.interface import PoolBounds
    from kibitz_server.settings import BadSettings, check_variables
    from kibitz_server.telemetry import logs
    from kibitz_server.temporary import own_folder

    try:
        check_variables()
    except BadSettings as error:
        fail(str(error), "`kibitz-server worker --help` lists the settings")
    if scheduler is None:
        fail("the address of the scheduler is missing", EXAMPLE)
    try:
        address = ClusterAddress.parse(scheduler, TlsFiles.of(tls_ca, tls_cert, tls_key))
        chosen = sorted({name.strip() for text in games or [] for name in text.split(",") if name.strip()})
        chosen = sorted({named_game(name)[0] for name in chosen})
    except BadCluster as error:
        fail(str(error), error.hint)
    except UnknownGame as error:
        fail(str(error), "list games and engines: kibitz games")
    if importlib.util.find_spec("distributed") is None:
        fail("the library of clusters, Dask, is not installed", "pip install 'kibitz[cluster]'")
    # It is needed when all is compiled, which takes minutes.
    own_folder()
    warn_of_games()
    logs.set_up(log_level, cached=True)
    bounds = PoolBounds(worker_bytes=memory << 20)
    connect = partial(join, host=host, port=port)
    try:
        asyncio.run(_work(address, connect, slots or processors(), chosen, grace, nice, bounds))
    except BadCluster as error:
        fail(str(error), error.hint)


def processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


async def _work(
    address: "ClusterAddress",
    connect: "Connect",
    slots: int,
    games: list[str],
    grace_s: float,
    nice: int,
    bounds: "PoolBounds",
) -> None:
    """Compile, join the cluster, and leave it at a signal."""
    from kibitz_server.engine.compiler.code_cache import provide_folder
    from kibitz_server.pool.cluster.member.host import SearchHost
    from kibitz_server.pool.cluster.member.worker import ClusterWorker

    leave = asyncio.Event()
    _handle_signals(leave)
    # The processes for searches must find what the compiler writes.
    provide_folder()
    await _until(leave, _compile(games))
    if leave.is_set():
        return
    host = SearchHost(slots, nice, bounds)
    try:
        await _until(leave, host.warm_up())
        await ClusterWorker(address, host, frozenset(games) or None, connect).run(leave, grace_s)
    finally:
        await host.close()


def _handle_signals(leave: asyncio.Event) -> None:
    """Set `leave` at the first signal. The second one ends the process at once, and its children end with it."""
    loop = asyncio.get_running_loop()

    def handle(number: signal.Signals) -> None:
        if leave.is_set():
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        leave.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, handle, number)


async def _until(leave: asyncio.Event, work: "asyncio._CoroutineLike[None]") -> None:
    """Do some work, but no longer than until `leave` is set."""
    task, asked = asyncio.create_task(work), asyncio.create_task(leave.wait())
    await asyncio.wait({task, asked}, return_when=asyncio.FIRST_COMPLETED)
    for each in (task, asked):
        each.cancel()
    await asyncio.wait({task, asked})
    if not task.cancelled():
        task.result()


async def _compile(games: list[str]) -> None:
    """Compile the searches of games that have no machine code yet.

    Of several workers that start on a machine, one compiles, and the others wait for it.
    """
    import structlog

    from kibitz_server.engine.compiler import select
    from kibitz_server.engine.worker.warm import NOTES

    log = structlog.get_logger(__name__)
    if not select.can_compile():
        log.warning("searches run in plain Python: there is no compiler here")
        return
    if not (missing := _uncompiled(games)):
        return
    async with alone(NOTES.with_suffix(".lock")):
        if missing := _uncompiled(games):
            await _warm(missing)


def _uncompiled(games: list[str]) -> list[str]:
    """Return the games of these, or of all, that have a search without machine code."""
    from kibitz_server.engine.worker.warm import noted, standard

    return sorted({game for _, game in set(standard()) - set(noted()) if not games or game in games})


@contextlib.asynccontextmanager
async def alone(file: Path) -> AsyncIterator[None]:
    """Lock a file until the end of the block. Where files have no locks, or none can be written, lock nothing."""
    import structlog

    if sys.platform == "win32":
        yield
        return
    import fcntl

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            file.parent.mkdir(exist_ok=True)
            lock = stack.enter_context(file.open("w"))
            told = False
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if not told:
                        told = True
                        structlog.get_logger(__name__).info("another worker of this machine compiles: waiting for it")
                    await asyncio.sleep(LOCK_AGAIN_S)
        yield


async def _warm(games: list[str]) -> None:
    """Compile the searches of games by `kibitz-server warm`, in a process of its own.

    This process must not load the compiler, which it would keep in memory.
    """
    import structlog

    log = structlog.get_logger(__name__)
    log.info("compiling searches", games=len(games))
    began = time.monotonic()
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "kibitz_server", "warm", *games, stdout=asyncio.subprocess.PIPE
    )
    assert child.stdout is not None
    try:
        last = ""
        async for line in child.stdout:
            game = line.decode().split()[0]
            if game != last:
                last = game
                log.info("compiling", game=game)
        failed = await child.wait() != 0
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
    if failed:
        log.warning("not all searches are compiled ahead: the others are when a match wants them")
    else:
        log.info("searches are compiled", games=len(games), seconds=round(time.monotonic() - began))
