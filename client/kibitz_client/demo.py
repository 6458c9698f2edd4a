"""`kibitz demo`: two engines play Connect Four on a private server, and show what they think."""

from kibitz_client.asking import Arrangement, create
from kibitz_client.reach import start
from kibitz_client.settings import Settings
from kibitz_client.terminal import Output
from kibitz_client.watching import show

# At half a second a move the longest game, 42 plies, stays well under a minute even on a slow machine.
PATIENT = "alphabeta:seconds=0.5"
HASTY = "alphabeta:seconds=0.5,depth=6"


async def demo(settings: Settings, output: Output) -> None:
    """Host the match, watch it to its end, and leave nothing behind."""
    output.warn("starting a private server")
    async with start(settings, output) as reached:
        command = create(Arrangement("connect4", seats=(PATIENT, HASTY), show_thinking=True))
        entered = await reached.link.ask(command)
        await show(reached.link, entered.match, output, every_board=False)
