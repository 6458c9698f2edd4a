"""Exact results: the winner, the size of the win in the game's own unit, and the number of plies.

A game whose results have a size (it has `bounds` and `result`) is solved by null windows over that size. Any other game
is searched deeper and deeper, until a win is proven or the depth limit no longer cuts off any line.

A game that names its threats is searched deeper and deeper for a while, then for wins by threats of threats of either
side, and then solved by null windows if few moves are left. Only the first of these gives the shortest distance. The
distance of the others is the length of the line that they report.
"""

from typing import Any

from kibitz_server.engine.book import bundled
from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl, publish, publish_from_book
from kibitz_server.engine.data.endings import ending
from kibitz_server.engine.data.openings import opening
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.engine.score import INFINITE, PROVEN, SURE, WIN
from kibitz_server.engine.threats.attack import Attack, prepare_attack
from kibitz_server.engine.threats.root import has_threats, share_of
from kibitz_server.games.game import Game, LegalMove, Position

LOOK_NODES = 20_000
"""Nodes of the search before a proof: some milliseconds, in which it sees the wins and losses of the next moves."""
LOOK_NODES_PLAIN = 500
"""The same in plain Python, which needs as long for them."""
FIRST_NODES = 100_000
ATTACK_NODES = 2_000_000
"""Nodes of the first two searches of a game that names its threats. Each uses at most a quarter of a node limit."""
FEW_MOVES = 30
"""Most moves of a position at which null windows solve such a game."""


class Stopped(Exception):
    """Stop of a search before it knew the result."""


def prepare_to_solve(game: Game) -> SpecialisedSearch:
    """Return the search that solves this game."""
    if "bounds" in game.names and not has_threats(game):
        return _by_null_windows(game)
    return specialise("alphabeta", game, SOUND=1)


def _by_null_windows(game: Game) -> SpecialisedSearch:
    return specialise("solver", game, MORE_BITS=2)


def searches_to_solve(game: Game) -> list[SpecialisedSearch]:
    """Return all searches that solving this game uses."""
    prover = prepare_to_solve(game)
    if has_threats(game):
        return [prover, prepare_attack(game), _by_null_windows(game)]
    return [prover, specialise("alphabeta", game)] if prover.template == "solver" else [prover]


def solve(search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl) -> None:
    """Report the exact result of a position that is not over, or the best searched move if stopped first."""
    if search.template == "solver":
        look(position, control)
        _prove(search, position, control)
    elif has_threats(position.game) and not limit.depth:
        _by_threats(search, position, limit, control)
    else:
        _deepen(search, position, limit, control)


def _by_threats(search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl) -> None:
    with share_of(control, 4, FIRST_NODES):
        _deepen(search, position, limit, control)
    turn = position.state.turn
    for attacker, result in ((turn, 1), (1 - turn, -1)):
        if control.exact or control.stop:
            return
        with share_of(control, 4, ATTACK_NODES):
            line = Attack(prepare_attack(position.game), attacker, control).line(position)
        if line and control.node_limit:
            publish(control, len(line), result, line, exact=True, distance=len(line))
            return
    if len(position.legal) <= FEW_MOVES:
        _prove(_by_null_windows(position.game), position, control)
    else:
        _deepen(search, position, limit, control)


def _prove(search: SpecialisedSearch, position: Position, control: SearchControl) -> None:
    """Report the result and the line of null windows, unless stopped first."""
    prover = Prover(search, control)
    try:
        value = prover.value(position)
        line = prover.line(position, value)
    except Stopped:
        return
    publish(control, len(line), value, [move.code for move in line], exact=True, distance=len(line))


def settle(prover: SpecialisedSearch, position: Position, control: SearchControl) -> None:
    """Prove the best move of a position that a search has reported a move and a score of, and report it exactly.

    The reported move is solved first, around the reported score; each other move only has to be shown not to be better.
    If the proof is stopped, the report stays, or becomes the best of the moves solved until then.
    """
    reported, guess = control.line[0], round(control.score / 100) if abs(control.score) < PROVEN else 0
    moves = sorted(position.legal, key=lambda move: move.code != reported)
    found = Prover(prover, control)
    try:
        best, value = moves[0], found.value_of(position, moves[0], guess)
        for move in moves[1:]:
            if found.better(position, move, value):
                best, value = move, found.value_of(position, move, value + 1)
                # Until the last move is refuted this is the best move known, but not an exact result.
                publish(control, control.depth, 100 * value, [best.code])
        after = position.after(best)
        line = [best, *found.line(after, value if after.state.turn == position.state.turn else -value)]
    except Stopped:
        return
    publish(control, len(line), value, [move.code for move in line], exact=True, distance=len(line))


class Prover:
    """Exact values of the positions of one game. The table is kept, so results of one position speed up the next.

    Its methods raise Stopped when the control block requests a stop.
    """

    def __init__(self, search: SpecialisedSearch, control: SearchControl, workspace: Any = None) -> None:
        self._rules = search.game.rules
        self._control = control
        self._search = search
        self._view = search.attach(control)
        self._ws = search.workspace(search.game.new_state()) if workspace is None else workspace

    def value(self, position: Position) -> int:
        """Return the result for the side to move, in the game's own unit.

        Null windows bisect the range. The first ones lie half-way to 0, because most results are near 0 (Pons, 2015).
        """
        low, high = self._bounds(position)
        while low < high:
            middle = low + (high - low) // 2
            if middle <= 0 and low // 2 < middle:
                middle = -(-low // 2)
            elif middle >= 0 and high // 2 > middle:
                middle = high // 2
            bound = self._window(position, middle)
            if bound <= middle:
                high = bound
            else:
                low = bound
        return low

    def value_near(self, position: Position, guess: int) -> int:
        """Return the same as `value`. Null windows begin at a guess and go from there in growing steps.

        The search is MTD(f) with steps (Plaat, Schaeffer, Pijls and de Bruin, 1996).
        """
        low, high = self._bounds(position)
        step = 1
        while low < high:
            middle = max(low, min(high - 1, guess))
            bound = self._window(position, middle)
            if bound <= middle:
                high = bound
                guess = high - step
            else:
                low = bound
                guess = low + step - 1
            step *= 2
        return low

    def value_of(self, position: Position, move: LegalMove, guess: int) -> int:
        """Return the result of a move for the side that makes it, which is likely to be near `guess`."""
        after = position.after(move)
        if after.state.turn == position.state.turn:
            return self.value_near(after, guess)
        return -self.value_near(after, -guess)

    def better(self, position: Position, move: LegalMove, value: int) -> bool:
        """Return whether the result of a move is better than `value` for the side that makes it."""
        after = position.after(move)
        if after.state.turn == position.state.turn:
            return not self.at_most(after, value)
        return self.at_most(after, -value - 1)

    def at_most(self, position: Position, value: int) -> bool:
        """Return whether the result is no better than `value`."""
        low, high = self._bounds(position)
        return high <= value or (low <= value and self._window(position, value) <= value)

    def move_reaches(self, position: Position, move: LegalMove, value: int) -> bool:
        """Return whether a move of the position is worth at least `value` to the side that makes it."""
        after = position.after(move)
        if after.state.turn != position.state.turn:
            return self.at_most(after, -value)
        return not self.at_most(after, value - 1)

    def line(self, position: Position, value: int) -> list[LegalMove]:
        """Return best play from here to the end; `value` is the value of the position."""
        line: list[LegalMove] = []
        while position.outcome is None:
            move = next(move for move in position.legal if self.move_reaches(position, move, value))
            line.append(move)
            turn, position = position.state.turn, position.after(move)
            value = value if position.state.turn == turn else -value
        return line

    def _bounds(self, position: Position) -> tuple[int, int]:
        state = position.state
        if position.outcome is not None:
            value = int(self._rules.result(state))
            return value, value
        at_once = int(self._rules.at_once(state)) if hasattr(self._rules, "at_once") else 0
        if at_once:
            return at_once, at_once
        low, high = self._rules.bounds(state)
        return int(low), int(high)

    def _window(self, position: Position, value: int) -> int:
        """Return a bound on the result: an upper bound if it is at most `value`, else a lower bound."""
        self._search.load(self._ws, position.state)
        bound = int(self._search.run.search(self._ws, self._view, value, value + 1, 0, 0))
        if self._control.stop:
            raise Stopped
        return bound


def look(position: Position, control: SearchControl) -> None:
    """Report the best move of a short search, which a proof that is stopped falls back on.

    Null windows say how good the position is, but not which move is best. The search counts towards the limit, and uses
    at most a tenth of its nodes. A solved opening and a book know a move without it.
    """
    if known := looked_up(position):
        publish_from_book(control, *known)
        return
    search, own = specialise("alphabeta", position.game), SearchControl()
    most = LOOK_NODES if search.backend.compiled else LOOK_NODES_PLAIN
    own.reset(max(1, min(most, control.node_limit // 10)))
    ws, view, before = search.workspace(position.state), search.attach(own), control.nodes
    for depth in range(1, MAX_DEPTH):
        score = _pass(search, ws, view, depth, own)
        control.nodes = before + own.nodes
        if own.stop:
            _publish_stopped(search, ws, depth, control)
        else:
            publish(control, depth, score, search.line(ws))
        if own.stop or not own.horizon or abs(score) >= WIN - depth:
            break


def looked_up(position: Position) -> tuple[int, int] | None:
    """Return the score and the code of the best move of a solved opening, or of the book; None if neither has one."""
    known = opening(position)
    if known is not None and known.move is not None:
        return known.value * SURE, known.move.code
    book = bundled(position.game)
    choices = book.choices(position) if book is not None else ()
    if not choices:
        return None
    best = max(choices, key=lambda choice: choice.weight)
    return best.score, position.find(best.move).code


def _deepen(search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl) -> None:
    """Search with full alpha-beta, deeper and deeper. A win within the depth is the soonest one.

    A search that has been reported already stays until a deeper one ends.
    """
    reported = control.depth
    if known := ending(position):
        control.nodes += known.looked
        codes = [move.code for move in known.line]
        publish(control, known.distance, known.value, codes, exact=True, distance=known.distance)
        return
    view = search.attach(control)
    ws = search.workspace(position.state)
    control.capacity = 1 << search.constants["TABLE_BITS"]
    for depth in range(1, min(limit.depth or MAX_DEPTH, MAX_DEPTH) + 1):
        score = _pass(search, ws, view, depth, control)
        if control.stop:
            if depth > reported:
                _publish_stopped(search, ws, depth, control)
            return
        if not control.horizon:
            # The table may still hold values of passes that the depth limit cut off: confirm with an empty table.
            ws = search.workspace(position.state)
            control.filled = 0
            score = _pass(search, ws, view, depth, control)
            if control.stop:
                return
        line = search.line(ws)
        # Forced moves are searched beyond the depth, so a pass may prove a later win once nothing was cut off.
        if abs(score) >= (WIN - depth if control.horizon else PROVEN):
            publish(control, depth, 1 if score > 0 else -1, line, exact=True, distance=WIN - abs(score))
            return
        if not control.horizon:
            publish(control, depth, 0, line, exact=True, distance=len(line))
            return
        if depth > reported:
            publish(control, depth, score, line)


def _publish_stopped(search: SpecialisedSearch, ws: Any, depth: int, control: SearchControl) -> None:
    """Report the best move of a stopped pass, if it has one: the pass tried the best move of the one before first."""
    if line := search.line(ws):
        publish(control, depth - 1, round(search.value(ws)), line)


def _pass(search: SpecialisedSearch, ws: Any, view: Any, depth: int, control: SearchControl) -> int:
    control.horizon = 0
    return int(search.run.search(ws, view, depth, -INFINITE, INFINITE, 0, 0))
