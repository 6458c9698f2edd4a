"""Studies of Go as SGF."""

from kibitz_protocol.commands.studies.study import RecordedStudy, ToldNode
from kibitz_protocol.formats.studies.sgf import study_sgf
from kibitz_protocol.formats.studies.tree import StudyFacts


def written(*nodes: ToldNode) -> str:
    """Return a study of an empty board of 9 by 9 as SGF."""
    study = RecordedStudy(title="T", owner="ann", game="go", options={}, start=None, nodes=[ToldNode(), *nodes])
    return study_sgf(StudyFacts(study, "CODE", 1.0, rows=["-" * 9] * 9))


def test_a_node_has_a_sign_of_the_move_and_one_of_the_position() -> None:
    """SGF allows one of each, and a second of the same kind is left out."""
    text = written(ToldNode(parent=0, move="e5", seat=0, nags=[16, 1, 3, 18]))
    assert text.endswith(";B[ee]TE[1]GB[1])\n")


def test_shapes_beyond_the_board_are_left_out() -> None:
    """The board of a study is not known where its shapes are checked."""
    text = written(ToldNode(parent=0, move="e5", seat=0, shapes=["g0-81", "r0", "b9999", "y0-80"]))
    assert text.endswith(";B[ee]CR[aa]AR[aa:ii])\n")
