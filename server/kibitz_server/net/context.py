"""What all connections of a server share."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from functools import partial

from kibitz_server.handlers.accounts import AccountCommands
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.pages.page import WebPage
from kibitz_server.net.pages.texts import Health
from kibitz_server.net.pages.tournaments import TournamentPages
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.telemetry.seldom import SeldomWarning

SEND_S = 5.0
"""Seconds for one frame to leave, before the connection is cut off."""


@dataclass(frozen=True, slots=True)
class ServerContext:
    """Parts of the server that every connection needs. `server` is the name that the server tells its clients."""

    runtime: Runtime
    accounts: AccountCommands
    answers: Answers
    server: str
    edge: EdgeConfig
    limiter: RateLimiter
    send_s: float = SEND_S
    health: Health = field(default_factory=Health)
    show_metrics: bool = False
    """Whether every client may read /metrics on this port."""
    install_hint: str = ""
    """How players install the client; empty leaves it out of the invitation page."""
    page: WebPage | None = None
    """The web page; None where its files are not installed."""
    tournaments: TournamentPages | None = None
    """Tournaments for browsers without JavaScript, for programs and for terminals."""
    wrong_page: SeldomWarning = field(default_factory=partial(SeldomWarning, "a web page may not connect"))
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """Tasks of connections: one for a client that is being identified, or whose messages wait."""

    def run(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a task of a connection."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task
