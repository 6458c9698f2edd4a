"""A process is written to and read by lines, and its end is a sentence."""

import os
import sys

import pytest

from kibitz_client.bots.engines.process import EngineError, EngineProcess

pytestmark = pytest.mark.io


async def started(code: str) -> tuple[EngineProcess, list[str]]:
    """Return a running Python program, and its log."""
    log: list[str] = []
    return await EngineProcess.start([sys.executable, "-u", "-c", f"import os, sys\n{code}"], log.append), log


async def test_lines_are_written_and_read() -> None:
    """An answer is without blanks around it, and standard error goes to the log."""
    engine, log = await started("print('ready', file=sys.stderr)\nprint('  ' + input() + '\\r')\ninput()")
    await engine.send("genmove b")
    assert await engine.read() == "genmove b"
    await engine.quit()
    assert log == ["  ready"]


@pytest.mark.parametrize("text", ["play black D4\nprintsgf x", "position startpos moves e2e4\rquit", "\x1b[2J"])
async def test_a_text_cannot_hold_a_second_command(text: str) -> None:
    """A server may send any text as a move, and nothing of it reaches the engine."""
    engine, _log = await started("print(input())")
    with pytest.raises(EngineError, match="is not one line of text"):
        await engine.send(text)
    await engine.send("genmove white")
    assert await engine.read() == "genmove white"
    await engine.quit()


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("sys.exit(3)", r"an engine has ended \(exit code 3\)$"),
        ("sys.exit('no network\\nno weights')", r"an engine has ended \(exit code 1\): no network / no weights$"),
        ("os.kill(os.getpid(), 9)", r"an engine has ended \(signal 9, SIGKILL\)$"),
        ("print('x' * 100_000)", "an engine wrote a line that is too long"),
        ("os.close(1)\ninput()", "an engine has closed its input or output"),
    ],
)
async def test_an_end_is_a_sentence(code: str, sentence: str) -> None:
    """It says how the engine ended, and what it wrote to standard error last."""
    engine, _log = await started(code)
    engine.name = "an engine"
    with pytest.raises(EngineError, match=sentence):
        await engine.read()
    await engine.quit(0)


async def test_an_engine_that_ignores_quit_is_killed() -> None:
    """It has the given time to end by itself."""
    engine, _log = await started("print(os.getpid())\nwhile True: input()")
    number = int(await engine.read())
    await engine.quit(0.1)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
