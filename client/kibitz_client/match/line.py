"""The line of a match: its moves and random draws in their order. Pure."""

from collections.abc import Sequence

from kibitz_client.match.state import MatchState
from kibitz_protocol.values.matches import DrawView, MoveView, drawn_before


def in_order(moves: Sequence[MoveView], draws: Sequence[DrawView]) -> list[MoveView | DrawView]:
    """Return the moves and draws of a match in their order: a draw comes after as many moves as its ply says."""
    found: list[MoveView | DrawView] = []
    waiting = list(draws)
    for count, move in enumerate(moves):
        while waiting and waiting[0].ply <= count:
            found.append(waiting.pop(0))
        found.append(move)
    return [*found, *waiting]


def line_texts(state: MatchState) -> list[str]:
    """Return the texts of the opening and of all moves and draws, as a server reads them from the first position."""
    played = in_order(state.moves, state.draws)
    return [*state.opening, *(each.text if isinstance(each, DrawView) else each.move for each in played)]


def with_draws(state: MatchState, last: int | None = None) -> list[str]:
    """Return the moves as people write them, each after its draws: `31: 8/5 6/5`. `last` bounds their number."""
    first = 0 if last is None else max(0, len(state.moves) - last)
    drawn = drawn_before(state.draws)
    return [drawn.get(count, "") + move.written for count, move in enumerate(state.moves[first:], first)]


def line_ply(state: MatchState, count: int) -> int:
    """Return how many moves and draws the first `count` moves of a match are, with its opening and the draws after."""
    return len(state.opening) + count + sum(draw.ply <= count for draw in state.draws)
