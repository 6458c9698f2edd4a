"""Files of other programs that a client sends: a record in pages, with the notes of reading."""

from base64 import b64encode
from typing import Any

import pytest

from tests.server.conftest import FakeClient, InProcessServer

GAME = "1. e4 {[%eval 0.3]} e5 2. Nf3 Nc6 "
LONG = "1. " + "Nf3 Nf6 Ng1 Ng8 " * 200


def opened(client: FakeClient, data: bytes, **fields: Any) -> tuple[list[Any], int]:
    """Return the messages of a record, and the number of its pages."""
    messages: list[Any] = []
    pages = 0
    while True:
        since = messages[-1].seq if messages else 0
        page = client.ask("open_file", data=b64encode(data).decode(), since=since, **fields).result
        messages += [page.snapshot, *page.events] if page.snapshot else page.events
        pages += 1
        if messages[-1].seq == page.last:
            assert page.evaluation is not None
            return messages, pages


async def test_a_file_is_a_record(server: InProcessServer) -> None:
    """The names, moves, result and notes are those of the file."""
    ann = server.connect("ann")
    data = f'[White "Müller"]\n\n{GAME} 3. Nf9 1-0'.encode("latin-1")
    messages, _ = opened(ann, data, form="pgn")
    snapshot = messages[0]
    assert snapshot.seats[0].name == "Müller"
    assert len(snapshot.notes) == 2
    assert "move 5, 'Nf9', is left out" in snapshot.notes[1]
    moves = [message.event.move.said for message in messages[1:] if message.event.kind == "moved"]
    assert moves == ["e4", "e5", "Nf3", "Nc6"]
    assert messages[-1].event.result.winner == 0


async def test_a_long_file_has_pages(server: InProcessServer) -> None:
    """The events have no gaps."""
    messages, pages = opened(server.connect("ann"), LONG.encode(), form="pgn")
    assert pages > 1
    assert [message.seq for message in messages] == list(range(1, len(messages) + 1))


async def test_another_game_of_the_file(server: InProcessServer) -> None:
    """SGF is read too."""
    data = b"(;SZ[5];B[cc])(;SZ[7];B[aa])"
    messages, _ = opened(server.connect("ann"), data, form="sgf", game=2)
    assert messages[0].options["size"] == 7


@pytest.mark.parametrize(
    ("data", "code"), [("!", "bad_option"), (b64encode(b"hello").decode(), "bad_position"), ("IAo=", "bad_position")]
)
async def test_another_file_is_refused(server: InProcessServer, data: str, code: str) -> None:
    """The sentence says why."""
    refused = server.connect("ann").ask("open_file", form="pgn", data=data)
    assert (refused.t, refused.code) == ("refused", code)
