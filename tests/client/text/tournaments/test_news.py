"""What happens in a tournament, as lines."""

from typing import Any

import pytest

from kibitz_client.text.tournaments.news import news_lines
from kibitz_protocol.tournaments.messages import (
    ChallengeChanged,
    EntrantChanged,
    GameChanged,
    Happened,
    RoundEnded,
    RoundPaired,
    SeasonEnded,
    SprtDecided,
    TieBreaksChanged,
    TournamentFact,
)
from kibitz_protocol.tournaments.views import PairRow
from tests.client.tournaments import entrant, game, happened
from tests.protocol.samples.models import members

A, B = entrant(1, "Ann"), entrant(2, "Bob")
GAME = game(3, 1, 1, 2, (1, 0)).model_copy(update={"first": A, "second": B})
CASES: list[tuple[Any, list[str]]] = [
    (Happened(kind="paused", reason="lunch", by="ann"), ["the tournament is paused: by ann, lunch"]),
    (Happened(kind="started"), ["the tournament has started"]),
    (Happened(kind="extended", rounds=2), ["the tournament was extended by 2 rounds"]),
    (Happened(kind="extended", seconds=600), ["the tournament was extended by 10 min"]),
    (Happened(kind="ended", reason="no legal pairing"), ["the tournament has ended: no legal pairing"]),
    (EntrantChanged(kind="joined", entrant=A), ["Ann entered"]),
    (EntrantChanged(kind="rested", entrant=A, reason="missed a first move"), ["Ann rests: missed a first move"]),
    (
        RoundPaired(
            round=2,
            pairs=[
                PairRow(board=1, pair=1, first=A, second=B),
                PairRow(board=2, pair=None, first=A, second=None, bye="H"),
            ],
        ),
        ["round 2: 2 pairings", "  Ann - Bob", "  Ann has a half-point bye"],
    ),
    (GameChanged(kind="begun", game=GAME), ["game 3: Ann - Bob begins (K7QX43)"]),
    (GameChanged(kind="counted", game=GAME, reason="line"), ["game 3: Ann - Bob 1-0 (line)"]),
    (
        GameChanged(kind="voided", game=GAME, reason="the server failed"),
        ["game 3: Ann - Bob is void: the server failed"],
    ),
    (
        GameChanged(kind="result", game=GAME, reason="wrong clock", by="ann"),
        ["game 3: Ann - Bob 1-0 (set): by ann, wrong clock"],
    ),
    (TieBreaksChanged(tie_breaks=["BH", "SB"]), ["the tie-breaks are now BH, SB"]),
    (RoundEnded(round=2), ["round 2 is over"]),
    (SprtDecided(verdict="passed", llr=2.95, pairs=400), ["the test is passed: LLR +2.95 after 400 pairs"]),
    (
        ChallengeChanged(kind="challenged", challenge=3, challenger=A, challenged=B),
        ["Ann challenged Bob (challenge 3)"],
    ),
    (SeasonEnded(season=1, places=[B, A]), ["season 1 is over: Bob, Ann"]),
]


@pytest.mark.parametrize(("fact", "lines"), CASES)
def test_news(fact: Any, lines: list[str]) -> None:
    """Each event is said with its reason, and with the name of who caused it."""
    assert news_lines(happened(2, fact)) == lines


def test_every_event_is_tried() -> None:
    """A new kind of event needs a line."""
    assert {type(fact) for fact, _ in CASES} == members(TournamentFact)
