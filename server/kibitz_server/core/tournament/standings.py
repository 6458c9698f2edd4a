"""Standings of a tournament: its entrants in their order, by the rules of its format.

They are computed once for each state of a tournament. A game changes the rows of its two entrants, and in formats with
tie-breaks from opponents those of others. So the caller asks once for many games that end at about the same time.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kibitz_server.core.tournament.formats import knockout
from kibitz_server.core.tournament.formats.arena import UNRATED
from kibitz_server.core.tournament.formats.bracket import places
from kibitz_server.core.tournament.records import EntrantRecord
from kibitz_server.core.tournament.rules.tables import results, too_large
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.tie_breaks.performance import RatedGame, performance
from kibitz_server.core.tournament.tie_breaks.ranking import Placings
from kibitz_server.core.tournament.tie_breaks.table import TieBreak, default_tie_breaks, tie_breaks
from kibitz_server.core.tournament.values import Format, HowEnded
from kibitz_server.core.value import value


@value
class EntrantStanding:
    """An entrant in the standings.

    `rank` is shared by entrants that nothing separates. `tie_breaks` has a value for each name of the standings, None
    where there is none. `played` counts forfeits, and no byes. `score` has the points of each game of an arena. `state`
    is that of the protocol: ready, playing, resting, away, left or out.
    """

    rank: int
    number: int
    points: float
    tie_breaks: tuple[float | None, ...] = ()
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    score: tuple[int, ...] = ()
    streak: bool = False
    performance: int | None = None
    state: str = "ready"
    next: str | None = None


class Standings(NamedTuple):
    """The entrants that are approved, the best first, and the names of their tie-breaks."""

    tie_breaks: tuple[str, ...]
    rows: tuple[EntrantStanding, ...]

    def of(self, number: int) -> EntrantStanding | None:
        """Return the row of an entrant; None if it is not approved."""
        return next((row for row in self.rows if row.number == number), None)


class _Place(NamedTuple):
    """Place of an entrant before its row is made."""

    rank: int
    number: int
    tie_breaks: tuple[float | None, ...] = ()


def standings(state: TournamentState) -> Standings:
    """Return the standings. They are computed once for each state."""
    return state.remembered("standings", lambda: _standings(state))


def chosen_tie_breaks(state: TournamentState) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a tournament: those that the organiser chose, or those of its format."""
    if state.tie_breaks is not None:
        return tie_breaks(state.tie_breaks, state.format)
    return default_tie_breaks(state.format)


def placings(state: TournamentState) -> Placings | None:
    """Return the ranking by points and tie-breaks, which explains each place; None where a format has no tie-breaks.

    An arena has only tie-breaks that need no ranking. The standings of a gauntlet with very many games have none.
    """
    if state.format not in (Format.SWISS, Format.ROUND_ROBIN, Format.GAUNTLET) or too_large(state):
        return None
    return state.remembered("placings", lambda: Placings(results(state), chosen_tie_breaks(state)))


def row_state(state: TournamentState, entrant: EntrantRecord) -> str:
    """Return the state of an entrant as the protocol names it."""
    if entrant.left:
        return "left"
    if not entrant.approved:
        return "waiting"
    if entrant.running:
        return "playing"
    if state.format is Format.KNOCKOUT and entrant.number in _knocked_out(state):
        return "out"
    if entrant.resting:
        return "resting"
    absent = state.format is Format.ARENA and not entrant.engine and entrant.number not in state.present
    return "away" if absent and state.runs else "ready"


def _standings(state: TournamentState) -> Standings:
    names = tuple(each.name for each in chosen_tie_breaks(state))
    if state.format is Format.ARENA:
        ordered: Iterable[_Place] = _arena(state)
    elif state.format is Format.LADDER:
        ordered = [_Place(rank, number) for rank, number in enumerate(state.places, start=1)]
    elif state.format is Format.KNOCKOUT:
        ordered = _knockout(state)
    elif (ranking := placings(state)) is not None and state.started:
        ordered = [_Place(each.rank, each.number, each.tie_breaks) for each in ranking.placings]
    else:
        ordered = _by_points(state)
        names = names if state.format is not Format.MATCH else ()
    rows = []
    rank = before = 0
    for place, each in enumerate((each for each in ordered if state.entrant(each.number).approved), start=1):
        # Entrants that are not approved yet have no row, and leave no gap.
        if each.rank != before:
            rank, before = place, each.rank
        rows.append(_row(state, rank, each))
    return Standings(names, tuple(rows))


def _row(state: TournamentState, rank: int, place: _Place) -> EntrantStanding:
    entrant = state.entrant(place.number)
    running = state.games[entrant.running[0] - 1] if entrant.running else None
    return EntrantStanding(
        rank=rank,
        number=place.number,
        points=entrant.points,
        tie_breaks=place.tie_breaks,
        played=entrant.won + entrant.drawn + entrant.lost,
        won=entrant.won,
        drawn=entrant.drawn,
        lost=entrant.lost,
        score=entrant.sheet.games,
        streak=entrant.sheet.on_fire,
        performance=performance_of(state, entrant),
        state=row_state(state, entrant),
        next=running.begun.code if running is not None else None,
    )


def performance_of(state: TournamentState, entrant: EntrantRecord) -> int | None:
    """Return the performance rating of an entrant in its games on the board; None if no opponent has a rating.

    It is kept until a result of the entrant changes: ratings are those of the entry.
    """
    if entrant.performance_of != entrant.results:
        games = []
        for number in entrant.games:
            game = state.games[number - 1]
            if game.outcome is not None and game.outcome.how is not HowEnded.FORFEIT:
                other = state.entrant(game.opponent(entrant.number))
                rating = other.entrant.rating
                if rating is not None or state.format is Format.ARENA:
                    games.append(RatedGame(UNRATED if rating is None else rating, game.points_of(entrant.number)))
        found = performance(games) if games else None
        entrant.performance_of, entrant.performance = entrant.results, None if found is None else round(found)
    return entrant.performance


def _by_points(state: TournamentState) -> list[_Place]:
    """Return the entrants by points, then by games won, where no tie-breaks are computed."""
    ordered = sorted(state.entrants, key=lambda each: (-each.points, -each.won, each.number))
    return _ranked([((each.points, each.won), each.number) for each in ordered])


def _arena(state: TournamentState) -> list[_Place]:
    """Return the entrants of an arena by points and its tie-breaks, none of which looks at the results of others."""
    chosen = chosen_tie_breaks(state)

    def values(entrant: EntrantRecord) -> tuple[float | None, ...]:
        own = {
            "GAMES": float(entrant.won + entrant.drawn + entrant.lost),
            "TPR": performance_of(state, entrant),
            "RTNG": entrant.entrant.rating,
            "TPN": float(entrant.number),
        }
        return tuple(own[each.name] for each in chosen)

    found = [(each, values(each)) for each in state.entrants]
    signs = [-1 if each.measure.fewer else 1 for each in chosen]
    keys = [
        (each.points, *(float("-inf") if one is None else sign * one for sign, one in zip(signs, own, strict=True)))
        for each, own in found
    ]
    order = sorted(range(len(found)), key=lambda place: (tuple(-one for one in keys[place]), found[place][0].number))
    ranked = _ranked([(keys[place], found[place][0].number) for place in order])
    return [_Place(each.rank, each.number, found[each.number - 1][1]) for each in ranked]


def _knockout(state: TournamentState) -> list[_Place]:
    """Return the entrants of a knockout: those that are in it by seed, then the others by the round that they lost."""
    out = _knocked_out(state)
    ordered = sorted(state.entrants, key=lambda each: (out.get(each.number, 1), each.number))
    return _ranked([(out.get(each.number, 1), each.number) for each in ordered])


def _knocked_out(state: TournamentState) -> dict[int, int]:
    """Return the places of the entrants that are out of a knockout."""
    if not state.started or len(state.entrants) < 2:
        return {}
    return state.remembered("knocked out", lambda: _losers(state))


def _losers(state: TournamentState) -> dict[int, int]:
    return {number: place for number, place in places(knockout.meetings(state)).items() if place > 1}


def _ranked(ordered: Sequence[tuple[object, int]]) -> list[_Place]:
    """Return places with ranks; entrants whose keys are equal share one."""
    found: list[_Place] = []
    for place, (key, number) in enumerate(ordered, start=1):
        rank = found[-1].rank if found and ordered[place - 2][0] == key else place
        found.append(_Place(rank, number))
    return found
