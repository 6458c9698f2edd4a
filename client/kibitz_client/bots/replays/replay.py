"""Replay of a recorded session: the bot is asked again what it was asked then, without a server.

Matches are replayed one after the other, each with a bot object of its own. Every method runs on the main thread and
without a time limit, so that a debugger can stop in it.
"""

import inspect
import random
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz_client.bots.bot import Bot, TimeLeft
from kibitz_client.bots.replays.session import Asked, RecordedMatch
from kibitz_client.errors import ClientError


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer of the bot in a replay, beside the recorded one.

    `asked` is `move`, or the offer of the opponent. `recorded` is None where the record has no answer to compare with.
    `chosen` is None if the bot failed, and `problem` says how.
    """

    match: str
    code: str
    ply: int
    asked: str
    recorded: str | None
    chosen: str | None
    seconds: float
    problem: str | None = None

    @property
    def same(self) -> bool:
        """Whether the bot answered as recorded, or in a way that cannot be compared, and without a problem."""
        return self.problem is None and self.recorded in (None, self.chosen)


async def replay(
    matches: Sequence[RecordedMatch],
    make: Callable[[], Bot],
    on_choice: Callable[[Choice], None],
    log: Callable[[str], None],
    seed: int = 1,
) -> None:
    """Ask a new bot for every choice of recorded matches.

    Args:
        matches: The matches of a session.
        make: Creates the bot of a match.
        on_choice: Called after each answer.
        log: Called with each line about an error of the bot.
        seed: Python's `random` begins each match with it, so that two replays are the same.
    """
    for match in matches:
        random.seed(seed)
        bot = make()
        await _hook(bot.on_start, match.steps[0].state if match.steps else match.state, log)
        for step in match.steps:
            on_choice(await (_agree(bot, step, log) if isinstance(step, Asked) else _choose(bot, step, log)))
        await _hook(bot.on_end, match.state, log)


async def _choose(bot: Bot, step: Any, log: Callable[[str], None]) -> Choice:
    state = step.state
    chosen, seconds, problem = await _ask(log, bot.choose, state, TimeLeft.of(state))
    if problem is None and not isinstance(chosen, str):
        chosen, problem = None, f"choose returned {chosen!r}, which is not a move"
    elif problem is None and chosen not in (*state.position.legal, "resign"):
        problem = f"choose returned {chosen!r}, which is not legal"
    return Choice(state.match, state.code, state.position.ply, "move", step.played, chosen, seconds, problem)


async def _agree(bot: Bot, step: Asked, log: Callable[[str], None]) -> Choice:
    state, recorded = step.state, None if step.agreed is None else _word(step.agreed)
    if step.offer == "rematch":
        agrees, seconds, problem = await _ask(log, bot.rematch, state.result)
        # None leaves the answer to the plan, which the record does not have.
        recorded = recorded if agrees is not None else None
    else:
        agrees, seconds, problem = await _ask(log, bot.agrees, state, step.offer)
    chosen = None if problem is not None else _word(bool(agrees))
    return Choice(state.match, state.code, state.position.ply, step.offer, recorded, chosen, seconds, problem)


def _word(agrees: bool) -> str:
    return "accept" if agrees else "decline"


async def _hook(hook: Callable[..., Any], state: Any, log: Callable[[str], None]) -> None:
    await _ask(log, hook, state)


async def _ask(log: Callable[[str], None], function: Callable[..., Any], *args: Any) -> tuple[Any, float, str | None]:
    """Call a method of the bot on this thread. Return its result, the seconds that it took, and its error."""
    began = time.perf_counter()
    try:
        result = function(*args)
        if inspect.isawaitable(result):
            result = await result
    except Exception as error:
        if not isinstance(error, ClientError):
            for line in "".join(traceback.format_exception(error)).splitlines():
                log(f"  {line}")
        name = function.__name__
        return None, time.perf_counter() - began, f"{name} raised {type(error).__name__}: {error}"
    return result, time.perf_counter() - began, None
