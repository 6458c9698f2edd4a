"""Lines of a runner that another thread reads."""

import io
import threading
from collections.abc import Iterator

from kibitz_server.programs.engines.input import MOST_WAITING, WAKE, Input, bounded_lines


def test_lines_come_in_order_and_then_the_end() -> None:
    """The end of the input is None."""
    found = Input(["name\n", "\n", "quit\n"])
    assert [found.next(30) for _ in range(4)] == ["name\n", "\n", "quit\n", None]


def test_a_line_that_is_put_back_comes_next() -> None:
    """So does the end of the input."""
    found = Input(["name\n"])
    line = found.next(30)
    found.put_back(line)
    assert found.next(0) == "name\n"
    assert found.next(30) is None
    found.put_back(None)
    assert found.next(0) is None


def test_a_wait_ends_without_a_line() -> None:
    """After its time, and when another thread says so."""
    released = threading.Event()

    def silent() -> Iterator[str]:
        released.wait()
        yield from ()

    found = Input(silent())
    assert found.next(0) == WAKE
    found.wake()
    assert found.next(30) == WAKE
    released.set()
    assert found.next(30) is None


def test_lines_are_not_read_without_bound() -> None:
    """More of them wait where the runner wrote them, until others are taken."""
    filled, asked, taken, ahead = threading.Event(), list[int](), list[str | None](), list[int]()

    def flood() -> Iterator[str]:
        for number in range(3 * MOST_WAITING):
            ahead.append(number - len(asked))
            if number == MOST_WAITING:
                filled.set()
            yield f"{number}\n"

    found = Input(flood())
    assert filled.wait(30)
    for number in range(3 * MOST_WAITING + 1):
        asked.append(number)
        taken.append(found.next(30))
    assert taken == [*map("{}\n".format, range(3 * MOST_WAITING)), None]
    assert max(ahead) == MOST_WAITING


def test_long_lines_are_cut() -> None:
    """The rest of a line is not a line of its own, also at the end of the input."""
    stream = io.StringIO("name\n12345678 quit quit quit\nabcd\nabcde\nversion\nabcdefghijklmn")
    assert list(bounded_lines(stream, 5)) == ["name\n", "123456", "abcd\n", "abcde\n", "versio", "abcdef"]
