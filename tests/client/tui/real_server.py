"""A client of a real server in the same process, without sockets. Every command is handled at once."""

from typing import Any

from kibitz_client.errors import RefusedError
from kibitz_protocol.to_client import Refused
from kibitz_server.messages.encoding import decode, encode
from tests.fakes.app import Server
from tests.server.conftest import FakeClient, InProcessServer


class RealServerClient(Server):
    """A client that calls a server directly. Messages caused by other clients arrive after `settle`."""

    def __init__(self, server: InProcessServer, name: str = "otter", *, account: bool = False) -> None:
        super().__init__()
        self.client: FakeClient = server.connect(name, account=account)

    async def ask(self, command: Any) -> Any:
        """Return the answer of the server; queue the other messages."""
        self.asked.append(command)
        self.client.session.receive(decode(encode(command)))
        self.client.server.store.commit()
        answer = None
        for message in self.client.take():
            if message.t in ("accepted", "refused") and message.id == command.id:
                answer = message
            else:
                self.tell(message)
        assert answer is not None, f"no answer to {command}"
        if isinstance(answer, Refused):
            raise RefusedError(answer)
        return answer.result

    def settle(self) -> None:
        """Receive the messages caused by other clients."""
        self.client.server.store.commit()
        self.tell(*self.client.take())
