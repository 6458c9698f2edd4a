"""`kibitz replay`: a record or a match shown move by move, or verified if the server is installed."""

import asyncio
import contextlib
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from kibitz_client.commands.records.export import download
from kibitz_client.commands.records.pgn import is_pgn, pgn_record, read_match
from kibitz_client.commands.records.verify import verify as verify_record
from kibitz_client.match.record import record_scenes, record_text
from kibitz_client.match.state import MatchState
from kibitz_client.settings import Settings
from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.output import Output
from kibitz_client.text.events import message_lines
from kibitz_client.text.match_view import match_board, player_lines, result_line, title_line
from kibitz_protocol.to_client import Snapshot

PROMPT = "[Enter] next, [b] back, [N] move N, [e] end, [q] quit> "
WITH_BOARD = ("moved", "taken_back")
"""The events after which a board is shown."""
CODE = re.compile(r"[A-Za-z0-9]{4,32}")
"""A match code or id. A name with other characters, such as a dot, is a file."""
STOPS = (*WITH_BOARD, "finished", "aborted")
"""The events at which a replay on a terminal stops."""


async def replay(
    settings: Settings,
    output: Output,
    source: str,
    *,
    verify: bool = False,
    engines: bool = False,
    key_file: Path | None = None,
) -> None:
    """Show a record, step by step on a terminal and all at once elsewhere or on a plain output; or verify it.

    Args:
        source: The file of a record or of a game in PGN, or the code of a match of the server.
        verify: Whether to check the record against the rules instead.
        engines: Whether to repeat the searches too, when checking.
        key_file: The file with the key of a private match.

    Raises:
        BadRecord: The file is not a record.
        Differs: The record differs from the rules.
        ClientError: The match could not be downloaded.
    """
    file = Path(source)
    if not is_code(source):
        if not verify:
            await _show(output, await read_match(file))
        elif is_pgn(file):
            await _verify_text(await pgn_record(file), file.stem, engines=engines, as_json=settings.json)
        else:
            await verify_record(file, engines=engines, as_json=settings.json)
        return
    _, messages = await download(settings, output, source, key_file)
    if not verify:
        await _show(output, record_scenes(messages))
        return
    await _verify_text(record_text(messages), source, engines=engines, as_json=settings.json)


async def _verify_text(text: str, name: str, *, engines: bool, as_json: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.jsonl"
        file.write_text(text, encoding="utf-8")
        await verify_record(file, engines=engines, as_json=as_json)


def is_code(source: str) -> bool:
    """Return whether a source is the code of a match. A file of the same name comes first."""
    return CODE.fullmatch(source) is not None and not Path(source).exists()


async def _show(output: Output, scenes: list[tuple[Any, MatchState]]) -> None:
    """Show all messages of a record, as JSON if the output is JSON, or let the user step through them."""
    if output.json:
        for message, _ in scenes:
            output.emit(message)
        return
    keyboard = Keyboard(sys.stdin)
    if not keyboard.interactive or not output.in_place:
        for message, state in scenes:
            output.say(*_scene_lines(output, state, message)[0])
        if scenes[-1][1].over and isinstance(scenes[-1][0], Snapshot):
            output.say(result_line(scenes[-1][1]))
        return
    await _step(output, keyboard, [scene for scene in scenes if _scene_lines(output, scene[1], scene[0])[1]])


def _scene_lines(output: Output, state: MatchState, message: Any) -> tuple[list[str], bool]:
    """Return the lines for a message, and whether the replay stops there."""
    board = [] if output.plain else match_board(state, output.style)
    if isinstance(message, Snapshot):
        moves = " ".join(move.written for move in state.moves)
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
            output.say(*match_board(state, output.style))
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
