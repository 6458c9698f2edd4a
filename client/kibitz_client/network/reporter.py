"""Where the network reports what a user should know about a connection."""

from typing import Protocol


class Reporter(Protocol):
    """Receives warnings and the status of a connection."""

    def warn(self, *lines: str) -> None:
        """Show warnings, a line each."""

    def status(self, status: object, text: str) -> None:
        """Show how the connection is."""
