"""Messages of a match with chance events, as a server would send them: tic-tac-toe with a die after each move.

The server fixes SEED before the start and sends its SHA-256. Both players give a client seed.
"""

import hashlib
from typing import Any

from kibitz_protocol.to_client import (
    ChanceDecided,
    ClientSeedGiven,
    Event,
    Finished,
    Moved,
    SeedRevealed,
    Snapshot,
    Started,
)
from kibitz_protocol.values.matches import ChanceView, Result
from kibitz_protocol.values.state import State
from tests.client.samples import GAME, event, move, position, snapshot

SEED = "7b" * 32
SEED_HASH = hashlib.sha256(bytes.fromhex(SEED)).hexdigest()
DICE = GAME.model_copy(update={"chance": True})


def die(number: int, ply: int, text: str, said: str | None = None) -> ChanceView:
    """Return a chance event after a number of moves."""
    return ChanceView(number=number, ply=ply, text=text, said=said)


def opened(**changes: Any) -> Snapshot:
    """Return the snapshot of a match that waits for the client seeds; we have seat 0."""
    fields = {
        "phase": "open",
        "server_seed_hash": SEED_HASH,
        "client_seeds": [None, None],
        "you": 0,
        "yours": [0],
        "game": DICE,
    }
    return snapshot(**{**fields, "state": due(""), "seq": 3, **changes})


def due(moves: str) -> State:
    """Return the position after moves in which a chance event is due."""
    return position(moves, to_move=None).model_copy(
        update={"legal": [], "paths": [], "chances": ["1", "6"], "weights": [1, 3]}
    )


def played() -> list[Snapshot | Event]:
    """Return a whole match with one move and three chance events, of which two follow the move."""
    end = Finished(result=Result(winner=1, reason="resignation"))
    return [
        opened(),
        event(4, ClientSeedGiven(seat=0, client_seed="ours"), phase="open"),
        event(5, ClientSeedGiven(seat=1, client_seed="theirs"), phase="open"),
        event(6, Started(), due("")),
        event(7, ChanceDecided(chance=die(1, 0, "6", "X rolls 6")), position()),
        event(8, Moved(move=move(0, 4)), due("4")),
        event(9, ChanceDecided(chance=die(2, 1, "1", "O rolls 1 and cannot move")), due("4")),
        event(10, ChanceDecided(chance=die(3, 1, "6")), position("4")),
        event(11, end, position("4", to_move=None), "finished"),
        event(12, SeedRevealed(server_seed=SEED), phase="finished"),
    ]
