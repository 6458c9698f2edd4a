"""Games that allow berserk, as an arena makes them: no command of a client can."""

from kibitz_server.accounts.ids import new_id
from kibitz_server.core.lobby.registry import CreateMatch
from kibitz_server.core.values.clock import Fischer, TimeControl
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.terms import Delay, Terms
from kibitz_server.runtime.runtime import Runtime

CLOCK = Fischer(60.0, 1.0)


def create_arena_game(
    runtime: Runtime,
    first: Human,
    second: Human,
    *,
    game: str = "tictactoe",
    control: TimeControl | None = CLOCK,
    delay: Delay | None = None,
    berserk: bool = True,
) -> str:
    """Create a game of two players, which runs at once, and return its code. It is durable after the next commit."""
    command = CreateMatch(
        id=new_id(),
        code=runtime.rooms.unused_code(listed=True),
        host=first,
        game=game,
        options=(),
        seats=(first, second),
        control=control,
        position=None,
        listed=True,
        autostart=True,
        show_thinking=None,
        created_at=runtime.wall_clock(),
        terms=Terms(delay=delay, berserk=berserk),
    )
    refusal = runtime.runner.create(command, lambda _room: None)
    assert refusal is None, refusal
    return command.code
