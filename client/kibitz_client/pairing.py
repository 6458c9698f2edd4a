"""`kibitz pair`: waiting for somebody to play with, then playing."""

from collections.abc import Sequence

from kibitz_client.asking import seek
from kibitz_client.errors import Misuse
from kibitz_client.playing import sit
from kibitz_client.reach import reach
from kibitz_client.settings import Settings
from kibitz_client.terminal import Output
from kibitz_protocol.to_client import Entered, Notice, Paired


async def pair(
    settings: Settings,
    output: Output,
    game: str | None,
    options: Sequence[str],
    clock: str | None,
    *,
    rated: bool,
    anyone: bool,
) -> None:
    """Look for an opponent until there is one, then play to the end."""
    if (game is None) != anyone:
        raise Misuse("name a game, or say --anyone", "kibitz pair connect4, or kibitz pair --anyone")
    command = seek(game, options, clock, rated=rated)
    async with reach(settings, output) as reached:
        found = await reached.link.ask(command)
        if not isinstance(found, Entered):
            output.emit(found)
            others = {0: "nobody else looks", 1: "one other looks"}.get(found.others, f"{found.others} others look")
            output.say(f"looking for an opponent ({others} at the moment); Ctrl-C to stop")
            async for message in reached.link.messages():
                output.emit(message)
                if isinstance(message, Notice):
                    output.say(f"server: {message.text}")
                if isinstance(message, Paired):
                    found = Entered(match=message.match, code=message.code, seat=message.seat)
                    output.say(f"you play {message.opponent}, match {message.code}")
                    break
        assert isinstance(found, Entered), "the messages end with an error"
        await sit(reached, found, output)
