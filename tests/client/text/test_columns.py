"""Widths of text in a terminal."""

import pytest

from kibitz_client.text.columns import fit, pad, width_of
from kibitz_client.text.formatting import table
from kibitz_client.tui.models.lobby_rows import row_text
from tests.client.samples import ENGINE, OTTER
from tests.client.tui.fakes import row


@pytest.mark.parametrize(
    ("text", "columns", "fitted"),
    [("otter", 7, "otter  "), ("otter", 3, "ott"), ("日本語", 8, "日本語  "), ("日本語", 3, "日 "), ("é", 2, "é ")],
)
def test_text_is_cut_and_padded_by_columns(text: str, columns: int, fitted: str) -> None:
    """A wide letter takes two columns, and is not cut in half."""
    assert fit(text, columns) == fitted
    assert width_of(fit(text, columns)) == columns


def test_padding_never_cuts() -> None:
    """A longer text stays whole."""
    assert (pad("日本", 6), pad("otter", 3)) == ("日本  ", "otter")


def test_columns_stay_aligned_beside_wide_letters() -> None:
    """Tables and the lobby have the same columns whatever script a name is in."""
    assert [width_of(line) for line in table([("日本語", "x"), ("otter", "x")])] == [9, 9]
    names = ("otter", "日本語", "Ωmega")
    rows = [row_text(row(seats=[OTTER.model_copy(update={"name": name}), ENGINE]), 78) for name in names]
    assert len({width_of(text[: text.index("ply")]) for text in rows}) == 1
