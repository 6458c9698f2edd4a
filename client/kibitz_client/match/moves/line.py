"""The line of a match: its moves and chance events in their order. Pure."""

from collections.abc import Sequence

from kibitz_client.match.state import MatchState
from kibitz_client.match.table.card_texts import shown_chances
from kibitz_protocol.values.matches import ChanceView, MoveView, chances_before


def in_order(moves: Sequence[MoveView], chance_events: Sequence[ChanceView]) -> list[MoveView | ChanceView]:
    """Return the moves and chance events of a match in order: each event follows as many moves as its ply says."""
    found: list[MoveView | ChanceView] = []
    waiting = list(chance_events)
    for count, move in enumerate(moves):
        while waiting and waiting[0].ply <= count:
            found.append(waiting.pop(0))
        found.append(move)
    return [*found, *waiting]


def line_texts(state: MatchState) -> list[str]:
    """Return the texts of opening, moves and chance events, as a server reads them from the first position."""
    played = in_order(state.moves, state.chance_events)
    return [*state.opening, *(each.text if isinstance(each, ChanceView) else each.move for each in played)]


def with_chances(state: MatchState, last: int | None = None) -> list[str]:
    """Return the moves as written, each after its chance events: `31: 8/5 6/5`. `last` bounds their number."""
    first = 0 if last is None else max(0, len(state.moves) - last)
    chances = chances_before(shown_chances(state.board, state.chance_events))
    return [chances.get(count, "") + move.written for count, move in enumerate(state.moves[first:], first)]


def line_ply(state: MatchState, count: int) -> int:
    """Return the length of the line of a match after `count` moves: opening, moves and all chance events until then."""
    return len(state.opening) + count + sum(chance.ply <= count for chance in state.chance_events)
