"""A game as searches see it: its rules with defaults for the optional functions, and the sizes that follow from it."""

from types import FunctionType
from typing import Any

from kibitz_server.engine.templates import defaults
from kibitz_server.games import bits
from kibitz_server.games.game import Game
from kibitz_server.games.record import Field, fixed

MAX_DEPTH = 128
"""Deepest ply that a search visits."""


def sizes(game: Game) -> dict[str, Any]:
    """Return the memory sizes of a search that follow from the game."""
    plies = min(MAX_DEPTH, game.names["MAX_PLIES"])
    moves = game.names["MAX_MOVES"]
    return {
        "State": fixed(game.names["State"], game.names),
        "LAST": plies,
        "FRAMES": plies + 2,
        "ROOM": (plies + 2) * moves,
    }


def rules_of(game: Game) -> dict[str, Any]:
    """Return the game's names, with defaults for those it leaves out."""
    made = {"key": key_of(game.fields)} if "key" not in game.names else {}
    return {**vars(defaults), **made, **game.names}


def key_of(fields: list[Field]) -> FunctionType:
    """Return a function that hashes all fields of a state: correct for any game, but slower than an incremental key."""
    lines = []
    for field in fields:
        if field.length is None:
            lines.append(f"    key = mix(key ^ u64(s.{field.name}) & ALL)")
        else:
            lines.append(f"    for i in range({field.length}):\n        key = mix(key ^ u64(s.{field.name}[i]) & ALL)")
    source = "\n".join(["def key(s):", "    key = u64(0)", *lines, "    return key"])
    names: dict[str, Any] = {
        "mix": bits.mix,
        "u64": bits.u64,
        "ALL": bits.ALL,
        "SLOTS": (),
        "__name__": defaults.__name__,
    }
    exec(source, names)
    made: FunctionType = names["key"]
    return made
