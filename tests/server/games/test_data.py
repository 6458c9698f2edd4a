"""Data files as searches read them."""

import ctypes

import pytest

from kibitz_server.games.data import FILES, MOST, DataFiles


def test_bytes_are_zero_until_they_are_attached() -> None:
    """Without its file every byte is 0. Then plain Python finds it, and machine code by the address."""
    files = DataFiles(["other", "trial"])
    trial = files.number_of("trial")
    assert (files.byte_at(trial, 5), files.addresses[trial], files.attached("trial")) == (0, 0, False)
    files.attach("trial", bytes(range(7, 20)))
    assert (files.attached("trial"), files.attached("other")) == (True, False)
    assert [files.byte_at(trial, index) for index in range(3)] == [7, 8, 9]
    assert ctypes.string_at(files.addresses[trial], 3) == bytes([7, 8, 9])
    assert files.addresses[MOST] == 0


def test_attached_bytes_stay() -> None:
    """Machine code may read them at any time, so that a second attachment changes nothing."""
    files = DataFiles(["trial"])
    files.attach("trial", b"first")
    address = files.addresses[0]
    files.attach("trial", b"second")
    assert (files.addresses[0], files.byte_at(0, 0)) == (address, ord("f"))


def test_an_unknown_name() -> None:
    """A file that no game has is an error."""
    with pytest.raises(ValueError):
        FILES.number_of("go-endings")
