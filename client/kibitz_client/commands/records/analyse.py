"""`kibitz analyse`: the moves of a finished match judged by searches, of the server or in a process of this machine."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from pathlib import Path

from pydantic import ValidationError

from kibitz_client.commands.records.files import read_match
from kibitz_client.commands.records.replay import is_code, show_notes
from kibitz_client.commands.records.verify import Differs
from kibitz_client.commands.server_program import EndedCommand, server_command
from kibitz_client.errors import UsageError
from kibitz_client.match.moves.numbering import EACH, MoveNumber, numbering_of
from kibitz_client.match.record import BadRecord, record_scenes
from kibitz_client.match.state import MatchState
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.record import fetch_record
from kibitz_client.network.servers.connect import connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.passwords import given_key
from kibitz_client.terminal.match_key import with_key
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import counted, table
from kibitz_protocol.commands.analysis import Analyse, Analysed, AnalysedMove, AnalysedSide, Analysing, Effort
from kibitz_protocol.formats.record import record_text
from kibitz_protocol.values.evaluation import MARKS, percent, reason_text, short_score
from kibitz_protocol.values.seats import player_text, seat_text

BAR_WIDTH = 10
SHOWN_MOVES = 6
"""Moves of a line in the table."""
LEAST_LOSS, LEAST_POINTS = 0.005, 0.0005
"""Smaller losses of win probability, and of points, are not shown."""
Progress = Callable[[Analysing], None]
"""Called with the progress, a few times a second."""


async def analyse(
    settings: Settings, output: Output, source: str, *, effort: Effort = "normal", key_file: Path | None = None
) -> None:
    """Judge the moves of a match of the server, or of a record file, and print a table.

    Args:
        source: The code of a match, or the file of a record.
        effort: How deep to search.
        key_file: The file with the key of a private match.

    Raises:
        ClientError: The match runs, cannot be analysed, or cannot be reached.
    """
    if is_code(source):
        key = given_key(key_file)
        async with connect(settings, output) as connected:
            client = connected.client
            if "analysis" not in client.welcome.capabilities:
                raise UsageError(
                    "this server analyses no matches", "analyse a file: kibitz export, kibitz analyse FILE"
                )
            found, state = await _of_match(client, output, source, effort, key)
    else:
        scenes = await read_match(Path(source))
        state = scenes[-1][1]
        text = record_text(message for message, _ in scenes)
        show_notes(output, state)
        found = await of_record(text, effort, ProgressLine(output).show)
    output.progress(None)
    output.emit(found)
    if not output.json:
        output.say(*analysis_lines(found, state))


async def _of_match(
    client: NetworkClient, output: Output, match: str, effort: Effort, key: str | None
) -> tuple[Analysed, MatchState]:
    """Return the analysis of a match of the server, and the match, by whose game its moves are numbered."""

    async def judge(key: str | None) -> tuple[Analysed, MatchState]:
        found = await client.ask(build(Analyse, match=match, key=key, effort=effort))
        messages = [message async for message in fetch_record(client, found.match, key)]
        return found, record_scenes(messages)[-1][1]

    async def show() -> None:
        line = ProgressLine(output)
        async for message in client.messages():
            if isinstance(message, Analysing):
                line.show(message)

    showing = asyncio.create_task(show())
    try:
        return await with_key(judge, key)
    finally:
        showing.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await showing


async def of_record(record: str, effort: Effort, progress: Progress) -> Analysed:
    """Analyse the text of a record with the server package of Kibitz, in a process of its own.

    Raises:
        UsageError: The server is not installed.
        Differs: The record differs from the rules.
        BadRecord: The text is not a record, or its match cannot be analysed.
    """
    process = await server_command("analyse", "--record", "-", "--effort", effort, piped_input=True)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    feeding = asyncio.create_task(_feed(process.stdin, record))
    errors = asyncio.create_task(process.stderr.read())
    found: Analysed | None = None
    try:
        async for line in process.stdout:
            data = json.loads(line)
            if data.get("t") == "analysing":
                progress(Analysing.model_validate(data))
            else:
                found = Analysed.model_validate(data)
        await feeding
        code = await process.wait()
    except (ValueError, ValidationError) as error:
        raise BadRecord(f"the analysis cannot be read: {error}") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        feeding.cancel()
    if found is not None and code == 0:
        return found
    ended = EndedCommand(code, "", (await errors).decode(errors="replace"))
    raise (Differs if code == 1 else BadRecord)(*ended.error(f"it ended with code {code}"))


async def _feed(stream: asyncio.StreamWriter, text: str) -> None:
    with contextlib.suppress(ConnectionError):
        stream.write(text.encode())
        await stream.drain()
    stream.close()


class ProgressLine:
    """Progress on standard error. It is shown again only when it looks different."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._bar = ""

    def show(self, told: Analysing) -> None:
        """Show the progress."""
        text = progress_text(told)
        bar = text.rpartition(" ")[0]
        if bar != self._bar:
            self._bar = bar
            self._output.progress(f"analysing {text}")


def progress_text(told: Analysing, width: int = BAR_WIDTH) -> str:
    """Return the progress as a line: `[#####-----] 12/60`."""
    if told.waiting:
        return f"waiting for {counted(told.waiting, 'other analysis', 'other analyses')}"
    filled = round(width * told.done / max(1, told.total))
    return f"[{'#' * filled}{'-' * (width - filled)}] {told.done}/{told.total}"


def analysis_lines(found: Analysed, state: MatchState | None = None) -> list[str]:
    """Return an analysis as lines: each move with its win probability and loss, then the accuracy of each side.

    Args:
        found: The analysis.
        state: The match, if it is known. A record may name players that took their seats later.
    """
    names = {side.seat: side.name or seat_text([], side.seat) for side in found.sides}
    numbers = (numbering_of(state) if state is not None else EACH).of([move.seat for move in found.moves])
    in_points = any(move.points_lost is not None for move in found.moves)
    rows = [["", "side", "move", "", "win", "points" if in_points else "loss", "score", "better"]]
    rows += [_row(number, move, names[move.seat]) for number, move in zip(numbers, found.moves, strict=True)]
    lines = [f"{found.game} {found.code}, {found.effort} analysis by {found.algorithm}", *table(rows), ""]
    reasons = [
        _reason(number, move) for number, move in zip(numbers, found.moves, strict=True) if move.checked or move.why
    ]
    return [*lines, *reasons, *([""] if reasons else []), *(side_text(side, state) for side in found.sides)]


def _reason(number: MoveNumber, move: AnalysedMove) -> str:
    """Return why a move is marked, and how deep that was checked: `14 Ng4 ?? hangs the knight on g4 (depth 15)`."""
    told = (move.why and reason_text(move.why)) or f"loses {percent(move.loss)} of the win probability"
    depth = f" (depth {move.checked})" if move.checked else ""
    return f"{number} {move.written} {MARKS[move.judgement]} {told}{depth}"


def _row(number: MoveNumber, move: AnalysedMove, name: str) -> list[str]:
    better = move.better(SHOWN_MOVES) if move.judgement != "good" else ""
    mark = MARKS[move.judgement] or {"random": "random", "forced": "only move"}.get(
        move.exempt or "", "book" if move.book else ""
    )
    loss = percent(move.loss) if move.loss >= LEAST_LOSS else ""
    if move.points_lost is not None:
        loss = f"-{move.points_lost:.3f}" if move.points_lost >= LEAST_POINTS else ""
    win = move.prospects.win if move.prospects else move.before
    return [str(number), name, move.written, mark, percent(win), loss, short_score(move), better]


def side_text(side: AnalysedSide, state: MatchState | None = None) -> str:
    """Return how well a side played: `X (otter)  accuracy 87%  1 inaccuracy, 0 mistakes, 2 blunders`."""
    player = player_text(state.seats[side.seat]) if state is not None else side.player
    name = (side.name or seat_text([], side.seat)) + (f" ({player})" if player else "")
    if side.accuracy is None:
        return f"{name}  no move to judge"
    counts = (
        counted(side.inaccuracies, "inaccuracy", "inaccuracies"),
        counted(side.mistakes, "mistake"),
        counted(side.blunders, "blunder"),
    )
    text = f"{name}  accuracy {side.accuracy:.0f}%  {', '.join(counts)}"
    if side.points_lost is None or not side.judged:
        return text
    return f"{text}  {side.points_lost:.2f} points lost, {1000 * side.points_lost / side.judged:.0f} thousandths a move"
