"""`kibitz replay`: a record shown move by move, or verified if the server is installed."""

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import Any

from kibitz_client.commands.verify import verify as verify_record
from kibitz_client.match.record import read_record
from kibitz_client.match.state import MatchState
from kibitz_client.settings import Settings
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.output import Output
from kibitz_client.text.board import board_lines
from kibitz_client.text.events import message_lines
from kibitz_client.text.match_view import player_lines, result_line, title_line
from kibitz_protocol.to_client import Snapshot

PROMPT = "[Enter] next, [b] back, [N] move N, [e] end, [q] quit> "
WITH_BOARD = ("moved", "taken_back")
"""The events after which a board is shown."""
STOPS = (*WITH_BOARD, "finished", "aborted")
"""The events at which a replay on a terminal stops."""


async def replay(
    settings: Settings, output: Output, file: Path, *, plain: bool = False, verify: bool = False, engines: bool = False
) -> None:
    """Show a record, step by step on a terminal and all at once elsewhere; or verify it.

    Raises `BadRecord` if the file is not a record, and `Differs` if it differs from the rules.
    """
    if verify:
        await verify_record(file, engines=engines, as_json=settings.json)
        return
    scenes = read_record(file)
    keyboard = Keyboard(sys.stdin)
    if plain or not keyboard.interactive or not output.in_place:
        for message, state in scenes:
            output.say(*_scene_lines(output, state, message)[0])
        if scenes[-1][1].over and isinstance(scenes[-1][0], Snapshot):
            output.say(result_line(scenes[-1][1]))
        return
    await _step(output, keyboard, [scene for scene in scenes if _scene_lines(output, scene[1], scene[0])[1]])


def _scene_lines(output: Output, state: MatchState, message: Any) -> tuple[list[str], bool]:
    """Return the lines for a message, and whether the replay stops there."""
    board = board_lines(state.board, state.position, output.style)
    if isinstance(message, Snapshot):
        moves = " ".join(move.move for move in state.moves)
        played = [f"so far: {moves}"] if moves else []
        return [title_line(state), *player_lines(state, output.style), *played, *board], True
    lines = message_lines(message, state, None)
    kind = message.event.kind
    return ([*lines, *board] if kind in WITH_BOARD else lines), kind in STOPS


async def _step(output: Output, keyboard: Keyboard, scenes: list[tuple[Any, MatchState]]) -> None:
    typed: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def receive(line: str | None) -> None:
        # The loop may be closed already.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(typed.put_nowait, line)

    keyboard.listen(receive)
    at = 0
    while True:
        message, state = scenes[at]
        if state.over:
            # The last event has no board of its own.
            output.say(*board_lines(state.board, state.position, output.style))
        output.say(*_scene_lines(output, state, message)[0])
        output.prompt(PROMPT)
        line = await typed.get()
        output.answered(None)
        if line is None or line.strip().lower() == "q":
            return
        at = next_scene(at, line.strip().lower(), scenes)


def next_scene(at: int, typed: str, scenes: list[tuple[Any, MatchState]]) -> int:
    """Return the number of the scene that a typed word selects."""
    if typed == "b":
        return max(0, at - 1)
    if typed == "e":
        return len(scenes) - 1
    if typed.isdecimal():
        plies = [state.position.ply for _, state in scenes]
        return min(range(len(scenes)), key=lambda scene: abs(plies[scene] - int(typed)))
    return min(at + 1, len(scenes) - 1)
