"""Followed matches and lobby across connections."""

import itertools

import pytest

from kibitz_client.errors import LostSync
from kibitz_client.network.subscriptions import LobbyPages, Subscriptions, Verdict
from kibitz_protocol.to_client import Lobby, Matches, Presence, Said, Started
from kibitz_protocol.to_server import ListMatches
from kibitz_protocol.validation.bounds import MAX_ROWS
from tests.client.network.scripts import numbered, row
from tests.client.samples import CODE, MATCH, event, snapshot, thinking


def following() -> Subscriptions:
    """Return subscriptions that know the match up to event 3."""
    subscriptions = Subscriptions()
    assert subscriptions.admit(snapshot()) is Verdict.DELIVER
    return subscriptions


def test_events_in_order_are_delivered() -> None:
    """Events without gaps are delivered, and the last one is known."""
    subscriptions = following()
    assert [subscriptions.admit(numbered(seq)) for seq in (4, 5)] == [Verdict.DELIVER, Verdict.DELIVER]
    assert subscriptions.resume() == {MATCH: 5}


def test_few_matches_that_are_over_are_resumed() -> None:
    """A new connection requests every match that runs, and the last few that are over."""
    subscriptions = following()
    for number in range(9):
        ended = snapshot().model_copy(update={"match": f"old{number}", "phase": "finished"})
        subscriptions.admit(ended)
    assert list(subscriptions.resume()) == [MATCH, "old5", "old6", "old7", "old8"]
    assert list(subscriptions.matches) == list(subscriptions.resume())


def test_what_is_known_is_dropped() -> None:
    """A known event is dropped."""
    subscriptions = following()
    assert subscriptions.admit(numbered(3)) is Verdict.DROP
    assert subscriptions.matches == {MATCH: 3}


def test_a_gap_is_closed_by_a_snapshot() -> None:
    """A gap causes one request for a snapshot, and events before it are dropped."""
    subscriptions = following()
    assert subscriptions.admit(numbered(6)) is Verdict.REFETCH
    assert subscriptions.admit(numbered(7)) is Verdict.DROP
    assert subscriptions.admit(snapshot(seq=7)) is Verdict.DELIVER
    assert subscriptions.admit(numbered(8)) is Verdict.DELIVER


def test_a_gap_after_the_refetched_snapshot_is_an_error() -> None:
    """A gap directly after a refetched snapshot is an error."""
    subscriptions = following()
    subscriptions.admit(numbered(6))
    subscriptions.admit(snapshot(seq=7))
    with pytest.raises(LostSync, match=f"match {CODE} are missing: 7 was followed by 9"):
        subscriptions.admit(numbered(9))


def test_a_later_gap_is_refetched_again() -> None:
    """After an event in order, another gap is refetched again."""
    subscriptions = following()
    subscriptions.admit(numbered(6))
    subscriptions.admit(snapshot(seq=7))
    subscriptions.admit(numbered(8))
    assert subscriptions.admit(numbered(10)) is Verdict.REFETCH


def test_a_new_connection_requests_the_gap() -> None:
    """A new connection requests the gap by number, so events are delivered again."""
    subscriptions = following()
    subscriptions.admit(numbered(6))
    assert subscriptions.resume() == {MATCH: 3}
    assert subscriptions.admit(numbered(4)) is Verdict.DELIVER


def test_matches_that_are_not_followed_are_silent() -> None:
    """Messages before the snapshot of a match, or after leaving it, are dropped."""
    subscriptions = Subscriptions()
    said = Said(match=MATCH, room="players", name="mia", text="hi", at=0.0)
    assert {subscriptions.admit(message) for message in (numbered(1), said, thinking(0))} == {Verdict.DROP}
    subscriptions = following()
    subscriptions.forget(f" {CODE.lower()} ")
    assert subscriptions.admit(numbered(4)) is Verdict.DROP


def test_presence_of_followed_matches_is_delivered() -> None:
    """Presence of other matches is dropped."""
    subscriptions = following()
    assert subscriptions.admit(Presence(match=MATCH, away=[])) is Verdict.DELIVER
    assert subscriptions.admit(Presence(match="other", away=[])) is Verdict.DROP


def test_it_is_known_which_match_is_over() -> None:
    """A snapshot or an event can end a match."""
    subscriptions = following()
    assert not subscriptions.is_over(MATCH)
    subscriptions.admit(event(4, Started(), phase="finished"))
    assert subscriptions.is_over(MATCH)


def test_the_lobby_after_a_reconnection_is_a_change() -> None:
    """A new list becomes a change with the matches that are gone."""
    subscriptions = Subscriptions()
    assert not subscriptions.lobby
    subscriptions.follow_lobby([row("a"), row("b")])
    subscriptions.admit(Lobby(changed=[row("c")], gone=["a"]))
    assert subscriptions.compare_lobby([row("c"), row("d")]) == Lobby(changed=[row("c"), row("d")], gone=["b"])
    assert subscriptions.lobby


MOVED = row("b").model_copy(update={"ply": 7})


def pages() -> LobbyPages:
    """Return the pages of a client whose commands have the ids n1, n2, ..."""
    ids = itertools.count(1)
    return LobbyPages(lambda: f"n{next(ids)}")


def test_the_pages_of_a_list_become_one_answer() -> None:
    """The next page is requested with the same filter, and without a second subscription."""
    arrived, asked = pages(), ListMatches(id="l", game="mnk", follow=True)
    more = arrived.add("l", asked, Matches(matches=[row("a")], next="x"))
    assert more == ListMatches(id="n1", game="mnk", cursor="x")
    assert (arrived.command("n1"), arrived.command("other")) == ("l", "other")
    assert arrived.add("n1", asked, Matches(matches=[row("b")])) == Matches(matches=[row("a"), row("b")])
    assert arrived.command("n1") == "n1"


def test_a_change_between_two_pages_is_applied() -> None:
    """A match that is gone since its page is not in the list, and one that has changed is as it is now."""
    arrived, asked = pages(), ListMatches(id="l", follow=True)
    arrived.add("l", asked, Matches(matches=[row("a"), row("b")], next="x"))
    arrived.apply(Lobby(changed=[MOVED], gone=["a"]))
    found = arrived.add("n1", asked, Matches(matches=[row("c")]))
    assert found == Matches(matches=[MOVED, row("c")])
    arrived.apply(Lobby(changed=[], gone=["b"]))


def test_a_caller_that_wants_one_page_gets_one() -> None:
    """A command with a limit or a cursor is answered by its page."""
    for asked in (ListMatches(id="l", limit=1), ListMatches(id="l", cursor="x")):
        page = Matches(matches=[row("a")], next="y")
        assert pages().add("l", asked, page) == page


def test_a_list_without_an_end_is_cut() -> None:
    """A server that repeats a page, or sends more rows than any server holds, gets no further commands."""
    arrived, asked = pages(), ListMatches(id="l")
    arrived.add("l", asked, Matches(matches=[row("a")], next="x"))
    assert isinstance(arrived.add("n1", asked, Matches(matches=[row("a")], next="x")), Matches)
    many = [row(str(number)) for number in range(MAX_ROWS)]
    assert isinstance(pages().add("l", asked, Matches(matches=many, next="x")), Matches)
