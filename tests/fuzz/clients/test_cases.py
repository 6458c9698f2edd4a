"""The cases of hostile messages against everything that reads messages, in this process."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from kibitz_client.commands.watch import show
from kibitz_client.errors import ClientError, UnreadableMessage
from kibitz_client.match.record import BadRecord, read_record
from kibitz_client.match.state import MatchState
from kibitz_client.network.mqtt.feed import FeedReader
from kibitz_client.requests import build
from kibitz_client.sdk.client import Client as LibraryClient
from kibitz_client.terminal.viewer import Viewer
from kibitz_protocol.formats.pgn.writer import pgn_text
from kibitz_protocol.formats.sgf.writer import sgf_text
from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_protocol.to_server import Watch
from kibitz_protocol.validation.legible import is_legible
from tests.client.samples import CODE, MATCH
from tests.fakes.client import Recorded
from tests.fuzz.clients.cases import CASES, MOVED, Case
from tests.fuzz.clients.messages import of_games, shown_messages
from tests.fuzz.clients.server import MemoryClient

each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
UNFIT = ("event of seat 7", "event on another board", "search of seat 7")
"""The cases with a message that is valid by itself, but does not fit its match."""


def assert_legible(output: str) -> None:
    """Assert that no line of an output has a character that must not reach a terminal."""
    for line in output.splitlines():
        assert is_legible(line), repr(line)


def assert_refusal(error: ClientError) -> None:
    """Assert that an error is one legible sentence, perhaps with a hint, and ends a program with exit code 5."""
    assert error.exit_code == 5
    sentence, *hints = error.lines
    assert len(sentence) < 500
    assert [hint.partition(":")[0] for hint in hints] in ([], ["try"])
    assert_legible("\n".join(error.lines))


@pytest.mark.parametrize("form", ["lines", "json"])
@each_case
async def test_line_mode(case: Case, form: str) -> None:
    """The client ends with an error message, or shows the match to its end without a harmful character."""
    recorded = Recorded(json=form == "json")
    ending = pytest.raises(ClientError) if case.expect == "refused" else contextlib.nullcontext()
    async with asyncio.timeout(60), MemoryClient(case.frames) as client:
        with ending as caught:
            entered = await client.ask(build(Watch, match=CODE))
            await show(client, entered.match, recorded.output)
    if caught is not None:
        assert_refusal(caught.value)
    assert_legible(recorded.out + recorded.err)
    if case.expect == "shown" and form == "lines":
        assert recorded.out.count("\ufffd") >= 5


@each_case
async def test_a_program_with_the_client_library(case: Case) -> None:
    """A program that watches gets the state of a match that is consistent, or an error of the library."""
    states: list[MatchState] = []
    ending = pytest.raises(ClientError) if case.expect == "refused" else contextlib.nullcontext()
    async with asyncio.timeout(60):
        with ending as caught:
            async with LibraryClient(MemoryClient(case.frames)) as client:
                states += [update.state async for update in client.watch(MATCH)]
    if caught is None:
        assert states[-1].over
    else:
        assert_refusal(caught.value)
    assert all(len(state.seats) == 2 for state in states)


def record_file(folder: Path, frames: Iterable[str]) -> Path:
    """Write frames as the lines of a record."""
    file = folder / "match.jsonl"
    file.write_text("".join(f"{line}\n" for line in ('{"t":"record","version":1}', *frames)))
    return file


@each_case
def test_a_record_of_it(case: Case, tmp_path: Path) -> None:
    """A record with an invalid message is one sentence; one with harmful text is legible, also as text."""
    file = record_file(tmp_path, case.frames)
    if case.expect == "refused" or case.name == "unknown type":
        with pytest.raises(BadRecord) as caught:
            read_record(file)
        assert is_legible(str(caught.value))
        return
    scenes = read_record(file)
    for written in (pgn_text, sgf_text):
        assert_legible(written([message for message, _ in scenes], comments=True))


@each_case
def test_a_feed_of_it(case: Case) -> None:
    """A client of a broker drops an invalid message, or ends with an error message; it shows only legible text."""
    reader, recorded = FeedReader(CODE), Recorded()
    reader.match = MATCH
    viewer = Viewer(recorded.output)
    # Only a message that does not fit the board of its match gets as far as to be an error.
    ending = pytest.raises(UnreadableMessage) if case.name in UNFIT else contextlib.nullcontext()
    with ending:
        for frame in case.frames:
            kind = "state" if '"snapshot"' in frame[:40] else "events"
            for message in reader.receive(f"{mqtt_feed.ROOT}/matches/{MATCH}/{kind}", frame.encode(errors="replace")):
                viewer.receive(message)
    assert_legible(recorded.out)


def test_messages_of_every_game_are_shown() -> None:
    """The fuzz target `client` begins with messages that it reads to the end."""
    for data in of_games():
        assert shown_messages(data) == data.count(b"\n") + 1, data[:300]


@pytest.mark.io
@pytest.mark.skipif(sys.platform != "linux", reason="bounds the address space of a process")
def test_memory_is_bounded(tmp_path: Path) -> None:
    """No record takes more than a bounded amount of memory: neither one without an end nor one of giants."""
    giant = next(case for case in CASES if case.name == "giant heap")
    files = [record_file(tmp_path, giant.frames), Path("/dev/zero"), tmp_path / "line", tmp_path / "lines"]
    files[2].write_text("[" * (40 << 20))
    many = "".join(MOVED.replace('"seq":4', f'"seq":{number}') + "\n" for number in range(4, 12_000))
    files[3].write_text(files[0].read_text() + many)
    program = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "from kibitz_client.cli.main import app\n"
        "for file in sys.argv[1:]:\n"
        "    try: app(['replay', file], standalone_mode=False)\n"
        "    except SystemExit as ended: print(ended.code)\n"
        "    except BaseException as error: print(type(error).__name__, getattr(error, 'exit_code', None))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, *map(str, files)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
    )
    assert "Traceback" not in run.stderr
    errors = [line for line in run.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == len(files), json.dumps([run.stdout, run.stderr])[:2000]
