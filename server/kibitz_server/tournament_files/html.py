"""A tournament as a page without scripts: standings, crosstable and statistics.

The server shows it to browsers without JavaScript, and a client gets it as one file. All names are escaped.
"""

from collections.abc import Iterable, Sequence
from html import escape

from kibitz_server.core.tournament.rules.figures import figures, sprt_progress
from kibitz_server.core.tournament.standings import standings
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.messages.outgoing import Data
from kibitz_server.messages.tournaments.tables import crosstable_data, met_data
from kibitz_server.tournament_files.source import TournamentSource

MOST_ROWS = 250
"""Entrants in the standings."""
MOST_CROSS = 64
"""Entrants up to which there is a crosstable, and its largest number of columns."""
MOST_MET = 50
"""Pairs of entrants in the statistics."""
STYLE = (
    "body{font:16px/1.45 system-ui,sans-serif;margin:1rem auto;max-width:72rem;padding:0 1rem;"
    "background:#fff;color:#1a1a1a}table{border-collapse:collapse;margin:.5rem 0 1.5rem}"
    "th,td{padding:.2rem .55rem;border-bottom:1px solid #ddd;text-align:right}"
    "th:nth-child(-n+2),td:nth-child(-n+2){text-align:left}div{overflow-x:auto}"
    "@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}th,td{border-color:#444}}"
)
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


def content(state: Tournament) -> str:
    """Return what the page has: a heading, a sentence, and the tables."""
    return "".join((_heading(state), _standings(state), _crosstable(state), _statistics(state)))


def _heading(state: Tournament) -> str:
    created, terms = state.created, state.terms
    facts = [f"{terms.format} of {terms.game}", f"organiser {created.organiser.shown}"]
    facts += [f"clock {terms.control}"] if terms.control else []
    facts += [f"round {state.round} of {state.planned_rounds}"] if state.planned_rounds and state.started else []
    facts.append(f"{state.counted} game{'s' * (state.counted != 1)} played")
    reason = f": {state.reason}" if state.reason else ""
    sentence = f"The tournament {STATES[state.phase]}{reason}."
    return f"<h1>{escape(created.name)}</h1><p>{escape(', '.join(facts))}. {escape(sentence)}</p>"


def _standings(state: Tournament) -> str:
    found = standings(state)
    head = ["Rank", "Entrant", "Points", *found.tie_breaks, "Played", "Won", "Drawn", "Lost"]
    rows = [
        [
            str(row.rank),
            state.entrant(row.number).entrant.name,
            f"{row.points:g}",
            *("" if value is None else f"{value:g}" for value in row.tie_breaks),
            *map(str, (row.played, row.won, row.drawn, row.lost)),
        ]
        for row in found.rows[:MOST_ROWS]
    ]
    more = len(found.rows) - MOST_ROWS
    return _table("Standings", head, rows) + (f"<p>{more} more entrants.</p>" if more > 0 else "")


def _crosstable(state: Tournament) -> str:
    rows = standings(state).rows
    if not state.started or len(rows) > MOST_CROSS:
        return ""
    table = crosstable_data(state)
    by_opponent = table["by"] == "opponent"
    columns = [str(place) for place in range(1, len(rows) + 1)] if by_opponent else table["columns"][-MOST_CROSS:]
    body = [
        [str(place), row["entrant"]["name"], *row["cells"][-len(columns) :], f"{row['points']:g}"]
        for place, row in enumerate(table["rows"], start=1)
    ]
    return _table("Crosstable", ["", "Entrant", *columns, "Points"], body)


def _statistics(state: Tournament) -> str:
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
    notes = f"<ul>{''.join(parts)}</ul>" if parts else ""
    rows = [_met_row(state, met_data(met)) for met in found.met[:MOST_MET]]
    head = ["First", "Second", "Lost, drawn, won", "Pairs 0 to 2", "Score", "Elo", "Likelihood of superiority"]
    return _table("Statistics", head, rows) + notes


def _met_row(state: Tournament, met: Data) -> list[str]:
    elo, error, superiority = met["elo"], met["elo_error"], met["superiority"]
    shown = "not known yet" if elo is None else f"{elo:+.1f}" + (f" ± {error:.1f}" if error is not None else "")
    return [
        state.entrant(met["first"]).entrant.name,
        state.entrant(met["second"]).entrant.name,
        ", ".join(map(str, met["games"])),
        ", ".join(map(str, met["pairs"])) if any(met["pairs"]) else "",
        "" if met["score"] is None else f"{met['score']:.3f}",
        shown,
        "" if superiority is None else f"{superiority:.3f}",
    ]


def _table(title: str, head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in row) for row in rows)
    return f"<h2>{title}</h2><div><table><thead><tr>{top}<tbody>{body}</table></div>"
