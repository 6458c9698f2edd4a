"""Records of matches that their terms ended: the end is computed from the searches, and each change in it is named."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.match.commands import EngineMoved
from kibitz_server.core.values.events import Event, MatchStarted
from kibitz_server.core.values.terms import Adjudication, DrawRule, ResignRule, Terms
from kibitz_server.games.registry import load
from kibitz_server.messages.record import RecordPages
from kibitz_server.records.verifier import DifferenceError, Verified, verify
from kibitz_server.store import NumberedEvent
from tests.server.core.make import ENGINE, SEARCH_INFO, make_match

Lines = list[dict[str, Any]]
SCORES = (700, -700, 650, -800)
RULES = Adjudication(resign=ResignRule(600, 2))


def record(
    rules: Adjudication | None = RULES,
    scores: Iterable[int | None] = SCORES,
    *,
    game: str = "connect4",
    options: Any = (),
    thinking: bool = True,
    **search: Any,
) -> Lines:
    """Return the record of a match between engines, which plays its first legal moves with these scores."""
    seed = "ab" * 32 if load(game).chance else None
    match = make_match(game, seats=(ENGINE, ENGINE), options=options, terms=Terms(adjudication=rules), server_seed=seed)
    events: list[Event] = [match.created, MatchStarted()]
    events += match.history.chance_events
    for score in scores:
        info = None if score is None else replace(SEARCH_INFO, score=score, line=(), **search)
        move = match.position.legal[0].text
        events += match.handle(EngineMoved(match.turn.number, move, info), 0.0).events
    numbered = [NumberedEvent("m1", number, event, 0.0) for number, event in enumerate(events, 1)]
    pages = RecordPages(numbered, 0, len(numbered), None, thinking=thinking)
    return [json.loads(line) for line in pages.lines()]


def checked(lines: Lines) -> Verified:
    """Verify a record."""
    return verify(json.dumps(line) + "\n" for line in lines)


def moved(lines: Lines, ply: int) -> Any:
    """Return the move of a ply."""
    return next(line["event"]["move"] for line in lines if line.get("event", {}).get("move", {}).get("ply") == ply)


def finished(lines: Lines) -> Any:
    """Return the end of the match."""
    return next(line["event"]["result"] for line in lines if line.get("event", {}).get("kind") == "finished")


@pytest.mark.parametrize(
    ("rules", "scores", "search", "winner", "reason"),
    [
        (RULES, SCORES, {}, 0, "adjudicated by score"),
        (Adjudication(draw=DrawRule(2, 10, 2)), (5, -5, 0, 10), {}, None, "adjudicated by score"),
        (Adjudication(most_plies=3), (None, 5, None), {}, None, "adjudicated by length"),
        (Adjudication(proved=True), (1, -1), {"exact": True}, 0, "adjudicated by proof"),
    ],
)
def test_an_adjudicated_match_is_verified(
    rules: Adjudication, scores: tuple[int | None, ...], search: dict[str, Any], winner: int | None, reason: str
) -> None:
    """The record has the terms and the searches, so that the end follows from it."""
    lines = record(rules, scores, **search)
    assert (finished(lines)["winner"], finished(lines)["reason"]) == (winner, reason)
    found = checked(lines)
    assert (found.over, found.unchecked) == (True, [])


def test_a_match_with_dice_is_verified() -> None:
    """The seed of an adjudicated match is revealed, so its chance events are checked too."""
    found = checked(record(Adjudication(most_plies=2), (0, 0), game="backgammon", options=(("to", 0), ("cube", False))))
    assert found.over
    assert found.chance_events == 2


def snapshot(lines: Lines) -> Any:
    """Return the snapshot at the begin of a record."""
    return next(line for line in lines if line.get("t") == "snapshot")


CHANGES: dict[str, tuple[Callable[[Lines], Any], str]] = {
    "the winner": (
        lambda lines: finished(lines).update(winner=1),
        "winner: recorded is 1, the terms of the match say 0",
    ),
    "a draw": (
        lambda lines: finished(lines).update(winner=None),
        "winner: recorded is None, the terms of the match say 0",
    ),
    "the reason": (
        lambda lines: finished(lines).update(reason="adjudicated by length"),
        "reason: recorded is adjudicated by length, the terms of the match say adjudicated by score",
    ),
    "a resignation": (
        lambda lines: finished(lines).update(reason="resignation"),
        "reason: recorded is resignation, the terms of the match say adjudicated by score",
    ),
    "points": (
        lambda lines: finished(lines).update(points=[1, 0]),
        "points: recorded is [1, 0], the terms of the match say None",
    ),
    "a score": (
        lambda lines: moved(lines, 2)["search"].update(score=599),
        "reason: recorded is adjudicated by score, the terms of the match say that the match goes on",
    ),
    "another search": (
        lambda lines: moved(lines, 3)["search"].update(source="book"),
        "reason: recorded is adjudicated by score, the terms of the match say that the match goes on",
    ),
    "stricter terms": (
        lambda lines: snapshot(lines)["adjudication"]["resign"].update(moves=3),
        "reason: recorded is adjudicated by score, the terms of the match say that the match goes on",
    ),
    "looser terms": (
        lambda lines: snapshot(lines)["adjudication"].update(most_plies=2),
        "move 3: recorded is 4, the terms of the match say over: adjudicated by length",
    ),
}


@pytest.mark.parametrize(("change", "sentence"), CHANGES.values(), ids=CHANGES)
def test_a_changed_adjudication_is_named(change: Callable[[Lines], Any], sentence: str) -> None:
    """A record whose end does not follow from its terms and searches differs, and the difference says how."""
    lines = record()
    change(lines)
    with pytest.raises(DifferenceError) as error:
        checked(lines)
    assert sentence in str(error.value)


def test_without_searches_the_end_is_not_checked() -> None:
    """A record for spectators who may not see searches says what was not checked; the length is, all the same."""
    found = checked(record(thinking=False))
    assert found.unchecked == ["the adjudication is not checked: the record does not have the searches"]
    assert checked(record(Adjudication(most_plies=2), (0, 0), thinking=False)).unchecked == []


def test_without_terms_the_end_is_not_checked() -> None:
    """A record that was made of a game in PGN has the reason of its end, but no terms."""
    lines = record()
    snapshot(lines)["adjudication"] = None
    assert checked(lines).unchecked == ["the adjudication is not checked: the record does not have its terms"]


def test_terms_are_for_engines() -> None:
    """The terms say nothing about the end of a match in which a person has a seat."""
    lines = record()
    snapshot(lines)["seats"][0].update(kind="human", name="Ann", engine=None)
    assert "its terms" in checked(lines).unchecked[0]
