"""Leagues: a round robin in each division and season. Pure: the entrants of each division of the next season.

The state of a league is that of its tournaments: each has its place in the league among its terms.
"""

from collections.abc import Sequence
from dataclasses import replace

from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Entrant, EntrantKind, Format, TournamentTerms
from kibitz_server.core.value import value
from kibitz_server.core.values.refusal import Reason, Refusal

LEAST, MOST = 6, 12
"""Entrants of a division."""


@value
class Final:
    """An entrant in the final standings of a division. One that `left` does not play on."""

    entrant: Entrant
    left: bool = False


def final_places(state: TournamentState) -> list[Final]:
    """Return the approved entrants of a division in the order of its standings."""
    rows = standings(state).rows
    return [Final(state.entrant(row.number).entrant, bool(state.entrant(row.number).left)) for row in rows]


def next_divisions(finals: Sequence[Sequence[Final]], promote: int, relegate: int) -> list[list[Entrant]]:
    """Return the entrants of the divisions of the next season, the first division first.

    The first `promote` of a division change places with the last `relegate` of the one above. Entrants that have left
    the league are taken from the places for relegation, and they are not promoted. Divisions that are too small after
    that get more from the one below, and those that are too large give their last ones to it. A last division that is
    still too small is filled from the one above, or joined with it. Only a league of one division may be smaller: new
    entrants have to fill it before it can start.

    Args:
        finals: The entrants of each division in their final order.
        promote: Entrants that go up from each division but the first.
        relegate: Entrants that go down from each division but the last.
    """
    stays: list[list[Entrant]] = []
    ups: list[list[Entrant]] = []
    downs: list[list[Entrant]] = []
    for number, division in enumerate(_each_once(finals)):
        kept = [each.entrant for each in division if not each.left]
        up = min(promote, len(kept)) if number else 0
        gone = len(division) - len(kept)
        down = min(max(0, relegate - gone), len(kept) - up) if number < len(finals) - 1 else 0
        ups.append(kept[:up])
        stays.append(kept[up : len(kept) - down])
        downs.append(kept[len(kept) - down :])
    made = [
        (downs[number - 1] if number else []) + stay + (ups[number + 1] if number + 1 < len(stays) else [])
        for number, stay in enumerate(stays)
    ]
    return [_named_apart(division) for division in _sized(made)]


def league_fault(terms: TournamentTerms) -> Refusal | None:
    """Return the refusal of terms of a division; None if they have no league, or one that can be played."""
    place = terms.league
    if place is None:
        return None
    if terms.format is not Format.ROUND_ROBIN:
        return Refusal(Reason.BAD_FORMAT, "each division of a league is a round robin", "set format to round-robin")
    if not LEAST <= terms.most_entrants <= MOST:
        sentence = f"a division has {LEAST} to {MOST} entrants, not {terms.most_entrants}"
        return Refusal(Reason.BAD_FORMAT, sentence, f"choose a size from {LEAST} to {MOST}")
    if place.promote + place.relegate > LEAST:
        sentence = f"{place.promote} promoted and {place.relegate} relegated entrants are more than a division may have"
        return Refusal(Reason.BAD_FORMAT, sentence, f"choose numbers with a sum of at most {LEAST}")
    return None


def start_fault(state: TournamentState) -> str | None:
    """Return why a division cannot start, as a sentence; None if it can, or if it does not belong to a league."""
    count = len(state.active)
    if state.terms.league is None or count >= LEAST:
        return None
    return f"a division of a league needs {LEAST} entrants, and has {count}"


def _each_once(finals: Sequence[Sequence[Final]]) -> list[list[Final]]:
    """Return the divisions with each player only in the highest that it is in. Engines may play in several."""
    seen: set[str] = set()
    made: list[list[Final]] = []
    for division in finals:
        made.append([each for each in division if each.entrant.key not in seen])
        seen |= {each.entrant.key for each in division if each.entrant.kind is not EntrantKind.ENGINE}
    return made


def _sized(divisions: list[list[Entrant]]) -> list[list[Entrant]]:
    """Return the divisions with `LEAST` to `MOST` entrants each, and as many as that needs."""
    made = [list(division) for division in divisions]
    for number in range(len(made)):
        below = [each for division in made[number + 1 :] for each in division]
        if len(made[number]) < LEAST and below:
            wanted = LEAST - len(made[number])
            moved = below[:wanted]
            made[number] += moved
            for lower in range(number + 1, len(made)):
                cut = min(len(made[lower]), wanted)
                del made[lower][:cut]
                wanted -= cut
        elif len(made[number]) > MOST:
            if number + 1 == len(made):
                made.append([])
            made[number + 1] = made[number][MOST:] + made[number + 1]
            del made[number][MOST:]
    made = [division for division in made if division]
    while len(made) > 1 and len(made[-1]) < LEAST:
        above, last = made[-2], made[-1]
        if len(above) + len(last) <= MOST:
            made[-2:] = [above + last]
        else:
            wanted = LEAST - len(last)
            made[-2:] = [above[:-wanted], above[-wanted:] + last]
    return made or [[]]


def _named_apart(division: list[Entrant]) -> list[Entrant]:
    """Return the entrants with different names: those of two divisions may have had the same one."""
    used: set[str] = set()
    made: list[Entrant] = []
    for each in division:
        name, number = each.name, 1
        while name.casefold() in used:
            number += 1
            name = f"{each.name} ({number})"
        used.add(name.casefold())
        made.append(each if name == each.name else replace(each, name=name))
    return made
