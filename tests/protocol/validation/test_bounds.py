"""Every value that a client reads has bounds, and bounds have room for every game."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter

from kibitz_protocol.mqtt.feed import Payload
from kibitz_protocol.to_client import ToClient
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.consistency import state_fault
from kibitz_protocol.values.games import GameInfo
from kibitz_protocol.values.state import State
from kibitz_server.games.game import Option
from kibitz_server.games.registry import declarations, load
from kibitz_server.messages.games import board_data, listed_game_data
from kibitz_server.messages.match_data import NO_TIMES, state_data

NEEDED = {
    "string": ("maxLength", "pattern", "enum", "const"),
    "integer": ("maximum", "exclusiveMaximum"),
    "number": ("maximum",),
    "array": ("maxItems",),
    "object": ("maxProperties", "properties"),
}
"""For each type of JSON, the keywords that make it bounded."""


def unbounded(schema: Any, place: str = "") -> Iterator[str]:
    """Yield the place of each value in a JSON schema that has no bound."""
    if isinstance(schema, list):
        for number, entry in enumerate(schema):
            yield from unbounded(entry, f"{place}.{number}")
    if not isinstance(schema, dict):
        return
    kind = schema.get("type")
    if kind in NEEDED and not any(keyword in schema for keyword in NEEDED[kind]):
        yield f"{place}: {kind}"
    if kind in ("integer", "number") and not {"minimum", "exclusiveMinimum"} & schema.keys():
        yield f"{place}: {kind} has no lower bound"
    for key, value in schema.items():
        if key not in ("default", "examples", "enum"):
            yield from unbounded(value, f"{place}.{key}")


@pytest.mark.parametrize("union", [ToClient, Payload], ids=["server", "feed"])
def test_every_value_has_bounds(union: Any) -> None:
    """No text, number or list that a client reads is unbounded."""
    assert list(unbounded(TypeAdapter(union).json_schema(mode="validation"))) == []


def largest(option: Option) -> Any:
    """Return the largest value of an option."""
    if isinstance(option.default, bool):
        return option.default
    return [option.high] * option.most if isinstance(option.default, str) else option.high


@pytest.mark.parametrize("name", [game.name for game in declarations()])
@pytest.mark.parametrize("enlarged", [False, True], ids=["usual", "largest"])
def test_every_game_is_within_the_bounds(name: str, enlarged: bool) -> None:
    """The description, the board and the positions of each game are valid, with the usual and the largest options."""
    declared = next(game for game in declarations() if game.name == name)
    GameInfo.model_validate(listed_game_data(declared))
    game = load(name, {option.name: largest(option) for option in declared.options} if enlarged else {})
    board = TypeAdapter(Board).validate_python(board_data(game.board))
    position = game.start()
    for ply in range(40):
        state = State.model_validate(state_data(position, ply, position.outcome is not None, NO_TIMES))
        assert state_fault(board, len(declared.seats), state) is None
        if position.outcome is not None:
            break
        position = position.after(position.steps[ply % len(position.steps)])
