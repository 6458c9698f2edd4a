"""The page of the levels agrees with the program."""

from training.levels import DOC, document, earlier_rows, unsure


def test_the_page_shows_the_plans_of_the_program() -> None:
    """Only the results need games; the rest of the page is made from the levels."""
    text = DOC.read_text()
    assert document(earlier_rows(text), 0.2) == text


def test_pairs_within_the_margin_are_named() -> None:
    """A share that may be a half by chance does not show that the level is better."""
    rows = {
        ("nim", 2): "| nim | 2 - 1 | 54.7% ± 2.2% | 2000 | 1094 | 0 | 906 |",
        ("nim", 3): "| nim | 3 - 2 | 52.0% ± 2.2% | 2000 | 1040 | 0 | 960 |",
        ("nim", 1): "| nim | 1 - random | 50.2% ± 2.2% | 2000 | 1004 | 0 | 996 |",
    }
    assert unsure(rows) == ["nim 3 - 2", "nim 1 - random"]
