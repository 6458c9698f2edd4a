"""Positions of poker as text."""

import pytest

from kibitz_server.games.game import BadPosition
from tests.server.games.helpers import game_of
from tests.server.games.poker.helpers import dealt


@pytest.mark.parametrize(
    "text",
    [
        "1 +0 - - - -",
        "1 +0 Ks - - -",
        "1 +0 Ks Qh - -",
        "1 +0 Ks Qh - kbrc/",
        "1 +0 Ks Qh Kh kbrc/k",
        "3 -13 Ks - - - last Ks Js Jh -13",
        "3 +1 - - - - last - - - +1",
        "2 +3 - - - - last - - Kh +3",
        "2 +0 - - - - last Js Jh Kh +0",
        "21 +5 - - - - last - - Kh +3",
    ],
)
def test_texts_are_read(text: str) -> None:
    """A text is read back to the same text, whatever its case."""
    assert game_of("leduc").start(text).text == text == game_of("leduc").start(text.lower()).text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 +0 Ks ? - -", "cards that are face down"),
        ("1 +0 Ks Qh -", "a position has six words"),
        ("1 +0 Ks Qh - - end - - - +1", "a position has six words"),
        ("0 +0 - - - -", "'0' is not a hand from 1 to 21"),
        ("22 +0 - - - - last - - - +1", "'22' is not a hand from 1 to 21"),
        ("2 +14 - - - - last - - - +1", r"'\+14' is not a number of chips won from -13 to 13"),
        ("2 +0 - - - -", "the hand before is given after the first hand, and only then"),
        ("1 +0 - - - - last - - - +1", "the hand before is given after the first hand, and only then"),
        ("1 +0 Ks Ks - -", "the card Ks is there twice, or too early"),
        ("1 +0 Ks Qh Kh -", "the card Kh is there twice, or too early"),
        ("1 +0 Ks Qh Ks kk/", "the card Ks is there twice, or too early"),
        ("1 +0 - Qh - -", r"did you mean '1 \+0 Qh - - -'"),
        ("1 +0 KsQs Qh - -", "'KsQs' is not up to 1 different cards such as Js Jh Qs"),
        ("1 +0 As Qh - -", "'As' is not up to 1 different cards"),
        ("1 +0 Ks - - k", "'k' is not a legal move in the bets 'k'"),
        ("1 +0 Ks Qh - brr", "'r' is not a legal move in the bets 'brr'"),
        ("1 +0 Ks Qh - b2", "'b2' is not a legal move"),
        ("1 +0 Ks Qh - kx", "'kx' are not bets"),
        ("1 +0 Ks Qh - kk", "did you mean"),
        ("1 +0 Ks Qh Kh kk/kk", "the hand is over after these bets"),
        ("1 +0 Ks Qh Kh kk/kk/kk", "'k' is not a legal move"),
        ("2 +1 - - - - last Ks - - +1", "shows the different cards of both players"),
        ("2 +1 - - - - last Ks Ks Qh +1", "shows the different cards of both players"),
        ("2 +1 - - - - last Ks Qs - +1", "too many or too few cards"),
        ("2 +1 - - - - last Ks Qs Qh +1", "went to the wrong player"),
        ("2 +2 - - - - last - - - +1", "the chips of the hand before do not fit the chips won so far"),
        ("2 +0 - - - - last - - - +0", "went to the wrong player"),
    ],
)
def test_other_texts_are_refused(text: str, reason: str) -> None:
    """A text that no match can reach is refused with a reason."""
    with pytest.raises(BadPosition, match=reason):
        game_of("leduc").start(text)


def test_a_blank_is_a_question_mark() -> None:
    """The text of a seen position has one mark for each card that is face down."""
    position = dealt("leduc", "Ks Qs", "check, check, Kh")
    assert position.seen_by(1).text == "1 +0 ? Qs Kh kk/"
    with pytest.raises(BadPosition, match="face down"):
        position.game.start(position.seen_by(1).text)
