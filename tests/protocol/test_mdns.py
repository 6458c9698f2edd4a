"""What a server says of itself on the local network, and what is made of what anybody says."""

import pytest

from kibitz_protocol.mdns import MAX_NAME, default_name, instance_name, read_txt, txt


def test_what_is_said_is_understood() -> None:
    """The record of a server comes back as it was."""
    said = txt("1.2.3", tls=True, url="https://games.example.org/play")
    heard = read_txt({key.encode(): value.encode() for key, value in said.items()})
    assert heard == said
    assert (heard["tls"], heard["protocol"], heard["version"]) == ("1", "1", "1.2.3")


def test_an_address_too_long_for_a_record_is_left_out() -> None:
    """One string of a TXT record has 255 bytes."""
    assert "url" not in txt("1", tls=False, url="https://" + 250 * "x")


def test_nonsense_is_left_out() -> None:
    """Keys without a value, control characters and wrong bytes harm nobody."""
    heard = read_txt({b"TLS": b"1", b"flag": None, b"name": b"a\x1b[31m", b"\xff": b"\xff", b"path": b"/x"})
    assert (heard["tls"], heard["flag"], heard["path"]) == ("1", "", "/x")
    assert "name" not in heard


@pytest.mark.parametrize("host", ["otter", "otter.example.org", "Otters-MacBook-Pro.local", "", "ö" * 60, "a b\n"])
def test_the_default_name_can_be_announced(host: str) -> None:
    """Whatever the machine is called."""
    names = {default_name(host, 8765), default_name(host, 65535)}
    assert {instance_name(name) for name in names} == names
    assert len(names) == 2


@pytest.mark.parametrize("name", ["", "a.b", "x" * (MAX_NAME + 1), "a\x00", "♟" * 30])
def test_what_is_no_name(name: str) -> None:
    """A name is one label of printable characters."""
    with pytest.raises(ValueError, match="a name on the local network"):
        instance_name(name)
