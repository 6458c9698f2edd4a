"""Tests of the topics and payloads of the MQTT feed."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from kibitz_protocol.mqtt import feed as mqtt_feed
from tests.protocol.samples.to_client import TO_CLIENT


def test_a_topic_names_its_match_or_player() -> None:
    """The topics of a match contain its id, and those of a player the id of the player."""
    for topic in (mqtt_feed.state("m1"), mqtt_feed.events("m1"), mqtt_feed.thinking("m1"), mqtt_feed.next_match("m1")):
        assert mqtt_feed.match_of(topic) == "m1"
        assert mqtt_feed.player_of(topic) is None
    for topic in (mqtt_feed.LOBBY, mqtt_feed.turn("p1"), "kibitz/v1/matches/m1", "kibitz/v1/matches/m1/state/more"):
        assert mqtt_feed.match_of(topic) is None
    assert mqtt_feed.player_of(mqtt_feed.turn("p1")) == "p1"


def test_the_docstring_lists_all_topics() -> None:
    """The docstring of the module lists exactly the topics, and marks the retained ones."""
    lines = [line.split() for line in (mqtt_feed.__doc__ or "").splitlines() if line.strip().startswith(mqtt_feed.ROOT)]
    documented = {words[0]: "retained," in words for words in lines}
    defined = {
        topic.address.format(match="ID", tournament="ID", player="ID", node="NODE"): topic.retained
        for topic in mqtt_feed.TOPICS.values()
    }
    assert documented == defined


@pytest.mark.parametrize(
    "message", [m for m in TO_CLIENT if getattr(m, "t", "") in ("snapshot", "event", "thinking", "next")]
)
def test_payloads_are_the_messages_of_websocket(message: object) -> None:
    """The feed decodes the messages that WebSocket has too."""
    text = TypeAdapter(type(message)).dump_json(message)
    assert mqtt_feed.decode(text) == message


@pytest.mark.parametrize("payload", [b"", b"[]", b'{"t":"said"}', b"\xff", b"[" * 5000])
def test_an_invalid_payload_is_an_error(payload: bytes) -> None:
    """Payloads of other publishers raise ValueError and nothing else."""
    with pytest.raises(ValueError):
        mqtt_feed.decode(payload)


def test_a_node_name_has_no_wildcard() -> None:
    """The name of a server cannot change the structure of its topic."""
    with pytest.raises(ValidationError):
        mqtt_feed.Status(node="a/+", status="online", server="kibitz", url=None)


def test_the_page_lists_the_topics() -> None:
    """docs/mqtt.md contains the generated table."""
    page = (Path(__file__).parents[3] / "docs" / "mqtt.md").read_text()
    written = page.partition("<!-- topics: begin -->\n")[2].partition("<!-- topics: end -->")[0]
    assert written == mqtt_feed.table(), "regenerate it: python -m kibitz_protocol.mqtt.feed docs/mqtt.md"
