"""Search for a mate with given pieces by trying all squares, with rules of movement that are written a second time.

Pieces of the loser help only by standing in the way of their king, so that a mate has one on each square beside the
king that the winner does not attack.
"""

from collections.abc import Iterator
from itertools import permutations

Place = tuple[int, int]
SQUARES = [(column, row) for column in range(8) for row in range(8)]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
WAYS = {
    "N": [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)],
    "R": [(x, y) for x, y in AROUND if not x or not y],
    "B": [(x, y) for x, y in AROUND if x and y],
    "Q": AROUND,
    "K": AROUND,
}


def allowed(kind: str) -> list[Place]:
    """Return the squares of a kind of piece: L and D are bishops on light and dark squares, P is a black pawn."""
    if kind in "LD":
        return [(x, y) for x, y in SQUARES if (x + y) % 2 == (kind == "L")]
    return [(x, y) for x, y in SQUARES if 1 <= y <= 6] if kind == "P" else SQUARES


def attacks(kind: str, at: Place, occupied: frozenset[Place] | set[Place]) -> Iterator[Place]:
    """Yield the squares that a piece attacks."""
    x, y = at
    if kind == "P":
        yield from [(x - 1, y - 1), (x + 1, y - 1)]
        return
    for dx, dy in WAYS["B" if kind in "LD" else kind]:
        for far in range(1, 2 if kind in "NK" else 8):
            goal = (x + far * dx, y + far * dy)
            if not (0 <= goal[0] < 8 and 0 <= goal[1] < 8):
                break
            yield goal
            if goal in occupied:
                break


def attacked(goal: Place, pieces: dict[Place, str], occupied: set[Place]) -> bool:
    """Return whether one of the pieces attacks a square."""
    return any(goal in attacks(kind, at, occupied) for at, kind in pieces.items() if at != goal)


def is_mate(king: Place, helpers: dict[Place, str], winner: dict[Place, str]) -> bool:
    """Return whether the loser, to move, is mated."""
    occupied = {king, *helpers, *winner}
    if not attacked(king, winner, occupied):
        return False
    for goal in attacks("K", king, set()):
        if goal not in helpers and not attacked(goal, winner, (occupied - {king}) | {goal}):
            return False
    for at, kind in helpers.items():
        steps = [(at[0], at[1] - 1), (at[0], at[1] - 2)] if kind == "P" else []
        if steps and (steps[0] in occupied or at[1] != 6 or steps[1] in occupied):
            steps = [] if steps[0] in occupied else steps[:1]
        takes = [g for g in attacks(kind, at, occupied) if g in winner or (kind != "P" and g not in occupied)]
        for goal in [*takes, *steps]:
            left = {place: piece for place, piece in winner.items() if place != goal}
            if winner.get(goal) != "K" and not attacked(king, left, (occupied - {at}) | {goal}):
                return False
    return True


def was_reached(king: Place, helpers: dict[Place, str], winner: dict[Place, str]) -> bool:
    """Return whether a last move of the winner leads there: before it the loser's king was not attacked."""
    occupied = {king, *helpers, *winner}
    for at, kind in winner.items():
        for origin in attacks(kind, at, occupied - {at}):
            if origin not in occupied:
                before = {place: piece for place, piece in winner.items() if place != at} | {origin: kind}
                if not attacked(king, before, (occupied - {at}) | {origin}):
                    return True
    return False


def mate(winner: str, helpers: str) -> tuple[Place, dict[Place, str], dict[Place, str]] | None:
    """Return a mate that can be reached: the loser's king, the pieces that help, the winner's pieces; None without one.

    The helpers that stand beside the king are placed first, and the others on every square that is left.
    """
    for king in SQUARES:
        beside = set(attacks("K", king, set()))
        for own in SQUARES:
            if own == king or own in beside:
                continue
            for pieces in _placed(winner, {king, own}):
                attackers = {own: "K", **pieces}
                occupied = {king, *attackers}
                if not attacked(king, pieces, occupied):
                    continue
                open_squares = [g for g in beside if not attacked(g, attackers, (occupied - {king}) | {g})]
                if len(open_squares) > len(helpers) or any(g in attackers for g in open_squares):
                    continue
                for order in set(permutations(helpers)):
                    near = dict(zip(open_squares, order, strict=False))
                    if any(at not in allowed(kind) for at, kind in near.items()):
                        continue
                    for rest in _placed("".join(order[len(near) :]), occupied | set(near)):
                        found = near | rest
                        if is_mate(king, found, attackers) and was_reached(king, found, attackers):
                            return king, found, attackers
    return None


def _placed(kinds: str, occupied: set[Place]) -> Iterator[dict[Place, str]]:
    """Yield each way to place pieces on squares that are not occupied."""
    if not kinds:
        yield {}
        return
    for at in allowed(kinds[0]):
        if at not in occupied:
            for rest in _placed(kinds[1:], occupied | {at}):
                yield {at: kinds[0], **rest}
