"""Tables of a tournament: crosstable, games, rounds, statistics."""

from collections.abc import Iterable

from kibitz_protocol.tournaments.views import PAGE_ROWS
from kibitz_server.core.tournament.crosstable import BYES, Cell, CellKind
from kibitz_server.core.tournament.records import GameRecord
from kibitz_server.core.tournament.rules.figures import Figures, Met, figures
from kibitz_server.core.tournament.rules.tables import results
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.state import TournamentState
from kibitz_server.core.tournament.values import Format
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.rows import LivePly, entrant_data, game_data, round_label, round_rows
from kibitz_server.messages.tournaments.standings import pages_of, sprt_data
from kibitz_server.messages.tournaments.statistics import elo_data

BY_OPPONENT = (Format.MATCH, Format.GAUNTLET, Format.ROUND_ROBIN)
"""Formats whose crosstable has a column for each opponent; that of the others has one for each round."""
MOST_COLUMNS = 1000
SIGNS = {1.0: "1", 0.5: "=", 0.0: "0"}


def crosstable_data(state: TournamentState) -> Data:
    """Return a `CrosstableView`."""
    order = standings(state).rows
    by_opponent = state.format in BY_OPPONENT
    table = results(state) if state.started else None
    numbers = [row.number for row in order]
    columns = (
        [state.entrant(number).entrant.name for number in numbers[:MOST_COLUMNS]]
        if by_opponent
        else [str(number) for number in range(1, (table.rounds if table else 0) + 1)][-MOST_COLUMNS:]
    )
    rows = []
    for row in order:
        cells = table.row(row.number) if table else ()
        shown = _by_opponent(cells, numbers[:MOST_COLUMNS]) if by_opponent else [_in_round(cell) for cell in cells]
        rows.append(
            {
                "entrant": entrant_data(state.entrant(row.number)),
                "rank": row.rank,
                "points": row.points,
                "cells": shown[-MOST_COLUMNS:],
            }
        )
    return {
        "kind": "tournament_crosstable",
        "tournament": state.created.id,
        "by": "opponent" if by_opponent else "round",
        "columns": columns,
        "rows": rows,
    }


def games_data(state: TournamentState, games: Iterable[GameRecord], page: int, live: LivePly) -> Data:
    """Return a page of `GameRows`: games that run first, then the newest."""
    ordered = sorted(games, key=lambda game: (not game.runs, -game.number))
    pages = pages_of(len(ordered))
    page = min(page, pages)
    shown = ordered[(page - 1) * PAGE_ROWS : page * PAGE_ROWS]
    return {
        "kind": "tournament_games",
        "tournament": state.created.id,
        "games": [game_data(state, game, live) for game in shown],
        "page": page,
        "pages": pages,
    }


def round_data(state: TournamentState, number: int, page: int, live: LivePly) -> Data:
    """Return a `RoundView`: a page of the pairings of a round."""
    rows = round_rows(state, state.rounds[number - 1], live) if 0 < number <= len(state.rounds) else []
    pages = pages_of(len(rows))
    page = min(page, pages)
    return {
        "kind": "tournament_round",
        "tournament": state.created.id,
        "round": number,
        "rounds": state.planned_rounds or None,
        "label": round_label(state, number),
        "pairs": rows[(page - 1) * PAGE_ROWS : page * PAGE_ROWS],
        "page": page,
        "pages": pages,
    }


def statistics_data(state: TournamentState) -> Data:
    """Return a `StatisticsView`."""
    found: Figures = figures(state)
    return {
        "kind": "tournament_statistics",
        "tournament": state.created.id,
        "seq": state.seq,
        "entrants": [entrant_data(each) for each in state.entrants],
        "games": found.totals.games,
        "pairs": [met_data(met) for met in found.met],
        "sprt": sprt_data(state, course=True),
        "first_score": found.totals.first_mover_score,
        "draw_rate": found.totals.draw_rate,
        "mean_plies": found.totals.mean_plies,
        "losses": [each._asdict() for each in found.lost],
        "speeds": [
            {
                "entrant": number,
                "depth": own.mean_depth,
                "nodes_per_s": own.nodes_per_second,
                "seconds_per_move": own.seconds / moves if (moves := found.moves.get(number, 0)) else None,
            }
            for number, own in sorted(found.searches.items())
        ],
        "repeated": found.repeated.repeated,
        "warnings": list(found.warnings),
    }


def met_data(met: Met) -> Data:
    """Return the `PairStatistics` of two entrants."""
    return {
        "first": met.first,
        "second": met.second,
        "pairs": list(met.pairs),
        "games": list(met.games),
        **elo_data(met.statistics),
        "draw_rate": met.totals.draw_rate,
    }


def _by_opponent(cells: Iterable[Cell], columns: list[int]) -> list[str]:
    """Return the results against each opponent: `1=0`, empty against none and itself."""
    found: dict[int, list[str]] = {}
    for cell in cells:
        if cell.opponent:
            found.setdefault(cell.opponent, []).append(_sign(cell))
    return [_summed(found.get(number, [])) for number in columns]


def _summed(signs: list[str]) -> str:
    """Return results sign by sign, or their numbers if there are many: `+10 -3 =7`."""
    if len(signs) <= 8:
        return "".join(signs)
    counts = [(mark, sum(sign in kinds for sign in signs)) for mark, kinds in (("+", "1+"), ("-", "0-"), ("=", "="))]
    return " ".join(f"{mark}{count}" for mark, count in counts if count)


def _in_round(cell: Cell) -> str:
    """Return a round as crosstables of Swiss tournaments have it: `12w1`, `5b=`, `3w+`, `U`."""
    if cell.kind in BYES:
        return str(cell.kind)
    return f"{cell.opponent}{'wb'[cell.side or 0]}{_sign(cell)}"


def _sign(cell: Cell) -> str:
    if cell.kind is CellKind.OPEN:
        return "*"
    if cell.kind is CellKind.PLAYED:
        return SIGNS.get(cell.points, f"{cell.points:g}")
    return str(cell.kind)
