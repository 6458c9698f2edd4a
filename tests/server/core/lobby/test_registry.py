"""Registry: creation, lookup and eviction of matches."""

from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.commands import Abort
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import MatchCreated, MatchStarted
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Place, Terms
from tests.server.core.make import ADA, BEN, BLITZ, ENGINE, create, creation_refusal, make_create, make_match

ENTRANT = Human("entrant", "entrant")


def filled(count: int, **limits: Any) -> MatchRegistry:
    """Return a registry with matches m0, m1 and so on, hosted by Ada."""
    registry = MatchRegistry(**limits)
    for number in range(count):
        create(registry, make_create(id=f"m{number}", code=f"C0DE{number}"))
    return registry


def placed(number: int) -> Terms:
    """Return the terms of a game of a tournament."""
    return Terms(tournament=Place("t", "T-C0DE", 1, number, number))


def test_games_of_tournaments_count_for_no_host() -> None:
    """They have a bound of their own, and leave each host and the server all their other matches."""
    registry = filled(0, most_running=2, most_hosted=1, most_of_tournaments=2)
    for number in (1, 2):
        create(registry, make_create(id=f"t{number}", code=f"T{number}", terms=placed(number)))
    assert creation_refusal(registry, make_create(id="t3", code="T3", terms=placed(3))).reason is Reason.TOO_MANY
    create(registry, make_create(id="m1", code="M1"))
    assert creation_refusal(registry, make_create(id="m2", code="M2")).message.startswith("you host 1")
    create(registry, make_create(id="m3", code="M3", host=BEN))
    assert "full" in creation_refusal(registry, make_create(id="m4", code="M4", host=ENTRANT)).message
    first = registry.find("t1")
    assert first is not None
    end(registry, first)
    create(registry, make_create(id="t3", code="T3", terms=placed(3)))
    registry.remove(first)
    assert ids(registry) == ["t2", "m1", "m3", "t3"]


def end(registry: MatchRegistry, match: Match) -> list[str]:
    """Abort a match and mark it as over; return the ids of the evicted matches."""
    match.handle(Abort("a test"), 1.0)
    return registry.mark_over(match)


def ids(registry: MatchRegistry) -> list[str]:
    """Return the ids of all matches of a registry."""
    return [match.created.id for match in registry.matches]


def test_a_match_with_an_open_seat_waits() -> None:
    """A match with an open seat has the creation as its only event."""
    match, events = create(MatchRegistry(), make_create(seats=(ADA, None), control=BLITZ), now=5.0)
    assert events == [match.created]
    assert match.phase is Phase.OPEN
    assert match.seq == 1


@pytest.mark.parametrize("seats", [(ADA, BEN), (ADA, ENGINE), (ENGINE, ENGINE)], ids=["people", "mixed", "engines"])
def test_a_match_whose_seats_are_taken_starts_at_once(seats: tuple[Any, ...]) -> None:
    """If all seats are taken, creation and start are the first two events."""
    match, events = create(MatchRegistry(), make_create(seats=seats), now=5.0)
    assert events == [match.created, MatchStarted()]
    assert (match.phase, match.seq) == (Phase.RUNNING, 2)


def test_without_autostart_a_full_match_waits_for_its_host() -> None:
    """A match without autostart is open even if all seats are taken."""
    match, events = create(MatchRegistry(), make_create(autostart=False))
    assert events == [match.created]
    assert match.phase is Phase.OPEN


def test_creation_records_every_option() -> None:
    """The creation event has all options in their own types, so that a later default changes no old match."""
    match, _ = create(MatchRegistry(), make_create("mnk", options=(("columns", "4"), ("exact", "yes"))))
    assert match.created.options == (("columns", 4), ("rows", 3), ("connect", 3), ("exact", True))


@pytest.mark.parametrize(
    ("seats", "requested", "shown"),
    [
        ((ENGINE, ENGINE), None, True),
        ((ADA, ENGINE), None, False),
        ((ENGINE, None), None, False),
        ((ENGINE, ENGINE), False, False),
        ((ADA, ENGINE), True, True),
    ],
)
def test_search_info_is_shown_unless_a_human_plays(seats: tuple[Any, ...], requested: bool | None, shown: bool) -> None:
    """Search info is shown in matches between engines, or on request."""
    assert make_match(seats=seats, show_thinking=requested).created.show_thinking is shown


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
def test_an_invalid_match_is_refused(fields: dict[str, Any], reason: Reason, word: str) -> None:
    """An unknown game, or a bad option, position or number of seats, is refused with its code."""
    registry = MatchRegistry()
    answer = creation_refusal(registry, make_create(**{"game": "tictactoe", **fields}))
    assert answer.reason is reason
    assert word in answer.message
    assert answer.hint
    assert registry.matches == []


def test_the_number_of_running_matches_is_bounded() -> None:
    """A full registry refuses the next match until one of its matches is over."""
    registry = filled(2, most_running=2)
    command = make_create(id="m2", code="C0DE2")
    assert creation_refusal(registry, command).reason is Reason.TOO_MANY
    end(registry, registry.matches[0])
    assert registry.running == 1
    create(registry, command)


def test_the_number_of_matches_of_a_host_is_bounded() -> None:
    """A host with the maximum number of running matches is refused the next; another host is not."""
    registry = filled(2, most_hosted=2)
    answer = creation_refusal(registry, make_create(id="m2", code="C0DE2"))
    assert (answer.reason, answer.message) == (Reason.TOO_MANY, "you host 2 matches already")
    create(registry, make_create(id="m2", code="C0DE2", host=BEN))
    registry.matches[0].handle(Abort("a test"), 1.0)
    create(registry, make_create(id="m3", code="C0DE3"))


@pytest.mark.parametrize(
    "written",
    ["K0QX1Z", "k0qx1z", "KOQXIZ", "koqxlz", "KOQ-X1Z", " k0q x1z ", "k-o-q-x-i-z", "the-id", " the-id "],
)
def test_a_match_is_found_however_its_code_is_written(written: str) -> None:
    """A code is found in any case, with dashes and blanks, and with look-alikes of its digits."""
    registry = MatchRegistry()
    match, _ = create(registry, make_create(id="the-id", code="K0QX1Z"))
    assert registry.find(written) is match


@pytest.mark.parametrize("written", ["", "K0QX1", "K0QX1ZZ", "THE-ID", "tv"])
def test_an_unknown_code_finds_nothing(written: str) -> None:
    """Another code finds no match, nor does an id in the wrong case."""
    registry = MatchRegistry()
    create(registry, make_create(id="the-id", code="K0QX1Z"))
    assert registry.find(written) is None


def test_finished_matches_are_evicted_the_oldest_first() -> None:
    """A number of finished matches is kept for late readers; beyond it the first to end is evicted with its code."""
    registry = filled(4, most_over=2)
    first, second, third, _ = registry.matches
    assert end(registry, second) == []
    assert end(registry, first) == []
    assert end(registry, third) == ["m1"]
    assert ids(registry) == ["m0", "m2", "m3"]
    assert registry.running == 1
    assert registry.find("C0DE1") is None
    assert registry.find("C0DE0") is first


def test_a_match_is_over_once() -> None:
    """A match that is marked as over twice counts once."""
    registry = filled(2)
    assert end(registry, registry.matches[0]) == registry.mark_over(registry.matches[0]) == []
    assert registry.running == 1


def test_a_restored_match_is_in_the_registry() -> None:
    """A match that is added after a restart is found and counted, as over if it is over."""
    registry = MatchRegistry()
    running, over = make_match(id="m1", code="C0DE1"), make_match(id="m2", code="C0DE2")
    over.handle(Abort("a test"), 1.0)
    registry.add(running)
    registry.add(over)
    assert ids(registry) == ["m1", "m2"]
    assert registry.running == 1
    assert registry.find("code1") is running


def test_creation_is_all_a_match_needs() -> None:
    """A new match can be rebuilt from its creation event alone."""
    match, (created, *_) = create(
        MatchRegistry(), make_create("connect4", seats=(None, BEN), control=BLITZ, listed=False)
    )
    assert isinstance(created, MatchCreated)
    again = Match.from_events([created], 0.0)
    assert again.seats == match.seats == (None, BEN)
    assert again.clock == match.clock
    assert again.created.listed is False


def test_an_option_of_endless_digits_is_refused() -> None:
    """An option with more digits than Python parses is a bad option, not a crash."""
    answer = creation_refusal(MatchRegistry(), make_create("mnk", options=(("columns", "9" * 5000),)))
    assert answer.reason is Reason.BAD_OPTION


def test_an_evicted_match_stays_evicted() -> None:
    """Marking an evicted match as over does nothing."""
    registry = filled(1, most_over=0)
    (match,) = registry.matches
    assert end(registry, match) == ["m0"]
    assert registry.mark_over(match) == []


def test_two_matches_cannot_have_one_code() -> None:
    """A second match with the same code is an error."""
    registry = filled(1)
    (match,) = registry.matches
    with pytest.raises(ValueError, match="in use"):
        registry.add(match)


def test_hosts_of_one_group_share_a_limit() -> None:
    """Matches that are over do not count, and hosts of other groups are not affected."""
    groups = {ADA.id: "here", BEN.id: "here"}
    registry = MatchRegistry(most_of_group=2, group_of=lambda id: groups.get(id, ""))
    first, _ = create(registry, make_create(id="m0", code="C0DE0", host=ADA))
    create(registry, make_create(id="m1", code="C0DE1", host=BEN))
    third = make_create(id="m2", code="C0DE2", host=ADA)
    refusal = creation_refusal(registry, third)
    assert (refusal.reason, refusal.message) == (
        Reason.TOO_MANY,
        "players at your address host 2 matches already",
    )
    eve = Human("eve", "Eve")
    create(registry, make_create(id="m3", code="C0DE3", host=eve))
    first.handle(Abort("a test"), 1.0)
    create(registry, third)


def test_restored_matches_count_once_their_host_is_back() -> None:
    """The group of a host is unknown after a restart, until the host is back and creates a match."""
    groups: dict[str, str] = {}
    registry = MatchRegistry(most_of_group=1, group_of=lambda id: groups.get(id, ""), most_over=0)
    restored = make_match(id="m0", code="C0DE0", host=ADA)
    registry.add(restored)
    groups[ADA.id] = "here"
    again = make_create(id="m1", code="C0DE1", host=ADA)
    assert creation_refusal(registry, again).reason is Reason.TOO_MANY
    assert end(registry, restored) == ["m0"]
    create(registry, again)
