"""Statistics of a tournament from its counted games. Forfeits and byes are left out: no moves were played."""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz_server.core.tournament.formats import match
from kibitz_server.core.tournament.records import GameRecord, PairRecord
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.statistics.means import GameTotals, SearchTotals, one_game
from kibitz_server.core.tournament.statistics.pairs import PairStatistics, pair_statistics
from kibitz_server.core.tournament.statistics.rating_list import Encounter, ListedRating, rating_list
from kibitz_server.core.tournament.statistics.repeated import RepeatedGames
from kibitz_server.core.tournament.statistics.sprt import SequentialTest
from kibitz_server.core.tournament.values import GameOutcome, HowEnded, SideFigures

MOST_SHARE = 0.01
"""Share of games lost other than on the board above which figures come with a warning."""
MOST_POINTS = 100
"""Most points of the course of a sequential test."""
_OTHER = (HowEnded.TIME, HowEnded.FAILURE, HowEnded.FORFEIT)


class Met(NamedTuple):
    """Results of two entrants against each other, from the view of `first`, which has the lower number.

    `pairs` counts complete game pairs with 0, 1/2, 1, 3/2 and 2 points, `games` those lost, drawn and won. `statistics`
    are of the pairs if there are any, otherwise of the games.
    """

    first: int
    second: int
    pairs: tuple[int, int, int, int, int]
    games: tuple[int, int, int]
    totals: GameTotals

    @property
    def statistics(self) -> PairStatistics:
        """Estimate of the difference in strength."""
        return pair_statistics(self.pairs if any(self.pairs) else self.games)


class LostGames(NamedTuple):
    """Games of an entrant that it lost other than on the board."""

    entrant: int
    time: int = 0
    failure: int = 0
    forfeit: int = 0


class SprtProgress(NamedTuple):
    """A sequential test so far. `course` has the numbers of pairs with the log likelihood ratio and Elo after them."""

    test: SequentialTest
    llr: float
    counts: tuple[int, ...]
    verdict: str
    course: tuple[tuple[int, float, float | None, float | None], ...]


class Figures(NamedTuple):
    """Statistics of a tournament."""

    met: tuple[Met, ...]
    totals: GameTotals
    searches: dict[int, SearchTotals]
    moves: dict[int, int]
    lost: tuple[LostGames, ...]
    repeated: RepeatedGames
    warnings: tuple[str, ...]


def figures(state: TournamentState) -> Figures:
    """Return the statistics. They are computed once for each state."""
    return state.remembered("figures", lambda: _figures(state))


def ratings(state: TournamentState) -> list[ListedRating]:
    """Return the rating list, the strongest first. The first call imports NumPy."""
    return state.remembered("ratings", lambda: _ratings(state))


def sprt_progress(state: TournamentState) -> SprtProgress | None:
    """Return the state of the sequential test of a match; None if it has none."""
    test = state.terms.sprt
    if test is None:
        return None
    return state.remembered("test", lambda: _progress(state, test))


class _Sums:
    """Sums over the counted games so far. Only the games and pairs since the last call are added.

    They begin again when the organiser has changed a result.
    """

    def __init__(self, revised: int) -> None:
        self.revised = revised
        self.games = self.pairs = 0
        self.counts: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        self.totals: dict[tuple[int, int], GameTotals] = {}
        self.all = GameTotals()
        self.searches: dict[int, SearchTotals] = {}
        self.moves: dict[int, int] = {}
        self.lost: dict[int, dict[HowEnded, int]] = {}
        self.seen: set[tuple[int, int, str]] = set()
        self.known = self.repeated = 0

    def add(self, state: TournamentState) -> None:
        """Add the games and pairs that ended since the last call."""
        for number in state.counted_games[self.games :]:
            game = state.games[number - 1]
            if game.outcome is not None:
                self._add_game(game, game.outcome)
        self.games = len(state.counted_games)
        for pair, points in _complete(state, self.pairs):
            first, second = sorted(pair.entrants)
            self.counts[first, second][0][round(2 * points[pair.pairing.first != first])] += 1
        self.pairs = len(state.completed)

    def _add_game(self, game: GameRecord, outcome: GameOutcome) -> None:
        if outcome.how in _OTHER:
            for number in (game.first, game.second):
                if game.points_of(number) == 0:
                    self.lost.setdefault(number, dict.fromkeys(_OTHER, 0))[outcome.how] += 1
        if outcome.how is HowEnded.FORFEIT:
            return
        first, second = sorted((game.first, game.second))
        self.counts.setdefault((first, second), ([0] * 5, [0] * 3))[1][round(2 * game.points_of(first))] += 1
        own = tuple(map(_searches, game.sides)) if game.sides else (SearchTotals(), SearchTotals())
        by_seed = (own[0], own[1]) if game.first == first else (own[1], own[0])
        this = one_game(game.points_of(game.first), game.plies, by_seed)
        self.totals[first, second] = self.totals.get((first, second), GameTotals()).plus(this)
        self.all = self.all.plus(this)
        for number, each in zip((first, second), by_seed, strict=True):
            self.searches[number] = self.searches.get(number, SearchTotals()).plus(each)
        for number, side in zip((game.first, game.second), game.sides or (), strict=False):
            self.moves[number] = self.moves.get(number, 0) + side.moves
        if game.moves_hash:
            self.known += 1
            key = first, second, game.moves_hash
            self.repeated += key in self.seen
            self.seen.add(key)


def _figures(state: TournamentState) -> Figures:
    sums = state.kept.get("figures")
    if not isinstance(sums, _Sums) or sums.revised != state.revised:
        sums = state.kept["figures"] = _Sums(state.revised)
    sums.add(state)
    lost = tuple(
        LostGames(number, own[HowEnded.TIME], own[HowEnded.FAILURE], own[HowEnded.FORFEIT])
        for number, own in sorted(sums.lost.items())
    )
    repeated = RepeatedGames(sums.known, sums.repeated)
    return Figures(
        met=tuple(
            Met(one, two, (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]), (games[0], games[1], games[2]), total)
            for (one, two), (pairs, games) in sorted(sums.counts.items())
            if (total := sums.totals.get((one, two))) is not None
        ),
        totals=sums.all,
        searches=dict(sums.searches),
        moves=dict(sums.moves),
        lost=lost,
        repeated=repeated,
        warnings=tuple(_warnings(state, lost, repeated)),
    )


def _complete(state: TournamentState, since: int = 0) -> Iterator[tuple[PairRecord, tuple[float, float]]]:
    """Yield the game pairs whose games were both played, with their points, in the order of their ends.

    Args:
        state: The tournament.
        since: How many pairs, from the first that ended, are left out.
    """
    for number in state.completed[since:]:
        pair = state.pairs[number - 1]
        points = state.played_points(pair) if len(pair.slots) == 2 else None
        if points is not None:
            yield pair, points


def _searches(side: SideFigures) -> SearchTotals:
    return SearchTotals(side.depth, side.moves if side.depth else 0, side.nodes, side.seconds if side.nodes else 0.0)


def _warnings(state: TournamentState, lost: tuple[LostGames, ...], repeated: RepeatedGames) -> Iterator[str]:
    if repeated.warning is not None:
        yield repeated.warning
    for name, count in (
        ("on time", sum(each.time for each in lost)),
        ("by engine failure", sum(each.failure for each in lost)),
        ("by forfeit", sum(each.forfeit for each in lost)),
    ):
        if count > MOST_SHARE * state.counted:
            games = f"{count} of {state.counted} games" if state.counted != 1 else "the only game"
            yield f"{games} {'was' if count == 1 else 'were'} lost {name}"


def _ratings(state: TournamentState) -> list[ListedRating]:
    numbers = [each.number for each in state.entrants if each.approved]
    encounters = []
    for met in figures(state).met:
        lost, drawn, won = met.games
        encounters.append(Encounter(met.first, met.second, won + drawn / 2, lost + drawn + won))
    anchor = None
    if state.terms.anchor is not None and (found := state.named(state.terms.anchor[0])) is not None:
        anchor = found.number, state.terms.anchor[1]
    known = {number for met in figures(state).met for number in (met.first, met.second)}
    return rating_list(sorted({*numbers, *known}), encounters, anchor=anchor)


def _progress(state: TournamentState, test: SequentialTest) -> SprtProgress:
    counts = tuple(state.pair_counts)
    llr = match.sprt_state(test, counts)[1] if state.sprt is None else state.sprt.llr
    verdict = "running" if state.sprt is None else state.sprt.verdict
    return SprtProgress(test, llr, counts, verdict, tuple(_course(state, test)))


def _course(state: TournamentState, test: SequentialTest) -> Iterator[tuple[int, float, float | None, float | None]]:
    """Yield the ratio after some of the pairs. The step is a power of 2, so that most points stay as pairs follow."""
    pairs = [points[pair.pairing.first != 1] for pair, points in _complete(state)]
    step = 1
    while len(pairs) > step * MOST_POINTS:
        step *= 2
    counts = [0] * 5
    for place, points in enumerate(pairs, start=1):
        counts[round(2 * points)] += 1
        if place % step == 0 or place == len(pairs):
            elo = pair_statistics(counts).elo
            ratio = match.sprt_state(test, tuple(counts))[1]
            yield place, ratio, elo.elo if elo else None, elo.margin if elo else None
