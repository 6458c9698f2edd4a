"""Files of other programs: none is refused for one odd value, and a note names what was left out or guessed."""

import pytest

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
