"""Messages of a match with random draws, as a server would send them: tic-tac-toe in which a die falls after each move.

The server fixes SEED before the start and sends its SHA-256. Both players give a random text.
"""

import hashlib
from typing import Any

from kibitz_protocol.to_client import Drawn, Event, Finished, LotsGiven, Moved, SeedRevealed, Snapshot, Started
from kibitz_protocol.values.matches import DrawView, Result
from kibitz_protocol.values.state import State
from tests.client.samples import GAME, event, move, position, snapshot

SEED = "7b" * 32
SEED_HASH = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
DICE = GAME.model_copy(update={"chance": True})


def die(number: int, ply: int, text: str, said: str | None = None) -> DrawView:
    """Return a draw after a number of moves."""
    return DrawView(number=number, ply=ply, text=text, said=said)


def opened(**changes: Any) -> Snapshot:
    """Return the snapshot of a match that waits for the random texts; we have seat 0."""
    fields = {"phase": "open", "seed_hash": SEED_HASH, "lots": [None, None], "you": 0, "yours": [0], "game": DICE}
    return snapshot(**{**fields, "state": due(""), "seq": 3, **changes})


def due(moves: str) -> State:
    """Return the position after moves in which a draw is due."""
    return position(moves, to_move=None).model_copy(
        update={"legal": [], "paths": [], "draws": ["1", "6"], "weights": [1, 3]}
    )


def played() -> list[Snapshot | Event]:
    """Return a whole match with one move and three draws, of which two follow the move."""
    end = Finished(result=Result(winner=1, reason="resignation"))
    return [
        opened(),
        event(4, LotsGiven(seat=0, text="ours"), phase="open"),
        event(5, LotsGiven(seat=1, text="theirs"), phase="open"),
        event(6, Started(), due("")),
        event(7, Drawn(draw=die(1, 0, "6", "X rolls 6")), position()),
        event(8, Moved(move=move(0, 4)), due("4")),
        event(9, Drawn(draw=die(2, 1, "1", "O rolls 1 and cannot move")), due("4")),
        event(10, Drawn(draw=die(3, 1, "6")), position("4")),
        event(11, end, position("4", to_move=None), "finished"),
        event(12, SeedRevealed(seed=SEED), phase="finished"),
    ]
