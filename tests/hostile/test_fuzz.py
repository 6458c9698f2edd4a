"""Changed messages are refused with a sentence, or everything that the clients compute from them works."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from kibitz_client.errors import UnreadableMessage
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.to_client import Moved, Snapshot
from kibitz_protocol.validation.legible import is_legible
from kibitz_server.games.registry import declarations, load
from kibitz_server.messages.games import board_data, game_data
from kibitz_server.messages.match_data import NO_TIMES, state_data
from tests.client.samples import TREE, event, move, report, snapshot, thinking
from tests.effort import cases
from tests.hostile.mutation import mutated
from tests.hostile.showing import shown
from tests.protocol.samples.to_client import TO_CLIENT

EXAMPLES = cases(4, 20)
"""Changed messages for each kind of message."""
TIMES = {"remaining_ms": [60_000, 9_500], "flag_ms": [90_000, 9_500], "periods": [3, 1], "ticking": 0}
CLOCK = {"kind": "byoyomi", "base_s": 60.0, "periods": 3, "period_s": 30.0}


def after(name: str, plies: int) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return the description, the board and the state of a game after some moves."""
    declared = next(game for game in declarations() if game.name == name)
    game = load(name)
    position = game.start()
    for ply in range(plies):
        position = position.after(position.steps[(3 * ply) % len(position.steps)])
    state = state_data(position, plies, False, NO_TIMES | TIMES)
    return game_data(declared), board_data(game.board), state


@cache
def seeds(name: str) -> list[dict[str, Any]]:
    """Return valid messages of a game as data."""
    game, board, state = after(name, 4)
    moves = [json.loads(encode(move(ply, 4, report()))) for ply in range(4)]
    first = json.loads(encode(snapshot())) | {"game": game, "board": board, "state": state, "moves": moves}
    first |= {
        "clock": CLOCK,
        "options": {},
        "you": 1,
        "opening": ["a"],
        "away": [{"seat": 0, "away_ms": 5, "claim_ms": 0}],
    }
    first |= {
        "series": {"id": "s", "number": 1, "games": 4, "score": [0.5, 0]},
        "offers": [{"seat": 0, "offer": "draw"}],
    }
    won = {"winner": 0, "reason": "line", "points": [3, 1], "ratings": [{"before": 1500, "after": 1520}] * 2}
    over = first | {"phase": "finished", "result": won}
    moved = json.loads(encode(event(5, Moved(move=move(4, 4, report())))))
    return [first, over, moved | {"state": after(name, 5)[2]}]


@cache
def followed(name: str) -> MatchState:
    """Return the state of a match of the game that a client follows."""
    message = decode_to_client(json.dumps(seeds(name)[0], default=list))
    state = advance(None, message)
    assert isinstance(message, Snapshot)
    assert state is not None
    return state


def survives(data: Any, state: MatchState) -> bool:
    """Return whether a message is read; show it if so."""
    try:
        message = decode_to_client(json.dumps(data, default=list))
        lines = shown(message, state)
    except (BadMessage, UnreadableMessage) as refusal:
        sentence = str(refusal)
        if not is_legible(sentence) or len(sentence) > 500:
            raise
        return False
    plain = (line.replace(code, "") for line in lines for code in ("\x1b",))
    assert all(is_legible(part) for line in plain for part in line.split("\n")), data
    return True


@pytest.mark.property
@pytest.mark.parametrize("name", [game.name for game in declarations()])
def test_messages_of_every_game(name: str) -> None:
    """Boards, positions, moves and results that a server changed are refused or drawn."""
    state = followed(name)
    for number, seed in enumerate(seeds(name)):
        assert survives(seed, state)
        for example in range(EXAMPLES):
            assert survives_changed(seed, state, f"{name} {number} {example}")


OTHERS = [json.loads(encode(message)) for message in [*TO_CLIENT, thinking(0)]]
OTHERS.append({"t": "accepted", "id": "1", "result": json.loads(encode(TREE))})


@pytest.mark.property
@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_every_other_message(number: int) -> None:
    """Rows, trees, analyses, searches and answers that a server changed are refused or shown."""
    state = followed("tictactoe")
    for example in range(EXAMPLES):
        assert survives_changed(OTHERS[number], state, f"{number} {example}")


def survives_changed(data: dict[str, Any], state: MatchState, seed: str) -> bool:
    """Change a message by a seed and show it. Name the seed if that fails."""
    changed = mutated(data, Random(seed))
    try:
        survives(changed, state)
    except Exception as error:
        raise AssertionError(f"seed {seed!r}: {json.dumps(changed, default=list)[:1500]}") from error
    return True
