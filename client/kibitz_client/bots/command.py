"""Work of `kibitz bot`: create, run and replay bots."""

import contextlib
import functools
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from kibitz_client.bots.bot import Bot
from kibitz_client.bots.engines.bot import EngineBots
from kibitz_client.bots.gtp.bot import GtpBots, GtpSettings
from kibitz_client.bots.loader import load_bot
from kibitz_client.bots.plan import Plan
from kibitz_client.bots.replays.replay import Choice, replay
from kibitz_client.bots.replays.session import read_session
from kibitz_client.bots.runner import play
from kibitz_client.bots.subprocess_bot import ProgramBot, split_command
from kibitz_client.bots.uci.bot import DEFAULT_GO, UciBots, UciSettings
from kibitz_client.errors import ClientError, UsageError
from kibitz_client.network.servers.local_server import local_server
from kibitz_client.settings import Settings
from kibitz_client.storage.known_servers import note_used
from kibitz_client.storage.renewal import renewals
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import counted
from kibitz_protocol.match_codes import canonical


@dataclass(frozen=True, slots=True)
class BotChoice:
    """Which bot to run, as typed: a class, a program that speaks JSON lines, or an engine with its options."""

    bot: str | None = None
    program: str | None = None
    uci: str | None = None
    uci_options: Sequence[str] = ()
    uci_go: str | None = None
    verbose: bool = False
    gtp: str | None = None
    gtp_commands: Sequence[str] = ()
    gtp_time: int | None = None


def bot_factory(choice: BotChoice, log: Callable[[str], None]) -> Callable[[], Bot]:
    """Return a function that creates a bot for each match.

    Raises:
        UsageError: The choice names no bot, more than one, or one that cannot run.
    """
    if sum(given is not None for given in (choice.bot, choice.program, choice.uci, choice.gtp)) != 1:
        raise UsageError(
            "name one bot to run", "kibitz bot run my_bot:MyBot, or --exec ./my-bot, --uci ./engine, --gtp ./engine"
        )
    if choice.uci is None and (choice.uci_options or choice.uci_go is not None):
        raise UsageError("--uci-option and --uci-go need an engine", "name it: --uci ./engine")
    if choice.gtp is None and (choice.gtp_commands or choice.gtp_time is not None):
        raise UsageError("--gtp-command and --gtp-time need a program", "name it: --gtp 'gnugo --mode gtp'")
    if choice.uci is not None:
        options = dict(_uci_option(text) for text in choice.uci_options)
        command = _command(choice.uci, "--uci")
        return UciBots(UciSettings(command, options, choice.uci_go or DEFAULT_GO, choice.verbose), log)
    if choice.gtp is not None:
        command = _command(choice.gtp, "--gtp")
        return GtpBots(GtpSettings(command, choice.gtp_commands, choice.gtp_time, choice.verbose), log)
    if choice.program is not None:
        return functools.partial(ProgramBot, _command(choice.program, "--exec"), log)
    assert choice.bot is not None
    return load_bot(choice.bot)


def _command(text: str, option: str) -> list[str]:
    """Return a program that can be run, with its arguments."""
    command = split_command(text, option)
    if shutil.which(command[0]) is None:
        if Path(command[0]).is_file() and os.sep in command[0]:
            raise UsageError(f"{command[0]} is not executable", f"chmod +x {command[0]}")
        raise UsageError(f"there is no program {command[0]}", f"name it with its path: {option} ./my-bot")
    return command


def _uci_option(text: str) -> tuple[str, str]:
    """Return the name and the value of `Hash=64`. A button of an engine has no value."""
    name, _, value = (part.strip() for part in text.partition("="))
    if not name:
        raise UsageError(f"{text!r} is not an option of an engine", "write it like --uci-option Hash=64")
    return name, value


class BotFailed(ClientError):
    """A bot raised errors or returned no legal move, so matches were resigned."""


async def run(settings: Settings, output: Output, make: Callable[[], Bot], plan: Plan) -> None:
    """Play the matches of the plan, then print their number.

    Raises:
        BotFailed: A match was resigned because of errors of the bot.
        UsageError: The plan has no match, or an engine does not accept its settings or cannot play a game of it.
    """
    if not (plan.join or plan.host or plan.accept or plan.invited or plan.seek or plan.enter):
        raise UsageError(
            "the bot has no match to play",
            "add --match CODE, --enter CODE, --host GAME, --accept GAME, --seek GAME or --invited",
        )
    failed: list[str] = []
    if isinstance(make, EngineBots):
        output.warn(f"engine: {await make.check()}")
    async with local_server() if settings.private else contextlib.nullcontext(settings.server) as url:
        if not settings.private:
            note_used(settings.server)
        played = await play(
            make,
            url,
            plan,
            name=settings.name,
            token=None if settings.private else settings.token,
            token_file=None if settings.private else settings.token_file,
            renewals=None if settings.private else renewals(settings),
            say=output.warn,
            on_message=output.emit,
            cafile=settings.cafile,
            on_failure=failed.append,
        )
    output.warn(f"{counted(played, 'match', 'matches')} played")
    if failed:
        raise BotFailed(f"the bot had no move, so it resigned: {', '.join(failed)}", "read its errors in the log above")


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
        chosen = [
            match for match in matches if match.state.match == code.casefold() or match.state.code == canonical(code)
        ]
        if not chosen:
            codes = ", ".join(match.state.code for match in matches)
            raise UsageError(f"{file} has no match {code}", f"choose one of {codes}")
        matches = chosen
    choices: list[Choice] = []

    def show(choice: Choice) -> None:
        choices.append(choice)
        output.emit({**asdict(choice), "same": choice.same})
        if not output.json and (verbose or not choice.same):
            output.say(choice_text(choice))

    await replay(matches, make, show, output.warn, seed)
    different = sum(not choice.same for choice in choices)
    many = counted(len(choices), "choice")
    if different:
        verb = "differs" if different == 1 else "differ"
        raise ChoicesDiffer(f"{different} of {many} {verb} from the record")
    output.warn(f"{many} in {counted(len(matches), 'match', 'matches')}, all as recorded")


def choice_text(choice: Choice) -> str:
    """Return a choice of a replay as a line for the user."""
    place = f"match {choice.code}, ply {choice.ply}"
    question = "" if choice.asked == "move" else f"{choice.asked} offered, "
    recorded = f"recorded {choice.recorded}" if choice.recorded is not None else "no answer is recorded"
    if choice.problem is not None:
        return f"{place}: {question}{recorded}, now the bot's {choice.problem}"
    answer = f"again {choice.chosen}" if choice.recorded == choice.chosen else f"{recorded}, now {choice.chosen}"
    return f"{place}: {question}{answer} ({choice.seconds:.3f} s)"
