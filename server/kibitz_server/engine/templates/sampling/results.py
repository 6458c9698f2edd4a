"""Results of a Monte Carlo search: what playouts tell of the nodes of the tree, and how they get there.

Results are those of seat 0. The memory of the search has a `tree` of nodes: see `mcts`.
"""

from typing import Any

from kibitz_server.games.game import DRAW, LOSS, ONGOING, WIN

SLOTS = ("AMAF", "PRIOR")
AMAF: int = 0
PRIOR: int = 0

CHANCE = 2
"""Added to the `turn` of a chance node when it gets its children."""


def mean_of(child: Any) -> float:
    """Return the certain result of a node, or the mean of its results."""
    return float(child.proven) if child.proven != ONGOING else float(child.total / max(1, child.visits))


def blended(child: Any) -> float:
    """Return the mean of a node's results and of those of its move played later: the fewer visits, the more of these.

    AMAF is the number of visits at which both count about the same, while the others are many.
    """
    total, count = child.later[0], child.later[1]
    if child.visits == 0:
        return float(total / count)
    if count == 0:
        return float(child.total / child.visits)
    weight = count / (count + child.visits + float(count) * child.visits / AMAF)
    return float(weight * total / count + (1.0 - weight) * child.total / child.visits)


def expected(child: Any) -> float:
    """Return the mean that `blended` gives to a node that begins with PRIOR results as its move looked before."""
    visits = child.visits + PRIOR
    total = child.total + 0.01 * PRIOR * child.prior
    if AMAF:
        later, count = child.later[0], child.later[1]
        return float((AMAF * later + total * (AMAF + count)) / (AMAF * (count + visits) + float(count) * visits))
    return float(total / visits)


def back_up(ws: Any, depth: int, result: int) -> None:
    """Add a result to the whole path, and mark nodes whose result is now certain."""
    certain = True
    while depth >= 0:
        node = ws.tree[ws.path[depth]]
        node.visits += 1
        if certain:
            certain = node.proven != ONGOING or settle(ws, node)
            if certain:
                result = node.proven
        node.total += result
        if AMAF:
            learn(ws, node, result)
            if depth > 0 and ws.tree[ws.path[depth - 1]].turn < CHANCE:
                ws.played[node.move] = 1 + ws.tree[ws.path[depth - 1]].turn
        depth -= 1


def learn(ws: Any, node: Any, result: int) -> None:
    """Add a result to the moves of a node that its side played in this playout, here or later."""
    if node.turn >= CHANCE:
        return
    for i in range(node.first, node.first + node.count):
        child = ws.tree[i]
        if ws.played[child.move] == 1 + node.turn:
            child.later[0] += result
            child.later[1] += 1


def settle(ws: Any, node: Any) -> bool:
    """Prove a node from its children if one wins or all are certain. Return whether the node is proven."""
    if node.first == 0:
        return False
    if node.turn >= CHANCE:
        return agree(ws, node)
    won = WIN if node.turn == 0 else LOSS
    best = -won
    open_moves = 0
    for i in range(node.first, node.first + node.count):
        child = ws.tree[i]
        if child.proven == ONGOING:
            open_moves = 1
        elif child.proven == won:
            node.proven = won
            return True
        elif child.proven == DRAW:
            best = DRAW
    if open_moves == 0:
        node.proven = best
    return open_moves == 0


def agree(ws: Any, node: Any) -> bool:
    """Prove a chance node if all its chance outcomes have the same certain result. Return whether it is proven."""
    result = ws.tree[node.first].proven
    for i in range(node.first, node.first + node.count):
        if ws.tree[i].proven != result:
            return False
    node.proven = result
    return bool(result != ONGOING)
