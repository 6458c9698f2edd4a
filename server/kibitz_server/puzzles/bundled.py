"""Puzzles that come with Kibitz, so that a new server has some. `training/puzzles.py` makes them."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kibitz_server.core.lobby.ratings import CENTER, MU, SCALE
from kibitz_server.games.registry import load
from kibitz_server.store.archive.puzzles import StoredPuzzle

FOLDER = Path(__file__).parent / "bundles"
SIGMA = 5.0
"""Deviation of the rating of a new puzzle: its guess is better than nothing."""


def puzzle_id(game: str, options: Mapping[str, Any], position: str | None, lead: str | None) -> str:
    """Return the id of a puzzle: the same position is the same puzzle."""
    text = json.dumps([game, dict(sorted(options.items())), position, lead])
    return hashlib.blake2s(text.encode(), digest_size=6).hexdigest()


def mu_of(shown: float) -> float:
    """Return the strength that is shown as a rating."""
    return MU + (shown - CENTER) / SCALE


def bundled() -> list[StoredPuzzle]:
    """Return the puzzles that come with Kibitz. They were published at the beginning of time."""
    files = sorted(FOLDER.glob("*.jsonl"))
    return [_stored(json.loads(line)) for file in files for line in file.read_text().splitlines()]


def _stored(data: dict[str, Any]) -> StoredPuzzle:
    options = load(data["game"]).options
    return StoredPuzzle(
        id=puzzle_id(data["game"], options, data["position"], data["lead"]),
        game=data["game"],
        options=json.dumps(options),
        position=data["position"],
        lead=data["lead"],
        line=json.dumps(data["line"]),
        refuted=json.dumps(data["refuted"], separators=(",", ":")),
        win=data["win"],
        themes=" ".join(data["themes"]),
        players=json.dumps(data["players"].split(" v ")),
        player_ids="[]",
        match_id=None,
        code=None,
        ply=0,
        ended_at=0.0,
        at=0.0,
        removed=False,
        mu=mu_of(data["rating"]),
        sigma=SIGMA,
        attempts=0,
        solved=0,
    )
