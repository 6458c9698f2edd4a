"""Tree of a small search as data, to be drawn: the nodes searched, their windows, what was pruned and why.

It is minimax and alpha-beta as taught on a blackboard. MAX, the side to move at the root, wants high values, MIN low
ones, and all values and windows are MAX's. Nodes, values and cut-offs are those of the templates `minimax` and
`textbook`. The tree is that of a game, or given as nested lists of leaf values.

Where a chance event is due, a chance node has the average of its outcomes by their weights. Alpha-beta then leaves out
outcomes that cannot bring the average back into the window, because all values are bounded (Star1: Ballard, 1983).
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Protocol

from kibitz_server.engine.algorithms import ALGORITHMS, UnfitAlgorithm
from kibitz_server.engine.rules import evaluation
from kibitz_server.engine.score import PROVEN, WIN
from kibitz_server.engine.trees.average import Average
from kibitz_server.engine.trees.steps import SearchStep
from kibitz_server.games.game import DRAW, ONGOING, Game, LegalMove, Position

Nested = int | float | Sequence["Nested"]
ValueText = Callable[[float], str]
"""Return a value as people read it."""
MAX_NODES = 20_000
DECIMALS = 6
"""Digits that values have after the point, far more than an evaluation is sure of."""
MOST_FOUND = 2_000
"""Most nodes of a tree whose depth is not given."""
EVALUATED = "depth reached, position evaluated"
"""Why a leaf has its value where the game goes on."""
DEEPEST = 12
"""Most plies of a tree whose depth is not given."""
LARGEST = 10**15
"""Largest value of a leaf, so that a sum or a drawing of values never overflows."""


class TreeTooLarge(ValueError):
    """Tree with too many nodes to display, or that takes too long to build; the message is for users."""


def never() -> bool:
    """Return False: the default of `stop`, for a tree that is not stopped."""
    return False


@dataclass(slots=True)
class TreeNode:
    """Node of the tree: one that was searched, or one that was left out (`pruned`, without a value).

    `node` numbers the searched nodes from 0 in search order. `alpha` and `beta` are the values that MAX and MIN could
    already enforce on entering (None: nothing yet). `bound` says whether the value is "exact", or, after a cut-off, "at
    least" or "at most" this. `player` is "max", "min" or "chance". After a chance outcome, `weight` says how likely it
    was.
    """

    node: int | None
    move: str | None
    player: str
    alpha: float | None
    beta: float | None
    value: float | None = None
    bound: str = "exact"
    pruned: bool = False
    why: str = ""
    children: "tuple[TreeNode, ...]" = ()
    weight: int = 0

    def as_data(self) -> dict[str, Any]:
        """Return the node as plain dictionaries and lists."""
        return asdict(self)

    def walk(self) -> "Iterator[TreeNode]":
        """Yield this node and all nodes below it, in search order."""
        yield self
        for child in self.children:
            yield from child.walk()


class Branch(NamedTuple):
    """Move, or chance outcome with its weight, and the tree below it."""

    move: str
    tree: "Tree"
    weight: int = 0


class Tree(Protocol):
    """Tree that can be explained."""

    @property
    def maximising(self) -> bool:
        """Whether MAX is to move."""

    @property
    def chance(self) -> bool:
        """Whether a chance event is due, so that neither side moves."""

    @property
    def limit(self) -> float:
        """Bound of all values."""

    def leaf(self) -> tuple[float, str] | None:
        """Return the value and its origin at a leaf, or None elsewhere."""

    def branches(self) -> Iterator[Branch]:
        """Yield the moves or chance outcomes in order."""

    def text(self, value: float) -> str:
        """Return a value as people read it."""


@dataclass(frozen=True, slots=True)
class ListTree:
    """Nested lists; MAX and MIN take turns. A branch is named by its number, from 1."""

    tree: Nested
    maximising: bool = True
    chance = False
    limit = math.inf

    def leaf(self) -> tuple[float, str] | None:
        """Return the value of a number, or None for a list.

        Raises:
            ValueError: The item is neither a number nor a non-empty list, or the number is out of range.
        """
        if isinstance(self.tree, int | float) and not isinstance(self.tree, bool):
            if not abs(self.tree) <= LARGEST:  # also true for NaN
                raise ValueError(f"a leaf must be between {-LARGEST:.0e} and {LARGEST:.0e}")
            return self.tree, "leaf"
        if not isinstance(self.tree, list | tuple) or not self.tree:
            raise ValueError(f"a tree is a number or a list of trees that is not empty, not {self.tree!r}")
        return None

    def branches(self) -> Iterator[Branch]:
        """Yield the items of the list."""
        assert isinstance(self.tree, list | tuple)
        for number, branch in enumerate(self.tree, 1):
            yield Branch(str(number), ListTree(branch, not self.maximising))

    def text(self, value: float) -> str:
        """Return a value as it was given."""
        return f"{value:g}"


@dataclass(frozen=True, slots=True)
class GameTree:
    """Positions up to `depth` plies ahead. `side` is MAX's seat."""

    position: Position
    depth: int
    side: int
    ply: int = 0

    @property
    def maximising(self) -> bool:
        """Whether MAX is to move."""
        return bool(self.position.state.turn == self.side)

    @property
    def chance(self) -> bool:
        """Whether a chance event is due."""
        return bool(self.position.chances)

    @property
    def limit(self) -> float:
        """Bound of all values."""
        names = self.position.game.names
        return float(names["PAYOFF_LIMIT"] if "payoff" in names else WIN)

    def leaf(self) -> tuple[float, str] | None:
        """Return the result of a finished game, or the evaluation where the depth ends."""
        rules, state = self.position.game.rules, self.position.state
        sign = 1 if self.maximising else -1
        result = int(rules.outcome(state))
        most = min(PROVEN - 1, self.limit)
        if result != ONGOING:
            value = (
                max(-most, min(most, rules.payoff(state))) if hasattr(rules, "payoff") else result * (WIN - self.ply)
            )
            return sign * value, self._ending(result)
        if self.depth == 0:
            value = evaluation(self.position)
            return sign * round(max(-most, min(most, value)), DECIMALS), EVALUATED
        return None

    def _ending(self, result: int) -> str:
        outcome = self.position.outcome
        assert outcome is not None
        if result == DRAW or outcome.winner is None:
            return f"draw: {outcome.reason}"
        return f"{self.position.game.declaration.seats[outcome.winner]} wins: {outcome.reason}"

    def branches(self) -> Iterator[Branch]:
        """Yield the legal moves, or the chance outcomes that are possible."""
        for move in self.position.legal:
            yield Branch(move.text, self._after(move))
        for chance in self.position.chances:
            yield Branch(chance.text, self._after(chance.move), chance.weight)

    def text(self, value: float) -> str:
        """Return a value as hints show scores, for MAX: `+0.74`, or `W3` for a win after three plies."""
        if PROVEN <= abs(value) <= WIN:
            return f"{'W' if value > 0 else 'L'}{WIN - abs(value):g}"
        return f"{round(value / 100, 2) + 0.0:+.2f}"

    def _after(self, move: LegalMove) -> "GameTree":
        return GameTree(self.position.after(move), self.depth - 1, self.side, self.ply + 1)


def check_fit(game: Game) -> None:
    """Check that a search of a game can be explained.

    Raises:
        UnfitAlgorithm: A side cannot see all of a position, or there are not two sides where one wins what the other
            loses.
    """
    algorithm = ALGORITHMS["expectiminimax" if game.chance else "textbook"]
    if missing := algorithm.misses(game.declaration):
        raise UnfitAlgorithm(f"a search tree needs a game {missing}, which {game.name} is not")


def explain(
    subject: Position | Nested,
    algorithm: str = "textbook",
    depth: int = 3,
    first: str = "max",
    most_nodes: int = MAX_NODES,
    stop: Callable[[], bool] = never,
    steps: list[SearchStep] | None = None,
) -> TreeNode:
    """Return the tree that `minimax` or `textbook` searches in a position or in nested lists.

    In a game with chance it is that of expectiminimax, without pruning or with Star1.

    Args:
        subject: A position, or nested lists of leaf values.
        algorithm: "minimax" or "textbook" (alpha-beta).
        depth: Plies to search below a position, in which a chance outcome counts as one; ignored for lists.
        first: The player at the root of lists, "max" or "min".
        most_nodes: The largest number of nodes, pruned ones included.
        stop: Called before each node in the caller's thread; the search ends with TooLarge when it returns True.
        steps: Gets the steps of the search, in their order.

    Raises:
        ValueError: An argument has another value, or the lists are not a tree.
        TreeTooLarge: The tree has more than `most_nodes` nodes, or `stop` returned True.
    """
    if algorithm not in ("minimax", "textbook"):
        raise ValueError(f"minimax and textbook can be explained, not {algorithm!r}")
    if first not in ("max", "min"):
        raise ValueError(f"max or min moves first, not {first!r}")
    if depth < 0:
        raise ValueError(f"depth must be 0 or more plies, not {depth}")
    tree: Tree
    if isinstance(subject, Position):
        tree = GameTree(subject, depth, subject.state.turn)
    else:
        tree = ListTree(subject, first == "max")
    search = _Search(algorithm == "textbook", most_nodes, stop, [] if steps is None else steps)
    return search.visit(Branch("", tree), -math.inf, math.inf)


def deepest(
    position: Position,
    algorithm: str = "textbook",
    most_nodes: int = MOST_FOUND,
    stop: Callable[[], bool] = never,
    below: int = DEEPEST + 1,
) -> tuple[int, TreeNode, list[SearchStep]]:
    """Return the greatest depth whose tree fits, with its tree and the steps; that of the whole game if all of it fits.

    Args:
        position: The position.
        algorithm: As in `explain`.
        most_nodes: The largest number of nodes.
        stop: Called before each node; trees that it ends do not fit.
        below: The depth that is too great.

    Raises:
        TreeTooLarge: No tree fits.
    """
    found: tuple[int, TreeNode, list[SearchStep]] | None = None
    for depth in range(below):
        steps: list[SearchStep] = []
        try:
            root = explain(position, algorithm, depth, "max", most_nodes, stop, steps)
        except TreeTooLarge:
            if found is None:
                raise
            break
        found = depth, root, steps
        if all(node.why != EVALUATED for node in root.walk()):
            break
    assert found is not None, "a tree has a depth"
    return found


class _Search:
    """Search that builds and counts the nodes, and notes its steps."""

    def __init__(self, pruning: bool, most: int, stop: Callable[[], bool], steps: list[SearchStep]) -> None:
        self._pruning = pruning
        self._most = most
        self._stop = stop
        self._steps = steps
        self._nodes = 0
        self._pruned = 0

    @property
    def _made(self) -> int:
        """Number of the next node, in the order of the tree."""
        return self._nodes + self._pruned

    def visit(self, branch: Branch, alpha: float, beta: float) -> TreeNode:
        """Search below one node; the root has no move."""
        self._check_size()
        tree = branch.tree
        node = TreeNode(
            self._nodes, branch.move or None, _player(tree), _known(alpha), _known(beta), weight=branch.weight
        )
        self._steps.append(SearchStep(self._made))
        self._nodes += 1
        leaf = tree.leaf()
        if leaf is not None:
            node.value, node.why = leaf
        elif tree.chance:
            self._average(tree, node, alpha, beta)
        else:
            self._expand(tree, node, alpha, beta)
        return node

    def _check_size(self) -> None:
        """Raise TreeTooLarge before a node beyond the largest number is made."""
        if self._made >= self._most:
            raise TreeTooLarge(f"the tree has more than {self._most} nodes")
        if self._stop():
            raise TreeTooLarge(f"the tree takes too long: {self._nodes} nodes were made")

    def _expand(self, tree: Tree, node: TreeNode, alpha: float, beta: float) -> None:
        sign = 1 if tree.maximising else -1
        best, best_move, children = -math.inf, "", []
        branches = tree.branches()
        at = self._made - 1
        for branch in branches:
            move = branch.move
            step = SearchStep(at, self._made)
            child = self.visit(branch, alpha, beta)
            children.append(child)
            assert child.value is not None
            self._steps.append(step)
            if sign * child.value > best:
                best, best_move = sign * child.value, move
                step.best = child.value
            if not self._pruning:
                continue
            if tree.maximising and child.value > alpha:
                step.alpha = alpha = child.value
            elif not tree.maximising and child.value < beta:
                step.beta = beta = child.value
            if alpha >= beta:
                equal = ": equal is enough" if alpha == beta else ""
                window = f"alpha {tree.text(alpha)}, beta {tree.text(beta)}{equal}"
                why = f"left out: after {move} {node.player} has enough here ({window})"
                left_out = [self._left_out(unseen, alpha, beta, why) for unseen in branches]
                children += left_out
                step.cut = bool(left_out)
                break
        node.value = sign * best
        node.children = tuple(children)
        self._judge(node, best_move, tree.text)

    def _average(self, tree: Tree, node: TreeNode, alpha: float, beta: float) -> None:
        """Search below a chance node, until the average is surely outside the window."""
        branches, children = list(tree.branches()), list[TreeNode]()
        average = Average([branch.weight for branch in branches], tree.limit)
        at = self._made - 1
        for place, branch in enumerate(branches):
            low, high = average.window(alpha, beta) if self._pruning else (-math.inf, math.inf)
            step = SearchStep(at, self._made)
            child = self.visit(branch, low, high)
            assert child.value is not None
            average.values.append(child.value)
            children.append(child)
            self._steps.append(step)
            step.best = average.so_far
            least, most = average.bounds
            if self._pruning and (most <= alpha or least >= beta):
                why = "left out: no value after it brings the average "
                why += f"above {tree.text(alpha)}" if most <= alpha else f"below {tree.text(beta)}"
                unseen = branches[place + 1 :]
                children += [self._left_out(branch, -math.inf, math.inf, why) for branch in unseen]
                step.cut = bool(unseen)
                break
        node.children = tuple(children)
        self._judge_average(node, average, alpha, beta, tree.text)

    def _judge_average(self, node: TreeNode, average: Average, alpha: float, beta: float, text: ValueText) -> None:
        """Set the value, the bound and the explanation of a chance node whose children are known."""
        least, most = average.bounds
        average_is = most if self._pruning and most <= alpha else least
        node.value = round(average_is, DECIMALS) + 0.0  # never -0.0
        node.why = f"average of the chance outcomes by weight{average.formula}"
        if not self._pruning or alpha < average_is < beta:
            return
        worst = average.limit if average_is <= alpha else -average.limit
        if not average.known:
            last = node.children[len(average.values) - 1].move
            rest = f"with {text(worst)} after each chance outcome left out, the average is {text(node.value)}"
            node.why = f"cut off by {last}: {rest}"
        if average_is <= alpha:
            node.bound = "at most"
            node.why += f"; max is sure of {text(alpha)} elsewhere and will not come here"
        else:
            node.bound = "at least"
            node.why += f"; min is sure of {text(beta)} elsewhere and will not come here"

    def _left_out(self, branch: Branch, alpha: float, beta: float, why: str) -> TreeNode:
        self._check_size()
        self._pruned += 1
        player, weight = _player(branch.tree), branch.weight
        return TreeNode(None, branch.move, player, _known(alpha), _known(beta), pruned=True, why=why, weight=weight)

    def _judge(self, node: TreeNode, best_move: str, text: ValueText) -> None:
        """Set the bound and the explanation of a node whose children are known."""
        wants = "highest" if node.player == "max" else "lowest"
        node.why = f"{node.player} takes the {wants}: {best_move}"
        # A cut-off at the last branch leaves nothing out.
        enough = f"cut off by {best_move}:" if node.children[-1].pruned else f"{node.why};"
        if not self._pruning or node.value is None:
            return
        if node.beta is not None and node.value >= node.beta:
            node.bound = "at least"
            holds = f"nothing here holds max below {_wanted(node, 'min', text(node.beta))}"
            node.why = f"{enough} {_refused(node, 'min', text(node.beta))}" if node.player == "max" else holds
        elif node.alpha is not None and node.value <= node.alpha:
            node.bound = "at most"
            gives = f"nothing here gives max more than {_wanted(node, 'max', text(node.alpha))}"
            node.why = f"{enough} {_refused(node, 'max', text(node.alpha))}" if node.player == "min" else gives


def _refused(node: TreeNode, player: str, value: str) -> str:
    """Return why a player will not come to a node. After a chance outcome, its window follows from the average."""
    if node.weight:
        return f"with {value} here, the average is no better for {player} than what it is sure of elsewhere"
    return f"{player} is sure of {value} elsewhere and will not come here"


def _wanted(node: TreeNode, player: str, value: str) -> str:
    if node.weight:
        return f"{value}, so that the average is no better for {player} than what it is sure of elsewhere"
    if player == "min":
        return f"the {value} that min is sure of elsewhere"
    return f"the {value} it is sure of elsewhere"


def _player(tree: Tree) -> str:
    return "chance" if tree.chance else "max" if tree.maximising else "min"


def _known(limit: float) -> float | None:
    return limit if math.isfinite(limit) else None
