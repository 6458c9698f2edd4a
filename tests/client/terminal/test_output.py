"""Output of a command."""

import io

import pytest

from kibitz_client.terminal.output import Output, clip, printable
from tests.fakes.client import Recorded


def test_control_characters_are_not_shown() -> None:
    """Text of others cannot move the cursor, ring the bell, or reverse letters."""
    assert printable("a\x1b[2Jb\x07\u202ec\nd\te", colour=True) == "a\ufffd[2Jb\ufffd\ufffdc d e"
    assert printable("\x1b[1;31mX\x1b[0m", colour=True) == "\x1b[1;31mX\x1b[0m"
    assert printable("\x1b[1;31mX\x1b[0m", colour=False) == "\ufffd[1;31mX\ufffd[0m"
    assert printable("Käthe 將棋", colour=False) == "Käthe 將棋"


def test_clipping_does_not_count_colours() -> None:
    """Only visible characters count, and colour codes stay."""
    assert clip("\x1b[1mabc\x1b[0mdef", 4) == "\x1b[1mabc\x1b[0md"
    assert clip("\x1b[1mabcdef\x1b[0m", 2) == "\x1b[1mab\x1b[0m"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("日本語", "日本"),
        ("a日本語", "a日 "),
        ("\x1b[31m日\x1b[0m本語", "\x1b[31m日\x1b[0m本"),
        ("n\u0303o\u0303n\u0303o\u0303n\u0303", "n\u0303o\u0303n\u0303o\u0303"),
        ("👩‍👩‍👧👍🏽x", "👩‍👩‍👧👍🏽"),
    ],
)
def test_clipping_counts_columns(text: str, shown: str) -> None:
    """A wide letter takes two columns, and a mark or a part of a joined sign none."""
    assert clip(text, 4) == shown


def test_text_and_data_have_their_own_streams() -> None:
    """With JSON, text for the user goes to standard error."""
    text, data = Recorded(), Recorded(json=True)
    for recorded in (text, data):
        recorded.output.say("hello")
        recorded.output.emit({"t": "pong"})
    assert (text.out, text.err) == ("hello\n", "")
    assert (data.out, data.err) == ('{"t":"pong"}\n', "hello\n")


@pytest.mark.parametrize(("encoding", "ascii_only"), [("utf-8", False), ("ascii", True), ("latin-1", True)])
def test_the_style_depends_on_the_encoding(encoding: str, ascii_only: bool) -> None:
    """Cards have letters for their suits where the signs cannot be written."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    assert Output(stdout=stream, environ={}).style.ascii_only is ascii_only


def test_a_prompt_is_ended_before_anything_else() -> None:
    """Text during a prompt starts a new line, and a prompt is not repeated."""
    recorded = Recorded()
    recorded.output.prompt("move> ")
    recorded.output.prompt("move> ")
    recorded.output.say("mia: hello")
    recorded.output.prompt("move> ")
    recorded.output.answered("b2")
    recorded.output.say("done")
    assert recorded.out == "move> \nmia: hello\nmove> b2\ndone\n"


def test_a_picture_is_redrawn_in_place() -> None:
    """A new picture replaces the old one, and an equal picture is not drawn."""
    recorded = Recorded(tty=True)
    recorded.output.draw(["one", "two"])
    recorded.output.draw(["one", "two"])
    recorded.output.draw(["three"])
    assert recorded.out == "one\x1b[K\ntwo\x1b[K\n\x1b[J\x1b[2A\rthree\x1b[K\n\x1b[J"


def test_a_picture_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines and columns are cut before the edge, where the terminal would scroll."""
    monkeypatch.setenv("COLUMNS", "6")
    monkeypatch.setenv("LINES", "3")
    recorded = Recorded(tty=True)
    assert not recorded.output.draw(["0123456789", "", "b", "c"])
    assert recorded.out == "01234\x1b[K\nb\x1b[K\n\x1b[J"
    assert recorded.output.draw(["a", "", "b"])


def test_the_status_stands_below_the_picture() -> None:
    """A lost connection is shown below the picture, or without one on standard error."""
    recorded = Recorded(tty=True)
    recorded.output.status(None, "lost")
    recorded.output.draw(["board"])
    recorded.output.status(None, "back")
    recorded.output.draw(["board"])
    assert recorded.err == "lost\n"
    assert recorded.out.endswith("board\x1b[K\nback\x1b[K\n\x1b[J")


def test_a_prompt_comes_again_behind_the_status() -> None:
    """A prompt comes again after a remark on the connection."""
    recorded = Recorded()
    recorded.output.prompt("move> ")
    recorded.output.status(None, "lost")
    assert (recorded.out, recorded.err) == ("move> \nmove> ", "lost\n")


def test_after_an_interrupt_a_line_begins() -> None:
    """A new line follows the `^C` of a terminal, but not in a pipe."""
    for tty, out in ((True, "\n"), (False, "")):
        recorded = Recorded(tty=tty)
        recorded.output.interrupted()
        assert recorded.out == out
