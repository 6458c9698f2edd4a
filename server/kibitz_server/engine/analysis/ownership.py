"""Owners of the points at the end of a game that notes how playouts end, and the stones that are dead by them.

Playouts tell the better who owns a point, the more depends on it. So a first search tells the score, and a second one
plays for the last point of it: the komi is what makes the game even.
"""

from typing import Any

from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.games.game import Game, Position

FIRST, THEN = 300, 1500
"""Playouts of the two searches for each side to move."""
PLAIN_PART = 20
"""How many times fewer they are in plain Python."""
DEAD = 0.4
"""Dead stones are owned by the other side more often than by their own, by this part of the playouts or more."""


def settles(game: Game) -> bool:
    """Return whether dead stones can be proposed in a game."""
    return "note_end" in game.names and "chain_of" in game.names


def dead_stones(position: Position, seed: int, control: SearchControl) -> tuple[str, ...]:
    """Return the names of the points with dead stones, in the order of the points of the board.

    A chain is dead if its points go to the other side, whichever side moves first. The same seed gives the same stones
    in machine code, and the same ones in plain Python, which may differ in doubtful cases.

    Args:
        position: The position, which may be over.
        seed: Any integer.
        control: Counts the playouts as nodes. Once it is stopped, no stones are dead.
    """
    rules = position.game.rules
    state: Any = position.state
    owners = [owner_shares(position, turn, seed, control) for turn in (0, 1)]
    dead, seen = [], set[int]()
    for cell in rules.PLACES:
        if state.cells[cell] and cell not in seen:
            chain = rules.chain_of(state, cell)
            seen.update(chain)
            sign = 1 if state.cells[cell] == 1 else -1
            if all(sign * sum(share[at] for at in chain) <= -DEAD * len(chain) for share in owners):
                dead.extend(chain)
    return tuple(rules.move_text(state, cell) for cell in sorted(dead)) if not control.stop else ()


def owner_shares(position: Position, turn: int, seed: int, control: SearchControl) -> list[float]:
    """Return for each cell how much more often Black owns it than White, from -1 to 1, with a side to move."""
    search = specialise("mcts", position.game, MORE_BITS=1)
    parts = 1 if search.backend.compiled else PLAIN_PART
    state: Any = position.state.copy()
    state.turn, state.passes, state.ko, state.plies = turn, 0, 0, 0
    state.history[0] = state.hash
    view, shares = search.attach(control), [0.0] * len(state.cells)
    for playouts in (FIRST // parts, THEN // parts):
        workspace = search.workspace(state)
        search.run.start(workspace, view, seed)
        search.run.search(workspace, view, playouts)
        noted = search.noted(workspace)
        shares = [number / max(1, noted[0]) for number in noted]
        shares[0] = 0.0
        # An odd number of half points is no draw.
        state.komi2 = 2 * round(sum(shares)) + 1
    return shares
