"""Tournaments from gacrux, and their tie-breaks by gacrux (FIDE's program) and by tiebreak-core."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gacrux.chessjson import chessjson
from gacrux.tiebreak import tiebreak
from gacrux.tournamentgenerator import tournamentgenerator
from gacrux.trf2json import trf2json
from tiebreak_core import fide2026
from tiebreak_core.models import (
    FORFEIT_LOSS,
    FORFEIT_WIN,
    PAIRING_BYE,
    PLAYED,
    REQUESTED_BYE,
    GameRecord,
    PlayerTiebreakData,
)

from kibitz_server.core.tournament.crosstable import CellKind, Crosstable
from kibitz_server.core.tournament.tie_breaks.table import TieBreak

Row = tuple[int, list[float | None]]
"""Rank of an entrant and its values."""


def generated(seed: int, entrants: int, rounds: int, method: str = "dutch", absences: Sequence[float] = ()) -> str:
    """Return a tournament as a report in FIDE's format.

    Args:
        seed: Each number gives another tournament; that of a number is always the same.
        entrants: How many there are.
        rounds: How many there are.
        method: `dutch` or `berger`.
        absences: Rates of zero-point byes, half-point byes and forfeits.
    """
    rates = absences or (0.03, 0.06, 0.05)
    options = ["-p", entrants, "-N", rounds, "-n", rounds, "-m", method, "-S", *rates]
    generator = tournamentgenerator()
    with _arguments(options):
        generator.read_command_line()
    generator.statistics.set_team(1)
    generator.statistics.set_seed(seed)
    event = generator.gen_tournament(seed)
    event["eventInfo"]["startDate"] = ""  # today's rules, whatever day it is
    return str(trf2json().output_file(event, 1, 0))


@contextmanager
def _arguments(options: Sequence[Any]) -> Iterator[None]:
    before = sys.argv
    sys.argv = ["generator", *map(str, options)]
    try:
        yield
    finally:
        sys.argv = before


def parsed(report: str) -> dict[str, Any]:
    """Return a tournament as gacrux reads it.

    Args:
        report: The tournament in FIDE's format.
    """
    reader: Any = trf2json()
    reader.parse_file(report, 0)
    assert reader.chessjson["status"]["code"] == 0, reader.chessjson["status"]
    tournament: dict[str, Any] = reader.get_tournament(1)
    return tournament


def by_gacrux(report: str, names: Sequence[str], *, swiss: bool = True) -> list[Row]:
    """Return rank and values of each entrant, by seed.

    Args:
        report: The tournament in FIDE's format.
        names: Tie-breaks by their names in the format.
        swiss: Whether pairings were made round by round.
    """
    tournament = parsed(report)
    params = {"tiebreak": ["PTS", *names], "check": False, "swiss": swiss, "pre_determined": not swiss}
    result: Any = tiebreak(tournament, -1, params).compute_tiebreaks(tournament, params)
    return [
        (one["rank"], [None if score is None else float(score) for score in one["tiebreakScore"][1:]])
        for one in sorted(result["competitors"], key=lambda one: one["cid"])
    ]


_KINDS = {
    CellKind.PLAYED: PLAYED,
    CellKind.FORFEIT_WIN: FORFEIT_WIN,
    CellKind.FORFEIT_LOSS: FORFEIT_LOSS,
    CellKind.ALLOCATED_BYE: PAIRING_BYE,
    CellKind.HALF_POINT_BYE: REQUESTED_BYE,
    CellKind.ZERO_POINT_BYE: REQUESTED_BYE,
}
CRITERIA = {
    "BH": "buchholz",
    "BH-C1": "buchholz_cut1",
    "BH-C2": "buchholz_cut2",
    "BH-M1": "median_buchholz",
    "BH-M2": "median_buchholz_2",
    "FB": "fore_buchholz",
    "FB-C1": "fore_buchholz_cut1",
    "AOB": "aob",
    "SB": "sonneborn_berger",
    "SB-C1": "sonneborn_berger_cut1",
    "SB-C2": "sonneborn_berger_cut2",
    "KOYA": "koya",
    "WIN": "wins",
    "WON": "won",
    "BPG": "games_black",
    "BWG": "wins_black",
    "PS": "progressive",
    "PS-C1": "progressive_cut1",
    "REP": "rounds_elected",
    "STD": "std",
    "ARO": "aro",
    "ARO-C1": "aro_cut1",
    "ARO-C2": "aro_cut2",
    "ARO-M1": "aro_median1",
    "TPR": "tpr",
    "PTP": "ptp",
    "APRO": "apro",
    "APPO": "appo",
}
"""Names of tiebreak-core for the names here."""


def players(table: Crosstable) -> dict[int, PlayerTiebreakData]:
    """Return a tournament as tiebreak-core wants it.

    Args:
        table: Results of the tournament.
    """
    found = {}
    for number, row in enumerate(table.rows, 1):
        games = [
            GameRecord(
                opponent_id=cell.opponent or -1,
                opponent_rating=table.ratings[cell.opponent - 1] or 0 if cell.opponent else 0,
                score=cell.points,
                color="black" if cell.side == 1 else "white",
                round_number=place,
                kind=_KINDS[cell.kind],
            )
            for place, cell in enumerate(row, 1)
            # The free round of a round robin is no round of the entrant.
            if cell.opponent or not table.predetermined
        ]
        points = sum(game.score for game in games)
        found[number] = PlayerTiebreakData(number, table.ratings[number - 1] or 0, points, games)
    return found


def by_tiebreak_core(table: Crosstable, one: TieBreak) -> list[float]:
    """Return the value of each entrant, by seed.

    Args:
        table: Results of the tournament.
        one: The tie-break.
    """
    everyone = players(table)
    mode = "round_robin" if table.predetermined else "swiss"
    return [
        fide2026.calculate(player, everyone, CRITERIA[one.name], table.rounds, mode) for player in everyone.values()
    ]


def by_tiebreak_core_ranked(table: Crosstable, criteria: Sequence[str]) -> list[int]:
    """Return the entrants, best first.

    Args:
        table: Results of the tournament.
        criteria: Tie-breaks by their names in tiebreak-core.
    """
    mode = "round_robin" if table.predetermined else "swiss"
    standings = fide2026.rank_standings(players(table), criteria, table.rounds, mode=mode)
    return [one.player_id for one in standings.players]


__all__ = ["CRITERIA", "by_gacrux", "by_tiebreak_core", "by_tiebreak_core_ranked", "chessjson", "generated", "parsed"]
