"""Talking and muting, as people type it."""

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.parsing.match_commands import talk_command
from kibitz_protocol.to_server import Chat, Mute


def test_what_is_talk() -> None:
    """Chat is for the match, muting for oneself; everything else is not talk."""
    said = talk_command("chat", "good game", "m1")
    assert isinstance(said, Chat)
    assert (said.match, said.text) == ("m1", "good game")
    for word, on in (("mute", True), ("unmute", False)):
        muted = talk_command(word, "Bob", "m1")
        assert isinstance(muted, Mute)
        assert (muted.name, muted.on) == ("Bob", on)
    assert talk_command("b2", "", "m1") is None


@pytest.mark.parametrize("word", ["chat", "mute"])
def test_talk_needs_words(word: str) -> None:
    """An empty one is a mistake, told before the server is asked."""
    with pytest.raises(UsageError, match="at least 1 character"):
        talk_command(word, "", "m1")
