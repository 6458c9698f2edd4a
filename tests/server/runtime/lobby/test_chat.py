"""The chat of the lobby: who receives it, what is kept, and its bounds."""

from kibitz_protocol.refusals import Code
from kibitz_server.runtime.lobby.chat import KEPT
from tests.server.conftest import FakeClient, InProcessServer


def said(client: FakeClient) -> list[tuple[str, str]]:
    """Return the messages of the lobby chat that a client received."""
    return [(m.name, m.text) for m in client.take() if m.t == "lobby_said"]


async def test_followers_receive_what_is_said(server: InProcessServer) -> None:
    """A message reaches every client that follows the chat, the speaker too, and no other client."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    for client in (ann, bob):
        assert client.ask("lobby_chat").result.said == []
        client.take()
    ann.ask("lobby_say", text="lunch at noon?")
    assert said(bob) == [("ann", "lunch at noon?")]
    assert said(eve) == []
    late = eve.ask("lobby_chat").result.said
    assert [(one.name, one.text) for one in late] == [("ann", "lunch at noon?")]


async def test_only_followers_can_speak(server: InProcessServer) -> None:
    """A client that does not follow the chat is refused, because it would not see the answers."""
    ann = server.connect("ann")
    assert ann.ask("lobby_say", text="hello?").code == Code.NOT_WATCHING


async def test_the_history_is_bounded(server: InProcessServer) -> None:
    """Only the last messages are kept."""
    ann, bob = server.connect("ann"), server.connect("bob")
    ann.ask("lobby_chat")
    for number in range(KEPT + 5):
        ann.ask("lobby_say", text=f"message {number}")
    kept = bob.ask("lobby_chat").result.said
    assert [one.text for one in kept] == [f"message {number}" for number in range(5, KEPT + 5)]


async def test_mutes_hold_in_the_lobby_too(server: InProcessServer) -> None:
    """A player receives neither new nor old messages of a muted name; a departed client receives none."""
    ann, bob = server.connect("ann"), server.connect("bob")
    for client in (ann, bob):
        client.ask("lobby_chat")
    bob.ask("mute", name="ann")
    ann.ask("lobby_say", text="spam")
    assert said(bob) == []
    assert bob.ask("lobby_chat").result.said == []
    bob.ask("mute", name="ann", on=False)
    assert [one.text for one in bob.ask("lobby_chat").result.said] == ["spam"]
