"""TODO."""

from collections import OrderedDict

from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.room import Client

KEPT_ANSWERS = 64


KEPT_CLIENTS = 10_000


class Answers:
    """The last answers to each player, by command id; while a command is still being done, who asked for it last."""

    def __init__(self) -> None:
        self._players: OrderedDict[str, OrderedDict[str, bytes | Client]] = OrderedDict()

    def begin(self, peer: Client, id: str) -> bool:
        """Note that a command is being done for a peer. False if it was seen before; then its answer is sent again."""
        player_id = peer.player.id
        known = self._players.get(player_id)
        if known is None:
            known = self._players[player_id] = OrderedDict()
            if len(self._players) > KEPT_CLIENTS:
                self._players.popitem(last=False)
        else:
            self._players.move_to_end(player_id)
        answer = known.get(id)
        if isinstance(answer, bytes):
            peer.send(OutgoingMessage(answer))
            return False
        known[id] = peer
        if answer is not None:
            return False
        if len(known) > KEPT_ANSWERS:
            known.popitem(last=False)
        return True

    def end(self, peer: Client, id: str, answer: bytes) -> None:
        """Send the answer to whoever asked last, and remember it."""
        known = self._players.get(peer.player.id)
        asker = known.get(id) if known is not None else None
        if known is not None and asker is not None:
            known[id] = answer
        (peer if asker is None or isinstance(asker, bytes) else asker).send(OutgoingMessage(answer))
