"""Tests of engines as text."""

import pytest

from kibitz_protocol.values.engines import EngineSpec, Limit


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", EngineSpec(algorithm="random")),
        (" AlphaBeta : ", EngineSpec(algorithm="alphabeta")),
        ("alphabeta:seconds=1", EngineSpec(algorithm="alphabeta", limit=Limit(seconds=1))),
        ("minimax:depth=8", EngineSpec(algorithm="minimax", limit=Limit(depth=8))),
        (
            "alphabeta: seconds = 0.5 , depth=8, nodes=5000, seed=0,",
            EngineSpec(algorithm="alphabeta", limit=Limit(seconds=0.5, depth=8, nodes=5000, seed=0)),
        ),
    ],
)
def test_an_engine_is_parsed(text: str, spec: EngineSpec) -> None:
    """An engine is its algorithm and, after a colon, its limits. Blanks and case do not matter."""
    assert EngineSpec.parse(text) == spec


@pytest.mark.parametrize(
    "text", ["random", "alphabeta:seconds=1", "minimax:depth=8", "alphabeta:seconds=0.5,depth=8,nodes=5000,seed=0"]
)
def test_an_engine_is_written_as_it_is_parsed(text: str) -> None:
    """The text of an engine parses back to the same engine."""
    assert str(EngineSpec.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("alphabeta:fast", ["'fast'", "seconds=", "depth=", "nodes=", "seed=", "alphabeta:seconds=1"]),
        ("alphabeta:time=3", ["'time=3'", "seconds="]),
        ("alphabeta:seconds", ["'seconds'", "seconds="]),
        ("alphabeta:seconds=", ["seconds"]),
        ("alphabeta:seconds=0", ["seconds", "greater than or equal to 0.001"]),
        ("alphabeta:seconds=301", ["seconds", "300"]),
        ("alphabeta:seconds=nan", ["seconds"]),
        ("alphabeta:seconds=soon", ["seconds", "number"]),
        ("alphabeta:depth=1.5", ["depth", "integer"]),
        ("alphabeta:depth=0", ["depth"]),
        ("alphabeta:nodes=-1", ["nodes"]),
        ("alphabeta:seed=-1", ["seed"]),
        ("", ["algorithm"]),
        (":depth=3", ["algorithm"]),
        ("x" * 33, ["algorithm"]),
    ],
)
def test_an_invalid_engine_is_refused_with_a_message(text: str, words: list[str]) -> None:
    """An invalid engine raises a ValueError whose message names the mistake."""
    with pytest.raises(ValueError) as caught:
        EngineSpec.parse(text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("text", ["level:7", "level:3,seconds=2", "mcts:playouts=1000"])
def test_a_level_and_playouts_are_written_as_they_are_parsed(text: str) -> None:
    """The text of a parsed engine is the original text."""
    assert str(EngineSpec.parse(text)) == text


@pytest.mark.parametrize("text", ["level", "level:0", "level:11", "alphabeta:7"])
def test_only_a_level_has_a_level(text: str) -> None:
    """A level is a number from 1 to 10, and other engines have no level."""
    with pytest.raises(ValueError, match=r"level|less|greater|7"):
        EngineSpec.parse(text)


@pytest.mark.parametrize("limit", [{"nodes": 1_000_000}, {"seed": 123_456_789}, {"seconds": 0.1234567}])
def test_an_engine_is_written_exactly(limit: dict[str, float]) -> None:
    """Large numbers are written with all digits, so that the text parses back to the same engine."""
    spec = EngineSpec(algorithm="alphabeta", limit=Limit.model_validate(limit))
    assert EngineSpec.parse(str(spec)) == spec
