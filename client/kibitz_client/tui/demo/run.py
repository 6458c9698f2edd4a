"""The work of `kibitz demo`: start a private server, compile both engines, and show their match.

The match ends by itself or is stopped after some time, and the demo then says who was ahead.
"""

import asyncio
import os
import shutil
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from kibitz_client.commands.play import usual_opponents
from kibitz_client.network.client import NetworkClient, Status
from kibitz_client.network.servers.connect import start
from kibitz_client.parsing.arguments import create, engine, game_options
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.inbox import Inbox
from kibitz_client.terminal.output import Output
from kibitz_client.tui.demo.balance import balance, verdict
from kibitz_client.tui.demo.games import GAMES, DemoChoice, choose
from kibitz_client.tui.demo.stage import Stage, stage_for
from kibitz_protocol.commands.explain import OfGame
from kibitz_protocol.commands.positions import Evaluate, Explore
from kibitz_protocol.to_client import Entered
from kibitz_protocol.to_server import Start
from kibitz_protocol.values.engines import SearchReport

TICK_S = 0.1
LOOK = "seconds=0.1"
"""The limit of a search whose only purpose is that its engine gets compiled."""
TOLD_AFTER_S = 1.0
"""A search that takes longer than this is being compiled."""
TRIES = 3
"""How often to ask for such a search: after ten seconds the server lets it run without machine code."""
PLAIN = 3_000
"""Nodes of a search in a second, below which it ran without machine code."""

T = TypeVar("T")


class _Reporter:
    """Shows nothing of the connection: the server is private, and an error says why it ended."""

    def warn(self, *lines: str) -> None:
        """Drop remarks."""

    def status(self, status: Status, text: str, /) -> None:
        """Drop a change of the connection."""


async def demo(
    settings: Settings,
    output: Output,
    game: str | None = None,
    *,
    seed: int | None = None,
    fast: bool = False,
    ascii_only: bool = False,
) -> None:
    """Watch a match of two engines on a private server.

    Args:
        settings: The settings of the command.
        output: Where to show the match.
        game: The game; by default one of those that look well.
        seed: Repeats a game and its opening.
        fast: Whether to play by short searches without a pause, as in CI.
        ascii_only: Whether to draw without line-drawing characters.

    Raises:
        RefusedError: The server has no such game.
    """
    choice = choose(game, seed, fast=fast)
    stage = stage_for(output, choice, ascii_only=ascii_only)
    stage.open()
    try:
        stage.tell("starting a private server")
        async with start(settings, _Reporter()) as connected:
            try:
                await _play(connected.client, choice, stage, fast=fast)
            finally:
                # The server takes a moment to end, and the summary should follow Ctrl-C at once.
                stage.close()
                _conclude(output, choice, stage)
    finally:
        stage.close()


async def _play(client: NetworkClient, choice: DemoChoice, stage: Stage, *, fast: bool) -> None:
    """Show the match to its end, or for as long as it may take."""
    engines = choice.plan.engines
    if choice.game not in GAMES:
        engines = ((await usual_opponents(client, choice.game))[0],) * 2
    command = create(choice.setup(engines)).model_copy(update={"autostart": fast})
    entered: Entered = await client.ask(command)
    async with Inbox(client) as inbox:
        while stage.state is None:
            stage.receive(await inbox.next())
        stage.tell("")
        if not fast:
            await _compile(client, choice, engines, stage)
            await client.ask(build(Start, match=entered.match))
        ends_at: float | None = None
        while not stage.state.over or stage.state.awaits_seed:
            stage.receive(await inbox.next(TICK_S))
            if ends_at is None and stage.state.moves:
                # Until the first move, an engine may wait for its machine code.
                ends_at = time.monotonic() + choice.most_s
            if ends_at is not None and time.monotonic() >= ends_at and not stage.state.over:
                break


async def _compile(client: NetworkClient, choice: DemoChoice, engines: Sequence[str], stage: Stage) -> None:
    """Let both engines search the first position for a moment, and tell how long their compilation takes."""
    assert stage.state is not None
    of = await _first_position(client, choice)
    slower = 1.0
    expected = dict(zip(engines, choice.plan.compile_s, strict=True))
    for text in dict.fromkeys(engines):
        name = text.partition(":")[0]
        began_at = time.monotonic()
        what = f"compiling {name} for {stage.state.game.title} (once)"
        about_s = expected[text] * slower

        def tell(again: bool, what: str = what, began_at: float = began_at, about_s: float = about_s) -> None:
            stage.tell(progress_text(what, time.monotonic() - began_at, about_s), again=again)

        for _ in range(TRIES):
            command = build(Evaluate, of=of, engine=engine(f"{name}:{LOOK}"))
            evaluated = await _told(client.ask(command), tell)
            if is_compiled(evaluated.search):
                break
        took_s = time.monotonic() - began_at
        if took_s > TOLD_AFTER_S:
            slower = took_s / expected[text]
    stage.tell("")


def progress_text(what: str, so_far_s: float, about_s: float) -> str:
    """Return what is compiled, for how long, and how long it may take."""
    if so_far_s <= about_s:
        return f"{what}: {so_far_s:.0f} s of about {about_s:.0f}"
    return f"{what}: {so_far_s:.0f} s, usually {about_s:.0f}"


def is_compiled(search: SearchReport) -> bool:
    """Return whether a search ran as machine code, by its speed."""
    return search.source != "search" or search.nodes >= PLAIN * search.seconds


async def _first_position(client: NetworkClient, choice: DemoChoice) -> OfGame:
    """Return the position after the opening and the first outcome of each chance event: no engine moves before."""
    moves = list(choice.opening.moves)
    while True:
        of = OfGame(game=choice.game, options=game_options(choice.plan.options), moves=moves)
        explored = await client.ask(build(Explore, of=of, since=len(moves)))
        if not explored.state.chances:
            return of
        moves.append(explored.state.chances[0])


async def _told(answer: Awaitable[T], tell: Callable[[bool], None]) -> T:
    """Wait for an answer, and tell again and again that it is still to come."""
    task, again = asyncio.ensure_future(answer), False
    try:
        done, _ = await asyncio.wait([task], timeout=TOLD_AFTER_S)
        while not done:
            tell(again)
            again = True
            done, _ = await asyncio.wait([task], timeout=TICK_S)
        return task.result()
    finally:
        task.cancel()


def _conclude(output: Output, choice: DemoChoice, stage: Stage) -> None:
    """Say how the match ended or who was ahead, and what to try next."""
    state = stage.state
    if state is None:
        return
    shown = balance(state)
    output.emit(
        {
            "demo": {
                "game": choice.game,
                "seed": choice.seed,
                "opening": list(choice.opening.moves),
                "moves": len(state.moves),
                "over": state.over,
                "winner": state.result.winner if state.result is not None else None,
                "first": round(shown.first, 3),
                "verdict": verdict(state),
            }
        }
    )
    if output.json:
        return
    # Lines have shown a result already.
    output.say("", *([verdict(state)] if output.in_place or not state.over else []))
    kibitz, server = (program(name, sys.argv[0]) for name in ("kibitz", "kibitz-server"))
    output.say(
        f"  play against it   {kibitz} play {choice.game}",
        f"  open the page     {server} serve, then http://localhost:8765",
        f"  read on           {kibitz} rules {choice.game}",
        f"  see it again      {kibitz} {choice.again}",
    )


def program(name: str, running: str) -> str:
    """Return how to call a program beside the running one: by its name, or by its path if that is not on the PATH."""
    beside = Path(running).with_name(name)
    if shutil.which(name) is not None or not beside.is_file():
        return name
    return min(os.path.relpath(beside), str(beside), key=len)
