"""Algorithms by name: what each requires of a game, and how it is driven from one depth to the next.

A template contains the search to one depth. This module has the Python code around it: iterative deepening, aspiration
windows, reports.
"""

import random
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple, Protocol

from kibitz_server.engine import levels
from kibitz_server.engine.compiler.memory import Memory, kept
from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import (
    UNLIMITED,
    SearchControl,
    publish,
    publish_from_book,
    publish_random,
    writing,
)
from kibitz_server.engine.data.endings import ending
from kibitz_server.engine.hidden.fit import can_guess, solvable
from kibitz_server.engine.hidden.mixed import probabilities, publish_mixed, sample
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.engine.proofs.outcome import provable, prove_outcome
from kibitz_server.engine.proofs.share import share_of_proof, within_share
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.engine.score import INFINITE, PROVEN, WIN
from kibitz_server.engine.solve import looked_up, prepare_to_solve, searches_to_solve, settle, solve
from kibitz_server.engine.templates.node import certain
from kibitz_server.engine.threats.root import prepare_threats, wins_by_threats
from kibitz_server.engine.weaker_moves import choose
from kibitz_server.games.game import Declaration, Game, Position

WINDOW = 50
"""Half-width of the first aspiration window, in hundredths; multiplied by WIDEN when the value lies outside."""
WIDEN = 4
REPORTS_PER_S = 10


class UnknownAlgorithm(ValueError):
    """Algorithm name that does not exist; the message is for users."""


class UnfitAlgorithm(ValueError):
    """Algorithm that cannot play this game; the message is for users."""


class SearchFunction(Protocol):
    """Search of a position, which reports through the control block. It may use and leave findings in a memory."""

    def __call__(
        self, search: Any, position: Position, limit: Limit, control: SearchControl, memory: Memory | None = None, /
    ) -> None:
        """Search until a limit is reached."""


class Algorithm(NamedTuple):
    """Search algorithm with the games that it can play.

    `run` searches and reports through the control block. `prepare` makes the search for a game, as `specialise` does.
    `chance`, `hidden` and `any_sum` say whether the algorithm can play games with chance, with hidden information, and
    games that are not zero-sum for two sides. `fits` says whether it can play a game that has these properties, and
    `wanted` what a game must have for that.
    """

    run: SearchFunction
    prepare: Callable[[Game], Any]
    chance: bool = False
    hidden: bool = False
    any_sum: bool = False
    fits: Callable[[Game], bool] = lambda _game: True
    wanted: str = ""

    def misses(self, declared: Declaration) -> str | None:
        """Return the property of a game that the algorithm lacks, in words; None if it can play the game."""
        if declared.chance and not self.chance:
            return "without chance"
        if declared.hidden and not self.hidden:
            return "without hidden information"
        if not self.any_sum and (not declared.zero_sum or len(declared.seats) != 2):
            return "of two sides in which one wins what the other loses"
        return None


def check(algorithm: str, game: Game) -> None:
    """Check that an algorithm exists and can play a game.

    Raises:
        UnknownAlgorithm: No algorithm has this name.
        UnfitAlgorithm: The algorithm cannot play this game.
    """
    if algorithm not in ALGORITHMS:
        raise UnknownAlgorithm(f"no engine is called {algorithm[:20]!r}; there are {', '.join(ALGORITHMS)}")
    if missing := ALGORITHMS[algorithm].misses(game.declaration):
        raise UnfitAlgorithm(f"{algorithm} needs a game {missing}, which {game.name} is not")
    if not ALGORITHMS[algorithm].fits(game):
        better = "; choose ismcts" if algorithm == "cfr" and can_guess(game) else ""
        raise UnfitAlgorithm(
            f"{algorithm} needs a game {ALGORITHMS[algorithm].wanted}, which {game.name} is not{better}"
        )


def usual(game: Game) -> str:
    """Return the algorithm that serves a game where none is named."""
    if game.hidden or "likely" in game.names:
        return levels.strongest(game)
    return "expectiminimax" if game.chance else "alphabeta"


STAND_IN = "shallow "
"""Begins the algorithm's name in the report of a shallow search that took the place of one that failed."""


def shallow(game: Game) -> str:
    """Return the algorithm of a few nodes for a move that must come at once, in a process without NumPy."""
    if game.hidden:
        return "ismcts" if can_guess(game) else "random"
    return usual(game)


def _deepest(position: Position, limit: Limit) -> int:
    return min(limit.depth or MAX_DEPTH, MAX_DEPTH, int(position.game.rules.MAX_PLIES))


def _depths(position: Position, limit: Limit) -> Iterable[int]:
    """Return the depths to search in turn.

    A limit of depth alone needs one pass to that depth, as in the textbook. A time or node limit may stop a pass, so it
    needs the results of shallower depths.
    """
    deepest = _deepest(position, limit)
    return range(deepest if limit.depth and not limit.seconds and not limit.nodes else 1, deepest + 1)


def _minimax(
    search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl, _: Memory | None = None
) -> None:
    view = search.attach(control)
    _deepen(
        position,
        limit,
        control,
        search,
        _depths(position, limit),
        lambda ws, depth: search.run.search(ws, view, depth, 0, 0),
        search.workspace(position.state),
    )


def _textbook(
    search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl, _: Memory | None = None
) -> None:
    view = search.attach(control)

    def once(ws: Any, depth: int) -> Any:
        return search.run.search(ws, view, depth, -INFINITE, INFINITE, 0, 0)

    _deepen(position, limit, control, search, _depths(position, limit), once, search.workspace(position.state))


def _expectiminimax(
    search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl, _: Memory | None = None
) -> None:
    view = search.attach(control)

    def once(ws: Any, depth: int) -> float:
        return float(search.run.search(ws, view, depth, -INFINITE, INFINITE, 0, 0))

    ws = search.workspace(position.state)
    _deepen(position, limit, control, search, _depths(position, limit), once, ws, best_line_first=True)


def _alphabeta(
    search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl, memory: Memory | None = None
) -> None:
    """Search with alpha-beta, after a proof where a solver may reach the end within a limit of time or nodes."""
    bounded = (limit.seconds or limit.nodes) and not limit.depth and not limit.thorough
    if not (bounded and provable(position.game) and prove_outcome(position, limit, control, memory)):
        _evaluated(search, position, limit, control, memory)


def _evaluated(
    search: SpecialisedSearch,
    position: Position,
    limit: Limit,
    control: SearchControl,
    memory: Memory | None = None,
) -> None:
    """Search with alpha-beta, and then prove the move that it found, where the rules say that there is time for it."""
    if known := ending(position):
        control.nodes += known.looked
        score = certain(known.value * known.distance, 0)
        publish(control, known.distance, score, [move.code for move in known.line])
        return
    if not limit.depth and wins_by_threats(position, search, control):
        return
    view = search.attach(control)
    control.capacity = 1 << search.constants["TABLE_BITS"]

    def once(ws: Any, depth: int) -> int:
        return aspire(lambda low, high: int(search.run.search(ws, view, depth, low, high, 0, 0)), control)

    memory = kept(memory, position, limit, control)
    ws = memory.workspace(search, position, control)
    depths = range(1, _deepest(position, limit) + 1)

    def deepen() -> None:
        _deepen(position, limit, control, search, depths, once, ws, best_line_first=True)
        memory.leave(search, control)

    share = share_of_proof(search, position, limit, control)
    if not share:
        deepen()
        return
    if within_share(1 - share, limit, control, deepen) and control.length:
        settle(prepare_to_solve(position.game), position, control)


def aspire(within: Callable[[int, int], int], control: SearchControl) -> int:
    """Return the value, searched in a narrow window about the last one that widens on each failure.

    The window grows on the side where the value lies (aspiration search: Gillogly, 1972, in the form that chess
    programs use).
    """
    guess, below, above = control.score, WINDOW, WINDOW
    if control.depth == 0 or abs(guess) >= PROVEN:
        return within(-INFINITE, INFINITE)
    while True:
        low = guess - below if below < PROVEN else -INFINITE
        high = guess + above if above < PROVEN else INFINITE
        value = within(max(low, -INFINITE), min(high, INFINITE))
        if control.stop or low < value < high:
            return value
        if value <= low:
            below *= WIDEN
        else:
            above *= WIDEN


def _deepen(
    position: Position,
    limit: Limit,
    control: SearchControl,
    search: SpecialisedSearch,
    depths: Iterable[int],
    once: Callable[[Any, int], Any],
    ws: Any,
    best_line_first: bool = False,
) -> None:
    """Search one depth after another until the search is stopped, a result is proven, or there is a single legal move.

    A `best_line_first` search tries the best line of the previous depth first.
    """
    for depth in depths:
        score = _score(position, once(ws, depth), depth)
        line = search.line(ws)
        if control.stop:
            # An interrupted depth improves on the previous one only if it searched that one's best line first.
            if line and (best_line_first or control.length == 0):
                publish(control, depth - 1, _score(position, float(search.value(ws)), depth), line)
            return
        publish(control, depth, score, line)
        # A win beyond the fully searched depth may not be the soonest, so only a nearer one ends the deepening.
        if abs(score) >= WIN - depth or (len(position.legal) == 1 and not limit.thorough):
            return


def _score(position: Position, value: float, depth: int) -> int:
    """Return the score of a value. With chance, an average of wins and losses is an evaluation, however high it is."""
    average = position.game.chance and abs(value) < WIN - depth
    return round(max(1 - PROVEN, min(PROVEN - 1, value)) if average else value)


def _mcts(
    search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl, _: Memory | None = None
) -> None:
    view = search.attach(control)
    control.capacity = 1 << search.constants["TABLE_BITS"]
    ws = search.workspace(position.state)
    seed = limit.seed if limit.seed is not None else random.SystemRandom().getrandbits(62)
    search.run.start(ws, view, seed % 2**62)
    left, playouts, more = limit.playouts or UNLIMITED, 64, True
    while more and left > 0:
        began = time.perf_counter()
        more = bool(search.run.search(ws, view, min(left, playouts)))
        with writing(control):
            search.run.report(ws, view)
        left -= playouts
        if time.perf_counter() - began < 0.5 / REPORTS_PER_S:
            playouts *= 2


def _ismcts(
    search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl, _: Memory | None = None
) -> None:
    _mcts(search, position.seen_by(position.state.turn), limit, control)


def _cfr(
    _search: None,
    position: Position,
    limit: Limit,
    control: SearchControl,
    _: Memory | None = None,
    temperature: float = 0.0,
) -> None:
    # Imported here because it loads NumPy, which the server process must never do.
    from kibitz_server.engine.hidden.flat_tree import FlatTreeTooLarge
    from kibitz_server.engine.hidden.solution import play_best

    if position.chances:
        raise UnfitAlgorithm("cfr evaluates no positions in which a chance event is due")
    seen = position.seen_by(position.state.turn)
    try:
        play_best(seen, limit.playouts, control, levels.rng(seen, limit), temperature)
    except FlatTreeTooLarge:
        raise UnfitAlgorithm(f"{position.game.name} has too many positions for cfr; choose ismcts") from None


def _random(_search: None, position: Position, limit: Limit, control: SearchControl, _: Memory | None = None) -> None:
    publish_random(control, random.Random(limit.seed).choice(position.legal).code)


PROOF_FIRST = 0.5
"""Part of a limit after which a proof that has not succeeded gives way to the strongest search of the game."""


def _solve(
    search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl, memory: Memory | None = None
) -> None:
    """Prove the exact result. A limit leaves a part of itself for the best move without a proof.

    Where alpha-beta proves results itself, the search is that of alpha-beta, so that it never plays worse.
    """
    if limit.depth or not (limit.seconds or limit.nodes) or not position.legal:
        solve(search, position, limit, control)
    elif _prover_of(position.game):
        if not (provable(position.game) and prove_outcome(position, limit, control, memory, exact=True)):
            _from_book_or_searched(position, limit, control, memory)
    elif (
        within_share(PROOF_FIRST, limit, control, lambda: solve(search, position, limit, control)) and not control.exact
    ):
        _from_book_or_searched(position, limit, control, memory)


def _from_book_or_searched(
    position: Position, limit: Limit, control: SearchControl, memory: Memory | None = None
) -> None:
    """Report a move of the book or, where it has none, of the strongest search of the game."""
    if known := looked_up(position):
        publish_from_book(control, *known)
        return
    strongest = levels.strongest(position.game)
    _unproven(strongest)(ALGORITHMS[strongest].prepare(position.game), position, limit, control, memory)


def _unproven(algorithm: str) -> SearchFunction:
    """Return the search of an algorithm without the proof that it may begin with."""
    return _evaluated if algorithm == "alphabeta" else ALGORITHMS[algorithm].run


def _level(search: Any, position: Position, limit: Limit, control: SearchControl, memory: Memory | None = None) -> None:
    plan = levels.plan(position.game, limit.level or LEVELS[-1])
    control.narrow(plan.nodes)
    if position.game.hidden:
        _hidden_level(search, position, limit, control, plan)
    elif plan.rung.errs and not position.chances:
        choose(search, position, plan, levels.rng(position, limit), control)
    elif not (plan.proves and prove_outcome(position, limit, control, memory)):
        _unproven(plan.algorithm)(search, position, limit, control, memory)


def _hidden_level(
    search: Any, position: Position, limit: Limit, control: SearchControl, plan: levels.LevelPlan
) -> None:
    """Play each move as often as the strongest algorithm does, and a little more often, the lower the level.

    After a search, these are the moves that it has tried: in no-limit hold'em, a few of two hundred bets.
    """
    if plan.algorithm == "cfr":
        _cfr(search, position, limit, control, temperature=plan.rung.temperature)
        return
    seen = position.seen_by(position.state.turn)
    ALGORITHMS[plan.algorithm].run(search, seen, limit, control)
    if plan.algorithm == "ismcts" and plan.rung.temperature and control.choices:
        codes = list(control.choice[: control.choices])
        parts = probabilities(control.share[: control.choices], plan.rung.temperature)
        chosen = sample(parts, levels.rng(seen, limit))
        publish_mixed(control, codes, parts, chosen, control.score, control.depth)


def searches_of(algorithm: str, game: Game) -> list[SpecialisedSearch]:
    """Return the searches that an algorithm uses: none, one, or several."""
    if algorithm == "level":
        return searches_of(levels.strongest(game), game)
    if algorithm == "solve":
        found = [*searches_to_solve(game), *searches_of(levels.strongest(game), game)]
        return [search for i, search in enumerate(found) if search not in found[:i]]
    more = [*prepare_threats(game), *_prover_of(game)] if algorithm == "alphabeta" else []
    return [search for search in (ALGORITHMS[algorithm].prepare(game), *more) if search is not None]


def _prepare_alphabeta(game: Game) -> SpecialisedSearch:
    prepare_threats(game)
    _prover_of(game)
    return specialise("alphabeta", game)


def _prover_of(game: Game) -> list[SpecialisedSearch]:
    """Return the search that alpha-beta proves results with, if the game says how many nodes that takes."""
    return [prepare_to_solve(game)] if "effort" in game.names or provable(game) else []


def _prepare_level(game: Game) -> Any:
    if provable(game):
        prepare_to_solve(game)
    return ALGORITHMS[levels.strongest(game)].prepare(game)


ALGORITHMS: dict[str, Algorithm] = {
    "alphabeta": Algorithm(_alphabeta, _prepare_alphabeta),
    "cfr": Algorithm(
        _cfr,
        lambda _game: None,
        chance=True,
        hidden=True,
        fits=solvable,
        wanted="with hidden information and few positions",
    ),
    "expectiminimax": Algorithm(_expectiminimax, partial(specialise, "expectiminimax"), chance=True),
    "ismcts": Algorithm(
        _ismcts,
        partial(specialise, "ismcts"),
        chance=True,
        hidden=True,
        fits=can_guess,
        wanted="with hidden information that can be guessed",
    ),
    "level": Algorithm(_level, _prepare_level, chance=True, hidden=True),
    "mcts": Algorithm(_mcts, partial(specialise, "mcts", MORE_BITS=1), chance=True),
    "minimax": Algorithm(_minimax, partial(specialise, "minimax")),
    "random": Algorithm(_random, lambda _game: None, chance=True, hidden=True, any_sum=True),
    "solve": Algorithm(_solve, lambda game: searches_to_solve(game)[0]),
    "textbook": Algorithm(_textbook, partial(specialise, "textbook")),
}
