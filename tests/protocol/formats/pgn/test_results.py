"""Results as people write them."""

import pytest

from kibitz_protocol.formats.pgn.results import result_of


@pytest.mark.parametrize(
    ("result", "texts"),
    [
        ("1-0", "1-0|1:0|1–0|1 - 0|2-0|+:-|+ : -|1-0 ff|1-0.|White won|Black resigns|white"),
        ("0-1", "0-1|0:1|0—1|0−1|0-2|-:+|0-1 (ff)|Black wins.|White resigns"),
        ("1/2-1/2", "1/2-1/2|½-½|½:½|½|1/2|1⁄2-1⁄2|0.5-0.5|0,5–0,5|.5-.5|1-1|=:=|draw|Remis|ничья"),
        ("*", "*|?||-|unfinished|0-0"),
        (None, "1-2|e4|3-0|won|1-0 e4|0-0-0"),
    ],
)
def test_a_result_has_one_form(result: str | None, texts: str) -> None:
    """Another text is no result."""
    assert {text: result_of(text) for text in texts.split("|")} == dict.fromkeys(texts.split("|"), result)
