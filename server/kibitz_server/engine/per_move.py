"""The value of every move of a position, for those who want to see all of them and not the best alone.

A depth-first or Monte Carlo search gives each move an equal share of what may be spent and looks at what it leads to,
one ply less deep; the best of these values is the position's. `solve` proves the position first and then its moves.
Values are for the side to move at the root, and a win is as far away as it is from there.
"""

import time
from dataclasses import replace

from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm, check
from kibitz_server.engine.compiler.specialise import Search
from kibitz_server.engine.control import Control, publish, read
from kibitz_server.engine.driver import Report, describe, run, stopping_after
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import INFINITE, PROVEN, WIN, wins_in
from kibitz_server.engine.solve import Prover, Stopped, prepare_to_solve
from kibitz_server.games.game import ONGOING, Position

Values = dict[str, int | None]
"""Moves as text with their values; None for one that a limit kept from being proven."""


def run_per_move(position: Position, algorithm: str, limit: Limit) -> tuple[Report, Values]:
    """Search a position that is not over, and each of its moves.

    The limit is for all of it together; a node more than there are is spent where a move would else get none. Raises
    UnknownAlgorithm and UnfitAlgorithm, the latter also for `random`, which has no opinion of moves.
    """
    check(algorithm, position.game)
    if algorithm == "random":
        raise UnfitAlgorithm("random gives moves no values")
    limit = replace(limit, thorough=True)
    search = ALGORITHMS[algorithm].prepare(position.game, None)
    if algorithm != "solve":
        return _weighed(search, position, algorithm, limit)
    if search.template == "solver":
        return _proven(position, limit)
    return _deepened(position, limit)


class _Budget:
    """What is left of a limit."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._began = time.perf_counter()
        self.nodes = 0
        """Nodes spent so far, to be added to by the owner."""
        self.playouts = 0

    @property
    def seconds(self) -> float:
        """Time spent so far."""
        return time.perf_counter() - self._began

    def share(self, parts: int, depth: int | None) -> Limit:
        """One of so many equal parts of what is left."""
        limit = self._limit
        return replace(
            limit,
            depth=depth,
            seconds=max(1e-6, (limit.seconds - self.seconds) / parts) if limit.seconds else None,
            nodes=max(1, (limit.nodes - self.nodes) // parts) if limit.nodes else None,
            playouts=max(1, (limit.playouts - self.playouts) // parts) if limit.playouts else None,
        )


def _weighed(search: Search, position: Position, algorithm: str, limit: Limit) -> tuple[Report, Values]:
    budget, moves = _Budget(limit), position.legal
    budget.nodes = 1
    found: list[tuple[int, Report | None]] = []
    for i, move in enumerate(moves):
        after = position.after(move)
        turned = after.state.turn != position.state.turn
        if after.outcome is not None:
            found.append((_at_root(_result(after) * WIN, turned), None))
            budget.nodes += 1
            continue
        depth = None if limit.depth is None else limit.depth - 1
        report = _below(search, after, algorithm, budget.share(len(moves) - i, depth or None), depth != 0)
        budget.nodes += report.nodes
        budget.playouts += report.nodes
        found.append((_at_root(report.score, turned), report))
    best = max(range(len(moves)), key=lambda i: found[i][0])
    score, report_below = found[best]
    report = Report(
        algorithm=algorithm,
        move=moves[best].text,
        score=score,
        wins_in=wins_in(score),
        depth=1 + min((report.depth for _, report in found if report), default=0),
        nodes=budget.nodes,
        seconds=budget.seconds,
        line=(moves[best].text, *(report_below.line if report_below else ())),
        selective=1 + max((report.selective for _, report in found if report), default=0),
    )
    return report, {move.text: value for move, (value, _) in zip(moves, found, strict=True)}


def _below(search: Search, position: Position, algorithm: str, limit: Limit, deeper: bool) -> Report:
    """What a search finds; without depth or nodes for one, what the position looks like as it stands."""
    control = Control()
    control.reset(limit.nodes)
    if deeper:
        report = run(position, algorithm, limit, control)
        if report.depth or algorithm == "mcts":
            return report
    control.reset(None)
    window = (-INFINITE, INFINITE) if search.template in ("alphabeta", "textbook") else ()
    value = search.run.search(search.workspace(position.state), search.attach(control), 0, *window, 0, 0)
    publish(control, 0, round(value), [])
    return replace(describe(position, algorithm, read(control), 0.0), line=())


def _at_root(value: int, turned: bool) -> int:
    """The value of a position one ply ahead, as it looks to the side to move here."""
    value = -value if turned else value
    return value - 1 if value >= PROVEN else value + 1 if value <= -PROVEN else value


def _result(position: Position) -> int:
    """Who has won a finished game: 1, 0 or -1 for the side to move."""
    result = int(position.game.rules.outcome(position.state))
    assert result != ONGOING
    return result


def _proven(position: Position, limit: Limit) -> tuple[Report, Values]:
    """With a game's solver, which keeps what it learns from one move for the next."""
    control, values = Control(), Values()
    control.reset(limit.nodes)
    began = time.perf_counter()
    with stopping_after(limit.seconds, control):
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


def _deepened(position: Position, limit: Limit) -> tuple[Report, Values]:
    """With the deepening search, once for the position and once for each move."""
    budget, values, moves = _Budget(limit), Values(), position.legal
    control = Control()
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
