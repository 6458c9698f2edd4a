"""A game as searches see it: its rules with defaults for the optional functions, and the sizes that follow from it."""

from collections.abc import Sequence
from functools import lru_cache
from types import FunctionType, SimpleNamespace
from typing import Any

from kibitz_server.engine.score import WIN
from kibitz_server.games import bits
from kibitz_server.games.contract.parts import SEARCH_DEFAULTS, UNKNOWN
from kibitz_server.games.game import Game, LegalMove, Position
from kibitz_server.games.record import RecordField, fixed

MAX_DEPTH = 128
"""Deepest ply that a search visits."""
SWITCHES = {
    "COMPLETES": "completing",
    "REPLIES": "reply",
    "ROLLS": "rollout",
    "LIKES": "likely",
    "RATES": "prior",
    "TELLS": "note_end",
    "ORDERS": "ordered",
    "PAYS": "payoff",
    "PAYS_HANDS": "won",
    "DRAWS": "chance",
}
"""Constants that say whether a game has a function."""
FOR_DEFAULTS = {"ALL": bits.ALL, "UNKNOWN": UNKNOWN, "mix": bits.mix, "u64": bits.u64}
"""Names that the functions below and the defaults use."""
FEW_FIELDS = 6
"""Most numbers of a state that are copied one by one."""


def sizes(game: Game) -> dict[str, Any]:
    """Return the memory sizes of a search that follow from the game."""
    plies = min(MAX_DEPTH, game.names["MAX_PLIES"])
    moves = game.names["MAX_MOVES"]
    return {
        "MOST_DRAWS": moves if game.chance else 1,
        "CHANCES": (plies + 2) * moves if game.chance else 1,
        "RATED": moves if "prior" in game.names else 1,
        "LATER": 2 if game.names.get("AMAF") else 1,
        **{
            name: part_of(game, name)
            for name in ("CODES", "HISTORY_SIZE", "NOTES", "SCRATCH", "WEIGHT_COUNT", "WEIGHT_KIND")
        },
        "State": fixed(game.names["State"], game.names),
        "LAST": plies,
        "FRAMES": plies + 2,
        "ROOM": (plies + 2) * moves,
    }


def rules_of(game: Game) -> dict[str, Any]:
    """Return the game's names, with defaults for those it leaves out."""
    has = {switch: int(name in game.names) for switch, name in SWITCHES.items()}
    made: dict[str, Any] = {"next_frame": next_frame_of(game.fields), **has}
    if "key" not in game.names:
        made["key"] = key_of(game.fields)
    return {**FOR_DEFAULTS, **SEARCH_DEFAULTS, **made, **game.names}


def part_of(game: Game, name: str) -> Any:
    """Return a constant or function of a game, or its default."""
    return game.names.get(name, SEARCH_DEFAULTS[name])


def sensible(position: Position, moves: Sequence[LegalMove]) -> list[int]:
    """Return the places of the moves that the game does not call senseless; all places if it calls each move so."""
    rules = position.game.rules
    senseless = rules.senseless(position.state) if "senseless" in position.game.names else ()
    kept = [i for i, move in enumerate(moves) if move.code not in senseless]
    return kept or list(range(len(moves)))


def final_score(position: Position) -> int:
    """Return the score of a finished game for the side to move: its payoff or, without one, a win or a loss at once."""
    rules, state = position.game.rules, position.state
    return round(rules.payoff(state)) if "payoff" in position.game.names else int(rules.outcome(state)) * WIN


def evaluation(position: Position) -> float:
    """Return the evaluation for the side to move; in a game with chance it is that of expectiminimax."""
    game, state = position.game, position.state
    if game.chance and "weigh" in game.names:
        return float(game.rules.weigh(state, _memory(game)))
    value: float = game.rules.evaluate(state) if "evaluate" in game.names else 0
    return value


@lru_cache(maxsize=8)  # clients choose the options of games
def _memory(game: Game) -> SimpleNamespace:
    """Return what `weigh` reads and writes besides the state."""
    room = sizes(game)
    weights = game.rules.weights() if "weights" in game.names else [0] * room["WEIGHT_COUNT"]
    return SimpleNamespace(weights=weights, scratch=[0] * room["SCRATCH"])


def next_frame_of(fields: list[RecordField]) -> FunctionType:
    """Return a function that copies the state of a ply to the next ply, and returns it there.

    A state of a few numbers is copied number by number, so that a compiler keeps them in registers while `play` changes
    them. A copy as a block reads at once what was just written in parts, and processors wait for that.
    """
    if len(fields) > FEW_FIELDS or any(field.length is not None for field in fields):
        lines = ["ws.frames[ply + 1] = ws.frames[ply]", "return ws.frames[ply + 1]"]
    else:
        copies = [f"child.{field.name} = s.{field.name}" for field in fields]
        lines = ["s, child = ws.frames[ply], ws.frames[ply + 1]", *copies, "return child"]
    return _function("next_frame(ws, ply)", lines)


def key_of(fields: list[RecordField]) -> FunctionType:
    """Return a function that hashes all fields of a state: correct for any game, but slower than an incremental key."""
    lines = ["key = u64(0)"]
    for field in fields:
        if field.length is None:
            lines.append(f"key = mix(key ^ u64(s.{field.name}) & ALL)")
        else:
            lines.append(f"for i in range({field.length}): key = mix(key ^ u64(s.{field.name}[i]) & ALL)")
    return _function("key(s)", [*lines, "return key"])


def _function(signature: str, lines: list[str]) -> FunctionType:
    """Return a function made of source lines, as if it were in the module of a game."""
    module: dict[str, Any] = {"SLOTS": (), "__name__": __name__}
    exec("\n    ".join([f"def {signature}:", *lines]), module)
    made: FunctionType = module[signature.partition("(")[0]]
    return made
