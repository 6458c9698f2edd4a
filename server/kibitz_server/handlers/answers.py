"""Memory of recent answers, so that a repeated command is answered again and not carried out twice.

It is bounded in bytes, for each player and in total, because a client chooses how many commands it sends.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from kibitz_protocol import to_server
from kibitz_protocol.commands.positions import Evaluate
from kibitz_server.limits.limiter import DecodedCommand
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.room import ConnectedClient

KEPT_ANSWERS = 64
"""Answers that are kept for each player."""
KEPT_BYTES = 64 * 1024
"""Size of the answers of one player."""
KEPT_BYTES_IN_ALL = 32 * 1024 * 1024
KEPT_S = 600.0
"""Time after the last command of a player in which its answers are kept: longer than clients try to reconnect."""
ENTRY_BYTES = 400
"""Memory of an entry besides the text of the answer: the id, the containers and the share in their tables."""
PLAYER_BYTES = 1000
"""Memory of a player without entries."""
NEW_ID_HINT = "give each command an id of its own, such as 16 random digits"


class Begun(Enum):
    """How a command relates to those that the player sent before."""

    NEW = "new"
    REPEATED = "repeated"
    """The same command has been answered again, or is in progress."""
    REUSED = "reused"
    """Another command of the player has the same id."""


COMPUTED = (to_server.Hint, Evaluate)
"""Commands whose answer waits for a search, and not for the store."""

_Entry = tuple[int, bytes | ConnectedClient, bool]
"""A command by the hash of its content, with its answer, or the last client that sent it while it is in progress; and
whether its answer waits for the store."""


@dataclass(slots=True, eq=False)
class _Player:
    used_at: float = 0.0
    entries: OrderedDict[str, _Entry] = field(default_factory=OrderedDict)
    size: int = PLAYER_BYTES


class Answers:
    """Last answers to each player, by command id. While a command is in progress, the last client that sent it.

    Args:
        clock: Time in seconds.
        most_bytes: Size of all answers. Beyond it the player without a command for the longest time is forgotten.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, most_bytes: int = KEPT_BYTES_IN_ALL) -> None:
        self._clock = clock
        self._most_bytes = most_bytes
        self._players: OrderedDict[str, _Player] = OrderedDict()
        """Players by id, the one without a command for the longest time first."""
        self._expires_at = clock() + KEPT_S
        """Time before which no player is forgotten because of its age."""
        self.size = 0
        """Bytes of memory that the answers take, nearly."""

    def begin(self, client: ConnectedClient, command: DecodedCommand) -> Begun:
        """Record that a command is in progress, or resend the answer of a repeated one."""
        player, id = self._player(client.player.id), command.id
        # A hash with the secret of the process: a client cannot make two commands with the same one.
        content = hash(encode(command))
        known = player.entries.get(id)
        if known is None:
            player.entries[id] = content, client, type(command) not in COMPUTED
            player.size += ENTRY_BYTES
            self.size += ENTRY_BYTES
            if len(player.entries) > KEPT_ANSWERS:
                self._forget_answers(player)
            return Begun.NEW
        if known[0] != content:
            return Begun.REUSED
        if isinstance(known[1], bytes):
            client.send(OutgoingMessage(known[1]))
        else:
            player.entries[id] = content, client, known[2]
        return Begun.REPEATED

    def end(self, client: ConnectedClient, id: str, answer: bytes, kept: bytes | None = None) -> None:
        """Send an answer to the last client that sent the command, and keep it.

        Args:
            client: The client that sent the command first.
            id: The id of the command.
            answer: The answer.
            kept: What answers a repeated command, if that is shorter.
        """
        player = self._players.get(client.player.id)
        entry = player.entries.get(id) if player is not None else None
        if player is not None and entry is not None and not isinstance(entry[1], bytes):
            client = entry[1]
            remembered = answer if kept is None else kept
            player.entries[id] = entry[0], remembered, False
            size = len(remembered)
            player.size += size
            self.size += size
            if player.size > KEPT_BYTES:
                self._forget_answers(player)
            if self.size > self._most_bytes:
                self._forget_players()
        client.send(OutgoingMessage(answer))

    def unsaved(self) -> list[tuple[ConnectedClient, str]]:
        """Return the commands whose answer waits for the store: the last client that sent each, and its id."""
        return [
            (client, id)
            for player in self._players.values()
            for id, (_, client, waits) in player.entries.items()
            if waits and not isinstance(client, bytes)
        ]

    def _player(self, id: str) -> _Player:
        """Return a player, as the one with the newest command."""
        player = self._players.get(id)
        if player is None:
            player = self._players[id] = _Player()
            self.size += player.size
        else:
            self._players.move_to_end(id)
        player.used_at = self._clock()
        if player.used_at > self._expires_at:
            self._forget_players()
        return player

    def _forget_answers(self, player: _Player) -> None:
        """Forget the oldest answers of a player that are too many, or too large together."""
        while len(player.entries) > KEPT_ANSWERS or player.size > KEPT_BYTES:
            _, (_, answer, _) = player.entries.popitem(last=False)
            freed = ENTRY_BYTES + (len(answer) if isinstance(answer, bytes) else 0)
            player.size -= freed
            self.size -= freed

    def _forget_players(self) -> None:
        """Forget the players whose time is over, and those beyond the size of all answers."""
        now = self._clock()
        while self._players:
            oldest = next(iter(self._players.values()))
            self._expires_at = oldest.used_at + KEPT_S
            if self._expires_at >= now and self.size <= self._most_bytes:
                break
            self.size -= self._players.popitem(last=False)[1].size
