"""The puzzles that come with Kibitz."""

import json

from kibitz_server.puzzles.bundled import bundled
from kibitz_server.puzzles.judging import judge, own_moves


def test_every_line_is_legal_and_solves_its_puzzle() -> None:
    """Each puzzle is read from its position alone, and ends with a move of the solver."""
    found = bundled()
    assert len({puzzle.id for puzzle in found}) == len(found) > 30
    for puzzle in found:
        own = own_moves(puzzle)
        judged = judge(puzzle, own)
        assert (judged.right, judged.over) == (True, True), puzzle
        assert puzzle.line.endswith(f'"{own[-1]}"]')
        assert len(json.loads(puzzle.refuted)) == len(own)
