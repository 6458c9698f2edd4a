"""Matches as lines of the lobby. Imported with the session, because it needs the protocol's values."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz_client.text.columns import fit
from kibitz_client.text.formatting import player_text, row_notes
from kibitz_client.tui import strings
from kibitz_protocol.values import MatchRow


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """A line of the lobby. A `heading` cannot be selected. Matches with the same `series` succeed one another."""

    text: str
    id: str = ""
    heading: bool = False
    series: str = ""


def lobby_entries(rows: Iterable[MatchRow], mine: Iterable[str], filter_text: str, width: int) -> list[LobbyEntry]:
    """Return the lobby from the top: our own matches, live ones, open seats; each group with a heading."""
    rows, own = [row for row in rows if _fits(row, filter_text)], set(mine)
    kinds = (
        (strings.YOUR_MATCHES, [row for row in rows if row.match in own]),
        (strings.LIVE, [row for row in rows if row.phase != "open" and row.match not in own]),
        (strings.OPEN_SEATS, [row for row in rows if row.phase == "open" and row.match not in own]),
    )
    entries = []
    for heading, group in kinds:
        if group:
            entries.append(LobbyEntry(f"-- {heading} ({len(group)}) ".ljust(width, "-"), heading=True))
            entries += [_entry(row, width) for row in group]
    return entries or [LobbyEntry(strings.NOTHING, heading=True)]


def _entry(row: MatchRow, width: int) -> LobbyEntry:
    return LobbyEntry(row_text(row, width), row.match, series=row.series.id if row.series is not None else "")


def successor(id: str, before: Iterable[LobbyEntry], now: Iterable[LobbyEntry]) -> str:
    """Return the match to highlight instead of an unlisted one: the current game of its series, or itself."""
    series = next((entry.series for entry in before if entry.id == id), "")
    return next((entry.id for entry in now if series and entry.series == series), id)


def row_text(row: MatchRow, width: int) -> str:
    """Return the line of a match: `Othello     otter   v  alphabeta   5+3  ply 8  3w  rated`."""
    one, *others = [player_text(view) for view in row.seats] or [""]
    # The notes at the end of a line matter more than the end of a long name.
    room = max(12, min(30, (width - 44) // 2))
    players = " v ".join(fit(names, room) for names in (one, " v ".join(others)) if names)
    ply = "paused" if row.phase == "paused" else f"ply {row.ply:>3}" if row.phase != "open" else ""
    watchers = f"{row.watchers}w" if row.watchers else ""
    text = f" {row.game:<11.11}{players} {row.clock or '':<7.7}{ply:<8}{watchers:<3}{_notes(row)}"
    return fit(text, width).rstrip()


def _notes(row: MatchRow) -> str:
    """Return the notes of a row, with only the game number of a series: `rated, game 2/10`."""
    place = f"game {row.series.number}/{row.series.games}" if row.series is not None else ""
    return ", ".join(filter(None, (row_notes(row.model_copy(update={"series": None})), place)))


def _fits(row: MatchRow, filter_text: str) -> bool:
    text = " ".join([row.game, row.code, *(view.name or "" for view in row.seats)])
    return all(word in text.casefold() for word in filter_text.casefold().split())
