"""Work of `kibitz bot`: create and run bots, and check a server."""

import contextlib
import functools
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from kibitz_client.bots.bot import Bot
from kibitz_client.bots.conformance.checker import run as run_checks
from kibitz_client.bots.conformance.checks import CHECKS
from kibitz_client.bots.loader import load_bot
from kibitz_client.bots.runner import Plan, play
from kibitz_client.bots.subprocess_bot import ProgramBot, split_command
from kibitz_client.errors import ClientError, UsageError
from kibitz_client.network.local_server import local_server
from kibitz_client.settings import Settings, server_address
from kibitz_client.terminal.output import Output

NO_UCI = "UCI is the language of chess engines, and Kibitz does not have chess yet"


class CheckFailed(ClientError):
    """A server failed a conformance check."""


def bot_factory(bot: str | None, program: str | None, uci: str | None, log: Callable[[str], None]) -> Callable[[], Bot]:
    """Return a function that creates a bot for each match, from the options of `kibitz bot run`.

    Raises:
        UsageError: The options name no bot, more than one, or one that cannot run.
    """
    if uci is not None:
        raise UsageError(NO_UCI, "--uci is reserved for it; run a program of another kind with --exec")
    if (bot is None) == (program is None):
        raise UsageError("name one bot to run", "kibitz bot run my_bot:MyBot, or kibitz bot run --exec ./my-bot")
    if program is not None:
        command = split_command(program)
        if shutil.which(command[0]) is None:
            if Path(command[0]).is_file() and os.sep in command[0]:
                raise UsageError(f"{command[0]} is not executable", f"chmod +x {command[0]}")
            raise UsageError(f"there is no program {command[0]}", "name it with its path: --exec ./my-bot")
        return functools.partial(ProgramBot, command, log)
    assert bot is not None
    return load_bot(bot)


class BotFailed(ClientError):
    """A bot raised errors or returned no legal move, so matches were resigned."""


async def run(settings: Settings, output: Output, make: Callable[[], Bot], plan: Plan) -> None:
    """Play the matches of the plan, then print their number.

    Raises:
        BotFailed: A match was resigned because of errors of the bot.
    """
    failed: list[str] = []
    async with local_server() if settings.private else contextlib.nullcontext(settings.server) as url:
        played = await play(
            make,
            url,
            plan,
            name=settings.name,
            token=None if settings.private else settings.token,
            say=output.warn,
            on_message=output.emit,
            cafile=settings.cafile,
            on_failure=failed.append,
        )
    output.warn(f"{played} {'match' if played == 1 else 'matches'} played")
    if failed:
        raise BotFailed(f"the bot had no move, so it resigned: {', '.join(failed)}", "its errors are in the log above")


async def check(settings: Settings, output: Output, url: str) -> None:
    """Check a server, and print each result as its check ends.

    Raises:
        CheckFailed: At least one check failed.
    """
    failed = total = 0
    async for result in run_checks(server_address(url), CHECKS):
        total += 1
        failed += not result.passed
        output.emit({"holds": result.passed, "what": result.sentence, "why": result.reason or None})
        if not settings.json:
            output.say(f"{'ok  ' if result.passed else 'FAIL'}  {result.sentence}")
            if not result.passed:
                output.say(f"      {result.reason}")
    if failed:
        raise CheckFailed(f"{failed} of {total} checks failed", "docs/protocol defines what a server must do")
    output.warn(f"all {total} checks passed")
