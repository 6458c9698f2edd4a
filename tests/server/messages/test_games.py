"""Tests of the conversion of clocks and engines."""

from typing import Any

import pytest

from kibitz_protocol.values import boards, clocks
from kibitz_protocol.values.clocks import parse_clock
from kibitz_protocol.values.engines import EngineSpec, Limit
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.time_management import Budget
from kibitz_server.games.board import Face, Picture, Points, Tray
from kibitz_server.messages import commands, games


def test_a_clock_is_read() -> None:
    """A clock of a message becomes a time control; no clock becomes None."""
    assert commands.time_control(clocks.Fischer(base_s=300, increment_s=3)) == Fischer(300.0, 3.0)
    assert commands.time_control(None) is None


@pytest.mark.parametrize("text", ["5+3", "5d3", "10b3x30", "30s", "3days"])
def test_every_kind_of_clock_is_known_on_both_sides(text: str) -> None:
    """Both clocks have the same text, and a snapshot has the clock of the request."""
    clock = parse_clock(text)
    control = commands.time_control(clock)
    assert str(control) == text
    assert games.clock_data(control) == clock.model_dump()


@pytest.mark.parametrize(
    ("limit", "budget"),
    [
        ({}, Budget(seconds=1.0)),
        ({"seed": 7}, Budget(seconds=1.0, seed=7)),
        ({"seconds": 2}, Budget(seconds=2.0)),
        ({"seconds": 300}, Budget(seconds=60.0)),
        ({"seconds": 300, "depth": 4}, Budget(seconds=60.0, depth=4)),
    ],
)
def test_an_engine_gets_the_seconds_that_the_server_allows(limit: dict[str, Any], budget: Budget) -> None:
    """Seconds are limited to the maximum, and an engine without a limit gets the server's default."""
    spec = EngineSpec(algorithm="alphabeta", limit=Limit(**limit))
    assert commands.engine(spec, default_s=1.0, most_s=60.0) == Engine("alphabeta", budget)


def test_a_board_of_points_and_its_trays_are_described() -> None:
    """A board of points has the names of both seats, and a picture tells what lies in which tray."""
    labels = tuple(map(str, range(28)))
    board = Points((labels, labels[::-1]), "checker", ("White", "Black"), {"d3": Face("die", "3", "three")})
    found = boards.Points.model_validate(games.board_data(board))
    assert found.cell_labels == [list(labels), list(labels[::-1])]
    assert found.faces == {"d3": boards.Face(kind="die", text="3", words="three")}
    picture = Picture(counts=(0,) * 28, trays=(Tray("dice", 1, ("d3", "d3")), Tray("cube", None, ())))
    told = [boards.Tray.model_validate(tray) for tray in games.trays_data(picture)]
    assert told == [
        boards.Tray(name="dice", owner=1, faces=["d3", "d3"]),
        boards.Tray(name="cube", owner=None, faces=[]),
    ]
