"""Matches as lines of the lobby. Imported with the hub, because it knows the protocol's values."""

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz_client.text.formatting import player_text, row_notes
from kibitz_client.tui import strings
from kibitz_protocol.values import MatchRow


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the lobby: `heading`s are not chosen. What has the same `series` follows one another."""

    text: str
    id: str = ""
    heading: bool = False
    series: str = ""


def lobby_entries(rows: Iterable[MatchRow], mine: Iterable[str], wanted: str, width: int) -> list[Entry]:
    """The lobby from the top: your own matches, live ones, open seats; each kind with a heading."""
    rows, own = [row for row in rows if _fits(row, wanted)], set(mine)
    kinds = (
        (strings.YOUR_MATCHES, [row for row in rows if row.match in own]),
        (strings.LIVE, [row for row in rows if row.phase != "open" and row.match not in own]),
        (strings.OPEN_SEATS, [row for row in rows if row.phase == "open" and row.match not in own]),
    )
    entries = []
    for heading, found in kinds:
        if found:
            entries.append(Entry(f"-- {heading} ({len(found)}) ".ljust(width, "-"), heading=True))
            entries += [_entry(row, width) for row in found]
    return entries or [Entry(strings.NOTHING, heading=True)]


def _entry(row: MatchRow, width: int) -> Entry:
    return Entry(row_text(row, width), row.match, series=row.series.id if row.series is not None else "")


def successor(id: str, before: Iterable[Entry], now: Iterable[Entry]) -> str:
    """The match that stands for one that is listed no longer: the game of its series that is on now, or the same."""
    series = next((entry.series for entry in before if entry.id == id), "")
    return next((entry.id for entry in now if series and entry.series == series), id)


def row_text(row: MatchRow, width: int) -> str:
    """One match: `Othello     otter   v  alphabeta   5+3  ply 8  3w  rated`."""
    one, *others = [player_text(view) for view in row.seats] or [""]
    # What is said at the end of a line is more than the end of a long name.
    room = max(12, min(30, (width - 44) // 2))
    who = f"{one:<{room}.{room}} v {' v '.join(others):<{room}.{room}}" if others else f"{one:<{room}.{room}}"
    ply = "paused" if row.phase == "paused" else f"ply {row.ply:>3}" if row.phase != "open" else ""
    watchers = f"{row.watchers}w" if row.watchers else ""
    return f" {row.game:<11.11}{who} {row.clock or '':<7.7}{ply:<8}{watchers:<3}{_notes(row)}"[:width].rstrip()


def _notes(row: MatchRow) -> str:
    """As elsewhere, but the place in a series alone: `rated, game 2/10`."""
    place = f"game {row.series.number}/{row.series.games}" if row.series is not None else ""
    return ", ".join(filter(None, (row_notes(row.model_copy(update={"series": None})), place)))


def _fits(row: MatchRow, wanted: str) -> bool:
    text = " ".join([row.game, row.code, *(view.name or "" for view in row.seats)])
    return all(word in text.casefold() for word in wanted.casefold().split())
