"""Bots are loaded from modules and files, and each mistake has an explanation and a hint."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_client.bots.command import BotChoice, bot_factory
from kibitz_client.bots.loader import load_bot
from kibitz_client.bots.subprocess_bot import ProgramBot, ProgramError, start_program
from kibitz_client.errors import UsageError

GOOD = "from kibitz_client.bots import Bot\nclass Mine(Bot):\n    pass\nthing = 3\nclass Other:\n    pass\n"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """Yield a file with a bot, and restore the import path and modules afterwards."""
    path, modules = list(sys.path), set(sys.modules)
    file = tmp_path / "some_bot_of_mine.py"
    file.write_text(GOOD)
    yield file
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def test_a_bot_from_a_file(file: Path) -> None:
    """path.py:Class names a class of a file."""
    assert load_bot(f"{file}:Mine").__name__ == "Mine"


def test_a_bot_from_a_module(file: Path) -> None:
    """module:Class names a class of a module that can be imported."""
    sys.path.insert(0, str(file.parent))
    assert load_bot("some_bot_of_mine:Mine").__name__ == "Mine"


@pytest.mark.parametrize(
    ("text", "sentence", "hint"),
    [
        ("Mine", "'Mine' does not name a bot", "module:Class"),
        ("FILE:Nobody", "has no Nobody", "choose one of Mine"),
        ("FILE:thing", "is not a class", "choose one of Mine"),
        ("FILE:Other", "does not derive from", "choose one of Mine"),
        ("nosuch.py:Mine", "there is no file nosuch.py", "current folder"),
        ("nosuch_module:Mine", "No module named 'nosuch_module'", ".py"),
    ],
)
def test_an_invalid_bot_is_refused(file: Path, text: str, sentence: str, hint: str) -> None:
    """Each mistake has its sentence and its hint."""
    with pytest.raises(UsageError) as info:
        load_bot(text.replace("FILE", str(file)))
    assert sentence in str(info.value)
    assert hint in (info.value.hint or "")


def test_a_file_that_is_not_python(file: Path) -> None:
    """The error names the line."""
    file.write_text("class :\n")
    with pytest.raises(UsageError, match=r"SyntaxError: .*line 1"):
        load_bot(f"{file}:Mine")


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (BotChoice(), "name one bot"),
        (BotChoice("a:B", "cat"), "name one bot"),
        (BotChoice(uci="cat", gtp="cat"), "name one bot"),
        (BotChoice(program="no-such-program-anywhere"), "there is no program"),
        (BotChoice(program="cat '"), "is not a command"),
        (BotChoice(program=" "), "needs a program"),
        (BotChoice(uci="stockfish-none --no-such"), "there is no program stockfish-none"),
        (BotChoice(gtp="gnugo-none --mode gtp"), "there is no program gnugo-none"),
        (BotChoice(uci="cat", gtp_commands=["komi 3"]), "--gtp-command and --gtp-time need a program"),
        (BotChoice(program="cat", gtp_time=3), "--gtp-command and --gtp-time need a program"),
        (BotChoice(gtp="cat", uci_go="depth 3"), "--uci-option and --uci-go need an engine"),
    ],
)
def test_wrong_use(choice: BotChoice, sentence: str) -> None:
    """An invalid combination of options is refused before any connection."""
    with pytest.raises(UsageError, match=sentence):
        bot_factory(choice, print)


def test_a_program_that_is_not_executable(tmp_path: Path) -> None:
    """The hint makes the file executable."""
    script = tmp_path / "first.sh"
    script.write_text("#!/bin/sh\n")
    with pytest.raises(UsageError, match="is not executable") as info:
        bot_factory(BotChoice(program=str(script)), print)
    assert info.value.hint == f"chmod +x {script}"


async def test_a_script_without_an_interpreter_line(tmp_path: Path) -> None:
    """The error says what the first line must contain."""
    script = tmp_path / "first.sh"
    script.write_text("echo\n")
    script.chmod(0o700)
    with pytest.raises(ProgramError, match="a script needs a first line such as #!/bin/sh"):
        await start_program([str(script)])


def test_a_program_is_a_bot() -> None:
    """--exec creates one process for each match."""
    make = bot_factory(BotChoice(program="cat -u"), print)
    assert isinstance(make(), ProgramBot)
    assert make() is not make()
