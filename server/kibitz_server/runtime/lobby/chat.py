"""The chat of the lobby, for clients that follow it. Its last messages are kept in memory only."""

from collections import deque
from dataclasses import dataclass

from kibitz_server.accounts.mutes import Mutes
from kibitz_server.core.values.players import Human
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.runtime.ports import ClientListener
from kibitz_server.runtime.room import ConnectedClient

KEPT = 50
"""How many messages a client receives when it begins to follow the chat."""


@dataclass(frozen=True, slots=True)
class LobbyMessage:
    """A message of a player. `at` is in seconds since 1970."""

    name: str
    text: str
    at: float

    def data(self) -> Data:
        """Return the message as `LobbySaid`."""
        return {"t": "lobby_said", "name": self.name, "text": self.text, "at": self.at}


class LobbyChat(ClientListener):
    """Followers and last messages of the chat. A player who has muted a name receives no message of it."""

    def __init__(self, mutes: Mutes) -> None:
        self._mutes = mutes
        self._followers: dict[ConnectedClient, None] = {}
        self._messages: deque[LobbyMessage] = deque(maxlen=KEPT)

    def follow(self, client: ConnectedClient) -> list[Data]:
        """Send a client all further messages. Return the last ones, oldest first."""
        self._followers[client] = None
        return [message.data() for message in self._messages if self._mutes.hears(client.player.id, message.name)]

    def follows(self, client: ConnectedClient) -> bool:
        """Return whether a client follows the chat."""
        return client in self._followers

    def say(self, speaker: Human, text: str, at: float) -> None:
        """Send a message to all followers, the speaker too."""
        message = LobbyMessage(speaker.name, text, at)
        self._messages.append(message)
        outgoing = OutgoingMessage(encode(message.data()), speaker=speaker.name)
        for client in self._followers:
            if self._mutes.hears(client.player.id, speaker.name):
                client.send(outgoing)

    def departed(self, client: ConnectedClient) -> None:
        self._followers.pop(client, None)
