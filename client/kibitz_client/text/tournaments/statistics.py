"""Statistics of a tournament as text. The server computes them; what it does not know yet is said so."""

from collections.abc import Sequence

from kibitz_client.text.formatting import counted, points_text
from kibitz_client.text.tournaments.tables import fitted
from kibitz_protocol.tournaments.views import PairStatistics, SprtView, StatisticsView

UNKNOWN = "not known yet"
VERDICTS = {
    "running": "not decided yet",
    "passed": "passed",
    "failed": "failed",
    "undecided": "not decided",
}
PAIR_POINTS = "points of a pair   0  1/2    1  3/2    2"


def report_lines(statistics: StatisticsView, width: int) -> list[str]:
    """Return the statistics: of the one pair of entrants in full, or of each pair in a line."""
    names = {entrant.number: entrant.name for entrant in statistics.entrants}
    lines = [f"{counted(statistics.games, 'game')} counted"]
    if len(statistics.pairs) == 1:
        lines += pair_lines(statistics.pairs[0], names)
    elif statistics.pairs:
        lines += _pairs_table(statistics.pairs, names, width)
    if statistics.sprt is not None:
        lines += sprt_lines(statistics.sprt)
    lines += [
        f"draws: {_share(statistics.draw_rate)}; score of the first player: {_share(statistics.first_score)};"
        f" plies of a game: {_number(statistics.mean_plies, '.1f')}"
    ]
    for speed in statistics.speeds:
        if speed.depth is not None or speed.nodes_per_s is not None:
            lines.append(
                f"{names.get(speed.entrant, speed.entrant)}: depth {_number(speed.depth, '.1f')},"
                f" {_number(speed.nodes_per_s, ',.0f')} nodes/s, {_number(speed.seconds_per_move, '.3f')} s for a move"
            )
    for loss in statistics.losses:
        if loss.time or loss.failure or loss.forfeit:
            lines.append(
                f"{names.get(loss.entrant, loss.entrant)} lost {loss.time} on time, {loss.failure} by failure,"
                f" {loss.forfeit} by forfeit"
            )
    if statistics.repeated:
        lines.append(f"games that repeat an earlier game of the same entrants: {statistics.repeated}")
    return [*lines, *(f"warning: {text}" for text in statistics.warnings)]


def pair_lines(pair: PairStatistics, names: dict[int, str]) -> list[str]:
    """Return the statistics of two entrants, as seen by the first."""
    lost, drawn, won = (*pair.games, 0, 0, 0)[:3]
    first, second = names.get(pair.first, str(pair.first)), names.get(pair.second, str(pair.second))
    lines = [f"{first} against {second}: +{won} ={drawn} -{lost}, score {_share(pair.score)}"]
    if pair.pairs:
        lines += [PAIR_POINTS, "complete pairs  " + " ".join(f"{count:4}" for count in pair.pairs)]
    lines.append(f"Elo of the first over the second: {elo_range(pair)}")
    lines.append(f"normalized Elo: {_with_error(pair.normalized_elo, pair.normalized_error)}")
    superiority = UNKNOWN if pair.superiority is None else f"{pair.superiority:.3f}"
    lines.append(f"likelihood of superiority: {superiority}")
    return lines


def elo_range(pair: PairStatistics) -> str:
    """Return the Elo difference with its interval: `+55.6 (+28.3 to +83.6)`."""
    if pair.elo is None:
        return UNKNOWN
    if pair.elo_low is None or pair.elo_high is None:
        return f"{pair.elo:+.1f}"
    return f"{pair.elo:+.1f} ({pair.elo_low:+.1f} to {pair.elo_high:+.1f}, 95 %)"


def sprt_lines(sprt: SprtView) -> list[str]:
    """Return the state of a sequential test."""
    hypotheses = f"SPRT {sprt.elo0:g} to {sprt.elo1:g} Elo ({sprt.model}, alpha {sprt.alpha:g}, beta {sprt.beta:g})"
    return [
        f"{hypotheses}: {VERDICTS[sprt.verdict]}",
        f"{llr_text(sprt.llr, sprt)} after {counted(sprt.pairs, 'pair')}",
    ]


def llr_text(llr: float, sprt: SprtView) -> str:
    """Return a log likelihood ratio between its bounds: `LLR +1.02 (-2.94 to +2.94)`."""
    return f"LLR {llr:+.2f} ({sprt.lower:+.2f} to {sprt.upper:+.2f})"


def progress_line(
    number: int, points: Sequence[float], pair: PairStatistics | None, sprt: SprtView | None, llr: float | None
) -> str:
    """Return a complete pair of games in one line: its points, the score so far, Elo, and LLR of a test.

    Args:
        number: How many pairs are complete.
        points: The points of both entrants in the pair; empty if they are not known.
        pair: The statistics after it.
        sprt: The test, if there is one.
        llr: Its log likelihood ratio after the pair.
    """
    parts = [f"pair {number}: {'-'.join(map(points_text, points))}".rstrip(": ")]
    if pair is not None:
        lost, drawn, won = (*pair.games, 0, 0, 0)[:3]
        parts += [
            f"+{won} ={drawn} -{lost}",
            f"score {_share(pair.score)}",
            f"Elo {_with_error(pair.elo, pair.elo_error)}",
        ]
    if sprt is not None and llr is not None:
        parts.append(llr_text(llr, sprt))
    return "  ".join(parts)


def _pairs_table(pairs: Sequence[PairStatistics], names: dict[int, str], width: int) -> list[str]:
    headings = ("first", "second", "results", "score", "Elo")
    cells = [
        (
            names.get(pair.first, str(pair.first)),
            names.get(pair.second, str(pair.second)),
            "+{2} ={1} -{0}".format(*(*pair.games, 0, 0, 0)[:3]),
            _share(pair.score),
            _with_error(pair.elo, pair.elo_error),
        )
        for pair in pairs
    ]
    return fitted(headings, cells, width, names=(0, 1))


def _with_error(value: float | None, error: float | None) -> str:
    if value is None:
        return UNKNOWN
    return f"{value:+.1f}" if error is None else f"{value:+.1f} +-{error:.1f}"


def _share(value: float | None) -> str:
    return UNKNOWN if value is None else f"{100 * value:.1f} %"


def _number(value: float | None, form: str) -> str:
    return UNKNOWN if value is None else format(value, form)
