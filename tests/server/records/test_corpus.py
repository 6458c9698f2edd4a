"""Files of other programs: none is refused for one odd value, and a note names what was left out or guessed."""

import pytest

from kibitz_protocol.formats.moves import MOST_MOVES, WrittenMove
from kibitz_server.games.game import LegalMove, Position
from kibitz_server.games.registry import load
from kibitz_server.records.moves.legal_part import legal_part
from tests.server.records.corpus import othello_files, pdn_files, pgn_comments, pgn_files, sgf_files
from tests.server.records.corpus.case import Case, check

FORMS = {
    "pgn": [*pgn_files.CASES, *pgn_comments.CASES],
    "sgf": sgf_files.CASES,
    "pdn": pdn_files.CASES,
    "othello": othello_files.CASES,
}


@pytest.mark.parametrize(
    ("form", "case"),
    [pytest.param(form, case, id=f"{form}-{case.fault}") for form, cases in FORMS.items() for case in cases],
)
def test_a_file_is_read_as_it_was_meant(form: str, case: Case) -> None:
    """The record has its moves, times, scores, players and result, and verifies."""
    check(case, form)


def test_moves_that_are_run_together_are_bounded() -> None:
    """Texts without blanks give a game no more moves than others have."""
    position = load("chess", {"study": True}).start()
    part = legal_part(position, [WrittenMove(each + 1, 12 * "Nf3Nf6Ng1Ng8") for each in range(200)], _knights)
    assert len(part.moves) < MOST_MOVES + 100
    assert part.why == f"only the first {MOST_MOVES} moves are read"


def _knights(position: Position, _text: str) -> list[LegalMove]:
    """Return many moves of knights, which lead back to the same position."""
    found = []
    for text in 12 * "Nf3 Nf6 Ng1 Ng8".split():
        found.append(position.find(text))
        position = position.after(found[-1])
    return found
