"""Tests of the announcement on the local network, and of untrusted TXT records."""

import pytest

from kibitz_protocol.mdns import MAX_NAME, default_name, instance_name, read_txt, txt


def test_a_record_is_read_as_it_was_written() -> None:
    """The TXT record of a server decodes to the same values."""
    record = txt("1.2.3", tls=True, url="https://games.example.org/play")
    decoded = read_txt({key.encode(): value.encode() for key, value in record.items()})
    assert decoded == record
    assert (decoded["tls"], decoded["protocol"], decoded["version"]) == ("1", "1", "1.2.3")


def test_an_address_too_long_for_a_record_is_left_out() -> None:
    """A string of a TXT record has at most 255 bytes."""
    assert "url" not in txt("1", tls=False, url="https://" + 250 * "x")


def test_invalid_values_are_left_out() -> None:
    """Keys without a value, control characters and invalid bytes do not raise."""
    decoded = read_txt({b"TLS": b"1", b"flag": None, b"name": b"a\x1b[31m", b"\xff": b"\xff", b"path": b"/x"})
    assert (decoded["tls"], decoded["flag"], decoded["path"]) == ("1", "", "/x")
    assert "name" not in decoded


@pytest.mark.parametrize("host", ["otter", "otter.example.org", "Otters-MacBook-Pro.local", "", "ö" * 60, "a b\n"])
def test_the_default_name_can_be_announced(host: str) -> None:
    """Every host name gives a valid name, different for each port."""
    names = {default_name(host, 8765), default_name(host, 65535)}
    assert {instance_name(name) for name in names} == names
    assert len(names) == 2


@pytest.mark.parametrize("name", ["", "a.b", "x" * (MAX_NAME + 1), "a\x00", "♟" * 30])
def test_an_invalid_name_is_refused(name: str) -> None:
    """A name is one label of printable characters."""
    with pytest.raises(ValueError, match="a name on the local network"):
        instance_name(name)
