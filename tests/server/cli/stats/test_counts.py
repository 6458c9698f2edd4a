"""Counts of results as they are typed."""

import pytest

from kibitz_server.cli.stats.counts import BadResults, read_counts, read_encounter


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("34 54 63 64 75", (34, 54, 63, 64, 75)),
        ("34,54,63,64,75", (34, 54, 63, 64, 75)),
        ("[34, 54, 63, 64, 75]", (34, 54, 63, 64, 75)),
        ("(34; 54; 63; 64; 75)", (34, 54, 63, 64, 75)),
        ("34-54-63-64-75", (34, 54, 63, 64, 75)),
        ("34/54/63/64/75", (34, 54, 63, 64, 75)),
        ("96 111 136", (96, 111, 136)),
        ("0,0,0", (0, 0, 0)),
        ("+136 =111 -96", (96, 111, 136)),
        ("+136=111-96", (96, 111, 136)),
        ("-96 +136 =111", (96, 111, 136)),
        ("W136 D111 L96", (96, 111, 136)),
        ("won=136, drawn=111, lost=96", (96, 111, 136)),
        ("l:96;d:111;w:136", (96, 111, 136)),
    ],
)
def test_counts_have_several_spellings(text: str, counts: tuple[int, ...]) -> None:
    """Five numbers are game pairs and three are games; with labels, the order is free."""
    assert read_counts(text) == counts


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this has 0 counts; give five counts of game pairs"),
        ("1 2 3 4", "'1 2 3 4' has 4 counts; give five"),
        ("1 2 3 4 5 6", "has 6 counts"),
        ("1,2,x", "'x' is not a count; give five"),
        ("1.5,2,3", "'1.5' is not a count"),
        ("1e3,2,3", "'1e3' is not a count"),
        ("1_0,2,3", "'1_0' is not a count"),
        ("１,2,3", "is not a count"),
        ("nan,2,3", "'nan' is not a count"),
        ("+1 =2", "is not a count"),
        ("+1 =2 +3", "is not a count"),
        ("+1 =2 -3 4", "is not a count"),
        ("9999999999999,1,1", "a count above 1,000,000,000,000"),
        ("9" * 5000, "is not a count"),
    ],
)
def test_other_texts_are_refused_with_the_spellings(text: str, reason: str) -> None:
    """The refusal quotes what is wrong, and is one short sentence."""
    with pytest.raises(BadResults) as refused:
        read_counts(text)
    assert reason in str(refused.value)
    assert len(str(refused.value)) < 300
    assert refused.value.hint == "kibitz-server stats elo 34,54,63,64,75"


def test_an_option_says_what_is_counted() -> None:
    """Counts of pairs are not taken for counts of games, or the reverse."""
    assert read_counts("1,2,3", "games") == (1, 2, 3)
    with pytest.raises(BadResults, match="has 3 counts, not five counts of game pairs"):
        read_counts("1,2,3", "pairs")
    with pytest.raises(BadResults, match="has 5 counts, not three counts of games"):
        read_counts("1,2,3,4,5", "games")


@pytest.mark.parametrize(
    ("text", "encounter"),
    [
        ("A,B,22.5/30", ("A", "B", 22.5, 30)),
        (" level:4 , alphabeta:depth=2 , 3 / 4 ", ("level:4", "alphabeta:depth=2", 3, 4)),
        ("A,B,5,5,20", ("A", "B", 22.5, 30)),
        ("A,B,+20 =5 -5", ("A", "B", 22.5, 30)),
        ("A,B,1,2,3,4,5", ("A", "B", 20, 30)),
    ],
)
def test_results_of_two_names(text: str, encounter: tuple[str, str, float, int]) -> None:
    """A result of a list has two names, and points of games or counts."""
    assert read_encounter(text) == encounter


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("A,B", "is no result of two players"),
        ("A,,1/2", "is no result of two players"),
        ("A,A,1/2", "has the same player twice"),
        ("A,B,3/2", "has more points than games"),
        ("A,B,1,2", "has 2 counts"),
        ("A,B,x", "is not a count"),
        ("A,B,0.25/2", "is not a count"),
    ],
)
def test_other_results_are_refused(text: str, reason: str) -> None:
    """The refusal says what is missing."""
    with pytest.raises(BadResults, match=reason):
        read_encounter(text)
