"""The check of a cluster before a server uses it, with a scheduler that the test plays."""

import pytest

from kibitz_server.pool.cluster.address import ClusterAddress, TlsFiles
from kibitz_server.pool.cluster.check import Problem, is_public, problems
from kibitz_server.pool.cluster.trouble import ClusterRefused
from kibitz_server.pool.placement import Use

PLAIN = ClusterAddress("cluster.example", 8786)
TLS = ClusterAddress("cluster.example", 8786, TlsFiles.__new__(TlsFiles))


def found(
    address: ClusterAddress = PLAIN,
    use: Use = Use.SPARE,
    *,
    installed: bool = True,
    at: str | OSError = "10.0.0.7",
    workers: int | Exception = 2,
) -> list[Problem]:
    """Return the problems of a cluster whose host has the address `at`, and whose scheduler has these workers."""

    def resolve(_host: str) -> list[str]:
        if isinstance(at, OSError):
            raise at
        return [at]

    def look(_address: ClusterAddress) -> int:
        if isinstance(workers, Exception):
            raise workers
        return workers

    return list(problems(address, use, installed=lambda: installed, resolve=resolve, look=look))


def test_a_private_cluster_with_workers_has_no_problem() -> None:
    """Nothing is noted of a cluster on a private interface."""
    assert found() == []


def test_without_the_extra_a_server_does_not_start() -> None:
    """The hint is the command that installs the extra, and nothing else is tried."""
    [problem] = found(installed=False, at=OSError("not asked"))
    assert problem.wrong
    assert "kibitz[cluster]" in problem.sentence
    assert problem.hint == "pip install 'kibitz[cluster]'"


def test_a_public_cluster_needs_tls() -> None:
    """Without TLS, any program that reaches a cluster can run code there. With TLS, a public address is no problem."""
    [problem] = found(at="8.8.8.8")
    assert not problem.wrong
    assert "no TLS" in problem.sentence
    assert "tls://" in problem.hint
    assert found(TLS, at="8.8.8.8") == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("127.0.0.1", False),
        ("::1", False),
        ("10.1.2.3", False),
        ("192.168.1.5", False),
        ("172.30.0.9", False),
        ("100.100.1.1", False),
        ("fd00::7", False),
        ("fe80::1%eth0", False),
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
    ],
)
def test_loopback_and_private_addresses_are_not_public(address: str, public: bool) -> None:
    """Link-local addresses and those of carriers and overlay networks are not public either."""
    assert is_public(address) == public


def test_an_unknown_host_is_noted() -> None:
    """The sentence names the host."""
    [problem] = found(at=OSError("Name or service not known"))
    assert "'cluster.example' is not known" in problem.sentence


@pytest.mark.parametrize(("use", "meanwhile"), [(Use.SPARE, "on this machine"), (Use.ONLY, "no engine searches")])
def test_an_unreachable_scheduler_is_noted_with_what_happens(use: Use, meanwhile: str) -> None:
    """A server starts all the same: it searches on its own machine, unless it may not."""
    [problem] = found(use=use, workers=OSError("Connection refused"))
    assert not problem.wrong
    assert "no scheduler answers there" in problem.sentence
    assert meanwhile in problem.sentence
    assert "dask scheduler" in problem.hint


def test_another_version_of_the_scheduler_is_noted() -> None:
    """The sentence has both versions, and the hint says what to install."""
    [problem] = found(workers=ClusterRefused("the scheduler runs 2020.1, this server 2026.8", "install the same"))
    assert "2020.1" in problem.sentence
    assert problem.hint == "install the same"


def test_a_cluster_without_workers_is_noted() -> None:
    """The hint is the command that adds a worker."""
    [problem] = found(workers=0)
    assert "no workers" in problem.sentence
    assert "kibitz-server worker tcp://cluster.example:8786" in problem.hint
