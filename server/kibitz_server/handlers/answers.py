"""Memory of recent answers, so that a repeated command is answered again and not carried out twice."""

from collections import OrderedDict

from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.room import Client

KEPT_ANSWERS = 64
"""Answers that are kept for each player."""
KEPT_PLAYERS = 10_000


class Answers:
    """Last answers to each player, by command id. While a command is in progress, the last client that sent it."""

    def __init__(self) -> None:
        self._players: OrderedDict[str, OrderedDict[str, bytes | Client]] = OrderedDict()

    def begin(self, client: Client, id: str) -> bool:
        """Record that a command is in progress. Return False if it is a repeated one, and resend its answer."""
        player_id = client.player.id
        known = self._players.get(player_id)
        if known is None:
            known = self._players[player_id] = OrderedDict()
            if len(self._players) > KEPT_PLAYERS:
                self._players.popitem(last=False)
        else:
            self._players.move_to_end(player_id)
        answer = known.get(id)
        if isinstance(answer, bytes):
            client.send(OutgoingMessage(answer))
            return False
        known[id] = client
        if answer is not None:
            return False
        if len(known) > KEPT_ANSWERS:
            known.popitem(last=False)
        return True

    def end(self, client: Client, id: str, answer: bytes) -> None:
        """Send an answer to the last client that sent the command, and keep it."""
        known = self._players.get(client.player.id)
        sender = known.get(id) if known is not None else None
        if known is not None and sender is not None:
            known[id] = answer
        (client if sender is None or isinstance(sender, bytes) else sender).send(OutgoingMessage(answer))
