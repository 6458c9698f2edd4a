"""Requests that a new connection repeats."""

import itertools

import pytest

from kibitz_client.network.resume import ResumeState
from kibitz_protocol.commands.seeks import SeekView
from kibitz_protocol.to_client import Entered, Matches, Next, Paired, Seeking, Seeks
from kibitz_protocol.to_server import Join, ListMatches, Seek, Unseek, Unwatch, Watch

KEY = "7F3K-9QXM-ABCD-EFGH"


def resume_state() -> ResumeState:
    """Return a state whose ids count from n1."""
    ids = itertools.count(1)
    return ResumeState(lambda: f"n{next(ids)}")


def entered(match: str = "m1") -> Entered:
    """Return the result of entering a match."""
    return Entered(match=match, code="K7QX42", seat=None)


def led(match: str, following: str | None, why: str = "tv") -> Next:
    """Return a redirect."""
    return Next.model_validate({"match": match, "why": why, "next": following, "code": following, "series": None})


def test_a_match_is_asked_for_by_its_number() -> None:
    """A followed match continues after its last known event."""
    assert resume_state().commands({"m1": 7}) == [Watch(id="n1", match="m1", since=7)]


def test_tv_is_requested_as_tv() -> None:
    """TV is requested as TV, also after a redirect, until it is left."""
    tv = resume_state()
    tv.completed(Watch(id="1", match=" TV"), entered())
    tv.observe(led("m1", "m2"))
    assert tv.commands({"m2": 3, "m5": 1}) == [Watch(id="n1", match="tv"), Watch(id="n2", match="m5", since=1)]
    assert tv.completed(Watch(id="n1", match="tv"), entered("m3")) == "m2"
    tv.completed(Unwatch(id="2", match="tv"), None)
    assert tv.commands({"m3": 3}) == [Watch(id="n3", match="m3", since=3)]


def test_a_key_opens_again_and_opens_what_follows() -> None:
    """The key of a private match also opens its next match."""
    private = resume_state()
    private.completed(Join(id="1", match="K7QX42", key=KEY), entered())
    private.observe(led("m1", "m2", "series"))
    assert private.commands({"m2": 4}) == [Watch(id="n1", match="m2", since=4, key=KEY)]


def test_a_preview_stays_one() -> None:
    """A preview is repeated as one, also for the next match, until the match is watched."""
    lobby = resume_state()
    lobby.completed(Watch(id="1", match="m1", preview=True), entered())
    assert lobby.commands({"m1": 7}) == [Watch(id="n1", match="m1", since=7, preview=True)]
    lobby.observe(led("m1", "m2", "series"))
    assert lobby.commands({"m2": 4}) == [Watch(id="n2", match="m2", since=4, preview=True)]
    lobby.completed(Watch(id="2", match="K7QX42"), entered("m2"))
    assert lobby.commands({"m2": 4}) == [Watch(id="n3", match="m2", since=4)]
    lobby.completed(Watch(id="3", match="m2", preview=True), entered("m2"))
    lobby.completed(Unwatch(id="4", match="m2"), None)
    assert lobby.commands({"m2": 4}) == [Watch(id="n4", match="m2", since=4)]


def test_the_lobby_is_asked_for_as_before() -> None:
    """A followed lobby is requested with its filters, and a single list is not."""
    lobby = resume_state()
    lobby.completed(ListMatches(id="1", game="mnk"), Matches(matches=[]))
    assert lobby.commands({}) == []
    lobby.completed(ListMatches(id="2", game="mnk", follow=True), Matches(matches=[]))
    assert lobby.commands({}) == [ListMatches(id="n1", game="mnk", follow=True)]


@pytest.mark.parametrize("end", ["paired", "unseek", "entered", "elsewhere"])
def test_a_seek_is_repeated(end: str) -> None:
    """A seek is repeated until an opponent is found or the seek has ended, by whichever client of the player."""
    looking = resume_state()
    looking.completed(Seek(id="1", game="mnk"), Seeking(others=0, seek="s1"))
    (again,) = looking.commands({})
    assert again == Seek(id="n1", game="mnk")
    assert looking.commands({}) == [Seek(id="n2", game="mnk")]  # the first was not answered
    looking.completed(again, entered() if end == "entered" else Seeking(others=0, seek="s2"))
    if end == "paired":
        looking.observe(Paired(match="m1", code="K7QX42", seat=0, opponent="Zoë"))
    elif end == "unseek":
        looking.completed(Unseek(id="2", seek="s2"), None)
    elif end == "elsewhere":
        looking.observe(Seeks(seeks=[view("other")], others=0, why="cancelled"))
    assert (looking.seeks, looking.commands({})) == ([], [])


def view(seek: str) -> SeekView:
    """Return an open seek for any game."""
    return SeekView(seek=seek, game=None, options={}, clock=None, rated=False, since=0.0)


def test_a_seek_that_the_server_still_has_is_not_repeated() -> None:
    """It keeps its id, and the seeks that ended while the connection was lost are forgotten."""
    looking = resume_state()
    for id in ("s1", "s2"):
        looking.completed(Seek(id="1", game="mnk"), Seeking(others=0, seek=id))
    assert looking.keep_seeks({"s2", "other"})
    assert looking.commands({}, seeks=False) == []
    assert looking.seeks == ["s2"]
