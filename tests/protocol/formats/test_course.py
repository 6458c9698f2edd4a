"""The course of a match: its last state is that of a client that followed it."""

import pytest

from kibitz_client.match.record import record_scenes
from kibitz_client.match.state import MatchState
from kibitz_protocol.formats.course import Course, course_of, day_text
from kibitz_protocol.formats.record import NotARecord
from kibitz_protocol.to_client import (
    Aborted,
    ChanceDecided,
    Event,
    Left,
    Moved,
    Seated,
    SeedRevealed,
    Snapshot,
    Started,
    TakenBack,
)
from kibitz_protocol.values.seats import SeatView
from tests.client.dice import die
from tests.client.samples import ENGINE, OTTER, event, move, position, snapshot

OWL = SeatView(seat=1, kind="human", name="owl")
MESSAGES: list[Snapshot | Event] = [
    snapshot(seats=[OTTER, SeatView(seat=1, kind="open", name=None)], phase="open", seq=1),
    event(2, Seated(seat=OWL), phase="open"),
    event(3, Left(seat=1), phase="open"),
    event(4, Seated(seat=ENGINE), phase="open"),
    event(5, Started(), position("")).model_copy(update={"at": 9.0}),
    event(6, ChanceDecided(chance=die(1, 0, "?")), position("")),
    event(7, Moved(move=move(0, 4)), position("4")),
    event(8, ChanceDecided(chance=die(2, 1, "3")), position("4")),
    event(9, Moved(move=move(1, 0)), position("40")),
    event(10, TakenBack(seat=0, plies=2), position("")),
    event(11, Moved(move=move(0, 2)), position("2")),
    event(12, Aborted(reason="withdrawn"), position("2"), "aborted"),
    event(13, SeedRevealed(server_seed="0" * 64, chance_events=[die(1, 0, "6")]), phase="aborted"),
]


def facts(match: MatchState | Snapshot) -> list[object]:
    """Return what files say of a match."""
    place = match.position if isinstance(match, MatchState) else match.state
    return [list(match.seats), list(match.moves), list(match.chance_events), match.phase, match.result, place]


def test_the_course_agrees_with_the_state_of_a_client_after_every_message() -> None:
    """Seats, moves, chance events and the result are those that the client has."""
    scenes = record_scenes(MESSAGES)
    assert len(scenes) == len(MESSAGES)
    for count, (_, state) in enumerate(scenes, 1):
        assert facts(course_of(MESSAGES[:count]).end) == facts(state)


def test_a_new_snapshot_replaces_what_was_known() -> None:
    """A client that lost its connection gets a snapshot again."""
    again = snapshot("40", seats=[OTTER, ENGINE], seq=9)
    found = course_of([*MESSAGES[:7], again, event(10, Moved(move=move(2, 8)), position("408"))])
    assert [each.move for each in found.end.moves] == ["b2", "a3", "c1"]
    alone = snapshot(seats=[OTTER], seq=9)
    with pytest.raises(NotARecord, match="event 10 names seat 1 where the match has 1 seat"):
        course_of([snapshot(), alone, event(10, Seated(seat=OWL))])


def test_one_player_with_all_sides_is_called_by_its_labels() -> None:
    """Each side is the person at the keyboard, as in the state of a client."""
    seats = [OTTER.model_copy(update={"label": "Ann"}), OTTER.model_copy(update={"seat": 1, "label": "Ben"})]
    match = snapshot(seats=seats, you=None, yours=[0, 1])
    assert [view.name for view in course_of([match]).end.seats] == ["Ann", "Ben"]
    assert facts(course_of([match]).end) == facts(record_scenes([match])[0][1])


def test_times_and_positions_after_plies() -> None:
    """The start is that of the event; before it, or without it, the time of creation counts."""
    created = [MESSAGES[0].model_copy(update={"created_at": 7.0}), *MESSAGES[1:]]
    found: Course = course_of(created)
    assert found.started_at == 9.0
    assert course_of(created[:3]).started_at == 7.0
    assert course_of(MESSAGES[:3]).started_at is None
    assert (day_text(None, "%Y"), day_text(0.0, "%Y.%m.%d")) == (None, "1970.01.01")


def test_clocks_of_each_move() -> None:
    """A match without clocks has none."""
    timed = event(4, Moved(move=move(0, 4)), position("4", remaining_ms=[58_500, 60_000]))
    assert course_of([snapshot(), timed]).clocks == {0: ([58_500, 60_000], [58_500, 60_000], None)}
    assert course_of(MESSAGES).clocks == {}


def test_an_event_that_does_not_fit_the_match_is_an_error() -> None:
    """It names a seat that the match does not have."""
    with pytest.raises(NotARecord, match="event 4 names seat 5 where the match has 2 seats"):
        course_of([snapshot(), event(4, Moved(move=move(0, 4).model_copy(update={"seat": 5})), position("4"))])
