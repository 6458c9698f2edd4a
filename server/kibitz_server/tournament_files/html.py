"""A tournament as a page without scripts: standings, crosstable and statistics.

The server shows it to browsers without JavaScript, and a client gets it as one file. All names are escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from kibitz_server.core.tournament.rules.figures import figures, ratings, sprt_progress
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.tables import crosstable_data, met_data
from kibitz_server.tournament_files.source import TournamentSource

MOST_ROWS = 250
"""Entrants in the standings."""
MOST_CROSS = 64
"""Entrants up to which there is a crosstable, and its largest number of columns."""
STYLE = (
    "body{font:16px/1.45 system-ui,sans-serif;margin:1rem auto;max-width:72rem;padding:0 1rem;"
    "background:#fff;color:#1a1a1a}table{border-collapse:collapse;margin:.5rem 0 1.5rem}"
    "th,td{padding:.2rem .55rem;border-bottom:1px solid #ddd;text-align:right}"
    "th:nth-child(-n+2),td:nth-child(-n+2){text-align:left}div{overflow-x:auto}"
    "@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}th,td{border-color:#444}}"
)


class _Detail(NamedTuple):
    """How much the tables have: characters of a name in tables of pairs, pairs of entrants, and the crosstable."""

    name: int
    met: int
    crosstable: bool = True


DETAILS = (_Detail(64, 30), _Detail(20, 30), _Detail(20, 10), _Detail(12, 0), _Detail(12, 0, crosstable=False))
"""From all to what any tournament has room for. With the last two, names are short in the standings too."""
SHORT = 12
STATES = {
    "announced": "has not started",
    "running": "is running",
    "paused": "is paused",
    "finished": "is over",
    "cancelled": "was cancelled",
}


def html_text(source: TournamentSource) -> str:
    """Return a tournament as one file of HTML."""
    return page(source.tournament)


def page(state: Tournament) -> str:
    """Return a tournament as a page."""
    title = escape(state.created.name)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><style>{STYLE}</style>'
        f"<main>{content(state)}</main></html>\n"
    )


def content(state: Tournament, most_bytes: int | None = None) -> str:
    """Return what the page has: a heading, a sentence, and the tables, with less detail if that is too long."""
    text = ""
    for detail in DETAILS:
        text = "".join(
            (_heading(state), _standings(state, detail), _crosstable(state, detail), _statistics(state, detail))
        )
        if most_bytes is None or len(text.encode()) <= most_bytes:
            break
    return text


def _heading(state: Tournament) -> str:
    created, terms = state.created, state.terms
    facts = [f"{terms.format} of {terms.game}", f"organiser {created.organiser.shown}"]
    facts += [f"clock {terms.control}"] if terms.control else []
    facts += [f"round {state.round} of {state.planned_rounds}"] if state.planned_rounds and state.started else []
    facts.append(f"{state.counted} game{'s' * (state.counted != 1)} played")
    reason = f": {state.reason}" if state.reason else ""
    sentence = f"The tournament {STATES[state.phase]}{reason}."
    return f"<h1>{escape(created.name)}</h1><p>{escape(', '.join(facts))}. {escape(sentence)}</p>"


def _standings(state: Tournament, detail: _Detail) -> str:
    found = standings(state)
    name = SHORT if detail.name <= SHORT else DETAILS[0].name
    listed = {each.entrant: _elo(each.elo, each.margin) for each in ratings(state) if each.elo is not None}
    elo = ["Elo"] if listed else []
    head = ["Rank", "Entrant", "Points", *found.tie_breaks, "Played", "Won", "Drawn", "Lost", *elo]
    rows = [
        [
            str(row.rank),
            _cut(state.entrant(row.number).entrant.name, name),
            f"{row.points:g}",
            *("" if value is None else f"{value:g}" for value in row.tie_breaks),
            *map(str, (row.played, row.won, row.drawn, row.lost)),
            *(listed.get(row.number, "") for _ in elo),
        ]
        for row in found.rows[:MOST_ROWS]
    ]
    more = len(found.rows) - MOST_ROWS
    return _table("Standings", head, rows) + (f"<p>{more} more entrants.</p>" if more > 0 else "")


def _crosstable(state: Tournament, detail: _Detail) -> str:
    rows = standings(state).rows
    if not state.started or not detail.crosstable or len(rows) > MOST_CROSS:
        return ""
    table = crosstable_data(state)
    by_opponent = table["by"] == "opponent"
    columns = [str(place) for place in range(1, len(rows) + 1)] if by_opponent else table["columns"][-MOST_CROSS:]
    if not columns:
        return ""
    body = []
    for place, row in enumerate(table["rows"], start=1):
        # The results of a round name opponents by their numbers, and the columns of opponents are places.
        label, name = place if by_opponent else row["entrant"]["number"], _cut(row["entrant"]["name"], detail.name)
        body.append([str(label), name, *row["cells"][-len(columns) :], f"{row['points']:g}"])
    return _table("Crosstable", ["Place" if by_opponent else "No.", "Entrant", *columns, "Points"], body)


def _statistics(state: Tournament, detail: _Detail) -> str:
    found = figures(state)
    if not found.totals.games:
        return ""
    parts = [f"<li>{escape(warning)}</li>" for warning in found.warnings]
    progress = sprt_progress(state)
    if progress is not None:
        test = progress.test
        verdict = "" if progress.verdict == "running" else f": {progress.verdict}"
        parts.append(
            f"<li>LLR {progress.llr:.2f} ({test.lower:.2f} to {test.upper:.2f}) of {escape(test.text)}"
            f" after {sum(progress.counts)} pairs{verdict}</li>"
        )
    totals = found.totals
    facts = f"First player's score {totals.first_mover_score or 0:.1%}, draws {totals.draw_rate or 0:.1%}, mean length "
    facts += f"{totals.mean_plies or 0:.1f} plies."
    notes = f"<h2>Statistics</h2><p>{escape(facts)}</p>" + (f"<ul>{''.join(parts)}</ul>" if parts else "")
    most = sorted(found.met, key=lambda met: -sum(met.games))[: detail.met]
    rows = [_met_row(state, met_data(met), detail.name) for met in most]
    more = len(found.met) - len(rows)
    head = ["First", "Second", "Lost, drawn, won", "Pairs 0 to 2", "Score", "Elo", "Likelihood of superiority"]
    tables = _table("Entrants that met most often" if more else "Entrants that met", head, rows) if rows else ""
    return notes + tables + (f"<p>{more} more pairs of entrants have met.</p>" if more else "")


def _met_row(state: Tournament, met: Data, name: int) -> list[str]:
    superiority = met["superiority"]
    return [
        _cut(state.entrant(met["first"]).entrant.name, name),
        _cut(state.entrant(met["second"]).entrant.name, name),
        ", ".join(map(str, met["games"])),
        ", ".join(map(str, met["pairs"])) if any(met["pairs"]) else "",
        "" if met["score"] is None else f"{met['score']:.3f}",
        "not known yet" if met["elo"] is None else _elo(met["elo"], met["elo_error"]),
        "" if superiority is None else f"{superiority:.3f}",
    ]


def _elo(elo: float, error: float | None) -> str:
    return f"{elo:+.1f}" + (f" ± {error:.1f}" if error is not None else "")


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _table(title: str, head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in row) for row in rows)
    return f"<h2>{title}</h2><div><table><thead><tr>{top}<tbody>{body}</table></div>"
