"""Naming a bot: by module or by file, and what is said when it is not there."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz_client.bots.command import maker
from kibitz_client.bots.loader import load_bot
from kibitz_client.bots.subprocess_bot import ProgramBot, ProgramError, start
from kibitz_client.errors import UsageError

GOOD = "from kibitz_client.bots import Bot\nclass Mine(Bot):\n    pass\nthing = 3\nclass Other:\n    pass\n"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    """A file with a bot; what it adds to Python's paths is taken away again."""
    path, modules = list(sys.path), set(sys.modules)
    file = tmp_path / "some_bot_of_mine.py"
    file.write_text(GOOD)
    yield file
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        del sys.modules[name]


def test_a_bot_from_a_file(file: Path) -> None:
    """path.py:Class is the class."""
    assert load_bot(f"{file}:Mine").__name__ == "Mine"


def test_a_bot_from_a_module(file: Path) -> None:
    """module:Class is the class of a module that can be imported."""
    sys.path.insert(0, str(file.parent))
    assert load_bot("some_bot_of_mine:Mine").__name__ == "Mine"


@pytest.mark.parametrize(
    ("text", "sentence", "hint"),
    [
        ("Mine", "'Mine' does not name a bot", "module:Class"),
        ("FILE:Nobody", "is not there", "its bots are Mine"),
        ("FILE:thing", "is not a class", "its bots are Mine"),
        ("FILE:Other", "does not derive from", "its bots are Mine"),
        ("nosuch.py:Mine", "there is no file nosuch.py", "current folder"),
        ("nosuch_module:Mine", "No module named 'nosuch_module'", ".py"),
    ],
)
def test_what_is_no_bot(file: Path, text: str, sentence: str, hint: str) -> None:
    """Each mistake has its sentence and a way out."""
    with pytest.raises(UsageError) as info:
        load_bot(text.replace("FILE", str(file)))
    assert sentence in str(info.value)
    assert hint in (info.value.hint or "")


def test_a_file_that_is_not_python(file: Path) -> None:
    """The line is told."""
    file.write_text("class :\n")
    with pytest.raises(UsageError, match=r"SyntaxError: .*line 1"):
        load_bot(f"{file}:Mine")


@pytest.mark.parametrize(
    ("bot", "program", "uci", "sentence"),
    [
        (None, None, None, "name one bot"),
        ("a:B", "cat", None, "name one bot"),
        (None, "no-such-program-anywhere", None, "there is no program"),
        (None, "cat '", None, "is not a command"),
        (None, " ", None, "needs a program"),
        (None, None, "stockfish", "chess is not among the games yet"),
    ],
)
def test_wrong_use(bot: str | None, program: str | None, uci: str | None, sentence: str) -> None:
    """What cannot be run is said before any server is called."""
    with pytest.raises(UsageError, match=sentence):
        maker(bot, program, uci, print)


def test_a_program_that_may_not_be_run(tmp_path: Path) -> None:
    """It is there, so it is told what it lacks."""
    script = tmp_path / "first.sh"
    script.write_text("#!/bin/sh\n")
    with pytest.raises(UsageError, match="is not executable") as info:
        maker(None, str(script), None, print)
    assert info.value.hint == f"chmod +x {script}"


async def test_a_script_that_does_not_say_its_language(tmp_path: Path) -> None:
    """The system's own words for it would help nobody."""
    script = tmp_path / "first.sh"
    script.write_text("echo\n")
    script.chmod(0o700)
    with pytest.raises(ProgramError, match="a script begins with a line such as #!/bin/sh"):
        await start([str(script)])


def test_a_program_is_a_bot() -> None:
    """--exec makes one for each match."""
    made = maker(None, "cat -u", None, print)
    assert isinstance(made(), ProgramBot)
    assert made() is not made()
