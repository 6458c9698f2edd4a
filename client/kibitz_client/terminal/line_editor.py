"""Line at the bottom of a terminal that the user edits, with history and completion, while events appear above it.

prompt_toolkit reads the keys. It is imported when the first line is read, because it takes a tenth of a second.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from kibitz_client.terminal.keyboard import Keyboard
from kibitz_client.terminal.output import Output

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completion
    from prompt_toolkit.document import Document

IDLE_PROMPT = "> "
"""The prompt while no answer is expected. Commands can be typed at any time."""

Words = Callable[[], Iterable[str]]
"""Return the words that can be typed at the moment: moves and commands."""


def keyboard_for(output: Output, words: Words) -> Keyboard:
    """Return an editor on a terminal that can show one, else a keyboard that reads whole lines."""
    keyboard = Keyboard(sys.stdin)
    if keyboard.interactive and output.in_place and sys.stdout.isatty():
        return LineEditor(output, words)
    return keyboard


def matching(words: Iterable[str], typed: str) -> list[str]:
    """Return the words that begin with the typed text, without regard to case and a leading slash."""
    slash = "/" if typed.startswith("/") else ""
    start = typed.removeprefix("/").lower()
    return [slash + word for word in words if word.lower().startswith(start)]


class LineEditor(Keyboard):
    """Keyboard whose lines the user edits. It lives in the event loop, and belongs to one output."""

    reopens = True

    def __init__(self, output: Output, words: Words) -> None:
        """Prepare an editor. The Tab key completes the words."""
        self.interactive = True
        self._output = output
        self._words = words
        self._session: PromptSession[str] | None = None
        self._prompt = IDLE_PROMPT
        self._task: asyncio.Task[None] | None = None

    def listen(self, receive: Callable[[str | None], None]) -> None:
        """Call `receive` with each line, and with None at the end of the input."""
        self._session = _session()
        self._output.keep_below(self)
        self._task = asyncio.create_task(self._read(self._session, receive))

    async def close(self) -> None:
        """Erase the line, and give the terminal back as it was."""
        if self._task is None or self._session is None:
            return
        app = self._session.app
        if app.is_running and not app.is_done:
            app.erase_when_done = True
            app.exit(exception=EOFError)
        else:
            self._task.cancel()
        await asyncio.wait([self._task])
        self._output.keep_below(None)

    def show_prompt(self, text: str) -> None:
        """Show another prompt before the line; the typed text stays."""
        self._prompt = text or IDLE_PROMPT
        if self._session is not None:
            self._session.app.invalidate()

    def write_above(self, write: Callable[[], None]) -> None:
        """Write something above the line. The line is erased for it, and drawn again by the event loop."""
        app = self._session.app if self._session is not None else None
        if app is None or not app.is_running or app.is_done:
            write()
            return
        app.renderer.erase()
        write()
        app.invalidate()

    async def _read(self, session: "PromptSession[str]", receive: Callable[[str | None], None]) -> None:
        completer = _completer(self._words)
        while True:
            try:
                line = await session.prompt_async(lambda: self._prompt, completer=completer, handle_sigint=False)
            except EOFError:
                receive(None)
                return
            except KeyboardInterrupt:
                # The terminal sends no signal while keys are read one by one.
                signal.raise_signal(signal.SIGINT)
                return
            receive(line)


async def ask_line(prompt: str, words: Iterable[str]) -> str:
    """Return one edited line. Raises `EOFError` at the end of the input."""
    known = list(words)
    try:
        return await _session().prompt_async(prompt, completer=_completer(lambda: known), handle_sigint=False)
    except KeyboardInterrupt:
        # As in `LineEditor`: the terminal sends no signal while keys are read one by one.
        signal.raise_signal(signal.SIGINT)
        await asyncio.Event().wait()
        raise


def _session() -> "PromptSession[str]":
    """Return a session that works over slow connections: it never asks the terminal where the cursor is."""
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
    from prompt_toolkit import PromptSession
    from prompt_toolkit.shortcuts import CompleteStyle

    return PromptSession(
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        reserve_space_for_menu=0,
        enable_suspend=True,
    )


def _completer(words: Words) -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class FirstWord(Completer):
        """Completes the first word of the line: moves and commands are there."""

        def get_completions(self, document: "Document", _event: object) -> "Iterator[Completion]":
            typed = document.text_before_cursor
            if " " not in typed:
                yield from (Completion(word, -len(typed)) for word in matching(words(), typed))

    return FirstWord()
