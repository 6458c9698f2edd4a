"""Trees of studies as servers send them."""

import pytest
from pydantic import ValidationError

from kibitz_protocol.commands.studies.study import MAX_NESTED, RecordedStudy, ToldNode
from kibitz_protocol.formats.studies.pgn import study_lines
from kibitz_protocol.formats.studies.tree import StudyFacts


def study(nodes: list[ToldNode]) -> RecordedStudy:
    """Return a study with nodes."""
    return RecordedStudy(title="T", owner="ann", game="chess", options={}, start=None, nodes=nodes)


def nested(deep: int) -> list[ToldNode]:
    """Return nodes with that many variations within each other."""
    nodes = [ToldNode()]
    for _ in range(deep):
        parent = len(nodes) - 1
        nodes += [ToldNode(parent=parent, move=move, seat=0) for move in ("a", "b")]
    return nodes


@pytest.mark.parametrize(
    "nodes",
    [[ToldNode(), ToldNode(parent=at, move="a", seat=0)] for at in (None, 1, 5)] + [nested(MAX_NESTED + 1)],
    ids=["no parent", "own parent", "later parent", "too deep"],
)
def test_nodes_that_clients_cannot_write_are_refused(nodes: list[ToldNode]) -> None:
    """A client would fail where it writes the moves."""
    with pytest.raises(ValidationError):
        study(nodes)


def test_the_deepest_variations_are_written() -> None:
    """They need fewer calls within each other than Python allows."""
    lines = study_lines(StudyFacts(study(nested(MAX_NESTED)), "CODE", 1.0))
    assert " ".join(lines).count("(") == MAX_NESTED
