"""Puzzles for tests."""

import json

from kibitz_server.store.archive.puzzles import StoredPuzzle


def stored(id: str = "p1", **changes: object) -> StoredPuzzle:
    """Return a puzzle of Tic-tac-toe: X wins with c3, and lets O draw with any other move."""
    puzzle = StoredPuzzle(
        id=id,
        game="tictactoe",
        options=json.dumps({}),
        position="XX-/O--/--- O",
        lead="b2",
        line=json.dumps(["c3"]),
        refuted=json.dumps({"0": {"a1": ["c3", 0.5], "c2": ["c3", 0.5]}}),
        win=1.0,
        themes="win short",
        players=json.dumps(["ann", "level 3"]),
        player_ids=json.dumps([]),
        match_id=None,
        code=None,
        ply=4,
        ended_at=0.0,
        at=0.0,
        removed=False,
        mu=25.0,
        sigma=5.0,
        attempts=0,
        solved=0,
    )
    return puzzle._replace(**changes)  # type: ignore[arg-type]


LONG = {"line": json.dumps(["a1", "b2", "a3"]), "position": "--X/--X/-O- O", "lead": "c1"}
"""Changes that make a puzzle with two moves of the solver, which need not be good ones."""
