"""Statistics as lines of text, and as objects for programs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from kibitz_server.cli.stats.games import repeated_in
from kibitz_server.cli.stats.source import TwoPlayers
from kibitz_server.core.tournament.statistics.means import GameTotals, one_game
from kibitz_server.core.tournament.statistics.pairs import Difference, PairStatistics
from kibitz_server.core.tournament.statistics.rating_list import ListedRating
from kibitz_server.core.tournament.statistics.sprt import SequentialTest, Verdict
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.statistics import elo_data

UNKNOWN = "not known yet"
RESULTS = {"pairs": ("0", "1/2", "1", "3/2", "2"), "games": ("lost", "drawn", "won")}
MODELS = {"normalized": "normalised Elo", "logistic": "Elo"}
LABEL = 26


def strength_lines(found: PairStatistics) -> list[str]:
    """Return the counts, the score and what they say about the difference between two players."""
    columns = [max(5, len(str(count))) for count in found.counts]
    names = "points of a pair" if found.sample == "pairs" else "games"
    return [
        _row(names, " ".join(map(str.rjust, RESULTS[found.sample], columns))),
        _row("pairs" if found.sample == "pairs" else "", " ".join(map(str.rjust, map(str, found.counts), columns))),
        _row("score", _percent(found.score, 1)),
        _row("Elo", _difference(found.elo)),
        _row("normalised Elo", _difference(found.normalized)),
        _row("likelihood of superiority", _percent(found.superiority, 2)),
    ]


def strength_data(found: PairStatistics) -> Data:
    """Return the same for programs. What is not known yet is null."""
    return {
        "sample": found.sample,
        "counts": list(found.counts),
        "games": found.games,
        **elo_data(found),
    }


@dataclass(frozen=True, slots=True)
class FileReport:
    """What the games of a file tell besides their results: lines before and after the others, and an object."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    data: Data = field(default_factory=dict)

    @classmethod
    def of(cls, found: TwoPlayers, later: int = 0) -> Self:
        """Return the report of a file; an empty one of counts.

        Args:
            found: The results of two players.
            later: Game pairs after the decision of a test.
        """
        results = found.between
        if results is None:
            return cls()
        totals = GameTotals()
        for game in results.games:
            points = game.points if game.first_moved else 1 - game.points
            totals = totals.plus(one_game(points, game.plies))
        repeated = repeated_in(results.games)
        lines = [
            _row("draws", _percent(totals.draw_rate, 1)),
            _row("first player's score", _percent(totals.first_mover_score, 1)),
            _row("mean length", f"{totals.mean_plies:.1f} plies"),
            *(
                [f"{_counted(results.single, 'game')} without the other game of the pair: not counted"]
                * (results.single > 0)
            ),
            *([f"{_counted(later, 'pair')} after the decision: not counted"] * (later > 0)),
            *left_out_lines(found.left_out),
            *filter(None, [repeated.warning]),
        ]
        data = {
            "first": results.players[0],
            "second": results.players[1],
            "draw_rate": totals.draw_rate,
            "first_score": totals.first_mover_score,
            "mean_plies": totals.mean_plies,
            "repeated": repeated.repeated,
            "warning": repeated.warning,
            "single_games": results.single,
            "later_pairs": later,
            "left_out": found.left_out,
        }
        return cls((" against ".join(results.players),), tuple(lines), data)

    def around(self, lines: Iterable[str]) -> list[str]:
        """Return lines with those of the file around them."""
        return [*self.before, *lines, *self.after]


def left_out_lines(count: int) -> list[str]:
    """Return a line with the number of games that have no result or no two players, if there are any."""
    return [f"{_counted(count, 'game')} without a result or two players: left out"] if count else []


def test_lines(test: SequentialTest, ratio: float, verdict: Verdict, found: PairStatistics) -> list[str]:
    """Return a test, its ratio and its verdict."""
    what = MODELS[test.model]
    decided = {
        "passed": f"passed: the difference is {test.elo1:g} {what} rather than {test.elo0:g}",
        "failed": f"failed: the difference is {test.elo0:g} {what} rather than {test.elo1:g}",
        "undecided": f"undecided between {test.elo0:g} and {test.elo1:g} {what}",
    }
    return [
        f"SPRT {test.elo0:g}:{test.elo1:g}, {what}, alpha {test.alpha:g}, beta {test.beta:g}",
        f"log likelihood ratio {_signed(ratio)} after {_counted(found.samples, found.sample.removesuffix('s'))}"
        f" ({_signed(test.lower)} to {_signed(test.upper)})",
        decided[verdict],
    ]


def test_data(test: SequentialTest, ratio: float, verdict: Verdict) -> Data:
    """Return the same for programs."""
    return {
        "test": test.text,
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model,
        "llr": ratio,
        "lower": test.lower,
        "upper": test.upper,
        "verdict": verdict,
    }


def list_lines(rows: Sequence[ListedRating], names: Mapping[int, str]) -> list[str]:
    """Return a rating list as a table: place, name, rating with its error, points, games and score."""
    width = max([6, *(len(names[row.entrant]) for row in rows)])
    lines = [f"place {'player':<{width}}      Elo     +-   points  games   score"]
    for place, row in enumerate(rows, 1):
        if row.elo is None or row.margin is None:
            rating = f"{UNKNOWN:>15}"
        else:
            rating = f"{_signed(row.elo):>8} {row.margin:>6.1f}" if row.margin < 10_000 else f"{_signed(row.elo):>15}"
        score = f"{100 * row.points / row.games:6.1f} %" if row.games else "       -"
        lines.append(f"{place:>5} {names[row.entrant]:<{width}} {rating} {row.points:>8g} {row.games:>6} {score}")
    return lines


def list_data(rows: Sequence[ListedRating], names: Mapping[int, str]) -> Data:
    """Return the same for programs."""
    return {
        "players": [
            {
                "name": names[row.entrant],
                "elo": row.elo,
                "elo_error": row.margin,
                "points": row.points,
                "games": row.games,
            }
            for row in rows
        ]
    }


def _row(label: str, text: str) -> str:
    return f"{label:<{LABEL}}{text}".rstrip()


def _difference(found: Difference | None) -> str:
    if found is None:
        return UNKNOWN
    if found.low is None or found.high is None:
        end = f"more than {_signed(found.low)}" if found.low is not None else f"less than {_signed(found.high or 0.0)}"
        return f"{_signed(found.elo)}, with 95 % {end}"
    return f"{_signed(found.elo)} +- {found.margin:.2f}, with 95 % from {_signed(found.low)} to {_signed(found.high)}"


def _signed(number: float) -> str:
    # No sign before a number that is rounded to 0.
    return f"{round(number, 2) + 0.0:+.2f}"


def _percent(share: float | None, digits: int) -> str:
    return UNKNOWN if share is None else f"{100 * share:.{digits}f} %"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
