"""Widths of text in a terminal."""

import pytest

from kibitz_client.columns import cut, fit, pad, shorten, shortened, width_of, wrapped, wrapped_fields
from kibitz_client.text.formatting import table
from kibitz_client.tui.models.lobby_rows import row_text
from tests.client.samples import ENGINE, OTTER
from tests.fakes.app import row


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


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [
        ("otter", 7, "otter"),
        ("otter", 3, "ott"),
        ("日本語", 6, "日本語"),
        ("日本語", 3, "日 "),
        ("👩‍👩‍👧x", 2, "👩‍👩‍👧"),
        ("n\u0303no", 2, "n\u0303n"),
    ],
)
def test_text_is_cut_but_never_padded(text: str, columns: int, shown: str) -> None:
    """A shorter text stays as it is, and neither marks nor joined signs count twice."""
    assert cut(text, columns) == shown


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("an otter won the match", ["an otter", "won the", "match"]),
        ("日本語 won 日本 語", ["日本語", "won 日本", "語"]),
        ("n\u0303n\u0303 o\u0303n\u0303n\u0303 aaaaaaaaaa", ["n\u0303n\u0303 o\u0303n\u0303n\u0303", "aaaaaaaaaa"]),
    ],
)
def test_lines_are_broken_by_columns(text: str, lines: list[str]) -> None:
    """A line is full by the columns of its letters, and a word stays whole."""
    assert wrapped(text, 8) == lines


def test_columns_stay_aligned_beside_wide_letters() -> None:
    """Tables and the lobby have the same columns whatever script a name is in."""
    assert [width_of(line) for line in table([("日本語", "x"), ("otter", "x")])] == [9, 9]
    names = ("otter", "日本語", "Ωmega")
    rows = [row_text(row(seats=[OTTER.model_copy(update={"name": name}), ENGINE]), 78, 0.0) for name in names]
    assert len({width_of(text[: text.index("ply")]) for text in rows}) == 1


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [("otter", 7, "otter  "), ("otter", 5, "otter"), ("otter", 4, "ot.."), ("日本語", 5, "日 .."), ("otter", 1, ".")],
)
def test_a_cut_text_has_a_sign(text: str, columns: int, shown: str) -> None:
    """A text that is too long ends with two dots, and takes exactly its columns."""
    assert shorten(text, columns) == shown
    assert width_of(shorten(text, columns)) == columns


def test_a_narrow_row_cuts_with_a_sign() -> None:
    """At 80 columns a long name and long notes of a lobby row end with two dots; the code stays whole."""
    long = OTTER.model_copy(update={"name": "an otter with a very long name"})
    text = row_text(row(seats=[long, ENGINE], code="7QX42K", clock="5+3", rated=True, watchers=12, to_move=1), 78, 0.0)
    assert "an otter with a.." in text
    assert ">engine alphabet.." in text
    assert "7QX42K" in text
    assert text.endswith("..")
    assert width_of(text) <= 78


def test_a_wide_row_has_both_clocks() -> None:
    """From 100 columns on, a row has the time left for both players."""
    text = row_text(row(clock="5+3", remaining_ms=[298_000, 61_000], watchers=3), 118, 0.0)
    assert "04:58 01:01" in text
    assert text.endswith("3w")


def test_a_row_marks_accounts() -> None:
    """The name of an account begins with @, and that of a guest does not."""
    text = row_text(row(seats=[OTTER.model_copy(update={"account": True}), ENGINE]), 78, 0.0)
    assert " @otter " in text


def test_a_text_that_is_too_long_ends_with_dots() -> None:
    """A text that fits into the rows stays as it is; of a longer one the end is left out with a sign."""
    text = "a move is board/cell, both from 1 at the top left"
    assert shortened(text, 3, 24) == text
    assert shortened(text, 2, 24) == "a move is board/cell,\nboth from 1 at the ..."


def test_fields_are_broken_between_fields_and_then_between_words() -> None:
    """A field that fits stays whole, and a longer one is broken between its words."""
    line = "the engine suggests 24/20 13/10  depth 5  wins 50% (gammon 13%, backgammon 1%)  best 13/10"
    assert wrapped_fields(line, 34) == [
        "the engine suggests 24/20 13/10",
        "depth 5",
        "wins 50% (gammon 13%, backgammon",
        "1%)  best 13/10",
    ]
    assert wrapped_fields("one   two", 20) == ["one  two"]
