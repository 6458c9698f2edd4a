"""Whether any sequence of legal moves of both sides makes a seat win: what decides a match when a flag falls.

The game says it as far as it knows (`can_win`). Near the end all sequences are played as well, because all that are
left may lose the last piece that could win, or the last empty line.
"""

from kibitz_server.games.record import Record
from kibitz_server.games.ruleset import DRAW, ONGOING, WIN, Ruleset

MOST_POSITIONS = 500
"""Positions after which a seat counts as able to win: about 10 ms of plain Python."""


def can_win(ruleset: Ruleset, state: Record, seat: int, *, hidden: bool) -> bool:
    """Return whether a seat can still win from a state. With hidden cards the game alone decides.

    Args:
        ruleset: The rules of the state.
        state: A state of a game that is not over.
        seat: The seat, from 0.
        hidden: Whether the seats see different parts of the state.
    """
    if hidden:
        return bool(ruleset.rules.can_win(state, seat))
    left, found = [state], 1
    while left:
        at = left.pop()
        value = ruleset.outcome(at)
        if value != ONGOING:
            if value != DRAW and (at.turn == seat) == (value == WIN):
                return True
            continue
        if not ruleset.rules.can_win(at, seat):
            continue
        after = _after(ruleset, at)
        left += after
        found += len(after)
        if found > MOST_POSITIONS:
            return True
    return False


def _after(ruleset: Ruleset, state: Record) -> list[Record]:
    """Return the states after each chance outcome or legal move."""
    codes = [code for code, _ in ruleset.chances(state)] if hasattr(ruleset.rules, "chance") else []
    states = []
    for code in codes or ruleset.codes(state):
        after = state.copy()
        ruleset.play(after, code)
        states.append(after)
    return states
