"""The line of a match: moves and chance events in their order."""

from kibitz_client.match.moves.line import in_order, line_ply, line_texts
from kibitz_client.match.record import record_scenes
from kibitz_protocol.values.matches import ChanceView
from tests.client.dice import die, opened, played
from tests.client.samples import move


def test_chance_events_stand_between_moves() -> None:
    """A chance event comes after as many moves as its ply says, also several in a row and after the last move."""
    moves, chance_events = [move(0, 4), move(1, 0)], [die(1, 0, "6"), die(2, 1, "1"), die(3, 1, "2"), die(4, 2, "3")]
    found = [each.text if isinstance(each, ChanceView) else each.move for each in in_order(moves, chance_events)]
    assert found == ["6", "b2", "1", "2", "a3", "3"]
    assert in_order(moves, []) == moves


def test_a_line_as_a_server_reads_it() -> None:
    """The opening comes first; the place of a ply counts the chance events after it."""
    _, state = record_scenes([opened(opening=["6", "a1"]), *played()[1:]])[-1]
    assert line_texts(state) == ["6", "a1", "6", "b2", "1", "6"]
    assert (line_ply(state, 0), line_ply(state, 1)) == (3, 6)
