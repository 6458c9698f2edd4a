"""`kibitz replay`: a record shown move by move, from its own states, or verified, where the server is installed."""

import asyncio
import contextlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from kibitz_client.boards import board_lines
from kibitz_client.errors import ClientError, Misuse
from kibitz_client.private import INSTALL
from kibitz_client.render import player_lines, result_line, title_line
from kibitz_client.settings import Settings
from kibitz_client.state import MatchState, advance
from kibitz_client.telling import told
from kibitz_client.terminal import Keyboard, Output
from kibitz_protocol.codec import BadMessage, decode_to_client
from kibitz_protocol.to_client import Event, Snapshot

PROMPT = "[Enter] next, [b] back, [N] move N, [e] end, [q] quit> "


class BadRecord(Misuse):
    """A file that is no record."""


class Differs(ClientError):
    """The record is not what the rules say, which has been told."""


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


def _verify(file: Path, *, engines: bool, as_json: bool) -> None:
    """Let the server's part of Kibitz check a record. Raises Misuse when it is not installed, and Differs."""
    if importlib.util.find_spec("kibitz_server") is None:
        raise Misuse("to verify a record takes the rules, which come with the server", INSTALL)
    flags = [*(["--engines"] if engines else []), *(["--json"] if as_json else [])]
    done = subprocess.run([sys.executable, "-m", "kibitz_server", "verify", str(file), *flags])
    if done.returncode == 1:
        raise Differs(f"{file} is not what the rules make of it")
    if done.returncode:
        raise BadRecord(f"{file} was not verified")


def read(file: Path) -> list[tuple[Any, MatchState]]:
    """The messages of a record, each with the state after it. Raises BadRecord."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadRecord(f"{file} cannot be read: {why}") from None
    scenes: list[tuple[Any, MatchState]] = []
    state: MatchState | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (number == 1 and _is_header(line, file)):
            continue
        try:
            message = decode_to_client(line)
        except BadMessage as error:
            raise BadRecord(
                f"{file} is not a record: line {number}: {error}", "docs/records.md describes one"
            ) from None
        state = advance(state, message)
        if state is not None and isinstance(message, Snapshot | Event):
            scenes.append((message, state))
    if not scenes:
        raise BadRecord(f"{file} is not a record: there is no match in it", "docs/records.md describes one")
    return scenes


def _is_header(line: str, file: Path) -> bool:
    try:
        header = json.loads(line)
    except ValueError:
        return False
    if not isinstance(header, dict) or header.get("t") != "record":
        return False
    if header.get("version") != 1:
        raise BadRecord(f"{file} is a record of version {header.get('version')}", "update kibitz")
    return True


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
