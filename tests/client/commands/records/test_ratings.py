"""The tables of ratings in line mode."""

from kibitz_client.commands.records.archive import rating_lines
from kibitz_protocol.commands.archive import RatingList, RatingRow, RatingStep


def test_each_row_tells_what_a_rating_comes_from() -> None:
    """A row has the deviation and the number of opponents, and marks engines only; the last line tells the order."""
    rows = [
        RatingRow(player="ann", game="nim", rating=1640, deviation=90, matches=41, opponents=12),
        RatingRow(player="bob", game="nim", rating=2186, deviation=310, matches=9, opponents=1, engines_only=True),
        RatingRow(player="cat", game="nim", rating=1500, deviation=120, matches=20),
    ]
    assert rating_lines(RatingList(ratings=rows, history=[])) == [
        "player  game  rating     matches  opponents",
        "ann     nim   1640±90    41       12",
        "bob     nim   2186±310?  9        1, engines only",
        "cat     nim   1500±120   20",
        "ordered by rating minus twice its deviation (±)",
    ]


def test_the_history_of_one_player_follows() -> None:
    """The changes of a rating stand below the table."""
    row = RatingRow(player="ann", game="nim", rating=1640, deviation=90, matches=1, opponents=1)
    step = RatingStep(match="m1", game="nim", at=0.0, before=1500, after=1640, deviation=90)
    lines = rating_lines(RatingList(ratings=[row], history=[step]))
    assert (lines[3], lines[4].split(), lines[5].split()[-4:]) == (
        "",
        ["when", "game", "before", "after", "match"],
        ["nim", "1500", "1640±90", "m1"],
    )
