"""Every story is played again and comes out as it is written."""

from itertools import chain
from pathlib import Path
from typing import get_args

import pytest

from kibitz_server.core.match.state import Match
from kibitz_server.core.values.events import Event
from kibitz_server.store import event_json
from tests.server.core.make import standing
from tests.stories.story import FOLDER, tell

STORIES = sorted(FOLDER.glob("*.txt"))
each_story = pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)


def carried(event: Event) -> Event:
    """An event as it comes back from where it was stored."""
    return event_json.load(type(event).__name__, event_json.dump(event))


@each_story
def test_a_story_comes_out_as_it_is_written(path: Path) -> None:
    """The events, refusals, boards, clocks and deadlines of a story are those in its file."""
    written = path.read_text()
    told = tell(written).text
    assert told.splitlines() == written.splitlines(), "`python -m tests.stories.story` writes it anew; read the diff"
    assert told == written


@each_story
def test_the_stored_events_of_a_story_make_its_match(path: Path) -> None:
    """Events survive the way through JSON text unchanged, and make the match again."""
    told = tell(path.read_text())
    stored = [carried(event) for event in told.log]
    assert stored == told.log
    assert [type(event) for event in stored] == [type(event) for event in told.log]
    assert standing(Match.from_events(stored, 0.0)) == standing(told.match)


@each_story
def test_a_story_goes_on_after_a_restart(path: Path) -> None:
    """A story in which the server restarts comes out the same when the events went through JSON text between."""
    written = path.read_text()
    assert tell(written, carried).text == written


@each_story
def test_a_story_is_told_to_its_end(path: Path) -> None:
    """A story says in its first line what it is about, and leaves no match undecided."""
    written = path.read_text()
    assert written.startswith("# ")
    assert tell(written).match.over


def test_the_stories_show_every_event() -> None:
    """Whoever reads the stories has seen every kind of event."""
    logs = chain.from_iterable(tell(path.read_text()).log for path in STORIES)
    assert {type(event) for event in logs} == set(get_args(Event))


@pytest.mark.parametrize(
    "line", ["[1] Ada dances", "[soon] Ada plays b2", "Ada plays b2", "[1] the engine plays", "[1] ada  resigns"]
)
def test_a_line_that_is_none_is_told(line: str) -> None:
    """A slip of the pen in a story is an error, and not a story in which less happens."""
    with pytest.raises(ValueError, match=r"no line of a story|nobody knows how"):
        tell(f"# A slip\ngame: tictactoe\nhost: Ada\nseats: Ada, Ben\n\n[0] the match is made\n{line}\n")
