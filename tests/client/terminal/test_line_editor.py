"""The line that the user edits below the events."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from prompt_toolkit.application.current import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from kibitz_client.terminal.line_editor import IDLE_PROMPT, LineEditor, keyboard_for, matching
from tests.fakes.client import Recorded

UP, LEFT, TAB, CTRL_D = "\x1b[A", "\x1b[D", "\t", "\x04"


class Typist:
    """An editor, the keys that a test types, and the lines that the program gets."""

    def __init__(self, editor: LineEditor, keys: PipeInput, recorded: Recorded) -> None:
        self.editor = editor
        self.recorded = recorded
        self._keys = keys
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        editor.listen(self._lines.put_nowait)

    def type(self, text: str) -> None:
        """Type keys, as one burst."""
        self._keys.send_text(text)

    async def line(self) -> str | None:
        """Return the next line that the program got."""
        async with asyncio.timeout(30):
            return await self._lines.get()


@asynccontextmanager
async def typing(*words: str) -> AsyncIterator[Typist]:
    """Run an editor on a terminal without a picture."""
    recorded = Recorded(tty=True)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        editor = LineEditor(recorded.output, lambda: words)
        typist = Typist(editor, keys, recorded)
        try:
            yield typist
        finally:
            await editor.close()


async def test_no_character_of_a_burst_is_lost() -> None:
    """Lines that are typed faster than they are read arrive complete and in order."""
    lines = [f"chat line {number} " + "x" * 50 for number in range(40)]
    async with typing() as typist:
        typist.type("".join(line + "\r" for line in lines))
        assert [await typist.line() for _ in lines] == lines


async def test_keys_edit_the_line() -> None:
    """Arrow keys move the cursor and bring back earlier lines."""
    async with typing() as typist:
        typist.type(f"b{LEFT}a\r")
        assert await typist.line() == "ab"
        typist.type(f"{UP}c\r")
        assert await typist.line() == "abc"


async def test_the_tab_key_completes_the_first_word() -> None:
    """A word that only one move or command begins with is completed; later words are the user's own."""
    async with typing("b2", "board", "decline") as typist:
        typist.type(f"boa{TAB}\r")
        assert await typist.line() == "board"
        typist.type(f"chat dec{TAB}\r")
        assert await typist.line() == "chat dec"


async def test_the_end_of_the_input() -> None:
    """Ctrl-D in an empty line ends the input."""
    async with typing() as typist:
        typist.type(CTRL_D)
        assert await typist.line() is None


async def test_events_do_not_disturb_the_line() -> None:
    """Text that is written while the user types stands above the line, and the line stays as it was typed."""
    async with typing() as typist:
        typist.type("chat hel")
        typist.recorded.output.say("mia: hello")
        typist.recorded.output.prompt("move> ")
        typist.recorded.output.warn("lost the connection")
        typist.type("lo\r")
        assert await typist.line() == "chat hello"
        assert typist.recorded.out == "mia: hello\n"
        assert typist.recorded.err == "lost the connection\n"


async def test_the_prompt_tells_when_a_move_is_expected() -> None:
    """The prompt of a turn is shown before the line until it is answered."""
    async with typing() as typist:
        typist.recorded.output.prompt("move> ")
        assert typist.editor._prompt == "move> "
        typist.recorded.output.answered(None)
        assert typist.editor._prompt == IDLE_PROMPT


async def test_a_closed_editor_gives_the_output_back() -> None:
    """After the editor, a prompt is ordinary text again."""
    async with typing() as typist:
        typist.type("half a li")
    typist.recorded.output.prompt("rest> ")
    assert typist.recorded.out == "rest> "


def test_a_plain_or_piped_output_gets_whole_lines() -> None:
    """Without a terminal, or with a plain output, nothing is drawn, so lines are read as they are."""
    assert not isinstance(keyboard_for(Recorded(plain=True, tty=True).output, list), LineEditor)
    assert not isinstance(keyboard_for(Recorded().output, list), LineEditor)


def test_words_match_without_case_and_with_a_slash() -> None:
    """A slash stays, and case does not matter."""
    assert matching(["board", "b2", "claim"], "B") == ["board", "b2"]
    assert matching(["board", "claim"], "/c") == ["/claim"]
