"""A match in a text format like PGN: tags in brackets, then the moves in the game's own notation."""

import textwrap
from collections.abc import Sequence
from datetime import UTC, datetime

from kibitz_client.match.state import MatchState, advance
from kibitz_client.text.formatting import player_text, seat_text
from kibitz_protocol.to_client import Event, Snapshot

WIDTH = 80


def pgn_text(messages: Sequence[Snapshot | Event]) -> str:
    """Return a match as text, given its first snapshot and all events."""
    state, started_at = None, None
    for message in messages:
        state = advance(state, message)
        if isinstance(message, Event) and message.event.kind == "started" and started_at is None:
            started_at = message.at
    first = messages[0]
    assert state is not None
    assert isinstance(first, Snapshot)
    return match_text(first, state, started_at)


def match_text(start: Snapshot, state: MatchState, started_at: float | None) -> str:
    """Return a match as text.

    Args:
        start: The match when it was created.
        state: The match now.
        started_at: When it started, in seconds since 1970.
    """
    date = datetime.fromtimestamp(started_at, UTC).strftime("%Y.%m.%d") if started_at is not None else "????.??.??"
    tags = {"Game": state.game.name, "Site": f"Kibitz {state.code}", "Date": date}
    for view in state.seats:
        tags[seat_text(state.game.seats, view.seat)] = player_text(view)
    tags["Result"] = result_token(state)
    tags |= {name.capitalize(): str(value) for name, value in state.options.items()}
    if state.clock is not None:
        tags["TimeControl"] = str(state.clock)
    if start.start is not None:
        tags["Start"] = start.start
    if start.opening:
        tags["Opening"] = " ".join(start.opening)
    if state.result is not None:
        tags["Termination"] = state.result.reason
        if state.result.points:
            tags["Points"] = "-".join(map(str, state.result.points))
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *textwrap.wrap(_moves(state), WIDTH), ""])


def result_token(state: MatchState) -> str:
    """Return `1-0`, `0-1`, `1/2-1/2`, or `*` for a match without a result."""
    if state.phase != "finished" or state.result is None:
        return "*"
    return {0: "1-0", 1: "0-1", None: "1/2-1/2"}.get(state.result.winner, "*")


def _moves(state: MatchState) -> str:
    """Return `1. b2 a1 2. c3`: a number before each move of the first seat, and before a second move in a row."""
    parts, number = [], 0
    previous: int | None = None
    for move in state.moves:
        if move.seat == 0 or previous is None:
            number += 1
            parts.append(f"{number}." if move.seat == 0 else f"{number}...")
        elif move.seat == previous:
            number += 1
            parts.append(f"{number}...")
        parts.append(move.move)
        previous = move.seat
    return " ".join([*parts, result_token(state)])


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
