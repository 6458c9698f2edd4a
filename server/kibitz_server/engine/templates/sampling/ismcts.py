"""Information set Monte Carlo tree search, of a single observer (Cowling, Powley and Whitehouse, 2012).

Each iteration guesses what the side to move at the root has not seen, and plays that possibility through one tree. Its
nodes are what this side sees: the moves since the root, and of the chance outcomes as much as it is shown. A move is
chosen by UCB, in which the visits of the node are those in which the move was available. Results are what seat 0 wins,
in the unit of `won`; exploration grows with their spread, because a hand of poker may be about two chips or four
hundred.
"""

import math
from typing import Annotated, Any

from kibitz_server.engine.control import LINE, SearchControl
from kibitz_server.engine.templates import line, node
from kibitz_server.engine.templates.line import PrincipalVariation
from kibitz_server.engine.templates.node import stopped, visit
from kibitz_server.engine.templates.sampling import dice, shares
from kibitz_server.engine.templates.sampling.dice import chosen_of, due, roll, seeded
from kibitz_server.engine.templates.sampling.shares import add_share
from kibitz_server.games.game import ONGOING
from kibitz_server.games.record import F64, I8, I32, I64, U64, Array, RecordArray, Struct

HELPERS = (line, node, dice, shares)
ENTRIES = ("start", "search", "report")
SLOTS = (
    "legal",
    "play",
    "outcome",
    "ordered",
    "ORDERS",
    "seen",
    "guess",
    "chance",
    "DRAWS",
    "won",
    "PAYS_HANDS",
    "key",
    "EXPLORATION",
    "TABLE_SIZE",
    "LAST",
)
legal: Any = None
play: Any = None
outcome: Any = None
ordered: Any = None
seen: Any = None
guess: Any = None
won: Any = None
key: Any = None
ORDERS: int = 0
PAYS_HANDS: int = 0
EXPLORATION: float = 0.0
TABLE_SIZE: int = 0
LAST: int = 0

CHANCE = 2
"""`turn` of a node at which a chance event is due."""


class InformationSetNode(Struct):
    """What the observer sees in common in many positions.

    Its children are a list: `first`, and then the `next` of each (0: the end). `total` is the sum of what seat 0 won
    through it, `available` how often its move could be chosen. After a chance outcome, `seen` is the key of what the
    observer sees, and `move` is not a code.
    """

    total: F64
    seen: U64
    visits: I32
    available: I32
    first: I32
    next: I32
    move: I32
    turn: I8


class Workspace(Struct):
    """Memory: `frames[0]` is the root's state as its side has seen it, `frames[1]` the current one, `frames[2]` spare.

    `path` has the nodes from the root down; `squares` is the sum of the squares of all results.
    """

    random: U64
    used: I64
    squares: F64
    observer: I64
    frames: Annotated[list[Any], RecordArray("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    scores: Annotated[list[int], Array("i4", "ROOM")]
    weights: Annotated[list[int], Array("i4", "MOST_DRAWS")]
    path: Annotated[list[int], Array("i4", "FRAMES")]
    lines: Annotated[list[PrincipalVariation], RecordArray("PrincipalVariation", 1)]
    tree: Annotated[list[InformationSetNode], RecordArray("InformationSetNode", "TABLE_SIZE")]


def start(ws: Workspace, _control: SearchControl, seed: int) -> int:
    """Make a tree of the root alone, `ws.frames[0]`. The seed is any integer."""
    ws.random = seeded(seed)
    ws.used = 1
    ws.squares = 0.0
    ws.observer = ws.frames[0].turn
    plant(ws.tree[0], 0)
    return 0


def plant(node: Any, move: int) -> None:
    """Fill a new node."""
    node.move = move
    node.total = 0.0
    node.seen = node.visits = node.available = node.first = node.next = node.turn = 0


def search(ws: Workspace, control: SearchControl, playouts: int) -> int:
    """Run `playouts` more iterations, or fewer once stopped. Return 1 if there is more to do, else 0."""
    for _ in range(playouts):
        if not visit(control):
            break
        ws.frames[1] = ws.frames[0]
        s = ws.frames[1]
        guess(s, ws)
        depth = descend(ws, s)
        control.selective = max(control.selective, depth)
        back_up(ws, depth, playout(ws, s))
    control.filled = ws.used
    return int(not stopped(control))


def descend(ws: Workspace, s: Any) -> int:
    """Play `s` from the root to a new node, to the end of the game, or to where a full tree ends. Return the depth."""
    at = depth = 0
    ws.path[0] = 0
    while depth < LAST and outcome(s) == ONGOING:
        chances = due(ws, s)
        if chances > 0:
            ws.tree[at].turn = CHANCE
            play(s, ws.moves[chosen_of(ws, chances)])
            at = chance_child(ws, at, s)
        else:
            ws.tree[at].turn = s.turn
            at = chosen_child(ws, at, tried(ws, s))
            if at != 0:
                play(s, ws.tree[at].move)
        if at == 0:
            break
        depth += 1
        ws.path[depth] = at
        if ws.tree[at].visits == 0:
            break
    return depth


def tried(ws: Workspace, s: Any) -> int:
    """Write the moves that are worth a try into `ws.moves`. Return their number."""
    return int(ordered(s, ws.moves, ws.scores, 0) if ORDERS else legal(s, ws.moves, 0))


def chance_child(ws: Workspace, at: int, s: Any) -> int:
    """Return the child of a node whose chance outcome led to `s`, as far as the observer sees it; it may be new.

    Return 0 if it is not there, and the tree is full.
    """
    ws.frames[2] = s
    seen(ws.frames[2], ws.observer)
    looks = key(ws.frames[2])
    child = ws.tree[at].first
    while child != 0 and ws.tree[child].seen != looks:
        child = ws.tree[child].next
    if child == 0 and ws.used < TABLE_SIZE:
        child = added(ws, at, 0)
        ws.tree[child].seen = looks
    return int(child)


def chosen_child(ws: Workspace, at: int, count: int) -> int:
    """Return the child to visit: one of a move that was never tried, at random, or the one with the highest bound.

    In a full tree, only moves that were tried have a child; return 0 if there is none.
    """
    node = ws.tree[at]
    untried = 0
    for i in range(count):
        move = ws.moves[i]
        child = child_of(ws, at, move)
        if child == 0:
            # Moves that were never tried come first.
            ws.moves[i] = ws.moves[untried]
            ws.moves[untried] = move
            untried += 1
        else:
            ws.tree[child].available += 1
    if untried > 0 and ws.used < TABLE_SIZE:
        return added(ws, at, ws.moves[roll(ws, untried)])
    sign = 1.0 if node.turn == 0 else -1.0
    reach = EXPLORATION * math.sqrt(ws.squares / ws.tree[0].visits)
    best = -1e18
    chosen = 0
    for i in range(untried, count):
        child = child_of(ws, at, ws.moves[i])
        bound = sign * ws.tree[child].total / ws.tree[child].visits
        bound += reach * math.sqrt(math.log(ws.tree[child].available + 1.0) / ws.tree[child].visits)
        if bound > best:
            best = bound
            chosen = child
    return int(chosen)


def child_of(ws: Workspace, at: int, move: int) -> int:
    """Return the child of a node after a move; 0 if the move was never tried there."""
    child = ws.tree[at].first
    while child != 0 and ws.tree[child].move != move:
        child = ws.tree[child].next
    return int(child)


def added(ws: Workspace, at: int, move: int) -> int:
    """Return a new child of a node."""
    child = ws.used
    ws.used += 1
    plant(ws.tree[child], move)
    ws.tree[child].available = 1
    ws.tree[child].next = ws.tree[at].first
    ws.tree[at].first = child
    return int(child)


def playout(ws: Workspace, s: Any) -> float:
    """Play random moves and chance outcomes to the end, and return what seat 0 has won."""
    while outcome(s) == ONGOING:
        chances = due(ws, s)
        if chances > 0:
            play(s, ws.moves[chosen_of(ws, chances)])
        else:
            play(s, ws.moves[roll(ws, tried(ws, s))])
    gain = float(won(s)) if PAYS_HANDS else 100.0 * outcome(s)
    return gain if s.turn == 0 else -gain


def back_up(ws: Workspace, depth: int, result: float) -> None:
    """Add a result to the whole path."""
    ws.squares += result * result
    for i in range(depth + 1):
        node = ws.tree[ws.path[i]]
        node.visits += 1
        node.total += result


def report(ws: Workspace, control: SearchControl) -> int:
    """Write score, best line and visit shares to the control block.

    The score is the mean result of the most visited move for the side to move; that of the chance outcomes, if they are
    due.
    """
    best = ws.lines[0]
    best.length = 0
    at = favourite(ws, 0)
    valued = at if ws.tree[0].turn < CHANCE else 0
    while at != 0 and best.length < LINE:
        best.moves[best.length] = ws.tree[at].move
        best.length += 1
        at = favourite(ws, at)
    control.depth = control.length = best.length
    for i in range(best.length):
        control.line[i] = best.moves[i]
    mean = ws.tree[valued].total / max(1, ws.tree[valued].visits)
    control.score = round(mean if ws.observer == 0 else -mean)
    share_out(ws, control)
    return 0


def favourite(ws: Workspace, at: int) -> int:
    """Return the most visited child of a node at which a side is to move; 0 for none."""
    chosen = 0
    child = ws.tree[at].first if ws.tree[at].turn < CHANCE else 0
    while child != 0:
        if chosen == 0 or ws.tree[child].visits > ws.tree[chosen].visits:
            chosen = child
        child = ws.tree[child].next
    return int(chosen)


def share_out(ws: Workspace, control: SearchControl) -> None:
    """Report the root's moves with their thousandths of the visits, most visited first."""
    root = ws.tree[0]
    control.choices = 0
    child = root.first if root.turn < CHANCE else 0
    while child != 0:
        add_share(control, ws.tree[child], root)
        child = ws.tree[child].next
