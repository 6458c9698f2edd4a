"""Tests of guests in memory: found by token, taken once, bounded in number and time."""

from kibitz_server.accounts.unsaved_guests import KEPT_S, UnsavedGuests
from kibitz_server.store import StoredGuest


class Clock:
    """Time of day that a test sets."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


def guest(number: int) -> StoredGuest:
    """Return one of many guests."""
    return StoredGuest(f"id{number}", f"guest {number}", f"hash{number}", 1.0)


def test_a_guest_is_found_by_token_until_taken() -> None:
    """A guest is here from arrival until it is stored."""
    guests = UnsavedGuests(Clock())
    guests.add(guest(1))
    assert guests.find("hash1") == guest(1)
    assert guests.find("hash2") is None
    assert guests.rename("id1", "otter")
    assert not guests.rename("id2", "otter")
    assert guests.take("id1") == guest(1)._replace(name="otter")
    assert guests.take("id1") is None
    assert guests.find("hash1") is None


def test_the_longest_absent_guest_goes_first() -> None:
    """A full memory forgets the guest whose last arrival is the oldest."""
    guests = UnsavedGuests(Clock(), most=3)
    for number in range(3):
        guests.add(guest(number))
    assert guests.find("hash0") is not None
    guests.add(guest(3))
    assert [guests.find(f"hash{number}") is not None for number in range(4)] == [True, False, True, True]
    assert guests.take("id1") is None
    assert len(guests) == 3


def test_guests_are_forgotten_after_a_day() -> None:
    """The arrival of a guest removes all that have not arrived for KEPT_S."""
    clock = Clock()
    guests = UnsavedGuests(clock)
    for number in range(100):
        guests.add(guest(number))
    clock.now += KEPT_S - 1
    guests.find("hash7")
    clock.now += 2
    guests.add(guest(100))
    assert len(guests) == 2
    assert guests.find("hash7") is not None
