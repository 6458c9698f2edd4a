"""`kibitz turns`: hear over MQTT when it is your turn."""

from kibitz_client.asking import build
from kibitz_client.errors import Misuse
from kibitz_client.reach import reach
from kibitz_client.settings import Settings
from kibitz_client.terminal import Output
from kibitz_protocol.to_server import TellTurns


async def turns(settings: Settings, output: Output, *, on: bool) -> None:
    """Let the server's feed tell which matches wait for a move of ours, or no longer; say on which topic."""
    async with reach(settings, output) as reached:
        if reached.link.welcome.token is not None:
            # We are somebody new, and gone when this ends.
            raise Misuse("a new guest has no turns to be told", "sign in: kibitz account login; or use --token-file")
        told = await reached.link.ask(build(TellTurns, on=on))
        output.emit(told)
        if not settings.json:
            state = "are told" if told.on else "are no longer told"
            output.say(f"your turns {state} at the server's broker on {told.topic}")
