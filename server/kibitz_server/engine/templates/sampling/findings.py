"""Findings of a Monte Carlo search: the move to play, the best line, and the shares of the visits.

The memory of the search has a `tree` of nodes: see `mcts`.
"""

from typing import Any

from kibitz_server.engine import score
from kibitz_server.engine.control import LINE, SearchControl
from kibitz_server.engine.templates.sampling.results import CHANCE, expected, mean_of
from kibitz_server.engine.templates.sampling.shares import add_share
from kibitz_server.games.game import DRAW, LOSS, ONGOING, WIN

SLOTS = ("IDLE", "RATES", "TELLS", "at_rest")
IDLE: int = -1
RATES: int = 0
TELLS: int = 0
at_rest: Any = None

SURE = score.WIN
DECIDED, HARDLY = 0.96, 0.04
"""Mean result beyond which a game is decided, and what a move must gain there over the move IDLE."""
ENOUGH, TRIED = 100, 10
"""Playouts of a position and of the move IDLE that say so."""


def report(ws: Any, control: SearchControl) -> int:
    """Write score, best line and visit shares to the control block.

    The score is the mean result in hundredths. A proven win or loss is at most as many plies away as its line is long;
    with chance, that is so after the chance outcomes that were tried most.
    """
    root = ws.tree[0]
    sign = 1 if root.turn % CHANCE == 0 else -1
    distance = trace(ws)
    control.depth = control.length = ws.lines[0].length
    for i in range(control.length):
        control.line[i] = ws.lines[0].moves[i]
    if root.proven == ONGOING or root.proven == DRAW:
        control.score = round(100.0 * sign * root.total / max(1, root.visits))
    else:
        control.score = sign * root.proven * (SURE - distance)
    share_out(ws, control)
    return 0


def trace(ws: Any) -> int:
    """Set the best line: from the root, follow the child to play in each node. It ends at a chance node.

    Return the number of plies until the tree ends.
    """
    best = ws.lines[0]
    best.length = 0
    at = plies = 0
    chance = False
    while plies < LINE and ws.tree[at].first != 0:
        chance = chance or ws.tree[at].turn >= CHANCE
        at = favourite(ws, at)
        if ws.tree[at].visits == 0 and plies > 0:
            break
        if not chance:
            best.moves[best.length] = ws.tree[at].move
            best.length += 1
        plies += 1
    return int(plies)


def share_out(ws: Any, control: SearchControl) -> None:
    """Report the root's moves with their thousandths of the visits, most visited first."""
    root = ws.tree[0]
    control.choices = 0
    for i in range(root.first, root.first + root.count):
        add_share(control, ws.tree[i], root)


def favourite(ws: Any, at: int) -> int:
    """Return the child to play: a proven win, else the most visited child without a proven loss, else any child.

    At a chance node it is one that was tried most. With `prior`, the one that is expected to do best comes first among
    children that were tried as often. The move IDLE has rules of its own: see `idle_instead` and `idle_at_last`.
    """
    node = ws.tree[at]
    sign = 1.0 if node.turn == 0 else -1.0
    won = WIN if node.turn == 0 else LOSS
    best = -1
    chosen = 0
    for i in range(node.first, node.first + node.count):
        child = ws.tree[i]
        merit = child.visits
        if node.turn < CHANCE:
            if child.visits > 0 and child.proven == won:
                merit += 2**40
            if child.proven != -won:
                merit += 2**36
        if merit > best or (RATES and merit == best and sign * (expected(child) - expected(ws.tree[chosen])) > 0):
            best = merit
            chosen = i
    if IDLE < 0 or node.turn >= CHANCE:
        return int(chosen)
    return int(idle_at_last(ws, node, idle_instead(ws, at, chosen), sign))


def idle_instead(ws: Any, at: int, chosen: int) -> int:
    """Return the child of the move IDLE if the game is decided and that is about as good as the chosen one.

    At the root, the game may also say that its result is still open.
    """
    node = ws.tree[at]
    sign = 1.0 if node.turn == 0 else -1.0
    if TELLS and at == 0 and not at_rest(ws.frames[0], ws):
        return chosen
    if node.visits < ENOUGH or abs(node.total) < DECIDED * node.visits:
        return chosen
    for i in range(node.first, node.first + node.count):
        child, best = ws.tree[i], ws.tree[chosen]
        sure = child.proven != ONGOING or child.visits >= TRIED
        if child.move == IDLE and sure and sign * mean_of(child) + HARDLY >= sign * mean_of(best):
            return i
    return chosen


def idle_at_last(ws: Any, node: Any, chosen: int, sign: float) -> int:
    """Return the chosen child, but in a game that is not decided the best of the others in place of the move IDLE.

    A game has that move tried often to know when it may stop, so its visits say little. It is chosen only if its own
    results are better than what the search expects of each other move.
    """
    idle = ws.tree[chosen]
    if idle.move != IDLE or idle.proven != ONGOING or not RATES:
        return chosen
    if node.visits >= ENOUGH and abs(node.total) >= DECIDED * node.visits:
        return chosen
    best = sign * mean_of(idle) if idle.visits > 0 else -1.0
    for i in range(node.first, node.first + node.count):
        child = ws.tree[i]
        hope = sign * mean_of(child) if child.proven != ONGOING else sign * expected(child)
        if child.move != IDLE and hope >= best:
            best = hope
            chosen = i
    return chosen
