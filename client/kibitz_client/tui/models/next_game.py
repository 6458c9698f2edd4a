"""The next game after a match that is over. No Textual."""

from kibitz_client.match.state import MatchState
from kibitz_client.requests import build
from kibitz_protocol.to_server import Create
from kibitz_protocol.values.engines import EngineSpec
from kibitz_protocol.values.seats import Engine, Me, SeatSpec


def next_game(state: MatchState, name: str) -> Create | None:
    """Return the command for a game with the same engine, or between both sides at one keyboard; None after others.

    Args:
        state: The match that is over.
        name: The name of the player.
    """
    engines = [view for view in state.seats if view.kind == "engine" and view.name]
    seats: list[SeatSpec]
    if state.local:
        # A side without a name of its own has that of its player.
        seats = [Me(label=view.name if view.name != name else None) for view in state.seats]
    elif state.you is None or len(engines) != len(state.seats) - 1:
        return None
    else:
        seats = [
            Me() if view.seat == state.you else Engine(engine=EngineSpec.parse(view.name or "")) for view in state.seats
        ]
    return build(Create, game=state.game.name, options=dict(state.options), seats=seats, clock=state.clock)
