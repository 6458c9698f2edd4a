"""Ports for servers of tests."""

from tests.ports import free_ports


def test_a_port_is_given_once() -> None:
    """The program that gets a port listens only later, so no other one gets the same."""
    found = [port for _ in range(100) for port in free_ports()]
    assert len(set(found)) == len(found)
