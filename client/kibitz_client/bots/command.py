"""`kibitz bot`: from what was typed to bots that play, and to trials of a server."""

import contextlib
import functools
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from kibitz_client.bots.bot import Bot
from kibitz_client.bots.conformance.checker import run as run_trials
from kibitz_client.bots.conformance.trials import TRIALS
from kibitz_client.bots.loader import load_bot
from kibitz_client.bots.runner import Plan, play
from kibitz_client.bots.subprocess_bot import ProgramBot, words
from kibitz_client.errors import ClientError, UsageError
from kibitz_client.network.local_server import local_server
from kibitz_client.settings import Settings, server_address
from kibitz_client.terminal.output import Output

NO_UCI = "UCI is the language of chess engines, and chess is not among the games yet"


class CheckFailed(ClientError):
    """A server does not do what it must."""


def maker(bot: str | None, program: str | None, uci: str | None, say: Callable[[str], None]) -> Callable[[], Bot]:
    """What makes a bot for each match. Raises Misuse."""
    if uci is not None:
        raise UsageError(NO_UCI, "--uci is kept for it; a program of another kind is run with --exec")
    if (bot is None) == (program is None):
        raise UsageError("name one bot to run", "kibitz bot run my_bot:MyBot, or kibitz bot run --exec ./my-bot")
    if program is not None:
        command = words(program)
        if shutil.which(command[0]) is None:
            if Path(command[0]).is_file() and os.sep in command[0]:
                raise UsageError(f"{command[0]} is not executable", f"chmod +x {command[0]}")
            raise UsageError(f"there is no program {command[0]}", "name it with its path: --exec ./my-bot")
        return functools.partial(ProgramBot, command, say)
    assert bot is not None
    return load_bot(bot)


async def run(settings: Settings, output: Output, make: Callable[[], Bot], plan: Plan) -> None:
    """Play until there is nothing left to wait for."""
    async with local_server() if settings.private else contextlib.nullcontext(settings.server) as url:
        played = await play(
            make,
            url,
            plan,
            name=settings.name,
            token=None if settings.private else settings.token,
            say=output.warn,
            heard=output.emit,
            cafile=settings.cafile,
        )
    output.warn(f"{played} {'match' if played == 1 else 'matches'} played")


async def check(settings: Settings, output: Output, url: str) -> None:
    """Try what a server must do; tells each trial as it ends. Raises Unfit when one does not hold."""
    failed = total = 0
    async for outcome in run_trials(server_address(url), TRIALS):
        total += 1
        failed += not outcome.holds
        output.emit({"holds": outcome.holds, "what": outcome.sentence, "why": outcome.why or None})
        if not settings.json:
            output.say(f"{'ok  ' if outcome.holds else 'FAIL'}  {outcome.sentence}")
            if not outcome.holds:
                output.say(f"      {outcome.why}")
    if failed:
        raise CheckFailed(f"{failed} of {total} trials failed", "docs/protocol says what is meant")
    output.warn(f"all {total} trials hold")
