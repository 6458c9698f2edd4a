"""Second implementation of Hex, written directly from its description, with no regard to speed."""

from tests.server.games.naive import Naive, Place, Stones


def around(place: Place) -> set[Place]:
    """Return the six cells around a cell, some of which may be off the board."""
    x, y = place
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1), (x + 1, y - 1), (x - 1, y + 1)}


def joined(stones: Stones, side: str, size: int) -> bool:
    """Return whether a side has a chain from its first edge to its second one."""
    along = 1 if side == "R" else 0
    reached = {place for place, owner in stones.items() if owner == side and place[along] == 0}
    while more := {near for place in reached for near in around(place) if stones.get(near) == side} - reached:
        reached |= more
    return any(place[along] == size - 1 for place in reached)


def hex_board(size: int = 11, swap: bool = True) -> Naive:
    """Return the empty board; row 0 is the top."""

    def at(stones: Stones, turn: int) -> Naive:
        rows = ["".join(stones.get((x, y), "-") for x in range(size)) for y in range(size)]
        winner = next((seat for seat, side in enumerate("RB") if joined(stones, side, size)), None)

        def successors() -> dict[str, Naive]:
            found = {
                f"{chr(ord('a') + x)}{y + 1}": at({**stones, (x, y): "RB"[turn]}, 1 - turn)
                for y in range(size)
                for x in range(size)
                if (x, y) not in stones
            }
            if swap and turn == 1 and len(stones) == 1:
                ((x, y),) = stones
                found["swap"] = at({(y, x): "B"}, 0)
            return found

        return Naive(f"{'/'.join(rows)} {'RB'[turn]}", winner, successors)

    return at({}, 0)
