"""Outcome first: the result is proven before an evaluation is asked, in games whose solver reaches the end early.

Null windows about a draw say whether the side to move wins, draws or loses, and they cost a fraction of an exact result
(Allis, 1988). Each move is a question of its own, so that a proof which is stopped still knows the moves that lose.
"""

from collections.abc import Sequence
from typing import Any

from kibitz_server.engine.compiler.memory import Memory, kept
from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl, publish, publish_from_book
from kibitz_server.engine.data.openings import opening
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.proofs.share import within_share
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.engine.score import INFINITE, SURE, one_ply_earlier
from kibitz_server.engine.solve import Prover, Stopped, look, prepare_to_solve
from kibitz_server.games.game import Game, LegalMove, Position

PART = 0.5
"""Part of a limit after which a proof that has not succeeded gives way to an evaluation."""


def provable(game: Game) -> bool:
    """Return whether a solver reaches the end of a game long before a depth-limited search does."""
    return "at_once" in game.names


def prove_outcome(
    position: Position, limit: Limit, control: SearchControl, memory: Memory | None = None, exact: bool = False
) -> bool:
    """Report a move that keeps the result of a position, and the exact result if there is time left for it.

    A solved opening needs no search. Return False if neither is known after PART of the limit. The best move of a short
    search is reported by then, and if some moves surely lose, a better one among the others. For an `exact` result, a
    solved opening too gets the whole limit.
    """
    known = opening(position)
    if known is not None and known.move is not None and not exact:
        publish_from_book(control, known.value * SURE, known.move.code)
        return True
    prover = prepare_to_solve(position.game)
    searcher = specialise("alphabeta", position.game)
    if prover.template != "solver" or prover.backend.compiled != searcher.backend.compiled:  # evicted from the cache
        return False
    memory, unused = kept(memory, position, limit, control), SearchControl()
    workspace = memory.workspace(prover, position, unused)
    memory.leave(prover, unused)
    proof = _Proof(position, Prover(prover, control, workspace), control)
    look(position, control)
    if known is None and not (within_share(PART, limit, control, proof.run) and proof.value is not None):
        return proof.choose_other(searcher)
    return proof.settle(known.value if known else proof.value or 0)


class _Proof:
    """Proof of the outcome of a position, move by move."""

    def __init__(self, position: Position, prover: Prover, control: SearchControl) -> None:
        self._position = position
        self._prover = prover
        self._control = control
        self._best: LegalMove | None = None
        self._open = list(position.legal)
        """Moves that are not refuted by a better one, or by the loss of the game."""
        self.value: int | None = None
        """The outcome for the side to move: 1, 0 or -1, or None while it is not known."""

    def run(self) -> None:
        """Find the value, unless stopped before."""
        self._open = self._ordered()
        try:
            if self._control.score < 0:
                self.value = (1 if self._reaches(1) else 0) if self._reaches(0) else -1
            else:
                self.value = 1 if self._reaches(1) else 0 if self._reaches(0) else -1
        except Stopped:
            self.value = None

    def _ordered(self) -> list[LegalMove]:
        """Return the moves, that of the short search first."""
        first = self._control.line[0] if self._control.length else None
        return sorted(self._position.legal, key=lambda move: move.code != first)

    def _reaches(self, value: int) -> bool:
        """Return whether some move is worth `value` or more, and keep the first such move."""
        for move in list(self._open):
            if self._prover.move_reaches(self._position, move, value):
                self._best = move
                return True
            if value == 0:
                self._open.remove(move)
        return False

    def settle(self, value: int) -> bool:
        """Report the outcome, and then the exact result if it is proven within the rest of the limit. Return True."""
        if self._best is not None:
            publish(self._control, self._control.depth, value * SURE, [self._best.code])
        self.exactly()
        return True

    def exactly(self) -> None:
        """Report the exact result, unless stopped before."""
        try:
            exact = self._prover.value(self._position)
            line = self._prover.line(self._position, exact)
        except Stopped:
            return
        publish(self._control, len(line), exact, [move.code for move in line], exact=True, distance=len(line))

    def choose_other(self, search: SpecialisedSearch) -> bool:
        """Search the moves that may be best, deeper and deeper, if there are others. Return whether this was done."""
        if self._best is not None:  # it holds a draw, and a win was not found
            publish(self._control, self._control.depth, 0, [self._best.code])
            return True
        if len(self._open) in (0, len(self._position.legal)):
            return False
        publish(self._control, self._control.depth, self._control.score, [self._open[0].code])
        workspace, view = search.workspace(self._position.state), search.attach(self._control)
        for depth in range(MAX_DEPTH):
            best, line = self._searched(search, workspace, view, depth)
            if self._control.stop or len(self._open) == 1:
                break
            publish(self._control, depth + 1, best, line)
        return True

    def _searched(self, search: SpecialisedSearch, workspace: Any, view: Any, depth: int) -> tuple[int, Sequence[int]]:
        best, line = -INFINITE, [self._open[0].code]
        for move in list(self._open):
            after = self._position.after(move)
            turned = after.state.turn != self._position.state.turn
            search.load(workspace, after.state)
            window = (-INFINITE, -best) if turned else (best, INFINITE)
            value = one_ply_earlier(int(search.run.search(workspace, view, depth, *window, 0, 0)), turned)
            if self._control.stop:
                break
            if value > best:
                best, line = value, [move.code, *search.line(workspace)]
                self._open.remove(move)
                self._open.insert(0, move)
        return best, line
