"""Choice of a move that need not be the best, for levels: what they do not see, and a little chance.

All moves of a position are searched to the same depth. `ladder.attention` says which of them the level sees, and at
which depth it judges each. The choice follows a softmax of what each move then seems to lose (Boltzmann exploration).
It is drawn with the Gumbel-max trick (Gumbel, 1954), which orders all moves at once: the next one in the order replaces
a move that is refuted.
"""

import math
import random
from collections.abc import Sequence
from typing import NamedTuple

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl, publish
from kibitz_server.engine.data.endings import plies_to_end
from kibitz_server.engine.ladder.attention import look
from kibitz_server.engine.ladder.rungs import ALONE, MOST, Rung
from kibitz_server.engine.levels import LevelPlan
from kibitz_server.engine.rules import MAX_DEPTH, part_of, sensible
from kibitz_server.engine.score import INFINITE, PROVEN, WIN, one_ply_earlier
from kibitz_server.games.game import UNKNOWN, LegalMove, Position

PLY = 0.05
"""Points that a proven win loses by each ply against the soonest one, so that levels come nearer to the end."""
DISTANT, DISTANCE = 0.1, 20
"""Expected points that a proven win far away loses, and the plies at which it loses half of them."""
ANSWERS = 1
"""Depth at which a move is judged by the answers to it."""
PLAIN = 0.18
"""Expected points that a move loses plainly: by the answers to it alone, and by the whole search."""
WON_NODES = 20_000
"""Nodes of the search for the end of a game that is won."""
UNTRIED = 0.2
"""Expected points that a move loses which a search has not tried, though it knows how good each move looks."""


class ScoredMove(NamedTuple):
    """Move with its score for the side to move, and the best line that begins with it as move codes.

    `seems` is the score by which a level judges it, `answered` that by the answers to it alone. `doubt` are expected
    points that it loses because the score is not sure.
    """

    move: LegalMove
    score: int
    line: list[int]
    seems: int
    doubt: float = 0.0
    seen: bool = True
    answered: int = 0


class Loss(NamedTuple):
    """Expected points that a move loses by the whole search, by what a level looks at, and by the answers alone.

    `seen` says whether the level sees the move.
    """

    points: float
    seems: float
    seen: bool = True
    answered: float = 0.0


def choose(
    search: SpecialisedSearch, position: Position, plan: LevelPlan, rng: random.Random, control: SearchControl
) -> None:
    """Choose a move of a position that is not over, and report it with its own score.

    Args:
        search: A search by the algorithm of the plan.
        position: The position, with at least one legal move.
        plan: What the level searches, and how it errs.
        rng: Random choices of the level.
        control: Gets the report. Its node limit, already that of the plan, bounds the search beyond the first passes.
    """
    if plan.wins and (winning := next((move for move in position.legal if _wins(position, move)), None)):
        publish(control, 1, WIN - 1, [winning.code])
        return
    if search.template == "mcts" and "prior" in position.game.names:
        scored, depth = _rated(search, position, rng, control), 1
    elif search.template == "mcts":
        scored, depth = _sampled(search, position, rng, control), 1
    else:
        scored, depth = _deepened(search, position, plan, rng, control)
        if plan.won is not None and max(each.score for each in scored) >= plan.won:
            _finish(search, position, control)
            return
    if search.template == "mcts" and plan.rung.sees < 1:
        looked = look(position, [each.move for each in scored], plan.rung, 1, rng)
        scored = [each._replace(seen=glance.seen) for each, glance in zip(scored, looked, strict=True)]
    scored = [scored[i] for i in sensible(position, [each.move for each in scored])]
    order = tried(_losses(scored, search.template, plan.even), plan.rung, rng)
    refuted = _Refuter(position) if plan.blocks else None
    chosen = scored[next((i for i in order if refuted is None or not refuted(scored[i].move)), order[0])]
    publish(control, depth, chosen.score, chosen.line)


def _losses(scored: Sequence[ScoredMove], template: str, even: int) -> list[Loss]:
    best, seems = max(each.score for each in scored), max(each.seems for each in scored)
    answered = max(each.answered for each in scored)
    return [
        Loss(
            lost_points(best, each.score, template, even) + each.doubt,
            lost_points(seems, each.seems, template, even) + each.doubt,
            each.seen,
            lost_points(answered, each.answered, template, even),
        )
        for each in scored
    ]


def tried(losses: Sequence[Loss], rung: Rung, rng: random.Random) -> list[int]:
    """Return the indexes of moves in the order in which a level tries them.

    Moves that the level does not see come after those that it sees. Moves that lose `rung.worst` come last, the best of
    them first; so do those that lose PLAIN plainly, if the level reads the answers to each move.

    Args:
        losses: What each move loses.
        rung: How the level errs.
        rng: Random choices.
    """
    keys = []
    for each in losses:
        noise = rung.temperature * math.log(-math.log(rng.random() or 0.5)) if rung.temperature else 0.0
        plain = rung.glance > ALONE and min(each.points, each.answered) >= PLAIN
        bad = plain or each.points >= rung.worst
        keys.append((bad, not bad and not each.seen, each.points if bad else each.seems + noise))
    return sorted(range(len(losses)), key=keys.__getitem__)


def lost_points(best: int, score: int, template: str, even: int = MOST.even) -> float:
    """Return the expected points that a move with a score loses against one with the best score.

    A piece that is given away counts as much in a game that is won or lost as in an even one. Else levels would be
    careless there, and would not win what they have won.
    """
    if score >= PROVEN or best <= -PROVEN:
        return PLY * (best - score)
    lost = expected_points(best, template, even) - expected_points(score, template, even)
    return lost if template == "mcts" else max(lost, 0.5 * (best - score) / (best - score + even))


def expected_points(score: int, template: str, even: int = MOST.even) -> float:
    """Return the points from 0 (lost) to 1 (won) that a score of a search template promises its side.

    An evaluation of `even` is worth half of a win.
    """
    if abs(score) >= PROVEN:
        plies = WIN - abs(score)
        lost = DISTANT * plies / (plies + DISTANCE)
        return 1.0 - lost if score > 0 else lost
    if template == "mcts":  # the score is the mean result, in hundredths
        return 0.5 + score / 200
    return 0.5 + 0.5 * score / (abs(score) + even)


def _wins(position: Position, move: LegalMove) -> bool:
    outcome = position.after(move).outcome
    return outcome is not None and outcome.winner == position.to_move


class _Refuter:
    """Finds moves after which the opponent wins in one. Most moves fail to the same answer, so it is tried first."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._answer: int | None = None

    def __call__(self, move: LegalMove) -> bool:
        after = self._position.after(move)
        if after.to_move in (None, self._position.to_move):
            return False
        for answer in sorted(after.legal, key=lambda answer: answer.code != self._answer):
            if _wins(after, answer):
                self._answer = answer.code
                return True
        return False


def _deepened(
    search: SpecialisedSearch, position: Position, plan: LevelPlan, rng: random.Random, control: SearchControl
) -> tuple[list[ScoredMove], int]:
    """Return the moves with their scores by a depth-first search, and the greatest depth that all were searched to.

    The passes without a depth always end: they have only the evaluations after each move, and after forced answers. The
    score of a move that loses more than the level may lose is an upper bound.
    """
    workspace, game = search.workspace(position.state), position.game
    passes: list[dict[int, ScoredMove]] = []
    known = _known(position) if plan.blocks else {}

    def searched(move: LegalMove, depth: int, floor: int, within: SearchControl) -> ScoredMove:
        if move.code in known:
            return ScoredMove(move, known[move.code], [move.code], known[move.code])
        after = position.after(move)
        turned = after.state.turn != position.state.turn
        window = (-INFINITE, -floor) if turned else (floor, INFINITE)
        search.load(workspace, after.state)
        value = round(search.run.search(workspace, search.attach(within), depth, *window, 0, 0))
        # A search does not ask this of its root.
        drawn = abs(value) < PROVEN and part_of(game, "LOOPS") and part_of(game, "recurring")(after.state)
        score = 0 if drawn else one_ply_earlier(value, turned)
        return ScoredMove(move, score, [move.code, *search.line(workspace)], score)

    alone = -part_of(game, "BEYOND") if "forcing" in game.names else 0
    for depth in dict.fromkeys((alone if plan.rung.glance < 0 else 0, 0)):
        first = SearchControl()
        first.reset(None)
        passes.append({move.code: searched(move, depth, -INFINITE, first) for move in position.legal})
        control.nodes += first.nodes
    start = 1 - len(passes)
    for depth in range(1, min(MAX_DEPTH, int(game.rules.MAX_PLIES))):
        deeper: dict[int, ScoredMove] = {}
        for each in sorted(passes[-1].values(), key=lambda each: -each.score):
            if control.stop:
                break
            best = max((other.score for other in deeper.values()), default=-INFINITE)
            floor = _floor(best, plan.rung.worst, plan.even)
            deeper[each.move.code] = searched(each.move, depth, floor, control)
        # Scores of different depths do not compare, so an unfinished pass is worth nothing.
        if control.stop:
            break
        passes.append(deeper)
        if all(abs(each.score) >= PROVEN for each in deeper.values()):
            break
    deepest = start + len(passes) - 1
    looked = look(position, position.legal, plan.rung, deepest, rng)
    answers = passes[min(ANSWERS - start, len(passes) - 1)]
    return [
        passes[-1][move.code]._replace(
            seems=passes[max(0, glance.depth - start)][move.code].score,
            answered=answers[move.code].score,
            seen=glance.seen or move.code in known,
        )
        for move, glance in zip(position.legal, looked, strict=True)
    ], deepest + 1


def _finish(search: SpecialisedSearch, position: Position, control: SearchControl) -> None:
    """Report the best moves of a search of WON_NODES nodes, which ends at a proven result."""
    own = SearchControl()
    own.reset(WON_NODES)
    workspace, view = search.workspace(position.state), search.attach(own)
    for depth in range(1, min(MAX_DEPTH, int(position.game.rules.MAX_PLIES))):
        score = round(search.run.search(workspace, view, depth, -INFINITE, INFINITE, 0, 0))
        if own.stop:
            break
        publish(control, depth, score, search.line(workspace))
        if abs(score) >= WIN - depth:
            break
    control.nodes += own.nodes


def _known(position: Position) -> dict[int, int]:
    """Return the scores of moves to endings that the game has a table of, which a search does not ask at its root."""
    if "known" not in position.game.names:
        return {}
    found = {}
    for move in position.legal:
        after = position.after(move)
        plies = UNKNOWN if after.outcome else plies_to_end(after)
        if plies != UNKNOWN:
            score = WIN - plies if plies > 0 else -WIN - plies if plies < 0 else 0
            found[move.code] = one_ply_earlier(score, turned=after.state.turn != position.state.turn)
    return found


def _floor(best: int, worst: float, even: int) -> int:
    """Return a score below which a move loses more than `worst` points against the best score."""
    part = 2 * (expected_points(best, "alphabeta", even) - worst) - 1
    floor = math.floor(even * part / (1 - abs(part))) if part > -1 else -INFINITE
    return floor if worst >= 0.5 else max(floor, best - math.ceil(2 * even * worst / (1 - 2 * worst)))


def _sampled(
    search: SpecialisedSearch, position: Position, rng: random.Random, control: SearchControl
) -> list[ScoredMove]:
    """Return the moves with their scores by Monte Carlo search, each with an equal share of the playouts."""
    playouts = max(1, control.node_limit // len(position.legal))
    workspace, within = search.workspace(position.state), SearchControl()
    view, scored = search.attach(within), []
    for move in position.legal:
        after = position.after(move)
        within.reset(playouts if not control.stop else 1)
        search.load(workspace, after.state)
        search.run.start(workspace, view, rng.getrandbits(62))
        search.run.search(workspace, view, playouts)
        search.run.report(workspace, view)
        control.nodes += within.nodes
        score = one_ply_earlier(within.score, turned=after.state.turn != position.state.turn)
        scored.append(ScoredMove(move, score, [move.code, *within.line[: within.length]], score))
    return scored


def _rated(
    search: SpecialisedSearch, position: Position, rng: random.Random, control: SearchControl
) -> list[ScoredMove]:
    """Return the moves with their scores by one Monte Carlo search of a game that says how good moves look.

    What playouts say of moves that they played later tells as much of each move as many playouts of its own. The move
    IDLE is the only one where the search plays it, and else none, as it is tried more often than it deserves.
    """
    workspace, view, found = search.workspace(position.state), search.attach(control), SearchControl()
    control.capacity = 1 << search.constants["TABLE_BITS"]
    search.run.start(workspace, view, rng.getrandbits(62))
    search.run.search(workspace, view, control.node_limit)
    search.run.report(workspace, search.attach(found))
    line, idle = list(found.line[: found.length]), part_of(position.game, "IDLE")
    if line[0] == idle:
        return [
            ScoredMove(move, found.score, line, found.score, found.score)
            for move in position.legal
            if move.code == idle
        ]
    expected, scored = search.expected(workspace), []
    expected.pop(idle, None)
    most = max(visits for _, visits in expected.values())
    for move in position.legal:
        if move.code in expected:
            mean, visits = expected[move.code]
            score = round(100 * mean) if position.state.turn == 0 else round(-100 * mean)
            known = line if move.code == line[0] else [move.code]
            doubt = UNTRIED * (1 - visits / most) if most else 0.0
            scored.append(ScoredMove(move, score, known, score, doubt))
    return scored
