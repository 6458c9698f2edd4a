"""Sentences with figures that explain the place of an entrant in the ranking."""

from collections.abc import Iterator, Sequence

from kibitz_server.core.tournament.crosstable import WIN, Cell, CellKind
from kibitz_server.core.tournament.tie_breaks.direct import encounters, split_once
from kibitz_server.core.tournament.tie_breaks.ranking import Placings
from kibitz_server.core.tournament.tie_breaks.scores import Part, Scores, kept
from kibitz_server.core.tournament.tie_breaks.table import DIRECT, TieBreak

MOST_LISTED = 20
"""Rounds and entrants that a sentence lists; a round robin of 64 has more."""
_UNPLAYED = {
    CellKind.HALF_POINT_BYE: "a requested half-point bye",
    CellKind.ZERO_POINT_BYE: "a zero-point bye",
    CellKind.FULL_POINT_BYE: "a full-point bye",
    CellKind.ALLOCATED_BYE: "a bye, because no opponent was left",
    CellKind.FORFEIT_WIN: "a game that the opponent forfeited",
    CellKind.FORFEIT_LOSS: "a forfeited game",
}
_SUMS = {"BH": False, "FB": False, "SB": True}
"""Tie-breaks that add up the scores of opponents, and whether each is multiplied by the points of the round."""


def place_reasons(ranking: Placings, number: int, names: Sequence[str]) -> list[str]:
    """Return sentences about an entrant's place: what tells it from its neighbours, and how its tie-breaks come about.

    Args:
        ranking: The ranking.
        number: The entrant, from 1.
        names: Names of all entrants, by seed.

    Raises:
        KeyError: There is no such entrant.
    """
    own = ranking.of(number)
    place = ranking.placings.index(own)
    tied = sum(one.rank == own.rank for one in ranking.placings) > 1
    sentences = [f"{names[number - 1]} {'shares' if tied else 'has'} place {own.rank} with {_points(own.points)}."]
    for above, below in ((place - 1, place), (place, place + 1)):
        if above >= 0 and below < len(ranking.placings):
            pair = ranking.placings[above].number, ranking.placings[below].number
            other = pair[1] if pair[0] == number else pair[0]
            sentences += _compared(ranking, *pair, names, about=(other,))
    return [*sentences, *_own_sums(ranking, number, names)]


def reasons(ranking: Placings, above: int, below: int, names: Sequence[str]) -> list[str]:
    """Return sentences about the first thing that tells two entrants apart.

    Args:
        ranking: The ranking.
        above: The entrant that is higher, from 1.
        below: The entrant that is lower, or listed later.
        names: Names of all entrants, by seed.

    Raises:
        KeyError: There is no such entrant.
    """
    return _compared(ranking, above, below, names, about=(above, below))


def _compared(ranking: Placings, above: int, below: int, names: Sequence[str], about: tuple[int, ...]) -> list[str]:
    """Return what tells two entrants apart, with the figures of those that the sentences are about."""
    high, low = ranking.of(above), ranking.of(below)
    first, second = names[above - 1], names[below - 1]
    if high.points != low.points:
        return [f"{first} is above {second}: {_points(high.points)} to {_number(low.points)}."]
    sentences = [f"{first} and {second} have {_points(high.points)} each."]
    equal = []
    for place, one in enumerate(ranking.tie_breaks):
        own, other = high.tie_breaks[place], low.tie_breaks[place]
        if own == other:
            equal.append(one.name if own is None or one.name == DIRECT else f"{one.name} ({_number(own)} each)")
            continue
        if equal:
            sentences.append(_still_equal(equal))
        if one.name == DIRECT:
            return [*sentences, *_direct(ranking, place, (above, below), names)]
        told = f"{one.name} decides: {first} has {_number(own)}, {second} {_number(other)}. {one.description}"
        shown = [
            line
            for number in about
            for line in (*_sum(ranking, one, number, names), *_context(ranking, [one], number, names))
        ]
        return [*sentences, told, *shown]
    if equal:
        sentences.append(_still_equal(equal))
    sentences.append(f"No tie-break tells them apart: they share place {high.rank} and are listed by seed.")
    return sentences


def _own_sums(ranking: Placings, number: int, names: Sequence[str]) -> Iterator[str]:
    """Yield how all tie-breaks of an entrant come about that add up something of its opponents."""
    for one in ranking.tie_breaks:
        yield from _sum(ranking, one, number, names)
    yield from _context(ranking, ranking.tie_breaks, number, names)


def _direct(ranking: Placings, place: int, numbers: tuple[int, int], names: Sequence[str]) -> Iterator[str]:
    """Yield what direct encounter saw where it separated two entrants."""
    table = ranking.table
    group: Sequence[int] = ranking.encounters[place, numbers[0]]
    while (tied := next(part for part in split_once(table, group) if numbers[0] in part)) and numbers[1] in tied:
        group = tied
    found = encounters(table, group)
    told = []
    for number in sorted(group, key=lambda number: (-found[number].points, number)):
        missing = found[number].missing
        unmet = f" with {missing} not played" if missing else ""
        told.append(f"{names[number - 1]} {_number(found[number].points)}{unmet}")
    first, second = (names[number - 1] for number in numbers)
    yield f"{DIRECT} decides, {first} before {second}: in the games of these tied entrants, {_listed(told)}."
    if any(one.missing for one in found.values()):
        yield "An entrant goes ahead only if no result of the games not played could change it."


def _scores(ranking: Placings, one: TieBreak) -> Scores:
    return ranking.scores.fore if one.base == "FB" else ranking.scores


def _sum(ranking: Placings, one: TieBreak, number: int, names: Sequence[str]) -> Iterator[str]:
    """Yield what is counted in a sum over opponents, and what is cut."""
    if one.base == "KOYA":
        yield _koya(ranking.scores, number, names)
    if one.base not in _SUMS:
        return
    weighted = _SUMS[one.base]
    scores = _scores(ranking, one)
    row, parts = scores.table.row(number), scores.parts[number - 1]
    counted, cut = kept(parts, one.low, one.high, weighted=weighted)
    name = names[number - 1]

    def adds(part: Part) -> str:
        return f"{_number(part.score)} x {_number(part.points)}" if weighted else _number(part.score)

    def against(part: Part) -> str:
        return "a dummy" if part.dummy else names[row[part.round - 1].opponent - 1]

    ordered = sorted(counted, key=lambda part: part.round)
    listed = _listed([f"{adds(part)} ({against(part)}, round {part.round})" for part in ordered])
    total = sum(part.score * (part.points if weighted else 1) for part in counted)
    yield f"{one.name} of {name} is {_number(total)}: {listed or 'no round counts'}."
    for part in cut:
        weakest = min(parts, key=lambda other: other.score)
        why = ""
        if part.voluntary and part.score > weakest.score:
            why = f", which {name} could have played, and not the weakest opponent, {against(weakest)}"
        yield f"{one.name} cuts round {part.round} of {name}, {adds(part)} ({against(part)}){why}."


def _context(ranking: Placings, used: Sequence[TieBreak], number: int, names: Sequence[str]) -> Iterator[str]:
    """Yield what unplayed rounds count as in these tie-breaks: those of the entrant, and those of its opponents."""
    told = dict.fromkeys(_scores(ranking, one) for one in used if one.base in _SUMS)
    lines: dict[str, None] = {}
    for scores in told:
        parts, row = scores.parts[number - 1], scores.table.row(number)
        lines |= dict.fromkeys(_dummy(scores, number, part, row[part.round - 1], names) for part in parts if part.dummy)
        for other in sorted({row[part.round - 1].opponent for part in parts if not part.dummy}):
            own, adjusted = scores.points[other - 1], scores.adjusted[other - 1]
            if own != adjusted:
                line = f"{names[other - 1]} counts {_number(adjusted)} for opponents, not {_number(own)}"
                lines[f"{line}: the rounds after it left are draws."] = None
    yield from lines


def _dummy(scores: Scores, number: int, part: Part, cell: Cell, names: Sequence[str]) -> str:
    own = scores.points[number - 1]
    name = names[number - 1]
    told = f"Round {part.round} of {name} was {_UNPLAYED[cell.kind]}; it counts as a game against a dummy with "
    if part.score >= own:
        return f"{told}{name}'s own {_points(own)}."
    bound = f"the points of {names[cell.opponent - 1]}, who was paired" if cell.opponent else "half a point per round"
    return f"{told}{_points(part.score)}, not {name}'s own {_number(own)}: it has at most {bound}."


def _koya(scores: Scores, number: int, names: Sequence[str]) -> str:
    limit = scores.koya_limit
    told = [
        f"{names[cell.opponent - 1]} {_number(cell.points)}"
        for cell in scores.table.row(number)
        if cell.opponent and scores.points[cell.opponent - 1] >= limit
    ]
    listed = _listed(told) or "none"
    return f"{names[number - 1]}'s points against opponents with {_number(limit)} points or more: {listed}."


def _still_equal(equal: Sequence[str]) -> str:
    return f"{_listed(equal)} {'leaves' if len(equal) == 1 else 'leave'} them equal."


def _listed(items: Sequence[str]) -> str:
    """Return items as a list in words, the end of a long one left out."""
    shown = list(items[:MOST_LISTED])
    if len(items) > MOST_LISTED:
        shown.append(f"{len(items) - MOST_LISTED} more")
    return shown[0] if len(shown) == 1 else " and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))


def _points(points: float) -> str:
    return f"{_number(points)} point{'' if points == WIN else 's'}"


def _number(amount: float | None) -> str:
    return "no value" if amount is None else f"{amount:.4f}".rstrip("0").rstrip(".")
