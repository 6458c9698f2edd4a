"""Options that several commands share."""

from kibitz_client.cli.options import without_mark


def test_the_mark_of_an_account_is_no_part_of_its_name() -> None:
    """A name may be typed as it is shown, with the mark of an account."""
    assert without_mark("@ann") == without_mark("ann") == "ann"
    assert without_mark(None) is None
