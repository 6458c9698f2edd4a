"""The list of a server's open and live matches, as it changes."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from kibitz_protocol.to_client import Lobby
from kibitz_protocol.values.matches import MatchRow


@dataclass(frozen=True, slots=True)
class LobbyView:
    """All matches of the lobby, and what changed since the view before.

    `added` and `changed` have rows, `gone` has the last row of each match that the lobby no longer lists.
    """

    rows: tuple[MatchRow, ...]
    added: tuple[MatchRow, ...] = ()
    changed: tuple[MatchRow, ...] = ()
    gone: tuple[MatchRow, ...] = ()

    @classmethod
    def of(cls, rows: Iterable[MatchRow]) -> Self:
        """Return the first view, in which every match is new."""
        rows = tuple(rows)
        return cls(rows, added=rows)

    def after(self, message: Lobby) -> "LobbyView":
        """Return the view after a change. New matches come first, as in a list of the server."""
        known = {row.match: row for row in self.rows}
        rows = {row.match: row for row in message.changed}
        added = tuple(row for row in message.changed if row.match not in known)
        changed = tuple(row for row in message.changed if row.match in known and row != known[row.match])
        gone = tuple(known[match] for match in message.gone if match in known)
        kept = (rows.get(row.match, row) for row in self.rows if row.match not in message.gone)
        return LobbyView((*added, *kept), added, changed, gone)

    @property
    def unchanged(self) -> bool:
        """Whether nothing has changed, as after a reconnection."""
        return not (self.added or self.changed or self.gone)
