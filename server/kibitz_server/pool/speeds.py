"""How fast searches are at a place: measured, and smoothed over the last ones."""

from collections import OrderedDict

from kibitz_server.engine.driver import MachineCode, SearchResult

KEPT = 256
"""Number of codes whose speeds are kept."""
WEIGHT = 0.2
"""Weight of the newest search in the average."""
SHORTEST_S = 0.05
"""Shortest search that tells a speed. In shorter ones, most time is for other things."""


class Speeds:
    """Positions or playouts a second by the code of the search. Those not measured for longest are forgotten."""

    def __init__(self) -> None:
        self._of: OrderedDict[MachineCode, float] = OrderedDict()

    def of(self, code: MachineCode) -> float | None:
        """Return the speed of such searches; None if it is not known."""
        return self._of.get(code)

    def newest(self) -> tuple[tuple[MachineCode, float], ...]:
        """Return all speeds that are known, the last measured first."""
        return tuple(reversed(self._of.items()))

    def note(self, code: MachineCode, report: SearchResult) -> None:
        """Take a finished search into account."""
        if report.source != "search" or report.seconds < SHORTEST_S:
            return
        newest = report.nodes / report.seconds
        before = self._of.pop(code, newest)
        self._of[code] = before + WEIGHT * (newest - before)
        if len(self._of) > KEPT:
            self._of.popitem(last=False)
