"""Shares of a limit: two searches that share one, the second with what the first leaves, and what a proof is worth."""

import threading
from collections.abc import Callable

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import UNLIMITED, SearchControl
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.solve import prepare_to_solve
from kibitz_server.games.game import Position

NODES_PER_S, NODES_PER_S_PLAIN = 35_000_000, 100_000
"""Speed of a proof, to compare its effort with a time limit."""
LONG = 1e9
"""Seconds of a search without a time limit."""
SHARES = ((64.0, 0.99), (8.0, 0.95), (1.0, 0.85), (0.25, 0.5))
"""Part of the limit for a proof, by how many times the limit has room for its effort; below the last, nothing."""


def share_of_proof(search: SpecialisedSearch, position: Position, limit: Limit, control: SearchControl) -> float:
    """Return the part of the limit that a proof of the exact result is worth: the more, the likelier it succeeds."""
    rules = position.game.rules
    if not hasattr(rules, "effort") or limit.depth or (limit.seconds is None and control.node_limit == UNLIMITED):
        return 0.0
    if prepare_to_solve(position.game).backend.compiled != search.backend.compiled:  # not in the cache of code
        return 0.0
    in_time = round((limit.seconds or LONG) * (NODES_PER_S if search.backend.compiled else NODES_PER_S_PLAIN))
    times = min(control.node_limit, in_time) / max(1, int(rules.effort(position.state)))
    return next((share for least, share in SHARES if times >= least), 0.0)


def within_share(share: float, limit: Limit, control: SearchControl, search: Callable[[], None]) -> bool:
    """Run a search within a share of the limit. Return whether the rest is left, so that nothing else stopped it."""
    most = control.node_limit

    def pause() -> None:
        control.narrow(max(1, control.nodes))

    control.narrow(max(1, control.nodes + round((most - control.nodes) * share)))
    timer = threading.Timer(limit.seconds * share, pause) if limit.seconds else None
    if timer:
        timer.daemon = True
        timer.start()
    try:
        search()
    finally:
        if timer:
            timer.cancel()
            timer.join()
    if control.node_limit == 0:
        return False
    control.node_limit = most
    return True
