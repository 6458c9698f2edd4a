"""Chat, offers, answers and claims, as the player types them."""

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.parsing.match_commands import claim_command, offer_command, talk_command
from kibitz_protocol.to_server import Accept, Chat, Decline, Mute, Offer, Withdraw
from tests.client.samples import MATCH


def test_chat_and_mute() -> None:
    """`chat`, `mute` and `unmute` become commands, and other words do not."""
    said = talk_command("chat", "good game", "m1")
    assert isinstance(said, Chat)
    assert (said.match, said.text) == ("m1", "good game")
    for word, on in (("mute", True), ("unmute", False)):
        muted = talk_command(word, "@Bob", "m1")
        assert isinstance(muted, Mute)
        assert (muted.name, muted.on) == ("Bob", on)
    assert talk_command("b2", "", "m1") is None


@pytest.mark.parametrize("word", ["chat", "mute"])
def test_chat_needs_text(word: str) -> None:
    """Empty text is an error before the server is asked."""
    with pytest.raises(UsageError, match="must not be empty"):
        talk_command(word, "", "m1")


@pytest.mark.parametrize(("typed", "result"), [("", "win"), ("win", "win"), (" Draw ", "draw")])
def test_what_is_typed_claims(typed: str, result: str) -> None:
    """`claim` without a result claims a win."""
    command = claim_command(typed, "m1")
    assert (command.match, command.result) == ("m1", result)


def test_nothing_else_can_be_claimed() -> None:
    """The error quotes the invalid result."""
    with pytest.raises(UsageError, match="'everything' cannot be claimed"):
        claim_command("everything", "m1")


@pytest.mark.parametrize("offer", ["draw", "takeback", "pause", "resume", "adjourn", "abort", "rematch"])
def test_each_offer_has_its_word(offer: str) -> None:
    """The word of an offer is its name."""
    command = offer_command(offer, "", MATCH)
    assert isinstance(command, Offer)
    assert (command.match, command.offer) == (MATCH, offer)


def test_answers_may_name_the_offer() -> None:
    """An answer is for the latest offer, or for the one that it names; an unknown name is an error."""
    for word, kind in (("accept", Accept), ("decline", Decline), ("withdraw", Withdraw)):
        plain, named = offer_command(word, "", MATCH), offer_command(word, "takeback", MATCH)
        assert isinstance(plain, kind)
        assert isinstance(named, kind)
        assert (plain.offer, named.offer) == (None, "takeback")
    assert offer_command("castle", "", MATCH) is None
    with pytest.raises(UsageError, match="'dror'"):
        offer_command("accept", "dror", MATCH)
