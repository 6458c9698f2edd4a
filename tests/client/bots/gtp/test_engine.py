"""A program is started, asked and stopped as the Go Text Protocol says, and its faults are sentences."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from kibitz_client.bots.engines.process import EngineError
from kibitz_client.bots.gtp.engine import GtpEngine, GtpRefusal
from kibitz_client.bots.subprocess_bot import ProgramError
from kibitz_client.errors import UsageError
from tests.client.bots.gtp.samples import fake

pytestmark = pytest.mark.io


async def started(
    log: Path, habits: str = "", first_commands: Sequence[str] = (), said: list[str] | None = None
) -> GtpEngine:
    """Return the running fake program; `said` gets its log and its answers."""
    lines = said if said is not None else []
    return await GtpEngine.start(fake(log, habits), first_commands, lines.append, lines.append)


async def test_the_conversation_is_gtp(tmp_path: Path) -> None:
    """Commands have numbers, and each gets its answer; the first ones find out what the program is."""
    said: list[str] = []
    engine = await started(tmp_path / "log", first_commands=["komi 5.5"], said=said)
    assert engine.name == "Fake Go 0.1"
    assert await engine.ask("boardsize 9") == ""
    assert await engine.ask("genmove black") == "A1"
    assert [await engine.knows(name) for name in ("undo", "loadsgf")] == [True, False]
    await engine.quit()
    assert (tmp_path / "log").read_text().splitlines() == [
        "protocol_version",
        "name",
        "version",
        "list_commands",
        "komi 5.5",
        "boardsize 9",
        "genmove black",
        "quit",
    ]
    assert said[0] == "protocol_version = 2"
    assert said[3].startswith("list_commands = protocol_version / name / version /")
    assert said[-1] == "genmove black = A1"


async def test_a_refusal_is_a_sentence_and_the_program_goes_on(tmp_path: Path) -> None:
    """The error has the command and the program's reason."""
    engine = await started(tmp_path / "log")
    with pytest.raises(GtpRefusal, match=r"^Fake Go 0\.1 refuses 'boardsize 25': unacceptable size$"):
        await engine.ask("boardsize 25")
    assert await engine.ask("genmove white") == "A1"
    await engine.quit()


@pytest.mark.parametrize(
    "habits", ["plain", "noise", "noise,short", "late", "close", "late,noise", "plain,banner", "banner,close"]
)
async def test_programs_differ_in_form(tmp_path: Path, habits: str) -> None:
    """Answers without a number are read, other lines and the answers to other commands are skipped."""
    said: list[str] = []
    engine = await started(tmp_path / "log", habits, said=said)
    assert (await engine.ask("genmove black")).upper() == "A1"
    with pytest.raises(GtpRefusal, match="illegal move"):
        await engine.ask("play white A1")
    assert ("  a warning" in said) is ("noise" in habits)
    await engine.quit()


async def test_a_program_without_a_list_is_asked_for_each_command(tmp_path: Path) -> None:
    """It is asked once for each."""
    engine = await started(tmp_path / "log", "short")
    assert [await engine.knows(name) for name in ("undo", "komi", "undo")] == [False, True, False]
    await engine.quit()
    assert (tmp_path / "log").read_text().split().count("known_command") == 2


@pytest.mark.parametrize(
    ("habits", "sentence"),
    [
        ("crash", r"Fake Go 0\.1 has ended \(exit code 42\): no weights"),
        ("mute", r"Fake Go 0\.1 did not answer 'genmove black' within 0\.2 s"),
        ("long", r"Fake Go 0\.1 gave an answer of more than 2000 lines"),
    ],
)
async def test_a_fault_in_a_search_is_a_sentence(tmp_path: Path, habits: str, sentence: str) -> None:
    """A program that crashes, one that does not answer and one that does not end have different errors."""
    engine = await started(tmp_path / "log", habits)
    with pytest.raises(EngineError, match=sentence):
        await engine.ask("genmove black", 0.2 if habits == "mute" else 30.0)
    await engine.quit(0)


async def test_a_program_that_is_not_for_gtp_is_reported(tmp_path: Path) -> None:
    """One that ends, one of another version, one that cannot be started and a wrong command have their own errors."""
    with pytest.raises(EngineError, match=r"has ended \(exit code 3\)") as ended:
        await started(tmp_path / "log", "other")
    assert ended.value.hint == "check that the program speaks GTP: gnugo --mode gtp"
    with pytest.raises(EngineError, match="speaks version 1 of GTP, not 2"):
        await started(tmp_path / "log", "old")
    with pytest.raises(ProgramError, match="cannot be started"):
        await GtpEngine.start([str(tmp_path / "none")], (), print)
    with pytest.raises(UsageError, match=r"Fake Go 0\.1 refuses 'kgs-rules chinese': unknown command") as caught:
        await started(tmp_path / "log", first_commands=["kgs-rules chinese"])
    assert caught.value.hint == "leave out this --gtp-command, or correct it"
