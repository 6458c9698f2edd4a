"""Steps of a search through a tree, in their order: it enters a node, or comes back to it from a child."""

from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class SearchStep:
    """The search enters node `to`, or comes back to it with the value of node `child`. It says only what changes.

    Nodes are numbered from 0 in the order of the tree, also pruned ones. On entering, the window is that of the node.
    `alpha` and `beta` are limits that the step tightened. `best` is a better value than that of each child before, and
    at a chance node the average so far. After `cut` all other children are left out.
    """

    to: int
    child: int | None = None
    alpha: float | None = None
    beta: float | None = None
    best: float | None = None
    cut: bool = False

    def as_data(self) -> dict[str, Any]:
        """Return the step as a dictionary of what is not the default, which is most of a long list."""
        fields = {"to": self.to, "child": self.child, "alpha": self.alpha, "beta": self.beta, "best": self.best}
        known: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
        return known | {"cut": True} if self.cut else known
