"""The command of the fake program, and matches of Go for it, without a server and without rules."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.formats.games.go import first_seat, vertex
from kibitz_protocol.values.matches import MoveView
from tests.client.samples import snapshot

FAKE = Path(__file__).with_name("fake_engine.py")


def fake(log: Path, habits: str = "") -> list[str]:
    """Return the command that starts the fake program, which writes what it reads to a file."""
    return [sys.executable, str(FAKE), str(log), habits]


def go_match(
    moves: str = "",
    *,
    size: int = 9,
    komi: float = 7.5,
    handicap: int = 0,
    start: str | None = None,
    opening: Sequence[str] = (),
    text: str | None = None,
    **changes: Any,
) -> MatchState:
    """Return a match after moves, in which the side to move is at its seat. Captures are left out.

    Args:
        text: The position as it stands, where other parts than the moves matter.
    """
    state = advance(None, snapshot(you=0, **changes))
    assert state is not None
    options = {"size": size, "komi": komi, "handicap": handicap}
    first, played = first_seat(options, start), moves.split()
    views = [
        MoveView(ply=ply, seat=(first + len(opening) + ply) % 2, move=move, elapsed_ms=1000, search=None)
        for ply, move in enumerate(played)
    ]
    to_move = (first + len(opening) + len(played)) % 2
    points = [vertex(column, row) for row in range(size, 0, -1) for column in range(1, size + 1)]
    legal = [point for point in points if point not in (*opening, *played)] + ["pass"]
    position = state.position.model_copy(
        update={
            "ply": len(played),
            "to_move": to_move,
            "rows": ["-" * size] * size,
            "text": text or f"{'/'.join(['-' * size] * size)} {'BW'[to_move]} 0-0",
            "legal": legal,
            "paths": [[] for _ in legal],
        }
    )
    game = state.game.model_copy(update={"name": "go", "notation": "gtp", "seats": ["Black", "White"]})
    return replace(
        state,
        game=game,
        options=options,
        start=start,
        opening=tuple(opening),
        moves=views,
        position=position,
        you=to_move,
    )
