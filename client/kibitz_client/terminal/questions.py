"""Questions before a match: Enter takes the default, and an answer that does not fit is asked for again."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from kibitz_client.errors import UsageError
from kibitz_client.parsing import arguments
from kibitz_client.parsing.arguments import MatchSetup
from kibitz_client.terminal.line_editor import ask_line
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import some_of, table
from kibitz_protocol.game_names import find_game, unknown_game
from kibitz_protocol.values.games import GameInfo, option_text

Read = Callable[[str, Sequence[str]], Awaitable[str]]
"""Show a prompt and return the typed line. The words can be completed."""

DEFAULT_LEVEL = "level:3"
NO_CLOCK = "none"
CLOCKS = ("none", "5+3", "10+5", "3+2", "5d3", "10b3x30", "30s")


async def ask_setup(
    games: Sequence[GameInfo], engines: Sequence[str], output: Output, default_game: str, read: Read | None = None
) -> MatchSetup:
    """Ask for game, opponent and clock.

    Args:
        read: Reads a line. Replaceable for tests.

    Raises:
        UsageError: The input ended before the last answer.
    """
    names = [game.name for game in games]
    asker = _Asker(output, read or _reader(output))
    output.say(*table([(game.name, game.title) for game in games]))

    options: list[str] = []

    def known_game(text: str) -> str:
        found = find_game(text, games)
        if found is None:
            raise UsageError(unknown_game(text, games), f"type one of {some_of(names)}")
        options.extend(f"{name}={option_text(value)}" for name, value in found.options.items())
        return found.name

    game = await asker.ask("game", default_game if default_game in names else names[0], names, known_game)
    words = ["open", *(engine for engine in engines if engine != "level"), *(f"level:{n}" for n in range(1, 11))]
    output.say("opponent: a level (1 to 10), an engine (alphabeta:seconds=1), or open")
    opponent = await asker.ask("opponent", DEFAULT_LEVEL, words, _opponent)
    output.say("clock: minutes+seconds for each move such as 5+3, 30s for each move, or none")
    clock = await asker.ask("clock", NO_CLOCK, CLOCKS, _clock)
    setup = MatchSetup(game, tuple(options), opponent=opponent, clock=None if clock == NO_CLOCK else clock)
    output.say(f"the same without questions: {_command(setup)}")
    return setup


class _Asker:
    def __init__(self, output: Output, read: Read) -> None:
        self._output = output
        self._read = read

    async def ask(self, what: str, default: str, words: Sequence[str], check: Callable[[str], str]) -> str:
        """Return a checked answer."""
        while True:
            try:
                typed = (await self._read(f"{what} [{default}]: ", words)).strip()
            except EOFError:
                raise UsageError(f"no {what} was chosen", "name it: kibitz play connect4 --against level:3") from None
            try:
                return check(typed or default)
            except UsageError as error:
                self._output.say(*error.lines)


def _opponent(text: str) -> str:
    text = f"level:{text}" if text.isdecimal() else text
    if text.strip().lower() == "open":
        return "open"
    return str(arguments.engine(text))


def _clock(text: str) -> str:
    return NO_CLOCK if text.lower() in (NO_CLOCK, "no") else str(arguments.clock(text))


def _command(setup: MatchSetup) -> str:
    given = "".join(f" -o {option}" for option in setup.options) + (f" --clock {setup.clock}" if setup.clock else "")
    if setup.opponent == "open":
        return f"kibitz host {setup.game}{given}"
    return f"kibitz play {setup.game} --against {setup.opponent}{given}"


def _reader(output: Output) -> Read:
    if output.in_place:
        return ask_line

    async def read(prompt: str, _words: Sequence[str]) -> str:
        return await asyncio.to_thread(input, prompt)

    return read
