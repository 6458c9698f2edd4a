"""Work of `kibitz bot`: create and run bots, and check a server."""

import contextlib
import functools
import os
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from kibitz_client.bots.bot import Bot
from kibitz_client.bots.conformance.checker import run as run_checks
from kibitz_client.bots.conformance.checks import CHECKS
from kibitz_client.bots.loader import load_bot
from kibitz_client.bots.replay import Choice, replay
from kibitz_client.bots.runner import Plan, play
from kibitz_client.bots.session import read_session
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


class ChoicesDiffer(ClientError):
    """A bot does not choose in a replay what it chose in the recorded session."""


async def replay_session(
    output: Output,
    make: Callable[[], Bot],
    file: Path,
    *,
    code: str | None = None,
    seat: str | None = None,
    seed: int = 1,
    verbose: bool = False,
) -> None:
    """Ask a bot again what it was asked in a recorded session, and print the differences.

    Args:
        code: Replay only the match with this code or id.
        seat: The bot's seat in matches that were recorded without one.
        seed: Where Python's `random` begins, for each match.
        verbose: Print equal choices too.

    Raises:
        UsageError: The file has no such match or seat.
        ChoicesDiffer: A choice differs.
    """
    matches = read_session(file, seat)
    if code is not None:
        chosen = [match for match in matches if code.casefold() in (match.state.match, match.state.code.casefold())]
        if not chosen:
            codes = ", ".join(match.state.code for match in matches)
            raise UsageError(f"{file} has no match {code}", f"its matches are {codes}")
        matches = chosen
    choices: list[Choice] = []

    def show(choice: Choice) -> None:
        choices.append(choice)
        output.emit({**asdict(choice), "same": choice.same})
        if not output.json and (verbose or not choice.same):
            output.say(choice_text(choice))

    await replay(matches, make, show, output.warn, seed)
    different = sum(not choice.same for choice in choices)
    many = f"{len(choices)} {'choice' if len(choices) == 1 else 'choices'}"
    if different:
        raise ChoicesDiffer(f"{different} of {many} differ from the record")
    output.warn(f"{many} in {len(matches)} {'match' if len(matches) == 1 else 'matches'}, all as recorded")


def choice_text(choice: Choice) -> str:
    """Return a choice of a replay as a line for the user."""
    place = f"match {choice.code}, ply {choice.ply}"
    question = "" if choice.asked == "move" else f"{choice.asked} offered, "
    recorded = f"recorded {choice.recorded}" if choice.recorded is not None else "no answer is recorded"
    if choice.problem is not None:
        return f"{place}: {question}{recorded}, now the bot's {choice.problem}"
    answer = f"again {choice.chosen}" if choice.recorded == choice.chosen else f"{recorded}, now {choice.chosen}"
    return f"{place}: {question}{answer} ({choice.seconds:.3f} s)"


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
