"""Rules of adjudication as typed, and the sentences for those that are wrong."""

from typing import Any

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.parsing.adjudication import adjudication, draw_rule, resign_rule
from kibitz_protocol.values.engines import AdjudicationSpec, DrawRule, ResignRule


def test_rules_are_read() -> None:
    """Both sides must agree on a resignation, unless one is enough."""
    assert resign_rule("600:3") == ResignRule(score=600, moves=3)
    assert resign_rule(" 600 : 3 : ONE ") == ResignRule(score=600, moves=3, both=False)
    assert draw_rule("40:10:8") == DrawRule(from_move=40, score=10, moves=8)


@pytest.mark.parametrize("text", ["600:3", "600:3:one"])
def test_resignations_there_and_back(text: str) -> None:
    """A rule is written as it is typed."""
    assert str(resign_rule(text)) == text
    assert str(draw_rule("40:10:8")) == "40:10:8"


def test_options_make_one_value() -> None:
    """Without any option there is no adjudication."""
    assert adjudication() is None
    assert adjudication("600:3", "40:10:8", 300, proved=True) == AdjudicationSpec(
        resign=ResignRule(score=600, moves=3),
        draw=DrawRule(from_move=40, score=10, moves=8),
        most_plies=300,
        proved=True,
    )


NOT_RESIGN = "is not SCORE:MOVES or SCORE:MOVES:one"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"resign": "600"}, NOT_RESIGN),
        ({"resign": ""}, NOT_RESIGN),
        ({"resign": "600:3:two"}, NOT_RESIGN),
        ({"resign": "600:3:one:one"}, NOT_RESIGN),
        ({"resign": "6.5:3"}, NOT_RESIGN),
        ({"resign": "-600:3"}, NOT_RESIGN),
        ({"resign": "\u0666:3"}, NOT_RESIGN),
        ({"resign": "0:3"}, "score must be at least 1"),
        ({"resign": "600:0"}, "moves must be at least 1"),
        ({"resign": "600:1001"}, "moves must be at most 1000"),
        ({"resign": f"{'9' * 5000}:3"}, "score must be at most 30000"),
        ({"draw": "10:8"}, "is not FROM:SCORE:MOVES"),
        ({"draw": "40:10:8:one"}, "is not FROM:SCORE:MOVES"),
        ({"draw": "0:10:8"}, "from move must be at least 1"),
        ({"draw": "40:10:0"}, "moves must be at least 1"),
        ({"most_plies": 0}, "most plies must be at least 1"),
        ({"most_plies": 10_001}, "most plies must be at most 10000"),
    ],
)
def test_wrong_rules_are_refused(given: dict[str, Any], sentence: str) -> None:
    """The sentence says what is wrong, in one line."""
    with pytest.raises(UsageError, match=sentence) as error:
        adjudication(**given)
    assert len(str(error.value)) < 120
