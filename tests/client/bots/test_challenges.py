"""A filter of challenges accepts or gives a reason."""

from typing import Any

import pytest

from kibitz_client.bots.challenges import ChallengeFilter, seconds
from kibitz_client.errors import UsageError
from kibitz_protocol.values.clocks import parse_clock
from kibitz_protocol.values.matches import MatchRow
from kibitz_protocol.values.seats import SeatView, Strength
from tests.client.samples import OPEN


def row(clock: str | None = None, *, rated: bool = False, game: str = "reversi", **player: Any) -> MatchRow:
    """Return a match of mia with a free seat."""
    seat = {"seat": 0, "kind": "human", "name": "mia", "account": True, **player}
    return MatchRow.model_validate(
        {
            "match": "m1",
            "code": "M1",
            "game": game,
            "options": {},
            "phase": "open",
            "seats": [SeatView(**seat), OPEN],
            "ply": 0,
            "clock": clock,
            "watchers": 0,
            "result": None,
            "rated": rated,
            "host": "mia",
        },
        from_attributes=True,
    )


def rating(number: int) -> Strength:
    """Return a rating."""
    return Strength(rating=number, deviation=50)


@pytest.mark.parametrize(
    ("challenges", "match", "reason"),
    [
        (ChallengeFilter(), row(), None),
        (ChallengeFilter(games=["nim"]), row(), "I do not play reversi. I play nim."),
        (ChallengeFilter(games=["nim", "reversi"]), row(), None),
        (ChallengeFilter(mode="casual"), row(rated=True), "I play casual matches only."),
        (ChallengeFilter(mode="rated"), row(rated=True), None),
        (ChallengeFilter(fastest="1+0"), row("0.5+0"), "I play with a clock from 1+0, not 0.5+0."),
        (ChallengeFilter(fastest="1+0"), row("0.5+1"), None),
        (ChallengeFilter(fastest="1+0"), row(), None),
        (ChallengeFilter(fastest="5+3", slowest="5+3"), row("5+3"), None),
        (ChallengeFilter(slowest="5+3"), row(), "I play with a clock to 5+3."),
        (ChallengeFilter("", None, "1+0", "5+3"), row("30s"), "I play with a clock from 1+0 to 5+3, not 30s."),
        (ChallengeFilter(slowest="5+3"), row("3days"), "I play with a clock to 5+3, not 3days."),
        (ChallengeFilter(opponents="accounts"), row(account=False), "I play against players with an account only."),
        (ChallengeFilter(opponents="accounts"), row(), None),
        (ChallengeFilter(opponents="guests"), row(), "I play against guests only."),
        (ChallengeFilter(opponents="guests"), row(account=None), None),
        (ChallengeFilter(bots=False), row(bot=True), "I do not play against other bots."),
        (ChallengeFilter(blocked=[" MIA"]), row(), "I do not accept this match."),
        (ChallengeFilter(blocked=["mia"]), row(name="other"), "I do not accept this match."),
        (ChallengeFilter(min_rating=1200), row(strength=rating(1200)), None),
        (
            ChallengeFilter(min_rating=1200),
            row(strength=rating(1199)),
            "I play against ratings from 1200 at reversi, not 1199.",
        ),
        (
            ChallengeFilter(min_rating=1200, max_rating=1800),
            row(strength=rating(1900)),
            "I play against ratings from 1200 up to 1800 at reversi, not 1900.",
        ),
        (
            ChallengeFilter(max_rating=1800),
            row(),
            "I play against ratings up to 1800 at reversi. You have no rating yet.",
        ),
    ],
)
def test_a_challenge_is_accepted_or_declined(challenges: ChallengeFilter, match: MatchRow, reason: str | None) -> None:
    """Each criterion has its own sentence, and a block has one that does not tell."""
    challenges.check()
    assert challenges.reason(match) == reason


@pytest.mark.parametrize(
    "challenges",
    [
        ChallengeFilter(fastest="soon"),
        ChallengeFilter(fastest="5+3", slowest="1+0"),
        ChallengeFilter(min_rating=1800, max_rating=1200),
    ],
)
def test_a_filter_that_accepts_nothing_is_refused(challenges: ChallengeFilter) -> None:
    """An invalid clock and empty ranges are errors."""
    with pytest.raises(UsageError):
        challenges.check()


def test_clocks_are_compared_by_forty_moves() -> None:
    """Every kind of clock is the time that forty moves of a player take."""
    texts = ["1+0", "1+1", "1d2", "1b3x30", "10s", "1day"]
    assert [seconds(parse_clock(text)) for text in texts] == [60, 100, 140, 1260, 400, 40 * 86_400]
