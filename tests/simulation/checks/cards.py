"""Hidden cards in the messages of a match of lure."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.simulation.checks.history import MatchHistory


def states(message: Any, match_named: Callable[[str], MatchHistory | None]) -> Iterator[tuple[MatchHistory, Any]]:
    """Yield the states in a message that must not show hidden cards: those from before an end that shows all.

    A record that is read after such an end shows all cards from the first event on.
    """
    result = message.get("result") or {}
    recorded = [*(result.get("events") or ()), *filter(None, [result.get("snapshot")])]
    for part in (message, *recorded):
        match, state = match_named(part.get("match") or ""), part.get("state")
        if match is None or not match.hidden or state is None:
            continue
        ended = part["phase"] in ("finished", "aborted") if "phase" in part else state["to_move"] is None
        if not match.shows_all or (not ended and part is message):
            yield match, state


def others(state: Any, seat: int | None) -> set[str]:
    """Return the cards in the hands that a state shows of all seats but one."""
    cards = {text for owner, text in enumerate(state["text"][:2]) if owner != seat}
    hands = [tray for tray in state["trays"] if tray["name"] == "hand" and tray["owner"] != seat]
    return cards | {face for tray in hands for face in tray["faces"]}
