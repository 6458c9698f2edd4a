"""Values of all moves of a position, and not only of the best one.

A depth-first or Monte Carlo search gives each move an equal share of the limit and searches the position after it, one
ply less deep. The best of these values is the position's. `solve` proves the position first and then its moves. Values
are for the side to move at the root, and distances to a win count from the root.

`run_among` searches some moves alone, as `searchmoves` of UCI asks for.
"""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm, check
from kibitz_server.engine.compiler.memory import Memory
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl, publish, read
from kibitz_server.engine.driver import SearchResult, describe, run, stopping_after
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.rules import MAX_DEPTH, final_score
from kibitz_server.engine.score import INFINITE, WIN, one_ply_earlier, wins_in
from kibitz_server.engine.solve import Prover, Stopped, look, prepare_to_solve
from kibitz_server.games.game import ONGOING, LegalMove, Position, said_line

Values = dict[str, int | None]
"""Moves as text with their values; None for a move that could not be proven within the limit."""


def run_per_move(position: Position, algorithm: str, limit: Limit) -> tuple[SearchResult, Values]:
    """Search a position that is not over, and each of its moves.

    The limit covers all searches together. A move that would get no node still gets one, beyond the limit.

    Raises:
        UnknownAlgorithm: No algorithm has this name.
        UnfitAlgorithm: The algorithm cannot play this game, it chooses a move without values of the others (`cfr`,
            `ismcts`, `level`, `random`), or a chance event is due.
    """
    check(algorithm, position.game)
    if position.chances:
        raise UnfitAlgorithm("a chance event is due in this position, and there are no moves to value")
    if algorithm in ("cfr", "ismcts", "level", "random"):
        raise UnfitAlgorithm(f"{algorithm} chooses a move and gives the others no values")
    limit = replace(limit, thorough=True)
    search = ALGORITHMS[algorithm].prepare(position.game)
    if algorithm != "solve":
        return _search_each(search, position, algorithm, limit)
    if search.template == "solver":
        return _prove_each(position, limit)
    return _deepen_each(position, limit)


class _Budget:
    """Unspent part of a limit."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._began = time.perf_counter()
        self.nodes = 0
        """Nodes spent so far; the caller adds to it."""
        self.playouts = 0

    @property
    def seconds(self) -> float:
        """Time spent so far."""
        return time.perf_counter() - self._began

    def share(self, parts: int, depth: int | None) -> Limit:
        """Return one of `parts` equal parts of the unspent limit."""
        limit = self._limit
        return replace(
            limit,
            depth=depth,
            seconds=max(1e-6, (limit.seconds - self.seconds) / parts) if limit.seconds else None,
            nodes=max(1, (limit.nodes - self.nodes) // parts) if limit.nodes else None,
            playouts=max(1, (limit.playouts - self.playouts) // parts) if limit.playouts else None,
        )


def _search_each(
    search: SpecialisedSearch, position: Position, algorithm: str, limit: Limit
) -> tuple[SearchResult, Values]:
    budget, moves = _Budget(limit), position.legal
    budget.nodes = 1
    found: list[tuple[int, SearchResult | None]] = []
    for i, move in enumerate(moves):
        after = position.after(move)
        turned = after.state.turn != position.state.turn
        if after.outcome is not None:
            found.append((one_ply_earlier(final_score(after), turned), None))
            budget.nodes += 1
            continue
        depth = None if limit.depth is None else limit.depth - 1
        report = _search_below(search, after, algorithm, budget.share(len(moves) - i, depth or None), depth != 0)
        budget.nodes += report.nodes
        budget.playouts += report.nodes
        found.append((one_ply_earlier(report.score, turned), report))
    best = max(range(len(moves)), key=lambda i: found[i][0])
    score, report_below = found[best]
    report = SearchResult(
        algorithm=algorithm,
        move=moves[best].text,
        score=score,
        wins_in=wins_in(score),
        depth=1 + min((report.depth for _, report in found if report), default=0),
        nodes=budget.nodes,
        seconds=budget.seconds,
        line=(moves[best].text, *(report_below.line if report_below else ())),
        said=(*said_line(position, [moves[best].text]), *(report_below.said if report_below else ())),
        selective=1 + max((report.selective for _, report in found if report), default=0),
    )
    return report, {move.text: value for move, (value, _) in zip(moves, found, strict=True)}


def _search_below(
    search: SpecialisedSearch, position: Position, algorithm: str, limit: Limit, deeper: bool
) -> SearchResult:
    """Return the report of a search; without depth or nodes for one, the static evaluation of the position."""
    control = SearchControl()
    control.reset(limit.nodes)
    if deeper:
        report = run(position, algorithm, limit, control)
        if report.depth or algorithm == "mcts":
            return report
    control.reset(None)
    window = (-INFINITE, INFINITE) if search.template in ("alphabeta", "expectiminimax", "textbook") else ()
    value = search.run.search(search.workspace(position.state), search.attach(control), 0, *window, 0, 0)
    publish(control, 0, round(value), [])
    return replace(describe(position, algorithm, read(control), 0.0), line=(), said=())


def _result(position: Position) -> int:
    """Return the result of a finished game: 1, 0 or -1 for the side to move."""
    result = int(position.game.rules.outcome(position.state))
    assert result != ONGOING
    return result


def _prove_each(position: Position, limit: Limit) -> tuple[SearchResult, Values]:
    """Prove the position and its moves with the game's solver, whose table serves all of them."""
    control, values = SearchControl(), Values()
    control.reset(limit.nodes)
    began = time.perf_counter()
    with stopping_after(limit.seconds, control):
        look(position, control)
        prover = Prover(prepare_to_solve(position.game), control)
        try:
            value = prover.value(position)
            line = prover.line(position, value)
            publish(control, len(line), value, [move.code for move in line], exact=True, distance=len(line))
            for move in position.legal:
                after = position.after(move)
                value = prover.value(after)
                values[move.text] = -value if after.state.turn != position.state.turn else value
        except Stopped:
            pass
    report = describe(position, "solve", read(control), time.perf_counter() - began)
    return report, {move.text: values.get(move.text) for move in position.legal}


def _deepen_each(position: Position, limit: Limit) -> tuple[SearchResult, Values]:
    """Prove the position and its moves with the deepening search, once for each."""
    budget, values, moves = _Budget(limit), Values(), position.legal
    control = SearchControl()
    control.reset(limit.nodes)
    root = run(position, "solve", limit, control)
    budget.nodes = root.nodes
    for i, move in enumerate(moves):
        after = position.after(move)
        value: int | None = _result(after) if after.outcome is not None else None
        if value is None:
            part = budget.share(len(moves) - i, limit.depth)
            control.reset(part.nodes)
            below = run(after, "solve", part, control)
            budget.nodes += below.nodes
            value = below.score if below.exact else None
        turned = after.state.turn != position.state.turn
        values[move.text] = -value if turned and value is not None else value
    return replace(root, nodes=budget.nodes, seconds=budget.seconds), values


class _Found(NamedTuple):
    move: LegalMove
    score: int
    line: list[int]


def run_among(
    moves: Sequence[LegalMove],
    position: Position,
    _algorithm: str,
    limit: Limit,
    control: SearchControl,
    _memory: Memory | None = None,
) -> SearchResult:
    """Return the best of these moves of a position without chance, by alpha-beta one depth after another.

    The other arguments are those of `driver.run`. A level searches as far as the limit says, and no weaker.
    """
    search = ALGORITHMS["alphabeta"].prepare(position.game)
    began = time.perf_counter()
    publish(control, 0, 0, [moves[0].code])
    with stopping_after(limit.seconds, control):
        _deepen_among(search, position, moves, min(limit.depth or MAX_DEPTH, MAX_DEPTH), control)
    return describe(position, "alphabeta", read(control), time.perf_counter() - began)


def _deepen_among(
    search: SpecialisedSearch, position: Position, moves: Sequence[LegalMove], deepest: int, control: SearchControl
) -> None:
    workspace = search.workspace(position.state)
    for depth in range(1, deepest + 1):
        found: list[_Found] = []
        for move in moves:
            best = max((each.score for each in found), default=-INFINITE)
            each = _searched(search, workspace, position, move, depth - 1, best, control)
            if control.stop:
                break
            found.append(each)
        if not found:
            return
        # The best move of the depth before is the first one, so that a pass that was stopped is better than that.
        first = max(found, key=lambda each: each.score)
        publish(control, depth if len(found) == len(moves) else depth - 1, first.score, first.line)
        if control.stop or abs(first.score) >= WIN - depth:
            return
        later = [move for move in moves if move not in [each.move for each in found]]
        moves = [each.move for each in sorted(found, key=lambda each: -each.score)] + later


def _searched(
    search: SpecialisedSearch,
    workspace: object,
    position: Position,
    move: LegalMove,
    depth: int,
    best: int,
    control: SearchControl,
) -> _Found:
    """Return a move with its score, which is no more than `best` if it is not better."""
    after = position.after(move)
    turned = after.state.turn != position.state.turn
    if after.outcome is not None:
        return _Found(move, one_ply_earlier(final_score(after), turned), [move.code])
    window = (-INFINITE, -best) if turned else (best, INFINITE)
    search.load(workspace, after.state)
    value = round(search.run.search(workspace, search.attach(control), depth, *window, 0, 0))
    return _Found(move, one_ply_earlier(value, turned), [move.code, *search.line(workspace)])
