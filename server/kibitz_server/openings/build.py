"""Builder of openings: random walks from the first position that stay balanced, or all positions of a small game.

The walk with a number is the same in every process, whatever the others find. So any number of workers builds the same
openings from the same command.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import count
from multiprocessing import get_context

from kibitz_protocol.formats.openings import OpeningLine, OpeningsFile
from kibitz_server.engine.compiler import select
from kibitz_server.games.game import Game, OptionValue, Position
from kibitz_server.games.moves import LegalMove
from kibitz_server.games.registry import load
from kibitz_server.games.symmetry import key_after
from kibitz_server.openings.balance import advantage

LOOK = 10
"""Part of the nodes, as a divisor, with which the positions on the way are searched."""
TRIES = 8
"""Moves of one position that a walk tries before it gives up."""
WALKS = 2_000
"""Walks one after the other without a new opening, after which there seem to be no more."""
BATCH = 16
"""Walks that a worker makes at a time."""

Line = tuple[LegalMove, ...]


class TooFew(ValueError):
    """Search for openings that found fewer than were asked for; the message is for users."""


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What openings are built: for which game, how long, how many, and how they are judged.

    `margin` is how far one side may be ahead, in hundredths; None for any lead. `loss` is what a move may lose on the
    way; None for as much as the margin. `nodes` bound the search of a position.
    """

    game: str
    options: tuple[tuple[str, OptionValue], ...] = ()
    plies: int = 6
    number: int = 200
    margin: int | None = 50
    loss: int | None = None
    nodes: int = 20_000
    seed: int = 1
    algorithm: str | None = None

    @property
    def bound(self) -> Game:
        """The game with its options."""
        return load(self.game, dict(self.options))


def build(
    plan: BuildPlan, workers: int = 1, tell: Callable[[int, int], None] = lambda _walks, _found: None
) -> list[Line]:
    """Return openings of `plan.plies` plies, distinct after symmetry, in the order of the walks that found them.

    Args:
        plan: What is built.
        workers: How many processes make walks.
        tell: Called now and then with the number of walks and of openings.

    Raises:
        TooFew: So many walks found fewer openings.
        UnknownAlgorithm: No algorithm has the name of the plan.
        UnfitAlgorithm: The algorithm cannot play the game.
    """
    game = plan.bound
    advantage(game, plan.algorithm)
    found: dict[str, Line] = {}
    done = last = 0
    for lines in _made(plan, workers):
        done += BATCH
        for line in lines:
            moves = _moves(game, line)
            if found.setdefault(key_after(game, moves), moves) is moves:
                last = done
            if len(found) == plan.number:
                return list(found.values())
        tell(done, len(found))
        if done - last >= WALKS:
            break
    raise TooFew(f"only {len(found)} openings of {plan.plies} plies were found; ask for fewer, or a larger margin")


def _made(plan: BuildPlan, workers: int) -> Iterator[list[tuple[str, ...]]]:
    """Yield the openings of one batch of walks after the other, in their order."""
    if workers == 1:
        select.compile_searches()
        yield from (walks(plan, batch) for batch in count())
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), select.compile_searches) as pool:
        batches = count()
        waiting = deque(pool.submit(walks, plan, next(batches)) for _ in range(2 * workers))
        try:
            while True:
                yield waiting.popleft().result()
                waiting.append(pool.submit(walks, plan, next(batches)))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def walks(plan: BuildPlan, batch: int) -> list[tuple[str, ...]]:
    """Return the openings that a batch of walks found: `BATCH` walks, of which most may find none."""
    found = (walk(plan, number) for number in range(batch * BATCH, (batch + 1) * BATCH))
    return [line for line in found if line]


def walk(plan: BuildPlan, number: int) -> tuple[str, ...]:
    """Return the moves of a random walk that ends in balance; none if it does not.

    On the way no move loses more than is allowed, but to restore the balance where one side was ahead before.
    """
    rng, position = random.Random(f"{plan.seed} {number}"), plan.bound.start()
    lead, line = _lead(plan, position, last=False), []
    for ply in range(1, plan.plies + 1):
        sign, moves, last = 1 if position.state.turn == 0 else -1, _plausible(position), ply == plan.plies
        for move in rng.sample(moves, min(TRIES, len(moves))):
            after = position.after(move)
            if after.outcome is not None:
                continue
            found = _lead(plan, after, last=last)
            if _is_even(plan, found) or (not last and sign * (lead - found) <= _allowed(plan)):
                break
        else:
            return ()
        position, lead = after, found
        line.append(move.text)
    return tuple(line)


def _lead(plan: BuildPlan, position: Position, *, last: bool) -> int:
    """Return by how much seat 0 is ahead. A position on the way gets a part of the nodes."""
    if plan.margin is None:
        return 0
    return _judge(plan)(position, plan.nodes if last else max(1, plan.nodes // LOOK))


def _is_even(plan: BuildPlan, lead: int) -> bool:
    return plan.margin is None or abs(lead) <= plan.margin


def _allowed(plan: BuildPlan) -> int:
    """Return how much a move on the way may lose."""
    return (plan.margin or 0) if plan.loss is None else plan.loss


def _plausible(position: Position) -> list[LegalMove]:
    """Return the legal moves that are worth a search."""
    game, legal = position.game, list(position.legal)
    if "ordered" not in game.names:
        return legal
    codes, scores = [0] * game.rules.MAX_MOVES, [0] * game.rules.MAX_MOVES
    worth = set(codes[: game.rules.ordered(position.state.copy(), codes, scores, 0)])
    return [move for move in legal if move.code in worth]


@cache
def _judge(plan: BuildPlan) -> Callable[[Position, int], int]:
    return advantage(plan.bound, plan.algorithm)


def _moves(game: Game, line: Iterable[str]) -> Line:
    position, found = game.start(), []
    for text in line:
        found.append(position.find(text))
        position = position.after(found[-1])
    return tuple(found)


def all_distinct(plan: BuildPlan, tell: Callable[[int, int], None] = lambda _ply, _found: None) -> list[Line]:
    """Return all openings of up to `plan.plies` plies, distinct after symmetry, the shortest first.

    Args:
        plan: What is built. `plan.number` is the largest number.
        tell: Called after each ply with its number and that of the openings.

    Raises:
        TooFew: The game has more positions than the plan asks for.
        UnknownAlgorithm: No algorithm has the name of the plan.
        UnfitAlgorithm: The algorithm cannot play the game.
    """
    game = plan.bound
    advantage(game, plan.algorithm)
    select.compile_searches()
    known: set[str] = set()
    found: list[Line] = []
    ends: list[tuple[Line, Position]] = [((), game.start())]
    for ply in range(1, plan.plies + 1):
        reached: list[tuple[Line, Position]] = []
        for line, position in ends:
            for move in position.legal:
                key, after = key_after(game, (*line, move)), position.after(move)
                if key not in known and after.outcome is None:
                    known.add(key)
                    reached.append(((*line, move), after))
            if len(known) > plan.number:
                raise TooFew(f"there are more than {plan.number} positions of up to {ply} plies; ask for fewer plies")
        found += [line for line, after in reached if _is_even(plan, _lead(plan, after, last=True))]
        if not reached:
            break
        tell(ply, len(found))
        ends = reached
    return found


def as_file(plan: BuildPlan, made: str, lines: Iterable[Line]) -> OpeningsFile:
    """Return built openings as a file. `made` says by which command."""
    options = {name: str(value).lower() for name, value in plan.bound.options.items()}
    openings = (OpeningLine(0, tuple(move.text for move in line)) for line in lines)
    return OpeningsFile(tuple(openings), plan.game, options, made)


def command(plan: BuildPlan, *, every: bool) -> str:
    """Return the command that builds openings again, for their header."""
    default = load(plan.game).options
    parts = [f"kibitz-server openings build {plan.game}"]
    parts += [f"--option {name}={str(value).lower()}" for name, value in plan.options if default[name] != value]
    parts += [f"--plies {plan.plies} --number {plan.number}", "--all" if every else ""]
    parts += ["--unbalanced" if plan.margin is None else f"--margin {plan.margin} --nodes {plan.nodes}"]
    parts += [f"--loss {plan.loss}" if plan.loss is not None else ""]
    parts += [f"--algorithm {plan.algorithm}" if plan.algorithm else "", f"--seed {plan.seed}"]
    return " ".join(filter(None, parts))
