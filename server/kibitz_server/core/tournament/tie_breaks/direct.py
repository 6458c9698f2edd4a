"""Direct encounter: the results of tied entrants against each other (C.07, article 6)."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from kibitz_server.core.tournament.crosstable import FORFEITS, WIN, CellKind, Crosstable


class Encounters(NamedTuple):
    """Results of an entrant against the others of a group: points, and how many of them it has not met."""

    points: float
    missing: int


def encounters(table: Crosstable, group: Sequence[int]) -> dict[int, Encounters]:
    """Return the results within a group. Entrants that met more than once get the average of these games.

    Args:
        table: Results of the tournament.
        group: The entrants.
    """
    members = set(group)
    counts = {CellKind.PLAYED, *FORFEITS} if table.predetermined else {CellKind.PLAYED}
    found = {}
    for number in group:
        met: defaultdict[int, list[float]] = defaultdict(list)
        for cell in table.row(number):
            if cell.opponent in members and cell.kind in counts:
                met[cell.opponent].append(cell.points)
        points = round(sum(sum(games) / len(games) for games in met.values()), 9)
        # Where all pairings were known at the start, no encounter is missing: it is yet to come, or was forfeited.
        found[number] = Encounters(points, 0 if table.predetermined else len(members) - 1 - len(met))
    return found


def direct_encounter(table: Crosstable, group: Sequence[int]) -> list[list[int]]:
    """Return tied entrants in groups, best first. What is tied still is looked at alone again (6.2).

    Args:
        table: Results of the tournament.
        group: The tied entrants.
    """
    groups = split_once(table, group)
    if len(groups) == 1:
        return groups
    return [smaller for part in groups for smaller in direct_encounter(table, part)]


def split_once(table: Crosstable, group: Sequence[int]) -> list[list[int]]:
    """Return tied entrants in groups by their results against each other, best first.

    If not all have met, an entrant is ranked first only if it is first whatever the missing games had brought (6.3).

    Args:
        table: Results of the tournament.
        group: The tied entrants.
    """
    if len(group) < 2:
        return [list(group)]
    found = encounters(table, group)
    ordered = sorted(group, key=lambda number: (-found[number].points, number))
    return _sure(ordered, found) if any(one.missing for one in found.values()) else _by_points(ordered, found)


def _by_points(ordered: Sequence[int], found: dict[int, Encounters]) -> list[list[int]]:
    groups: list[list[int]] = []
    for number in ordered:
        if groups and found[groups[-1][0]].points == found[number].points:
            groups[-1].append(number)
        else:
            groups.append([number])
    return groups


def _sure(ordered: Sequence[int], found: dict[int, Encounters]) -> list[list[int]]:
    groups: list[list[int]] = []
    rest = list(ordered)
    while len(rest) > 1 and found[rest[0]].points > max(
        found[number].points + WIN * found[number].missing for number in rest[1:]
    ):
        groups.append([rest.pop(0)])
    return [*groups, rest]
