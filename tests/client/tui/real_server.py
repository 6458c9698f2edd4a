"""Connection of the app to a whole server in the same process, without sockets."""

from typing import Any

from kibitz_client.errors import RefusedError
from kibitz_protocol.to_client import Refused
from tests.client.tui.fakes import Server
from tests.server.conftest import FakeClient, InProcessServer


class InProcessClient(Server):
    """Connection to an `InProcessServer`. It receives the events of other clients in `settle`."""

    def __init__(self, server: InProcessServer, name: str = "otter") -> None:
        super().__init__()
        self.client: FakeClient = server.connect(name)

    async def ask(self, command: Any) -> Any:
        """Return the answer of the server, and pass on the other messages."""
        self.asked.append(command)
        self.client.session.receive(command)
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
        """Pass on what other clients have caused."""
        self.client.server.store.commit()
        self.tell(*self.client.take())
