"""Second implementation of dots and boxes, written directly from its description; see `naive`."""

from tests.server.games.naive import DRAWN, Naive

Dot = tuple[int, int]
"""Column and row, both from 0 at the bottom left."""
Edge = frozenset[Dot]


def name(dot: Dot) -> str:
    """Return the name of a dot."""
    return f"{'abcdefghij'[dot[0]]}{dot[1] + 1}"


def edges_of(box: Dot) -> set[Edge]:
    """Return the four edges of a box, which is named by its lower left dot."""
    x, y = box
    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    return {frozenset((corners[i - 1], corners[i])) for i in range(4)}


def dots(columns: int = 3, rows: int = 3) -> Naive:
    """Return the empty board."""
    boxes = [(x, y) for x in range(columns) for y in range(rows)]
    edges = set[Edge]().union(*map(edges_of, boxes))

    def symbol(x: int, y: int, drawn: frozenset[Edge], owners: dict[Dot, str]) -> str:
        """Return what stands at twice the coordinates of a dot, or between two dots, or in a box."""
        if x % 2 and y % 2:
            return owners.get((x // 2, y // 2), ".")
        if x % 2 == y % 2:
            return "+"
        ends = {(x // 2, y // 2), ((x + 1) // 2, (y + 1) // 2)}
        return "|" if frozenset(ends) in drawn else "-"

    def at(drawn: frozenset[Edge], owners: dict[Dot, str], side: str) -> Naive:
        picture = "/".join(
            "".join(symbol(x, y, drawn, owners) for x in range(2 * columns + 1)) for y in range(2 * rows, -1, -1)
        )
        winner = None
        if drawn == edges:
            lead = list(owners.values()).count("A") - list(owners.values()).count("B")
            winner = DRAWN if lead == 0 else 0 if lead > 0 else 1

        def successors() -> dict[str, Naive]:
            found = {}
            for edge in edges - drawn:
                after = drawn | {edge}
                closed = [box for box in boxes if edge in edges_of(box) and edges_of(box) <= after]
                found["".join(map(name, sorted(edge)))] = at(
                    after, {**owners, **dict.fromkeys(closed, side)}, side if closed else "BA"["AB".index(side)]
                )
            return found

        return Naive(f"{picture} {side}", winner, successors)

    return at(frozenset(), {}, "A")
