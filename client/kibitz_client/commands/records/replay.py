"""`kibitz replay`: a record or a match shown move by move, or verified if the server is installed."""

import contextlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz_client.commands.records.export import download
from kibitz_client.commands.records.files import file_record, read_match
from kibitz_client.commands.records.verify import Differs
from kibitz_client.commands.records.verify import verify as verify_record
from kibitz_client.match.fairness import DIFFERS, fairness_text, seed_fits
from kibitz_client.match.record import BadRecord, read_record, read_record_text, record_scenes
from kibitz_client.match.state import MatchState, opening_name
from kibitz_client.settings import Settings
from kibitz_client.storage.files import temporary_file
from kibitz_client.terminal.keyboard import Keyboard, typed_lines
from kibitz_client.terminal.output import Output
from kibitz_client.text.events import message_lines
from kibitz_client.text.match_view import (
    match_board,
    note_lines,
    played_text,
    player_lines,
    result_line,
    title_line,
)
from kibitz_protocol import match_codes
from kibitz_protocol.formats.forms import form_of_name
from kibitz_protocol.formats.record import record_text
from kibitz_protocol.to_client import Event, Snapshot

RULES = "the rules"
"""What a record that is not verified differs from."""

PROMPT = "[Enter] next, [b] back, [N] move N, [e] end, [q] quit> "
WITH_BOARD = ("moved", "chance_decided", "taken_back")
"""The events after which a board is shown, unless another chance event is due."""
WORD = re.compile(r"[A-Za-z0-9]{4,32}")
"""An id of a match, or a code with a missing character, which the server answers. Names with a dot are files."""
STOPS = ("snapshot", *WITH_BOARD, "finished", "aborted", "seed_revealed", "seed_kept")
"""What a replay on a terminal shows. It stops after each board, and at the end."""
Scene = tuple[Any, MatchState]
"""A message, and the state after it."""


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
        source: The file of a record or of a game in PGN or SGF, or the code of a match of the server.
        verify: Whether to check the record against the rules instead.
        engines: Whether to repeat the searches too, when checking.
        key_file: The file with the key of a private match.

    Raises:
        BadRecord: The file is not a record.
        Differs: The record differs from the rules, or the seed of its chance events from its hash.
        ClientError: The match could not be downloaded.
    """
    file = Path(source)
    if not is_code(source):
        if not verify:
            await _show(output, await read_match(file))
        elif (form := form_of_name(file.name)) is not None:
            text = await file_record(file, form)
            show_notes(output, read_record_text(text, source)[0][1])
            await _verify_text(output, text, file.stem, engines=engines)
        else:
            # The verifier says what is wrong with a file that is not a record.
            with contextlib.suppress(BadRecord):
                check_seed(output, read_record(file)[-1][1])
            await verify_record(output, "verify", file=file, engines=engines, differs=RULES)
        return
    _, messages = await download(settings, output, source, key_file)
    if not verify:
        await _show(output, record_scenes(messages))
        return
    check_seed(output, record_scenes(messages)[-1][1])
    await _verify_text(output, record_text(messages), source, engines=engines)


def check_seed(output: Output, state: MatchState) -> None:
    """Say whether the revealed server seed fits its hash, which needs no server. Say nothing without chance.

    Raises:
        Differs: It does not fit.
    """
    fits = seed_fits(state)
    if state.server_seed_hash is not None:
        output.emit(
            {"t": "seed", "server_seed_hash": state.server_seed_hash, "server_seed": state.server_seed, "fits": fits}
        )
    if fits is False:
        raise Differs(DIFFERS)
    if not output.json and (text := fairness_text(state)):
        output.say(text)


def show_notes(output: Output, state: MatchState) -> None:
    """Say what was left out or guessed when a match was read from a file."""
    if state.notes:
        output.emit({"t": "notes", "notes": list(state.notes)})
        if not output.json:
            output.say(*note_lines(state.notes))


async def _verify_text(output: Output, text: str, name: str, *, engines: bool) -> None:
    with temporary_file(f"{name}.jsonl", text) as file:
        await verify_record(output, "verify", file=file, engines=engines, differs=RULES)


def is_code(source: str) -> bool:
    """Return whether a source is the code of a match. A file of the same name comes first."""
    known = match_codes.is_code(match_codes.canonical(source)) or WORD.fullmatch(source) is not None
    return known and not Path(source).exists()


async def _show(output: Output, scenes: list[Scene]) -> None:
    """Show all messages of a record, as JSON if the output is JSON, or let the user step through them."""
    if output.json:
        for message, _ in scenes:
            output.emit(message)
        return
    keyboard = Keyboard(sys.stdin)
    if not keyboard.interactive or not output.in_place:
        for message, state in scenes:
            output.say(*_scene_lines(output, state, message, opening_name(scenes[-1][1])))
        if scenes[-1][1].over and isinstance(scenes[-1][0], Snapshot):
            output.say(result_line(scenes[-1][1]))
        return
    await _step(output, keyboard, grouped(scenes))


def grouped(scenes: list[Scene]) -> list[list[Scene]]:
    """Return the scenes that a replay shows, in groups: a move and the chance events after it are shown together."""
    groups: list[list[Scene]] = []
    complete = True
    for message, state in scenes:
        kind = message.event.kind if isinstance(message, Event) else message.t
        if kind not in STOPS:
            continue
        if complete and kind not in ("seed_revealed", "seed_kept"):
            groups.append([])
        groups[-1].append((message, state))
        complete = not state.position.chances
    return groups


def _scene_lines(output: Output, state: MatchState, message: Any, opening: str = "") -> list[str]:
    """Return the lines for a message. The first one has the name of the opening of the whole match."""
    board = [] if output.plain else match_board(state, output.style)
    if isinstance(message, Snapshot):
        moves = played_text(state)
        played = [f"so far: {moves}"] if moves else []
        known = [*filter(None, [opening]), *player_lines(state, output.style), *note_lines(state.notes)]
        return [title_line(state), *known, *played, *board]
    lines = message_lines(message, state, None)
    return [*lines, *board] if message.event.kind in WITH_BOARD and not state.position.chances else lines


async def _step(output: Output, keyboard: Keyboard, groups: list[list[Scene]]) -> None:
    typed = typed_lines(keyboard)
    at = 0
    while True:
        if (last := groups[at][-1][1]).over:
            # The last event has no board of its own.
            output.say(*match_board(last, output.style))
        for message, state in groups[at]:
            output.say(*_scene_lines(output, state, message, opening_name(groups[-1][-1][1])))
        output.prompt(PROMPT)
        line = await typed.get()
        output.answered(None)
        if line is None or line.strip().lower() == "q":
            return
        at = next_group(at, line.strip().lower(), [group[-1][1].position.ply for group in groups])


def next_group(at: int, typed: str, plies: Sequence[int]) -> int:
    """Return the number of the group that a typed word selects, given the ply of each group."""
    if typed == "b":
        return max(0, at - 1)
    if typed == "e":
        return len(plies) - 1
    if typed.isdecimal():
        return min(range(len(plies)), key=lambda group: abs(plies[group] - int(typed)))
    return min(at + 1, len(plies) - 1)
