"""Shares of a limit: two searches that share one, the second with what the first leaves."""

import threading
from collections.abc import Callable

from kibitz_server.engine.control import Control
from kibitz_server.engine.limit import Limit


def within_share(share: float, limit: Limit, control: Control, search: Callable[[], None]) -> bool:
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
