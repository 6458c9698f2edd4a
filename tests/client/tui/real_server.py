"""The app before a whole server in the same process: no sockets, every command done at once."""

from typing import Any

from kibitz_client.errors import RefusedError
from kibitz_protocol.to_client import Refused
from tests.client.tui.fakes import Server
from tests.server.conftest import FakeClient, InProcessServer


class InProcessClient(Server):
    """A link into a server. What anybody does there is heard after `settle`."""

    def __init__(self, server: InProcessServer, name: str = "otter") -> None:
        super().__init__()
        self.guest: FakeClient = server.connect(name)

    async def ask(self, command: Any) -> Any:
        """What the server answers; what else was heard meanwhile is told."""
        self.asked.append(command)
        self.guest.session.receive(command)
        self.guest.server.store.commit()
        answer = None
        for message in self.guest.take():
            if message.t in ("accepted", "refused") and message.id == command.id:
                answer = message
            else:
                self.tell(message)
        assert answer is not None, f"no answer to {command}"
        if isinstance(answer, Refused):
            raise RefusedError(answer)
        return answer.result

    def settle(self) -> None:
        """Hear what others have done."""
        self.guest.server.store.commit()
        self.tell(*self.guest.take())
