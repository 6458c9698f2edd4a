"""Seats that a machine remembers."""

import os
from pathlib import Path

import pytest

from kibitz_client.storage.seats import MAX_SEATS, KeptSeat, SeatMemory

NO_PROCESS = 2**30
"""An id that no process has."""


def kept(match: str = "m1", seat: int = 0, pid: int = NO_PROCESS, **changes: str) -> KeptSeat:
    fields = {"server": "ws://s", "code": match.upper(), "token": f"token-{match}-{seat}", **changes}
    return KeptSeat(match=match, seat=seat, pid=pid, **fields)


@pytest.fixture
def warnings() -> list[str]:
    return []


@pytest.fixture
def memory(tmp_path: Path, warnings: list[str]) -> SeatMemory:
    return SeatMemory(tmp_path / "kibitz" / "seats.json", warnings.append)


def test_a_seat_is_found_by_code_or_id(memory: SeatMemory) -> None:
    """A remembered seat is found by its code in any case, and by its id, but only on its server."""
    memory.remember(kept())
    assert memory.recall("ws://s", " m1 ") == memory.recall("ws://s", "M1") == [kept()]
    assert memory.recall("ws://other", "M1") == []
    assert memory.recall("ws://s", "M1", seat=1) == []


def test_only_the_owner_can_read_the_file(memory: SeatMemory, tmp_path: Path) -> None:
    """The file with the tokens is private, and only its lock file is beside it."""
    memory.remember(kept())
    file = tmp_path / "kibitz" / "seats.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert {path.name for path in file.parent.iterdir()} == {"seats.json", "seats.lock"}


def test_a_seat_is_kept_once(memory: SeatMemory) -> None:
    """A seat that is taken again replaces its older entry."""
    memory.remember(kept(token="old-token"))
    memory.remember(kept(token="new-token"))
    assert [seat.token for seat in memory.recall("ws://s", "m1")] == ["new-token"]


def test_a_seat_without_a_process_comes_first(memory: SeatMemory) -> None:
    """Of two seats in a match, the one whose process has ended is tried first."""
    memory.remember(kept(seat=0))
    memory.remember(kept(seat=1, pid=os.getpid()))
    assert [seat.seat for seat in memory.recall("ws://s", "m1")] == [0, 1]


def test_a_finished_match_is_forgotten(memory: SeatMemory) -> None:
    """Forgetting a seat leaves the others."""
    memory.remember(kept(seat=0))
    memory.remember(kept(seat=1))
    memory.forget("ws://s", "m1", 0)
    assert [seat.seat for seat in memory.recall("ws://s", "m1")] == [1]


def test_the_memory_is_bounded(memory: SeatMemory) -> None:
    """The oldest seats go first."""
    for n in range(MAX_SEATS + 1):
        memory.remember(kept(f"m{n}"))
    assert memory.recall("ws://s", "m0") == []
    assert memory.recall("ws://s", "m1") != []


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"server": "s"}]', "7"])
def test_an_invalid_file_is_replaced(memory: SeatMemory, tmp_path: Path, text: str) -> None:
    """An invalid file counts as empty."""
    (tmp_path / "kibitz").mkdir()
    (tmp_path / "kibitz" / "seats.json").write_text(text)
    memory.remember(kept())
    assert memory.recall("ws://s", "m1") == [kept()]


def test_a_file_that_cannot_be_written_is_a_warning(tmp_path: Path, warnings: list[str]) -> None:
    """The user is warned, and no error is raised."""
    (tmp_path / "file").write_text("")
    memory = SeatMemory(tmp_path / "file" / "seats.json", warnings.append)
    memory.remember(kept())
    assert memory.recall("ws://s", "m1") == []
    assert "cannot be remembered" in warnings[0]
