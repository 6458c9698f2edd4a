"""The hall: which matches can be made, how they are found, and when they are let go."""

from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import MatchCreated, MatchStarted
from kibitz_server.core.values.refusal import Reason
from tests.server.core.make import ADA, BEN, BLITZ, ENGINE, made, make_create, make_match, refusal


def filled(count: int, **limits: int) -> MatchRegistry:
    """A hall with matches m0, m1 and so on, hosted by Ada."""
    hall = MatchRegistry(**limits)
    for number in range(count):
        made(hall, make_create(id=f"m{number}", code=f"C0DE{number}"))
    return hall


def end(hall: MatchRegistry, match: Match) -> list[str]:
    """Abort a match and tell the hall; the ids that it lets go."""
    match.handle(Abort("a test"), 1.0)
    return hall.mark_over(match)


def ids(hall: MatchRegistry) -> list[str]:
    """The ids of all matches of a hall."""
    return [match.created.id for match in hall.matches]


def test_a_match_with_an_open_seat_waits() -> None:
    """A match that waits for someone begins with its creation alone."""
    match, events = made(MatchRegistry(), make_create(seats=(ADA, None), control=BLITZ), now=5.0)
    assert events == [match.created]
    assert match.phase is Phase.OPEN
    assert match.seq == 1


@pytest.mark.parametrize("seats", [(ADA, BEN), (ADA, ENGINE), (ENGINE, ENGINE)], ids=["people", "mixed", "engines"])
def test_a_match_whose_seats_are_taken_starts_at_once(seats: tuple[Any, ...]) -> None:
    """With nobody to wait for, creation and start are its first two events."""
    match, events = made(MatchRegistry(), make_create(seats=seats), now=5.0)
    assert events == [match.created, MatchStarted()]
    assert (match.phase, match.seq) == (Phase.RUNNING, 2)


def test_without_autostart_a_full_match_waits_for_its_host() -> None:
    """A match that does not start by itself is open even with all seats taken."""
    match, events = made(MatchRegistry(), make_create(autostart=False))
    assert events == [match.created]
    assert match.phase is Phase.OPEN


def test_creation_records_every_option() -> None:
    """The event of creation holds all options in their own types, so that a later default changes no old match."""
    match, _ = made(MatchRegistry(), make_create("mnk", options=(("columns", "4"), ("exact", "yes"))))
    assert match.created.options == (("columns", 4), ("rows", 3), ("connect", 3), ("exact", True))


@pytest.mark.parametrize(
    ("seats", "asked", "shown"),
    [
        ((ENGINE, ENGINE), None, True),
        ((ADA, ENGINE), None, False),
        ((ENGINE, None), None, False),
        ((ENGINE, ENGINE), False, False),
        ((ADA, ENGINE), True, True),
    ],
)
def test_thinking_is_shown_unless_a_person_plays(seats: tuple[Any, ...], asked: bool | None, shown: bool) -> None:
    """What engines think is shown when engines play among themselves, or when whoever made the match said so."""
    assert make_match(seats=seats, show_thinking=asked).created.show_thinking is shown


@pytest.mark.parametrize(
    ("fields", "reason", "word"),
    [
        ({"game": "chequers"}, Reason.UNKNOWN_GAME, "chequers"),
        ({"game": "tictacto"}, Reason.UNKNOWN_GAME, "did you mean 'tictactoe'"),
        ({"options": (("size", 3),)}, Reason.BAD_OPTION, "size"),
        ({"game": "mnk", "options": (("columns", 99),)}, Reason.BAD_OPTION, "1 to 19"),
        ({"game": "mnk", "options": (("columns", "many"),)}, Reason.BAD_OPTION, "many"),
        ({"game": "mnk", "options": (("columns", True),)}, Reason.BAD_OPTION, "columns"),
        ({"game": "mnk", "options": (("exact", "perhaps"),)}, Reason.BAD_OPTION, "true or false"),
        ({"position": "rubbish"}, Reason.BAD_POSITION, "3 rows of 3"),
        ({"position": ""}, Reason.BAD_POSITION, "3 rows of 3"),
        ({"position": "X--/X--/--- X"}, Reason.BAD_POSITION, "cannot be X's turn"),
        ({"position": "XXX/OO-/--- O"}, Reason.BAD_POSITION, "already over"),
        ({"seats": (ADA,)}, Reason.BAD_SEATS, "2 seats, not 1"),
        ({"seats": (ADA, BEN, None)}, Reason.BAD_SEATS, "2 seats, not 3"),
        ({"seats": ()}, Reason.BAD_SEATS, "2 seats, not 0"),
    ],
)
def test_a_match_that_cannot_be_made_is_refused(fields: dict[str, Any], reason: Reason, word: str) -> None:
    """An unknown game, a bad option, position or number of seats is refused with its code, and nothing is made."""
    hall = MatchRegistry()
    answer = refusal(hall, make_create(**{"game": "tictactoe", **fields}))
    assert answer.reason is reason
    assert word in answer.message
    assert answer.hint
    assert hall.matches == []


def test_the_hall_has_an_end() -> None:
    """A full hall refuses the next match until one of its matches is over."""
    hall = filled(2, most_running=2)
    command = make_create(id="m2", code="C0DE2")
    assert refusal(hall, command).reason is Reason.TOO_MANY
    end(hall, hall.matches[0])
    assert hall.running == 1
    made(hall, command)


def test_one_host_cannot_fill_the_hall() -> None:
    """Who hosts as many running matches as allowed is refused the next; another host is not."""
    hall = filled(2, most_hosted=2)
    answer = refusal(hall, make_create(id="m2", code="C0DE2"))
    assert (answer.reason, answer.message) == (Reason.TOO_MANY, "you host 2 matches already")
    made(hall, make_create(id="m2", code="C0DE2", host=BEN))
    hall.matches[0].handle(Abort("a test"), 1.0)
    made(hall, make_create(id="m3", code="C0DE3"))


@pytest.mark.parametrize(
    "written",
    ["K0QX1Z", "k0qx1z", "KOQXIZ", "koqxlz", "KOQ-X1Z", " k0q x1z ", "k-o-q-x-i-z", "the-id", " the-id "],
)
def test_a_match_is_found_however_its_code_is_written(written: str) -> None:
    """A code is read in any case, with dashes and blanks, and with the letters that look like its digits."""
    hall = MatchRegistry()
    match, _ = made(hall, make_create(id="the-id", code="K0QX1Z"))
    assert hall.find(written) is match


@pytest.mark.parametrize("written", ["", "K0QX1", "K0QX1ZZ", "THE-ID", "tv"])
def test_what_is_no_code_finds_nothing(written: str) -> None:
    """Another code finds no match, nor does an id in the wrong case."""
    hall = MatchRegistry()
    made(hall, make_create(id="the-id", code="K0QX1Z"))
    assert hall.find(written) is None


def test_over_matches_are_let_go_the_oldest_first() -> None:
    """A number of matches that are over is kept for late readers; beyond it the first to end goes, with its code."""
    hall = filled(4, most_over=2)
    first, second, third, _ = hall.matches
    assert end(hall, second) == []
    assert end(hall, first) == []
    assert end(hall, third) == ["m1"]
    assert ids(hall) == ["m0", "m2", "m3"]
    assert hall.running == 1
    assert hall.find("C0DE1") is None
    assert hall.find("C0DE0") is first


def test_a_match_is_over_once() -> None:
    """To be told twice that a match is over counts once."""
    hall = filled(2)
    assert end(hall, hall.matches[0]) == hall.mark_over(hall.matches[0]) == []
    assert hall.running == 1


def test_a_match_read_back_is_one_of_the_hall() -> None:
    """A match taken in after a restart is found, counted, and counted as over where it is over."""
    hall = MatchRegistry()
    running, over = make_match(id="m1", code="C0DE1"), make_match(id="m2", code="C0DE2")
    over.handle(Abort("a test"), 1.0)
    hall.add(running)
    hall.add(over)
    assert ids(hall) == ["m1", "m2"]
    assert hall.running == 1
    assert hall.find("code1") is running


def test_creation_is_all_a_match_needs() -> None:
    """What the hall made can be made again from the event of creation alone."""
    match, (created, *_) = made(
        MatchRegistry(), make_create("connect4", seats=(None, BEN), control=BLITZ, listed=False)
    )
    assert isinstance(created, MatchCreated)
    again = Match.from_events([created], 0.0)
    assert again.seats == match.seats == [None, BEN]
    assert again.clock == match.clock
    assert again.created.listed is False


def test_an_option_of_endless_digits_is_refused() -> None:
    """An option with more digits than Python reads is a bad option, not a crash."""
    answer = refusal(MatchRegistry(), make_create("mnk", options=(("columns", "9" * 5000),)))
    assert answer.reason is Reason.BAD_OPTION


def test_a_match_let_go_stays_gone() -> None:
    """To be told again of a match that is kept no longer does nothing."""
    hall = filled(1, most_over=0)
    (match,) = hall.matches
    assert end(hall, match) == ["m0"]
    assert hall.mark_over(match) == []


def test_two_matches_cannot_have_one_code() -> None:
    """A code leads to one match."""
    hall = filled(1)
    (match,) = hall.matches
    with pytest.raises(ValueError, match="in use"):
        hall.add(match)
