"""Tests that every story, played again, has the outcome in its file."""

from itertools import chain
from pathlib import Path
from typing import get_args

import pytest

from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event
from kibitz_server.store import event_json
from tests.server.core.make import state_of
from tests.stories.story import FOLDER, play_story

pytestmark = pytest.mark.usefixtures("games_with_chance")

STORIES = sorted(FOLDER.glob("*.txt"))
each_story = pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)


def converted(event: Event) -> Event:
    """Return an event as it is after it was stored and loaded."""
    return event_json.load(type(event).__name__, event_json.dump(event))


@each_story
def test_a_story_has_the_written_outcome(path: Path) -> None:
    """The events, refusals, boards, clocks and deadlines of a story are those in its file."""
    written = path.read_text()
    played = play_story(written).text
    assert played.splitlines() == written.splitlines(), "run `python -m tests.stories.story` and review the diff"
    assert played == written


@each_story
def test_the_stored_events_of_a_story_restore_its_match(path: Path) -> None:
    """Events survive the conversion to JSON and back unchanged, and restore the match."""
    played = play_story(path.read_text())
    stored = [converted(event) for event in played.log]
    assert stored == played.log
    assert [type(event) for event in stored] == [type(event) for event in played.log]
    assert state_of(Match.from_events(stored, 0.0)) == state_of(played.match)


@each_story
def test_a_story_continues_after_a_restart(path: Path) -> None:
    """A restart in a story has the same outcome when the events are converted to JSON and back."""
    written = path.read_text()
    assert play_story(written, converted).text == written


@each_story
def test_a_story_has_a_title_and_an_end(path: Path) -> None:
    """The first line of a story is its title, and the match is over at its end."""
    written = path.read_text()
    assert written.startswith("# ")
    assert play_story(written).match.over


def test_the_stories_show_every_event() -> None:
    """Together the stories contain every type of event."""
    logs = chain.from_iterable(play_story(path.read_text()).log for path in STORIES)
    assert {type(event) for event in logs} == set(get_args(Event))


@pytest.mark.parametrize(
    "line", ["[1] Ada dances", "[soon] Ada plays b2", "Ada plays b2", "[1] the engine plays", "[1] ada  resigns"]
)
def test_an_invalid_line_is_an_error(line: str) -> None:
    """A line with a mistake raises an error. It is not skipped."""
    with pytest.raises(ValueError, match=r"not a line of a story|unknown command"):
        play_story(f"# A slip\ngame: tictactoe\nhost: Ada\nseats: Ada, Ben\n\n[0] the match is made\n{line}\n")
