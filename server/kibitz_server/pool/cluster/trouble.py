"""Why a cluster cannot be used, as a sentence and a hint for the operator."""

import ssl
from importlib.metadata import version

from kibitz_server.pool.cluster.dask import sentence

UNREACHABLE = "no scheduler answers there"
UNTRUSTED = "its certificate and that of this server do not fit"


class ClusterRefused(Exception):
    """A scheduler answers, but cannot be used. The text is a sentence, `hint` a way out."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


def check_version(theirs: str) -> None:
    """Compare the version of a scheduler with that of this server.

    Raises:
        ClusterRefused: They differ.
    """
    ours = version("distributed")
    if theirs != ours:
        raise ClusterRefused(
            f"the scheduler runs distributed {theirs}, this server {ours}", "install the same version on all machines"
        )


def explained(error: BaseException) -> tuple[str, str]:
    """Return a failed attempt to connect as a sentence and a hint."""
    if isinstance(error, ClusterRefused):
        return str(error), error.hint
    if isinstance(error, ModuleNotFoundError):
        return "Dask is not installed", "pip install 'kibitz[cluster]'"
    if any(isinstance(each, ssl.SSLError) for each in causes(error)):
        return UNTRUSTED, "sign all certificates of the cluster by one CA, and give it to every member"
    if isinstance(error, OSError):
        return UNREACHABLE, "check the address and the firewall, and start `dask scheduler`, with TLS if this is tls://"
    return sentence(error), "see the log of the scheduler"


def unusable(error: BaseException) -> tuple[str, str]:
    """Return why the slots of a worker cannot be made, as a sentence and a hint."""
    if isinstance(error, ImportError):
        # The scheduler reads what the server sends to the worker.
        what = f"the scheduler or the worker lacks a module ({sentence(error)})"
        return what, "install the same version of kibitz[cluster] on all machines, on that of the scheduler too"
    return sentence(error), "see the log of the worker"


def causes(error: BaseException | None) -> list[BaseException]:
    """Return an error and those that caused it."""
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found
