"""Data files as searches read them."""

import ctypes

import pytest

from kibitz_server.games import data


def test_bytes_are_zero_until_they_are_attached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its file every byte is 0. Then plain Python finds it, and machine code by the address."""
    monkeypatch.setattr(data, "NAMES", ("draughts-endings", "trial"))
    trial = data.number_of("trial")
    assert (data.byte_at(trial, 5), data.ADDRESSES[trial], data.attached("trial")) == (0, 0, False)
    data.attach("trial", bytes(range(7, 20)))
    assert data.attached("trial")
    assert [data.byte_at(trial, index) for index in range(3)] == [7, 8, 9]
    assert ctypes.string_at(data.ADDRESSES[trial], 3) == bytes([7, 8, 9])
    assert data.ADDRESSES[data.MOST] == 0


def test_an_unknown_name() -> None:
    """A file that no game has is an error."""
    with pytest.raises(ValueError):
        data.number_of("chess-endings")
