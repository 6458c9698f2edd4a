"""Chance events as lines of text."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_client.match.fairness import DIFFERS, FITS
from kibitz_client.match.record import record_scenes
from kibitz_client.match.state import MatchState
from kibitz_client.text.events import QUERIES, introduction, message_lines
from kibitz_client.text.match_view import chances_line, legal_line, view_lines
from kibitz_client.text.style import Style
from kibitz_protocol.values.state import State
from tests.client.dice import SEED, SEED_HASH, due, opened, played
from tests.client.samples import position, snapshot

SCENES: list[tuple[Any, MatchState]] = record_scenes(played())
STYLE = Style()


def asked(word: str, state: MatchState = SCENES[-1][1]) -> list[str]:
    """Return the answer to a question."""
    return QUERIES[word](state, STYLE, 0)


def shown(state: State) -> MatchState:
    """Return a match with a position."""
    return record_scenes([snapshot(state=state)])[0][1]


def test_chance_events_are_told_between_the_moves() -> None:
    """A chance event has the words of the game, or its text; the client seeds have no line."""
    lines = [line for message, state in SCENES[1:] for line in message_lines(message, state, None)]
    assert lines == [
        "the match starts",
        "X rolls 6",
        "1. X otter plays b2  1.5 s",
        "O rolls 1 and cannot move",
        "chance: 6",
        "You lose: you resigned.",
    ]


def test_a_seed_that_does_not_fit_is_told() -> None:
    """Only a seed with another hash than the one from before the first move has a line at the end."""
    message, state = SCENES[-1]
    assert message_lines(message, state, None) == []
    wrong = replace(state, server_seed_hash="0" * 64)
    assert message_lines(message, wrong, None) == [DIFFERS]


def test_questions_about_the_line() -> None:
    """All moves are listed with the chance events; the last move has those after it."""
    assert asked("moves") == ["X rolls 6", "1. X otter plays b2  1.5 s", "O rolls 1 and cannot move", "chance: 6"]
    assert asked("last") == asked("moves")[1:]
    assert asked("last", SCENES[4][1]) == ["X rolls 6"]


def test_how_fair_the_chance_events_are() -> None:
    """The hash, the texts of the players and the seed are shown, so that anyone can check them."""
    lines = asked("fairness")
    assert lines[1:4] == [
        f"SHA-256 of the server seed, sent before the start: {SEED_HASH}",
        "client seed of X otter: ours",
        "client seed of O engine alphabeta:depth=9: theirs",
    ]
    assert lines[-3:] == [
        f"the server seed: {SEED}",
        FITS,
        "compute each chance event again: kibitz fairness K7QX, or its record",
    ]
    assert asked("fairness", record_scenes([snapshot()])[0][1]) == ["this game has no chance events"]


def test_a_server_that_repeats_its_chance_events_says_so() -> None:
    """Its chance events can be foreseen, which a player must know before the start."""
    state = record_scenes([opened(repeatable=True)])[0][1]
    assert "this server repeats its chance events, as for tests; type fairness" in introduction(state, STYLE)
    assert any("could be foreseen" in line for line in asked("fairness", state))
    assert not any("repeat" in line for line in introduction(SCENES[0][1], STYLE))


def test_the_chance_events_that_are_possible() -> None:
    """Each has its chance; without a chance event that is due there is no line."""
    assert chances_line(due("")) == "chances: 1 (1/4), 6 (3/4)"
    assert chances_line(position()) == ""


@pytest.mark.parametrize(("at", "line"), [(4, "X rolls 6"), (7, "chance: 6")])
def test_a_picture_has_the_last_chance_event(at: int, line: str) -> None:
    """A spectator sees what was drawn for the side to move."""
    assert line in view_lines(SCENES[at][1], STYLE)


def test_one_move_with_blanks_is_not_two_moves() -> None:
    """The line says that there is one move."""
    only = position().model_copy(update={"legal": ["bar/22* bar/20*"], "paths": [[0, 1]]})
    assert legal_line(shown(only)) == "the only legal move: bar/22* bar/20*"
    two = only.model_copy(update={"legal": ["8/5", "bar/22 8/5"], "paths": [[0, 1], [2, 3]]})
    assert legal_line(shown(two)) == "legal moves: 8/5, bar/22 8/5"
