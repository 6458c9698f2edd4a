"""Benchmarks of single searches, in this process, by processor time."""

import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.engine import peers
from bench.engine.baselines import NO_COMPILER, baseline, run
from bench.engine.figures import Figure, absent, best_of, cpu_seconds
from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl, read
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.score import INFINITE
from kibitz_server.engine.solve import Prover, prepare_to_solve
from kibitz_server.games.connect4 import rules as connect4
from kibitz_server.games.connect4 import wide
from kibitz_server.games.contract.parts import MATCH_DEFAULTS
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from kibitz_server.games.ruleset import names_of

POSITIONS = 100
PLIES = (12, 20)
SEED = 4
ROUNDS = 3
TABLE_BITS = 22
"""Table size of both solvers, the engine's and C's: 8 bytes an entry, 32 MB."""


def fresh(nodes: int | None = None) -> SearchControl:
    """Return a control block for a new search."""
    control = SearchControl()
    control.reset(nodes)
    return control


def random_lines(count: int, seed: int, plies: tuple[int, int] = PLIES) -> Iterator[str]:
    """Yield different unfinished Connect Four games of random moves, as columns from 1."""
    dice, seen = random.Random(seed), set[str]()
    while len(seen) < count:
        position, line = load("connect4").start(), ""
        for _ in range(dice.randint(*plies)):
            if not position.legal:
                break
            move = dice.choice(position.legal)
            position, line = position.after(move), line + move.text
        if position.legal and len(line) >= plies[0] and line not in seen:
            seen.add(line)
            yield line


def reached(line: str) -> Position:
    """Return the position after a line of columns."""
    position = load("connect4").start()
    for text in line:
        position = position.after(position.find(text))
    return position


class Solver(Prover):
    """The engine's prover, for one position at a time, from an empty table."""

    def __init__(self) -> None:
        self.watched = fresh()
        super().__init__(prepare_to_solve(load("connect4")), self.watched)

    def prepared(self, position: Position) -> Callable[[], int]:
        """Empty the table. Return a function that solves the position."""
        self._ws["table"].fill(0)
        return lambda: self.value(position)


def timed(work: Callable[[], int], results: list[int]) -> float:
    """Return the processor time of a piece of work, and append its result to `results`."""
    began = time.process_time()
    results.append(work())
    return time.process_time() - began


def solver() -> Iterator[Figure]:
    """Measure exact results of middle games.

    Raises:
        SystemExit: the solvers disagree.
    """
    lines = list(random_lines(POSITIONS, SEED))
    positions = [reached(line) for line in lines]
    program, bully, engine = baseline("connect4_solver"), peers.bitbully(), Solver()
    results: dict[str, list[int]] = {}
    nodes: dict[str, int] = {}

    def ours() -> float:
        found = results["engine"] = []
        engine.watched.reset(None)
        seconds = sum(timed(engine.prepared(position), found) for position in positions)
        nodes["engine"] = engine.watched.nodes
        return seconds

    def theirs(mode: str) -> float:
        assert bully
        found = results[mode] = []
        return sum(timed(bully.prepared(line, mode), found) for line in lines)

    def in_c() -> float:
        assert program
        runs = run(program, TABLE_BITS, given="\n".join(lines))
        results["C"] = [each.value for each in runs]
        nodes["C"] = sum(each.nodes for each in runs)
        return sum(each.seconds for each in runs)

    runners: dict[str, Callable[[], float]] = {"engine": ours}
    if program:
        runners["C"] = in_c
    modes = list(peers.BitBully.MODES) if bully else []
    for mode in modes:
        runners[mode] = partial(theirs, mode)
    best = best_of(ROUNDS, runners)
    if any(found != results["engine"] for found in results.values()):
        raise SystemExit("the solvers do not agree on the results")

    name = f"Connect Four exact solver, {POSITIONS} positions of {PLIES[0]}-{PLIES[1]} plies"
    own = f"{1000 * best['engine'] / POSITIONS:.2f} ms a position, {nodes['engine'] / 1e6:.2f} M nodes"
    if program:
        detail = f"{own}; C {1000 * best['C'] / POSITIONS:.2f} ms, {nodes['C'] / 1e6:.2f} M nodes; all values agree"
        yield Figure(f"{name}, against C", best["C"] / best["engine"], "x", 0.85, detail=detail)
    else:
        yield absent(f"{name}, against C", NO_COMPILER, 0.85)
    if modes:
        detail = ", ".join(f"{mode} {1000 * best[mode] / POSITIONS:.2f} ms" for mode in modes)
        peer = min(best[mode] for mode in modes)
        yield Figure(f"{name}, against bitbully's best mode", peer / best["engine"], "x", 1.1, detail=detail)
    else:
        yield absent(f"{name}, against bitbully's best mode", peers.missing(peers.BITBULLY), 1.1)


def empty_board() -> Iterator[Figure]:
    """Solve the first position of Connect Four: won or not. This takes minutes.

    Raises:
        SystemExit: C and the engine disagree.
    """
    bits = 25
    search = specialise("solver", load("connect4"), TABLE_BITS=bits)
    ws, control = search.workspace(load("connect4").start().state), fresh()
    ws["table"].fill(0)
    view, results = search.attach(control), list[int]()
    seconds = timed(lambda: int(search.run.search(ws, view, 0, 1, 0, 0)), results)
    outcome = "first player wins" if results[0] > 0 else "first player does not win"
    own = f"{outcome}; {seconds:.0f} s, {control.nodes / 1e6:.0f} M nodes"
    name = "Connect Four empty board, win/draw/loss, 256 MB table, against C"
    if program := baseline("connect4_solver"):
        (result,) = run(program, bits, "outcome", given="\n")
        if result.value != (results[0] > 0):
            raise SystemExit("C and the engine do not agree on the empty board")
        detail = f"{own}; C {result.seconds:.0f} s, {result.nodes / 1e6:.0f} M nodes"
        yield Figure(name, result.seconds / seconds, "x", 0.75, detail=detail)
    else:
        yield Figure(name, None, goal=0.75, detail=f"{own}; {NO_COMPILER}")


def fixed(search: SpecialisedSearch, game: Game, *arguments: int) -> tuple[Callable[[], float], SearchControl]:
    """Return a timed, repeatable search from the first position, and the control block that counts its nodes."""
    ws, control = search.workspace(game.start().state), fresh()
    view = search.attach(control)

    def once() -> float:
        control.reset(None)
        return cpu_seconds(lambda: search.run.search(ws, view, *arguments))

    once()
    return once, control


def bare(name: str, rules: Mapping[str, Any]) -> Game:
    """Return Connect Four on the standard board with other rules, and score 0 for unfinished positions, as in our C."""
    names = {**MATCH_DEFAULTS, **names_of(connect4), **rules}
    del names["evaluate"]
    declared = replace(connect4.GAME, name=name)
    return Game(declared, declared.read_options({}), names)


def _seconds(program: Path, *arguments: object) -> float:
    return run(program, *arguments)[0].seconds


def plain() -> Iterator[Figure]:
    """Measure textbook alpha-beta.

    Raises:
        SystemExit: the node counts differ.
    """
    depth = 14
    for kind, game, name, goal in (
        ("bitboards", bare("connect4_bare", {}), "connect4_plain", 0.6),
        ("an array of cells", bare("connect4_cells", wide.rules(7, 6, 4)), "connect4_cells", 1.0),
    ):
        quantity = f"plain alpha-beta, Connect Four on {kind}, depth {depth}, against C"
        program = baseline(name)
        if not program:
            yield absent(quantity, NO_COMPILER, goal)
            continue
        ours, control = fixed(specialise("textbook", game), game, depth, -INFINITE, INFINITE, 0, 0)
        (result,) = run(program, depth)
        if result.nodes != control.nodes:
            raise SystemExit(f"{quantity}: {result.nodes} nodes in C, {control.nodes} here")
        best = best_of(5, {"engine": ours, "C": partial(_seconds, program, depth)})
        speed = {who: result.nodes / seconds / 1e6 for who, seconds in best.items()}
        detail = f"{speed['engine']:.0f} M nodes/s; C {speed['C']:.0f} M nodes/s; {result.nodes:,} nodes each"
        yield Figure(quantity, best["C"] / best["engine"], "x", goal, detail=detail)


def quickest(program: Path, variant: str, nodes: int) -> float:
    """Return the best time of one search of a baseline.

    Raises:
        SystemExit: the number of nodes differs from ours.
    """
    runs = [each for each in run(program) if each.name == variant]
    if runs[0].nodes != nodes:
        raise SystemExit(f"{variant}: {runs[0].nodes} nodes in C, {nodes} here")
    return min(each.seconds for each in runs)


def against_c(quantity: str, best: dict[str, float], name: str, goal: float, more: str = "") -> Figure:
    """Return the comparison with C of the same structure, and with C that is specialised for the game."""
    tight = f"tight {name}"
    detail = (
        f"{1000 * best['engine']:.3g} ms; C of the same shape (states and lists of moves in memory) "
        f"{1000 * best[name]:.3g} ms; C written for this game alone, in registers, {1000 * best[tight]:.3g} ms "
        f"({best[tight] / best['engine']:.2f} x){more}"
    )
    return Figure(quantity, best[name] / best["engine"], "x", goal, detail=detail)


def tictactoe() -> Iterator[Figure]:
    """Measure the smallest game, to the end."""
    game = load("tictactoe")
    program = baseline("tictactoe")
    whole, whole_control = fixed(specialise("minimax", game), game, 9, 0, 0)
    cut, cut_control = fixed(specialise("textbook", game), game, 9, -INFINITE, INFINITE, 0, 0)
    counts = {"minimax": whole_control.nodes, "alphabeta": cut_control.nodes}

    easy = peers.easy_ai_tictactoe()
    for name, title, ours, goal_ms, goal in (
        ("minimax", "tic-tac-toe whole tree", whole, 7.0, 0.7),
        ("alphabeta", "tic-tac-toe alpha-beta", cut, 0.3, 0.9),
    ):
        runners: dict[str, Callable[[], float]] = {"engine": ours}
        if program:
            for variant in (name, f"tight {name}"):
                runners[variant] = partial(quickest, program, variant, counts[name])
        if easy and name == "alphabeta":
            runners["easyAI"] = partial(cpu_seconds, easy)
        best = best_of(9, runners)
        detail = f"{counts[name]:,} nodes"
        yield Figure(title, 1000 * best["engine"], "ms", goal_ms, at_least=False, detail=detail)
        if program:
            yield against_c(f"{title}, against C", best, name, goal)
        else:
            yield absent(f"{title}, against C", NO_COMPILER, goal)
        if "easyAI" in best:
            detail = f"easyAI {1000 * best['easyAI']:.0f} ms"
            yield Figure(f"{title}, against easyAI", best["easyAI"] / best["engine"], detail=detail)
    if not easy:
        yield absent("tic-tac-toe alpha-beta, against easyAI", peers.missing(peers.EASY_AI))


def perft() -> Iterator[Figure]:
    """Measure the count of Reversi move sequences.

    Raises:
        SystemExit: the counts differ.
    """
    depth, published = 10, 24_571_284
    game = load("reversi")
    search = specialise("perft", game)
    ws, view = search.workspace(game.start().state), search.attach(fresh())
    counts: list[int] = []
    quantity = f"Reversi perft {depth}, against C"
    program = baseline("reversi_perft")
    if not program:
        yield absent(quantity, NO_COMPILER, 0.9)
        return
    plain, _ = run(program)
    runners: dict[str, Callable[[], float]] = {
        "engine": lambda: timed(lambda: int(search.run.perft(ws, view, depth, 0, 0)), counts),
        "perft": partial(quickest, program, "perft", plain.nodes),
        "tight perft": partial(quickest, program, "tight perft", plain.nodes),
    }
    best = best_of(5, runners)
    if counts[0] != plain.nodes or plain.nodes + plain.value != published:
        raise SystemExit(f"{quantity}: {counts[0]} here, {plain.nodes} and {plain.value} over sooner in C")
    more = (
        f"; all generate and count the last ply without playing it: {counts[0]:,} sequences of exactly {depth} plies, "
        f"which with the {plain.value} games that are over sooner are the {published:,} published"
    )
    yield against_c(quantity, best, "perft", 0.9, more)


def depth_reached(search: SpecialisedSearch, position: Position, seconds: float = 1.0) -> tuple[int, str]:
    """Return the depth of full alpha-beta in that processor time, and the finish times of the last depths."""
    control, finished, over = fresh(), dict[int, float](), threading.Event()
    began = time.process_time()

    def watch() -> None:
        while not over.is_set():
            if control.depth:
                finished.setdefault(control.depth, time.process_time() - began)
            if time.process_time() - began >= seconds:
                control.stop = 1
            time.sleep(0.001)

    watcher = threading.Thread(target=watch)
    watcher.start()
    ALGORITHMS["alphabeta"].run(search, position, Limit(depth=128), control)
    over.set()
    watcher.join()
    took = time.process_time() - began
    found = read(control)
    last = ", ".join(f"{depth} at {at:.2f} s" for depth, at in list(finished.items())[-3:])
    return found.depth, f"depth {last}; {found.nodes / took / 1e6:.1f} M nodes/s"


def deepest(search: SpecialisedSearch, position: Position) -> tuple[int, str]:
    """Return the best of a few runs."""
    return max((depth_reached(search, position) for _ in range(ROUNDS)), key=lambda found: found[0])


def depths() -> Iterator[Figure]:
    """Measure the depth that one second reaches."""
    reversi = load("reversi")
    depth, detail = deepest(specialise("alphabeta", reversi), reversi.start())
    yield Figure("Reversi from the start, depth in 1 s", depth, "plies", 16, detail=detail)
    gomoku = load("gomoku")
    position = gomoku.start()
    for move in ("h8", "h9", "i8", "g8"):
        position = position.after(position.find(move))
    depth, detail = deepest(specialise("alphabeta", gomoku, WIDTH=12), position)
    yield Figure("Gomoku 15x15, best 12 moves a node, depth in 1 s", depth, "plies", 12, detail=detail)


def playouts() -> Iterator[Figure]:
    """Measure Monte Carlo search from the first position."""
    spiel = peers.found("pyspiel")
    for name, theirs, ours_count, theirs_count, goal in (
        ("connect4", "connect_four", 200_000, 50_000, 12.0),
        ("reversi", "othello", 40_000, 4_000, 80.0),
        ("go", "go(board_size=9,komi=7.5)", 20_000, 4_000, 4.0),
    ):
        game = load(name)
        quantity = f"MCTS playouts, {game.declaration.title}, against OpenSpiel's C++"
        search = specialise("mcts", game, MORE_BITS=1)
        ws, control = search.workspace(game.start().state), fresh()
        view = search.attach(control)

        def ours(search: Any = search, ws: Any = ws, view: Any = view, count: int = ours_count) -> float:
            search.run.start(ws, view, SEED)
            return cpu_seconds(lambda: search.run.search(ws, view, count)) / count

        ours()
        if not spiel:
            yield absent(quantity, peers.missing(peers.OPEN_SPIEL), goal)
            continue

        def beside(theirs: str = theirs, count: int = theirs_count) -> float:
            return cpu_seconds(peers.open_spiel_playouts(spiel, theirs, count)) / count

        best = best_of(ROUNDS, {"engine": ours, "OpenSpiel": beside})
        detail = f"{1 / best['engine'] / 1e3:.0f} k playouts/s; OpenSpiel {1 / best['OpenSpiel'] / 1e3:.1f} k"
        yield Figure(quantity, best["OpenSpiel"] / best["engine"], "x", goal, detail=detail)


def check_solver(count: int) -> Figure:
    """Count the Connect Four positions with the same value as in bitbully."""
    quantity = f"`solve` agrees with bitbully, {count} Connect Four positions of 8-30 plies"
    bully = peers.bitbully()
    if bully is None:
        return Figure(quantity, None, "positions", count, detail=peers.missing(peers.BITBULLY))
    search = prepare_to_solve(load("connect4"))
    agreed, times = 0, list[float]()
    for line in random_lines(count, SEED + 1, (8, 30)):
        control = fresh()
        position = reached(line)
        times.append(cpu_seconds(lambda at=position, by=control: ALGORITHMS["solve"].run(search, at, Limit(), by)))  # type: ignore[misc]
        found = read(control)
        agreed += found.exact and found.score == bully.prepared(line, "mtdf")()
    detail = f"value and line: median {1000 * statistics.median(times):.0f} ms, worst {1000 * max(times):.0f} ms"
    return Figure(quantity, agreed, "positions", count, detail=detail)
