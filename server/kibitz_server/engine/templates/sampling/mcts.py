"""Monte Carlo tree search: UCT (Kocsis and Szepesvari, 2006) with random playouts and proven results.

A certain result (a finished game, a move to a lost position, all moves known) is stored in its node, backed up, and not
sampled again (MCTS-Solver: Winands, Björnsson and Saito, 2008). Before the first playout, each move of the root is
looked at with all answers, so that no win and no loss in one is overlooked. In a game with `completing`, the tree and
the playouts also take each win in one, and stop the opponent's. Results are those of seat 0.

A game may play out positions by a `rollout` of its own, or choose the moves of playouts by `likely`, and answer certain
moves at once by `reply`. With `prior`, a move begins with the results of PRIOR playouts that never were. With AMAF, it
also learns from the playouts in which its side played it later (rapid action value estimation: Gelly and Silver, 2011).

At a chance node, each playout takes a chance outcome by its weight, so that the mean of the results is that of the
chance outcomes. Such a node is proven only if all chance outcomes have the same certain result.
"""

import math
from typing import Annotated, Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.templates import line, node
from kibitz_server.engine.templates.line import PrincipalVariation
from kibitz_server.engine.templates.node import stopped, visit
from kibitz_server.engine.templates.sampling import dice, findings, results, shares
from kibitz_server.engine.templates.sampling.dice import chosen_of, due, roll, seeded
from kibitz_server.engine.templates.sampling.findings import report as report
from kibitz_server.engine.templates.sampling.results import CHANCE, back_up, blended, expected, settle
from kibitz_server.games.game import LOSS, ONGOING, WIN
from kibitz_server.games.record import F64, I8, I16, I32, I64, U64, Array, RecordArray, Struct

HELPERS = (line, node, dice, results, shares, findings)
ENTRIES = ("start", "search", "report")
SLOTS = (
    "legal",
    "play",
    "outcome",
    "completing",
    "COMPLETES",
    "reply",
    "REPLIES",
    "rollout",
    "ROLLS",
    "likely",
    "LIKES",
    "prior",
    "RATES",
    "PRIOR",
    "estimate",
    "note_end",
    "TELLS",
    "NOTES",
    "at_rest",
    "PLAYOUT_PLIES",
    "IDLE",
    "chance",
    "DRAWS",
    "AMAF",
    "CODES",
    "RIPE",
    "EXPLORATION",
    "MAX_MOVES",
    "TABLE_SIZE",
    "LAST",
)
legal: Any = None
play: Any = None
outcome: Any = None
completing: Any = None
reply: Any = None
rollout: Any = None
likely: Any = None
prior: Any = None
estimate: Any = None
note_end: Any = None
at_rest: Any = None
COMPLETES: int = 0
REPLIES: int = 0
ROLLS: int = 0
LIKES: int = 0
RATES: int = 0
TELLS: int = 0
NOTES: int = 0
PRIOR: int = 0
PLAYOUT_PLIES: int = 0
IDLE: int = 0
DRAWS: int = 0
AMAF: int = 0
CODES: int = 0
RIPE: int = 0
EXPLORATION: float = 0.0
MAX_MOVES: int = 0
TABLE_SIZE: int = 0
LAST: int = 0


class SearchNode(Struct):
    """Position in the tree. Its children are the `count` nodes from index `first` on (0: no children yet).

    `turn` is the seat to move, `total` the sum of seat 0's results, `proven` its certain result or ONGOING. With AMAF,
    `later` has the sum and the number of the results of playouts in which the side of `move` played it, then or later.
    At a chance node, `later[0]` of a child is its weight. `prior` is the mean result to expect before the first
    playout, in hundredths, in a game that tells it.
    """

    total: F64
    visits: I32
    first: I32
    move: I32
    count: I32
    turn: I8
    proven: I8
    prior: I16
    later: Annotated[list[int], Array("i4", "LATER")]


class Workspace(Struct):
    """Memory: `frames[0]` is the root's state, `frames[1]` the current one; `path` has the nodes from the root down.

    A third frame is for answers of the opponent that are looked at before the first playout.
    With AMAF, `played` has for each code of a move 1 + the seat that played it first in the current playout, or 0. The
    game's `note_end` keeps in `noted` how playouts ended. The tree is the last field: NumPy describes the memory on
    each call of an entry, with each byte after a large table.
    """

    random: U64
    used: I64
    frames: Annotated[list[Any], RecordArray("State", 3)]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    weights: Annotated[list[int], Array("i4", "MOST_DRAWS")]
    scores: Annotated[list[int], Array("i4", "RATED")]
    path: Annotated[list[int], Array("i4", "FRAMES")]
    lines: Annotated[list[PrincipalVariation], RecordArray("PrincipalVariation", 1)]
    played: Annotated[list[int], Array("i1", "CODES")]
    noted: Annotated[list[int], Array("i4", "NOTES")]
    tree: Annotated[list[SearchNode], RecordArray("SearchNode", "TABLE_SIZE")]


def start(ws: Workspace, _control: SearchControl, seed: int) -> int:
    """Make a tree over `ws.frames[0]` of the root and its moves. The seed is any integer."""
    ws.random = seeded(seed)
    ws.used = 1
    for i in range(NOTES):
        ws.noted[i] = 0
    root = ws.tree[0]
    plant(root, ws.frames[0], 0)
    if root.proven == ONGOING and expand(ws, root, ws.frames[0], -1):
        if root.turn < CHANCE:
            for i in range(root.first, root.first + root.count):
                look_ahead(ws, root, ws.tree[i])
        settle(ws, root)
    return 0


def look_ahead(ws: Workspace, root: Any, child: Any) -> None:
    """Prove a move of the root that ends the game, or that lets the opponent win at once."""
    ws.frames[1] = ws.frames[0]
    s = ws.frames[1]
    play(s, child.move)
    answer = -1
    if outcome(s) == ONGOING:
        answer = winning_move(ws, s) if s.turn != root.turn and due(ws, s) == 0 else -1
        if answer < 0:
            return
    plant(child, s, child.move)
    if answer >= 0 and ws.used < TABLE_SIZE:
        child.first = ws.used
        child.count = 1
        ws.used += 1
        reply = ws.tree[child.first]
        ws.frames[2] = s
        play(ws.frames[2], answer)
        plant(reply, ws.frames[2], answer)
        reply.visits = 1
        reply.total = reply.proven
        child.proven = reply.proven
    child.visits = 1
    child.total = child.proven
    root.visits += 1
    root.total += child.proven


def winning_move(ws: Workspace, s: Any) -> int:
    """Return a move by which the side to move wins at once; -1 for none."""
    if COMPLETES:
        return int(ws.moves[0]) if completing(s, s.turn, ws.moves, 0) > 0 else -1
    for i in range(legal(s, ws.moves, 0)):
        ws.frames[2] = s
        after = ws.frames[2]
        play(after, ws.moves[i])
        if outcome(after) == (WIN if after.turn == s.turn else LOSS):
            return int(ws.moves[i])
    return -1


def tried(ws: Workspace, s: Any) -> int:
    """Write the moves to try: a win in one, otherwise the stops of a win in one, otherwise all. Return their number."""
    count = forced(ws, s)
    return int(count if count > 0 else legal(s, ws.moves, 0))


def forced(ws: Workspace, s: Any) -> int:
    """Write a win in one, otherwise the stops of a win in one, as far as the game knows them. Return their number."""
    count = 0
    if COMPLETES:
        count = min(1, completing(s, s.turn, ws.moves, 0))
        if count == 0:
            count = completing(s, 1 - s.turn, ws.moves, 0)
    return int(count)


def rated(ws: Workspace, s: Any, last: int) -> int:
    """Write the moves to try, like `tried`, and how good each looks. Return their number."""
    count = forced(ws, s)
    for i in range(count):
        ws.scores[i] = 0
    return int(count if count > 0 else prior(s, last, ws.moves, ws.scores, 0))


def search(ws: Workspace, control: SearchControl, playouts: int) -> int:
    """Run `playouts` more playouts, or fewer once stopped or when the root is proven.

    Return 1 if there is more to do, else 0.
    """
    root = ws.tree[0]
    for _ in range(playouts):
        if root.proven != ONGOING or not visit(control):
            break
        ws.frames[1] = ws.frames[0]
        s = ws.frames[1]
        depth = descend(ws, s)
        control.selective = max(control.selective, depth)
        leaf = ws.tree[ws.path[depth]]
        if AMAF:
            for code in range(CODES):
                ws.played[code] = 0
        result = leaf.proven
        if result == ONGOING:
            result = playout(ws, control, s, leaf.move if depth else -1)
            if abandoned(control):
                break
        back_up(ws, depth, result)
    control.filled = ws.used
    return int(root.proven == ONGOING and not stopped(control))


def descend(ws: Workspace, s: Any) -> int:
    """Play `s` from the root to a leaf, and add the leaf's children on a repeated visit. Return the leaf's depth."""
    at = depth = 0
    ws.path[0] = 0
    while depth < LAST:
        node = ws.tree[at]
        if node.proven != ONGOING:
            break
        if node.first == 0 and (
            (depth > 0 and node.visits < RIPE) or not expand(ws, node, s, node.move if depth else -1)
        ):
            break
        at = select(ws, node)
        play(s, ws.tree[at].move)
        depth += 1
        ws.path[depth] = at
        if ws.tree[at].visits == 0:
            plant(ws.tree[at], s, ws.tree[at].move)
    return depth


def plant(node: Any, s: Any, move: int) -> None:
    """Fill a new node for the state after a move."""
    result = outcome(s)
    node.move = move
    node.turn = s.turn
    node.first = node.count = node.visits = 0
    node.total = 0.0
    node.proven = result if result == ONGOING or s.turn == 0 else -result


def expand(ws: Workspace, node: Any, s: Any, last: int) -> bool:
    """Give a node its children, not yet visited. Return False when the tree has no room for them.

    `last` is the move that led to the state, or -1 at the root.
    """
    if ws.used + MAX_MOVES > TABLE_SIZE:
        return False
    node.count = due(ws, s)
    chance = node.count > 0
    if chance:
        node.turn += CHANCE
    else:
        node.count = rated(ws, s, last) if RATES else tried(ws, s)
    node.first = ws.used
    for i in range(node.count):
        child = ws.tree[node.first + i]
        child.move = ws.moves[i]
        child.visits = 0
        child.proven = ONGOING
        if chance:
            child.later[0] = ws.weights[i]
        elif AMAF:
            child.later[0] = child.later[1] = 0
        if RATES and not chance:
            child.prior = ws.scores[i] if s.turn == 0 else -ws.scores[i]
    ws.used += node.count
    return True


def select(ws: Workspace, node: Any) -> int:
    """Return the child to visit: an unvisited one, or the one with the highest upper confidence bound (UCB1).

    With `prior`, an unvisited one has a bound too. At a chance node it is one by weight.
    """
    if DRAWS and node.turn >= CHANCE:
        return chance_child(ws, node)
    log = math.log(node.visits + 1.0)
    sign = 1.0 if node.turn == 0 else -1.0
    loss = LOSS if node.turn == 0 else WIN
    best = -1e9
    chosen = node.first
    for i in range(node.first, node.first + node.count):
        child = ws.tree[i]
        if not RATES and child.visits == 0 and not (AMAF and child.later[1] > 0):
            return int(i)
        if RATES:
            bound = sign * expected(child)
            if EXPLORATION:
                bound += EXPLORATION * math.sqrt(log / (child.visits + 1.0))
        elif AMAF:
            bound = sign * blended(child) + EXPLORATION * math.sqrt(log / (child.visits + 1.0))
        else:
            bound = sign * child.total / child.visits + EXPLORATION * math.sqrt(log / child.visits)
        if child.proven == loss:
            bound -= 1e6
        if bound > best:
            best = bound
            chosen = i
    return int(chosen)


def chance_child(ws: Workspace, node: Any) -> int:
    """Return a child of a chance node, at random by weight."""
    total = 0
    for i in range(node.first, node.first + node.count):
        total += ws.tree[i].later[0]
    left = roll(ws, total)
    chosen = node.first
    while left >= ws.tree[chosen].later[0]:
        left -= ws.tree[chosen].later[0]
        chosen += 1
    return int(chosen)


def playout(ws: Workspace, control: SearchControl, s: Any, last: int) -> int:
    """Play random or forced moves and chance outcomes to the end of the game; return seat 0's result.

    `last` is the move that led to the state, or -1 at the root. Once abandoned, the result means nothing.
    """
    if ROLLS:
        return int(rollout(s, last, ws))
    result = outcome(s)
    plies = 0
    while result == ONGOING and not abandoned(control):
        if PLAYOUT_PLIES and plies == PLAYOUT_PLIES:
            result = estimate(s)
            if s.turn != 0:
                result = -result
            break
        plies += 1
        chances = due(ws, s)
        if chances > 0:
            play(s, ws.moves[chosen_of(ws, chances)])
            result = outcome(s)
            continue
        last = likely(s, last, ws) if LIKES else free_choice(ws, s, last)
        if AMAF and ws.played[last] == 0:
            ws.played[last] = 1 + s.turn
        play(s, last)
        result = outcome(s)
    if TELLS:
        note_end(s, ws)
    return int(result if s.turn == 0 else -result)


def abandoned(control: SearchControl) -> bool:
    """Return whether the search was stopped from outside, and not by its own number of nodes.

    In plain Python a playout takes some milliseconds, and on a busy machine as long as a stopped search may go on.
    """
    return bool(control.node_limit == 0)


def free_choice(ws: Workspace, s: Any, last: int) -> int:
    """Return a random move of those that answer the last one, otherwise of those to try."""
    count = reply(s, last, ws.moves, 0) if REPLIES and last >= 0 else 0
    if count == 0:
        count = tried(ws, s)
    return int(ws.moves[roll(ws, count)])
