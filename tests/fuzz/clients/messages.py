"""Fuzz target of what clients compute from messages of a server: states, lines of text, boards and rows."""

import json
from collections.abc import Iterator
from typing import Any

from kibitz_client.errors import UnreadableMessage
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.to_client import Event, Moved, Snapshot
from kibitz_protocol.validation.legible import is_legible
from kibitz_server.games.registry import declarations, load
from kibitz_server.messages.games import board_data, game_data
from kibitz_server.messages.match_data import NO_TIMES, state_data
from tests.client.samples import TREE, event, move, report, snapshot, thinking
from tests.fuzz.clients.cases import CASES
from tests.fuzz.clients.showing import shown
from tests.fuzz.target import Target
from tests.protocol.samples.to_client import TO_CLIENT

LONGEST = 1 << 16
"""Longest input in bytes: the snapshot of a large board has some thousands."""
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


def messages_of(name: str) -> list[dict[str, Any]]:
    """Return valid messages of a game as data: a snapshot, one of the end, and a move."""
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


def of_games() -> Iterator[bytes]:
    """Yield an input for each game; a client shows every message of it."""
    for game in declarations():
        yield b"\n".join(json.dumps(data, default=list).encode() for data in messages_of(game.name))


def inputs() -> Iterator[bytes]:
    """Yield the inputs of games, a message of every other kind, and the cases that are short enough."""
    yield from of_games()
    for message in (*TO_CLIENT, thinking(0)):
        yield encode(message)
    yield b'{"t":"accepted","id":"1","result":%b}' % encode(TREE)
    for case in CASES:
        data = "\n".join(case.frames).encode()
        if len(data) <= LONGEST:
            yield data


def shown_messages(data: bytes) -> int:
    """Read messages, one a line, as those of one connection, and show them until one is refused. Return their number.

    Events without a snapshot before them belong to a match of tic-tac-toe.
    """
    state, count = _FOLLOWED, 0
    for line in data.split(b"\n"):
        try:
            message = decode_to_client(line)
            lines = shown(message, state)
            if isinstance(message, Snapshot | Event):
                before = None if isinstance(message, Snapshot) else state
                state = advance(before, message.model_copy(update={"match": state.match})) or state
        except (BadMessage, UnreadableMessage) as refusal:
            sentence = str(refusal)
            assert is_legible(sentence), sentence
            assert len(sentence) <= 500
            if isinstance(refusal, BadMessage) and refusal.newer:
                continue
            break
        plain = (part for text in lines for part in text.replace("\x1b", "").split("\n"))
        assert all(is_legible(part) for part in plain), line
        count += 1
    return count


def _read(data: bytes) -> None:
    """A message is refused with a reason, or everything that clients compute from it works and is legible."""
    shown_messages(data)


def _followed() -> MatchState:
    state = advance(None, decode_to_client(json.dumps(messages_of("tictactoe")[0], default=list)))
    assert state is not None
    return state


_FOLLOWED = _followed()
CLIENTS = {"client": Target(_read, inputs, LONGEST)}
