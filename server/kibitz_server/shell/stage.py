"""What those who bring matches about (pairing, television, sequels) need of the runtime."""

from collections.abc import Callable
from typing import Protocol

from kibitz_protocol.refusals import Code
from kibitz_server.core.commands import Command
from kibitz_server.core.hall import CreateMatch
from kibitz_server.core.match import Decision
from kibitz_server.core.refusal import Refusal
from kibitz_server.shell.matches import Matches
from kibitz_server.shell.room import Peer, Room


class Stage(Protocol):
    """What it gives back later comes once everything is safe."""

    @property
    def matches(self) -> Matches:
        """All of them."""

    def create(self, command: CreateMatch, then: Callable[[Room | None], None]) -> Refusal | None:
        """Make a match."""

    def act(self, room: Room, command: Command, then: Callable[[Decision | Code], None]) -> None:
        """Put a command to a match."""

    def watch(self, room: Room, peer: Peer, since: int | None, then: Callable[[bool], None]) -> None:
        """Let a client follow a match."""

    def lead(self, peer: Peer, room: Room, follower: Room, why: str) -> None:
        """Take somebody from a match to another."""

    def lobby_followed(self) -> bool:
        """Whether anybody follows the lobby."""
