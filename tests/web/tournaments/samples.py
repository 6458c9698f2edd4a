"""Events in models of the protocol, so that a page which shows them fits what servers send."""

import time
from typing import Any

from kibitz_protocol.tournaments import views
from kibitz_protocol.tournaments.terms import SprtTerms, TermsView
from kibitz_protocol.values.clocks import Fischer

CODE = "T-7KQ2XF"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gita", "Hugo", "Ines", "Jan", "Kim", "Lea")
NOW = time.time()


def entrant(number: int, name: str | None = None, kind: Any = "person", **fields: Any) -> views.EntrantView:
    """Return an entrant with one of the usual names."""
    name = name or NAMES[(number - 1) % len(NAMES)]
    return views.EntrantView(number=number, name=name, kind=kind, rating=2200 - 10 * number, **fields)


def row(number: int, rank: int, points: float, ties: Any = (), **fields: Any) -> views.StandingRow:
    """Return a row of the standings."""
    values = {"played": 2, "won": int(points), "drawn": int(2 * (points % 1)), "lost": max(0, 2 - int(points + 0.5))}
    shown_as = fields.pop("entrant", None) or entrant(number)
    return views.StandingRow(rank=rank, entrant=shown_as, points=points, tie_breaks=[*ties], **values | fields)


def game(number: int, first: int, second: int, **fields: Any) -> views.GameRow:
    """Return a game, by default one that the first entrant has won."""
    values: dict[str, Any] = {"phase": "finished", "points": [1, 0], "result": "1-0", "ply": 34}
    values |= {"round": 1, "pair": number, "board": number, "match": f"m{number}", "code": f"GAME{number:02}"}
    players = {"first": entrant(first), "second": entrant(second)}
    return views.GameRow(game=number, **values | players | fields)


def live(number: int, first: int, second: int, code: str, **fields: Any) -> views.GameRow:
    """Return a game that is being played: the match of that code."""
    return game(number, first, second, phase="running", points=None, result="", ply=9, match=code, code=code, **fields)


def pair(board: int, first: int, second: int | None, *games: views.GameRow, **fields: Any) -> views.PairRow:
    """Return a pairing; without a second entrant, a bye."""
    other = None if second is None else entrant(second)
    bye = "U" if second is None else None
    return views.PairRow(board=board, pair=board, first=entrant(first), second=other, games=[*games], bye=bye, **fields)


def terms(style: Any = "swiss", **fields: Any) -> TermsView:
    """Return terms of a tournament of chess with a clock."""
    return TermsView(format=style, game="chess", clock=Fischer(base_s=300, increment_s=3), **fields)


def shown(style: Any = "swiss", rows: list[views.StandingRow] | None = None, **fields: Any) -> views.TournamentView:
    """Return a running tournament."""
    rows = [row(number, number, 2.5 - number / 4) for number in range(1, 9)] if rows is None else rows
    values: dict[str, Any] = {
        **{"tournament": "t1", "code": CODE, "name": "Friday Swiss", "organiser": "Ada", "clock": "5+3"},
        **{"state": "running", "created_at": NOW - 3600, "starts_at": NOW - 1800, "round": 3, "rounds": 5},
        **{"games_played": 8, "games_planned": 20, "live": 0, "entrants": len(rows), "tie_breaks": []},
        **{"page": 1, "pages": 1},
    }
    given = fields.pop("terms", None) or terms(style)
    return views.TournamentView(terms=given, rows=rows, **values | fields)


def listed(name: str, state: Any, code: str, **fields: Any) -> views.TournamentRow:
    """Return a tournament in the list."""
    values: dict[str, Any] = {
        **{"format": "swiss", "game": "chess", "options": {}, "clock": "5+3", "organiser": "Ada", "entrants": 8},
        **{"most_entrants": 64, "round": 0, "rounds": None, "created_at": NOW - 7200},
    }
    return views.TournamentRow(tournament=code, code=code, name=name, state=state, **values | fields)


def course(pairs: int = 60) -> list[tuple[int, float, float | None, float | None]]:
    """Return the course of a sequential test."""
    found: list[tuple[int, float, float | None, float | None]] = []
    for number in range(2, pairs, 2):
        llr = number / pairs * 2.2 + 0.5 * ((number * 7) % 5 - 2) / 5
        found.append((number, llr, 18 + 60 / number if number >= 10 else None, 180 / number**0.5))
    return found


def sprt(**fields: Any) -> views.SprtView:
    """Return the state of a sequential test that still runs."""
    values: dict[str, Any] = {"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05, "model": "normalized", "llr": 2.11}
    values |= {"lower": -2.944, "upper": 2.944, "pairs": 60, "verdict": "running", "course": course()}
    return views.SprtView(**values | fields)


def duel_terms() -> TermsView:
    """Return the terms of a match of two with a sequential test."""
    return terms("match", kinds=["engine"], sprt=SprtTerms(elo0=0, elo1=10))


def statistics(**fields: Any) -> views.StatisticsView:
    """Return the statistics of two engines."""
    figures = {"score": 0.58, "elo": 55.58, "elo_low": 28.28, "elo_high": 83.58, "elo_error": 27.65}
    figures |= {"normalized_elo": 57.94, "normalized_error": 28.28, "superiority": 0.998, "draw_rate": 0.31}
    values: dict[str, Any] = {
        "pairs": [
            views.PairStatistics(first=1, second=2, pairs=[34, 54, 63, 64, 75], games=[180, 120, 280], **figures)
        ],
        "losses": [views.Losses(entrant=2, time=3, failure=1, forfeit=0)],
        "speeds": [
            views.EntrantSpeeds(entrant=1, depth=9.4, nodes_per_s=81_200, seconds_per_move=0.06),
            views.EntrantSpeeds(entrant=2, depth=8.1, nodes_per_s=64_000, seconds_per_move=None),
        ],
        "entrants": [entrant(1, "New", "engine"), entrant(2, "Old", "engine")],
        **{"games": 580, "first_score": 0.53, "draw_rate": 0.2, "mean_plies": 61.4, "repeated": 31, "sprt": sprt()},
        "warnings": ["31 of 200 games repeat earlier games; error bars are too narrow; use openings or seeds"],
    }
    return views.StatisticsView(tournament="t1", seq=40, **values | fields)
