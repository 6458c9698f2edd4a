"""What a new connection is asked for again: television, keys, the lobby's filters, the search for an opponent."""

import itertools

from kibitz_client.network.resume import ResumeState
from kibitz_protocol.to_client import Entered, Matches, Next, Paired, Seeking
from kibitz_protocol.to_server import Join, ListMatches, Seek, Unseek, Unwatch, Watch

KEY = "7F3K-9QXM-ABCD-EFGH"


def resume_state() -> ResumeState:
    """One with ids that count from n1."""
    ids = itertools.count(1)
    return ResumeState(lambda: f"n{next(ids)}")


def entered(match: str = "m1") -> Entered:
    """Somebody was let in."""
    return Entered(match=match, code="K7QX42", seat=None)


def led(match: str, following: str | None, why: str = "tv") -> Next:
    """The server leads on."""
    return Next.model_validate({"match": match, "why": why, "next": following, "code": following, "series": None})


def test_a_match_is_asked_for_by_its_number() -> None:
    """What is followed goes on where it was."""
    assert resume_state().commands({"m1": 7}) == [Watch(id="n1", match="m1", since=7)]


def test_what_is_on_may_be_something_else_by_now() -> None:
    """Television is asked for as such, also after it went on, until it is turned off."""
    tv = resume_state()
    tv.completed(Watch(id="1", match=" TV"), entered())
    tv.observe(led("m1", "m2"))
    assert tv.commands({"m2": 3, "m5": 1}) == [Watch(id="n1", match="tv"), Watch(id="n2", match="m5", since=1)]
    assert tv.completed(Watch(id="n1", match="tv"), entered("m3")) == "m2"
    tv.completed(Unwatch(id="2", match="tv"), None)
    assert tv.commands({"m3": 3}) == [Watch(id="n3", match="m3", since=3)]


def test_a_key_opens_again_and_opens_what_follows() -> None:
    """The games of a private series have one key."""
    private = resume_state()
    private.completed(Join(id="1", match="K7QX42", key=KEY), entered())
    private.observe(led("m1", "m2", "series"))
    assert private.commands({"m2": 4}) == [Watch(id="n1", match="m2", since=4, key=KEY)]


def test_the_lobby_is_asked_for_as_before() -> None:
    """With its filters; a list that was not followed is not asked for."""
    lobby = resume_state()
    lobby.completed(ListMatches(id="1", game="mnk"), Matches(matches=[]))
    assert lobby.commands({}) == []
    lobby.completed(ListMatches(id="2", game="mnk", follow=True), Matches(matches=[]))
    assert lobby.commands({}) == [ListMatches(id="n1", game="mnk", follow=True)]


def test_who_looks_for_an_opponent_goes_on_looking() -> None:
    """Until one is found, or they look no longer."""
    for end in ("paired", "unseek", "entered"):
        looking = resume_state()
        looking.completed(Seek(id="1", game="mnk"), Seeking(others=0))
        assert looking.commands({}) == [Seek(id="n1", game="mnk")]
        if end == "paired":
            looking.observe(Paired(match="m1", code="K7QX42", seat=0, opponent="Zoë"))
        elif end == "unseek":
            looking.completed(Unseek(id="2"), None)
        else:
            looking.completed(Seek(id="n1", game="mnk"), entered())
        assert looking.commands({}) == []
