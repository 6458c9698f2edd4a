"""Matches as lines of the lobby. Imported with the session, because it needs the protocol's values. No Textual."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz_client.columns import fit, shorten, width_of
from kibitz_client.text.formatting import age_text, clock_text, row_notes
from kibitz_client.text.seeks import seek_text
from kibitz_client.tui import strings
from kibitz_protocol.commands.seeks import SeekView
from kibitz_protocol.game_names import NamedGame, folded, search_text
from kibitz_protocol.match_codes import SHORT
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.matches import MatchRow
from kibitz_protocol.values.seats import SeatView, name_text, player_text

WIDE = 100
"""From this width on, a row has the clocks of both players, and not only the time control."""
TO_MOVE = ">"
"""The mark before the player to move."""


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """A line of the lobby. A `heading` cannot be selected. Matches with the same `series` succeed one another."""

    text: str
    id: str = ""
    heading: bool = False
    series: str = ""


def lobby_entries(
    rows: Iterable[MatchRow],
    mine: Iterable[str],
    filter_text: str,
    width: int,
    now: float,
    games: Iterable[NamedGame] = (),
) -> list[LobbyEntry]:
    """Return the lobby from the top, in groups with a heading: matches that wait for our move, our other matches and
    seats that are kept for us, live matches, open seats. Those whose players are away come last in their group.

    `now` is in seconds since 1970.
    """
    named = {game.name: search_text(game) for game in games} if filter_text else {}
    rows, own = [row for row in rows if _fits(row, filter_text, named.get(row.game, row.game))], set(mine)
    groups: dict[str, list[MatchRow]] = {
        strings.YOUR_MOVE: [],
        strings.YOUR_MATCHES: [],
        strings.LIVE: [],
        strings.OPEN_SEATS: [],
    }
    for row in rows:
        groups[_group(row, own)].append(row)
    entries = []
    clocked = any(row.clock for row in rows)
    for heading, group in groups.items():
        if group:
            entries.append(LobbyEntry(f"-- {heading} ({len(group)}) ".ljust(width, "-"), heading=True))
            group.sort(key=lambda row: row.away_since is not None)
            entries += [_entry(row, width, now, clocked=clocked) for row in group]
    return entries or [LobbyEntry(strings.NOTHING, heading=True)]


SEEK = "seek-"
"""What the id of an entry for a seek begins with."""


def seek_entries(seeks: Sequence[SeekView], games: Sequence[GameInfo], width: int) -> list[LobbyEntry]:
    """Return the player's searches for an opponent, below their heading."""
    if not seeks:
        return []
    entries = [LobbyEntry(shorten(f" {seek_text(seek, games)}", width), f"{SEEK}{seek.seek}") for seek in seeks]
    return [LobbyEntry(f"-- {strings.YOUR_SEEKS} ".ljust(width, "-"), heading=True), *entries]


def _group(row: MatchRow, own: set[str]) -> str:
    """Return the heading of a row."""
    if row.you is not None and row.phase == "running" and row.to_move == row.you:
        return strings.YOUR_MOVE
    if row.match in own or row.you is not None or row.for_you:
        return strings.YOUR_MATCHES
    return strings.OPEN_SEATS if row.phase == "open" else strings.LIVE


def _entry(row: MatchRow, width: int, now: float, *, clocked: bool) -> LobbyEntry:
    return LobbyEntry(
        row_text(row, width, now, clocked=clocked), row.match, series=row.series.id if row.series is not None else ""
    )


def successor(id: str, before: Iterable[LobbyEntry], now: Iterable[LobbyEntry]) -> str:
    """Return the match to highlight instead of an unlisted one: the current game of its series, or itself."""
    series = next((entry.series for entry in before if entry.id == id), "")
    return next((entry.id for entry in now if series and entry.series == series), id)


def row_text(row: MatchRow, width: int, now: float, *, clocked: bool = True) -> str:
    """Return the line of a match: ` Othello   >otter (1612±97) v alphabeta   5+3  ply 8  7QX42K  rated, 3w`.

    The player to move has a mark. A name that is too long ends with `..`, and so do notes for which there is no room.
    Without `clocked` there is no column for clocks.
    """
    wide = width >= WIDE
    # The user's own name says nothing in the user's own match.
    seats = [view for view in row.seats if view.seat != row.you or len(row.seats) == 1]
    one, *others = [_player(row, view) for view in seats] or [""]
    # The notes at the end of a line matter more than the end of a long name.
    room = max(12, min(30, (width - (55 if wide else 36) - max(SHORT, len(row.code))) // 2))
    players = " v ".join(shorten(names, room) for names in (one, " v ".join(others)) if names)
    ply = "paused" if row.phase == "paused" else f"ply {row.ply}" if row.phase != "open" else ""
    clock = (fit(_clocks(row), 15) if wide else fit(row.clock or "", 7)) if clocked else ""
    text = f" {fit(row.game, 10)} {players} {f'{clock} ' if clocked else ''}{ply:<7} {row.code:<{SHORT}} "
    return f"{text}{shorten(_notes(row, now), max(2, width - width_of(text)))}".rstrip()


def _player(row: MatchRow, view: SeatView) -> str:
    return f"{TO_MOVE if view.seat == row.to_move else ' '}{player_text(view)}"


def _clocks(row: MatchRow) -> str:
    """Return the time left for each player, or the time control of a match that has not begun."""
    if row.remaining_ms is None or row.phase == "open":
        return row.clock or ""
    return " ".join(clock_text(left) for left in row.remaining_ms)


def _notes(row: MatchRow, now: float) -> str:
    """Return the notes of a row, with only the game number of a series: `rated, game 2/10, 3w` with 3 spectators."""
    place = f"game {row.series.number}/{row.series.games}" if row.series is not None else ""
    watchers = f"{row.watchers}w" if row.watchers else ""
    age = "" if row.away_since is not None else age_text(row.created_at, now)
    return ", ".join(filter(None, (row_notes(row.model_copy(update={"series": None}), now), place, watchers, age)))


def _fits(row: MatchRow, filter_text: str, game: str) -> bool:
    """Return whether each word of the filter is in the names of the game, in the code or in a player's name."""
    text = " ".join([game, row.code, row.code.replace("-", ""), *(name_text(view) for view in row.seats if view.name)])
    text = text.casefold()
    return all(word in text or (folded(word) or word) in text for word in filter_text.casefold().split())
