"""Rules that each pairing of a Swiss round must follow, made by a program or by hand."""

from collections.abc import Collection, Iterable

from kibitz_server.core.tournament.crosstable import Cell, CellKind, Crosstable

_HAD_BYE = (CellKind.ALLOCATED_BYE, CellKind.FULL_POINT_BYE, CellKind.FORFEIT_WIN)
"""Rounds with the points of a win without a game: an entrant gets no other one (C.04.1, article 4)."""


def had_bye(row: Iterable[Cell]) -> bool:
    """Return whether an entrant with these rounds had the points of a win without a game."""
    return any(cell.kind in _HAD_BYE for cell in row)


def have_met(row: Iterable[Cell], opponent: int) -> bool:
    """Return whether an entrant with these rounds has played a game against an opponent. Forfeits do not count."""
    return any(cell.opponent == opponent and cell.kind is CellKind.PLAYED for cell in row)


def pairing_fault(
    table: Crosstable,
    pairs: Iterable[tuple[int, int]],
    bye: int | None,
    *,
    absent: Collection[int] = (),
    forbidden: Iterable[tuple[int, int]] = (),
) -> str | None:
    """Return what is wrong with the pairs of the next round; None if nothing is.

    Args:
        table: The rounds before.
        pairs: The pairs.
        bye: The entrant without an opponent.
        absent: Entrants that are not paired.
        forbidden: Pairs that must not be made.
    """
    made = [tuple(pair) for pair in pairs]
    paired = [number for pair in made for number in pair]
    if bye is not None:
        paired.append(bye)
    wanted = sorted(set(range(1, len(table.rows) + 1)) - set(absent))
    if sorted(paired) != wanted:
        return "not every entrant is in one pair"
    if bye is not None and had_bye(table.row(bye)):
        return f"entrant {bye} has had the points of a win without a game before"
    refused = {frozenset(pair) for pair in forbidden}
    for first, second in made:
        if frozenset((first, second)) in refused:
            return f"entrants {first} and {second} must not be paired"
        if have_met(table.row(first), second):
            return f"entrants {first} and {second} have met before"
    return None
