"""Lines of standard input."""

import os
import threading
from typing import Any

from kibitz_client.terminal.keyboard import Keyboard


def test_lines_are_read_to_the_end() -> None:
    """Each line arrives once, also a last one without a line end, and then None; a byte order mark is left out."""
    reader, writer = os.pipe()
    os.write(writer, "\ufeff4\nhint\r\nmöve".encode())
    os.close(writer)
    lines: list[str | None] = []
    with open(reader) as file:
        keyboard = Keyboard(file)
        assert not keyboard.interactive
        ended = threading.Event()

        def receive(line: str | None) -> None:
            lines.append(line)
            if line is None:
                ended.set()

        keyboard.listen(receive)
        assert ended.wait(30)
    assert lines == ["4", "hint\r", "möve", None]


def test_no_standard_input_is_an_empty_one() -> None:
    """A program that was started without standard input gets no lines."""
    lines: list[Any] = []
    Keyboard(None).listen(lines.append)
    assert lines == [None]
