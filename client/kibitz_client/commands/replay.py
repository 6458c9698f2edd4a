"""`kibitz replay`: a record shown move by move, from its own states, or verified, where the server is installed."""

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import Any

from kibitz_client.commands.verify import _verify
from kibitz_client.match.record import read
from kibitz_client.match.state import MatchState
from kibitz_client.settings import Settings
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.output import Output
from kibitz_client.text.board import board_lines
from kibitz_client.text.events import told
from kibitz_client.text.match_view import player_lines, result_line, title_line
from kibitz_protocol.to_client import Snapshot

PROMPT = "[Enter] next, [b] back, [N] move N, [e] end, [q] quit> "


async def replay(
    settings: Settings, output: Output, file: Path, *, plain: bool = False, verify: bool = False, engines: bool = False
) -> None:
    """Show a record: step by step at a terminal, all at once elsewhere; or check it. Raises BadRecord and Differs."""
    if verify:
        await asyncio.to_thread(_verify, file, engines=engines, as_json=settings.json)
        return
    scenes = read(file)
    keyboard = Keyboard(sys.stdin)
    if plain or not keyboard.interactive or not output.in_place:
        for lines, _ in [_shown(output, state, message) for message, state in scenes]:
            output.say(*lines)
        if scenes[-1][1].over and isinstance(scenes[-1][0], Snapshot):
            output.say(result_line(scenes[-1][1]))
        return
    await _step(output, keyboard, [scene for scene in scenes if _shown(output, scene[1], scene[0])[1]])


def _shown(output: Output, state: MatchState, message: Any) -> tuple[list[str], bool]:
    """What a message shows, and whether it is worth a stop."""
    board = board_lines(state.board, state.position, output.style)
    if isinstance(message, Snapshot):
        moves = " ".join(move.move for move in state.moves)
        played = [f"so far: {moves}"] if moves else []
        return [title_line(state), *player_lines(state, output.style), *played, *board], True
    lines = told(message, state, None)
    stop = message.event.kind in ("moved", "taken_back", "finished", "aborted")
    return ([*lines, *board] if message.event.kind in ("moved", "taken_back") else lines), stop


async def _step(output: Output, keyboard: Keyboard, scenes: list[tuple[Any, MatchState]]) -> None:
    typed: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def receive(line: str | None) -> None:
        # The loop may have been closed since.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(typed.put_nowait, line)

    keyboard.listen(receive)
    at = 0
    while True:
        message, state = scenes[at]
        if state.over:
            # The end is an event without a board of its own.
            output.say(*board_lines(state.board, state.position, output.style))
        output.say(*_shown(output, state, message)[0])
        output.prompt(PROMPT)
        line = await typed.get()
        output.answered(None)
        if line is None or line.strip().lower() == "q":
            return
        at = _next(at, line.strip().lower(), scenes)


def _next(at: int, typed: str, scenes: list[tuple[Any, MatchState]]) -> int:
    """Where a typed word leads."""
    if typed == "b":
        return max(0, at - 1)
    if typed == "e":
        return len(scenes) - 1
    if typed.isdecimal():
        plies = [state.position.ply for _, state in scenes]
        return min(range(len(scenes)), key=lambda place: abs(plies[place] - int(typed)))
    return min(at + 1, len(scenes) - 1)
