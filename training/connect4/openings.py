"""Solve the openings of Connect Four: `python -m training connect4`, then the same with `--write`.

First comes a winning tree of the first side, then all positions of some plies, depth first, without mirror images and
those with a win in one. Each process takes some neighbours at a time, because they share much of its table (2**27
words, 1 GB). Each position gets its result (win, draw or loss) and a move that keeps it. What is solved is kept in a
work file, so a run may be stopped and begun again. A new work file begins with what the engine knows already. All
positions of six plies take an hour on two cores.

The file that the engine reads has these positions, and all shorter ones whose results follow from them.
"""

import argparse
import functools
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType

from kibitz_server.engine.compiler import select
from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.data import files
from kibitz_server.engine.data.openings import NO_MOVE, Entries, packed, table
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from training.arguments import new_file

COMMAND = "python -m training connect4"
WORK = Path("connect4.solving")
MORE_BITS = 7
TREE_PLIES = 8
TOGETHER = 25
"""Neighbouring positions that a process takes at a time."""


class Solver:
    """Win, draw or loss by null windows, in one table that lasts."""

    def __init__(self, search: SpecialisedSearch) -> None:
        self.control = SearchControl()
        self.control.reset(None)
        self._search = search
        self._view = search.attach(self.control)
        self._workspace = search.workspace(search.game.new_state())

    def above(self, position: Position, bound: int) -> bool:
        """Return whether the result for the side to move is better than `bound`."""
        rules = self._search.game.rules
        if position.outcome is not None:
            return int(rules.result(position.state)) > bound
        if rules.at_once(position.state):
            return True
        self._search.load(self._workspace, position.state)
        return int(self._search.run.search(self._workspace, self._view, bound, bound + 1, 0, 0)) > bound

    def solved(self, position: Position, least: int = -1, most: int = 1) -> tuple[int, int]:
        """Return the result (1, 0 or -1) and a move that keeps it; the move means nothing when all lose.

        The result is known to be between `least` and `most`.
        """
        if least == 1 or (most == 1 and self.above(position, 0)):
            return 1, self._keeping(position, -1)
        if least == 0 or (most >= 0 and self.above(position, -1)):
            return 0, self._keeping(position, 0)
        return -1, position.legal[0].code

    def _keeping(self, position: Position, most: int) -> int:
        """Return the first move after which the other side gets at most `most`."""
        return next(move.code for move in position.legal if not self.above(position.after(move), most))


def openings(position: Position, plies: int, seen: set[int]) -> Iterator[Position]:
    """Yield the positions some plies later, each once, in an order in which neighbours have much in common."""
    rules = position.game.rules
    number, _ = rules.catalogued(position.state)
    if number in seen or position.outcome is not None or rules.at_once(position.state):
        return
    seen.add(number)
    if plies == 0:
        yield position
        return
    for move in position.legal:
        yield from openings(position.after(move), plies - 1, seen)


class Work:
    """Entries that are solved, kept in a file of lines so that a run may be stopped at any time.

    Args:
        path: The file.
        known: Entries that need not be solved again.
    """

    def __init__(self, path: Path, known: Entries = MappingProxyType({})) -> None:
        lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
        rows = (tuple(map(int, line.split())) for line in lines)
        self.entries = {**known, **{row[0]: (row[1], row[2]) for row in rows if len(row) == 3}}
        self._path = path

    def add(self, position: Position, result: int, move: int) -> None:
        """Keep the result of a position, and a move that keeps it."""
        rules = position.game.rules
        number, mirrored = rules.catalogued(position.state)
        if number not in self.entries:
            self.entries[number] = result, rules.mirrored_move(move) if mirrored else move
            with self._path.open("a", encoding="ascii") as file:
                print(number, *self.entries[number], file=file)

    def result(self, position: Position) -> int | None:
        """Return the result of a position if it is known."""
        known = self.entries.get(position.game.rules.catalogued(position.state)[0])
        return known[0] if known else None


def winning_tree(solver: Solver, work: Work, position: Position, plies: int) -> bool:
    """Return whether the side to move wins, and keep a winning move for it here and after all answers.

    The last positions, some plies later, are left to the solver.
    """
    if position.outcome is not None:
        return False
    if position.game.rules.at_once(position.state) or work.result(position) == 1:
        return True
    if plies <= 0:
        if solver.above(position, 0):
            work.add(position, *solver.solved(position))
            return True
        return False
    for move in position.legal:
        after = position.after(move)
        lost_at_once = not after.legal or after.game.rules.at_once(after.state)
        answers = (after.after(answer) for answer in after.legal)
        if not lost_at_once and all(winning_tree(solver, work, answer, plies - 2) for answer in answers):
            work.add(position, 1, move.code)
            return True
    return False


@functools.cache
def process_solver() -> Solver:
    """Return the solver of this process."""
    select.compile_searches()
    return Solver(specialise("solver", load("connect4"), MORE_BITS=MORE_BITS))


Bounded = tuple[Position, int, int]
"""A position with the least and the best result that it can have."""


def solve_together(part: Sequence[Bounded]) -> list[tuple[int, int]]:
    """Return the results and moves of neighbouring positions."""
    return [process_solver().solved(*bounded) for bounded in part]


def unsolved(work: Work, game: Game, plies: int) -> list[Bounded]:
    """Return the positions of some plies that are not solved, with what follows from the positions before.

    After a position that is lost, each move wins for the other side. In others, one move keeps the result.
    """
    rules, bounds = game.rules, dict[int, tuple[int, int]]()
    for before in openings(game.start(), plies - 1, set()) if plies else ():
        number, mirrored = rules.catalogued(before.state)
        if number not in work.entries:
            continue
        result, best = work.entries[number]
        best = rules.mirrored_move(best) if mirrored and best != NO_MOVE else best
        for move in before.legal:
            after, _ = rules.catalogued(before.after(move).state)
            least, most = bounds.get(after, (-1, 1))
            keeps = result >= 0 and move.code == best
            bounds[after] = max(least, -result), min(most, -result if keeps else 1)
    return [
        (at, *bounds.get(rules.catalogued(at.state)[0], (-1, 1)))
        for at in openings(game.start(), plies, set())
        if work.result(at) is None
    ]


def solve(plies: list[int], seconds: float, path: Path, processes: int) -> None:
    """Solve a winning tree, then all other positions of these plies, until the time is over."""
    game, work, began = load("connect4"), Work(path, table("connect4")), time.monotonic()

    def tell(what: str) -> None:
        print(f"{what}: {len(work.entries):,} solved, {time.monotonic() - began:.0f} s", flush=True)

    if work.result(game.start()) is None:
        centre = game.start().after(game.start().legal[0])
        for answer in centre.legal:
            winning_tree(process_solver(), work, centre.after(answer), TREE_PLIES - 2)
            tell(f"after the centre and {answer.text}")
        winning_tree(process_solver(), work, game.start(), TREE_PLIES)
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for ply in plies:
            todo = unsolved(work, game, ply)
            parts = [todo[at : at + TOGETHER] for at in range(0, len(todo), TOGETHER)]
            for done, (part, found) in enumerate(zip(parts, pool.imap(solve_together, parts), strict=True), 1):
                for (position, _, _), (result, move) in zip(part, found, strict=True):
                    work.add(position, result, move)
                tell(f"{ply} plies, {done} of {len(parts)} parts")
                if time.monotonic() - began > seconds:
                    return


def completed(entries: Entries, plies: int) -> Entries:
    """Return the entries and those of earlier positions that follow from them. Lost positions have no move."""
    game, found = load("connect4"), dict(entries)
    rules = game.rules

    def result(position: Position) -> int | None:
        if position.outcome is not None:
            return int(rules.result(position.state) > 0) - int(rules.result(position.state) < 0)
        known = found.get(rules.catalogued(position.state)[0])
        return 1 if rules.at_once(position.state) else known[0] if known else None

    for ply in range(plies - 1, -1, -1):
        for position in openings(game.start(), ply, set()):
            number, mirrored = rules.catalogued(position.state)
            results = {move.code: result(position.after(move)) for move in position.legal}
            known = [value for value in results.values() if value is not None]
            if number in found or not known or (min(known) >= 0 and len(known) < len(results)):
                continue
            worst = min(known)
            best = next(code for code, value in results.items() if value == worst)
            found[number] = -worst, rules.mirrored_move(best) if mirrored else best
    return {number: (value, move if value >= 0 else NO_MOVE) for number, (value, move) in found.items()}


def write(path: Path) -> None:
    """Write the file of the engine from a work file, and say what it has."""
    entries = completed(Work(path, table("connect4")).entries, TREE_PLIES)
    size = files.write("connect4-openings", packed(entries))
    game = load("connect4")
    for ply in range(TREE_PLIES + 1):
        numbers = [game.rules.catalogued(at.state)[0] for at in openings(game.start(), ply, set())]
        print(f"{ply} plies: {sum(number in entries for number in numbers)} of {len(numbers)} positions")
    print(f"{len(entries)} positions, {size} bytes")


def main(arguments: list[str]) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--plies", type=int, nargs="+", default=[6], help="plies of the positions to solve")
    parser.add_argument("--seconds", type=float, default=3600.0, help="longest time to solve, in seconds")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="processes, with 1 GB of memory each")
    parser.add_argument("--work", type=new_file, default=WORK, help="file of what is solved")
    parser.add_argument("--write", action="store_true", help="solve nothing, and write the file of the engine")
    options = parser.parse_args(arguments)
    if options.write:
        write(options.work)
    else:
        solve(options.plies, options.seconds, options.work, options.processes)


if __name__ == "__main__":
    main(sys.argv[1:])
