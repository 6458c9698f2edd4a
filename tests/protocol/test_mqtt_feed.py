"""The feed's topics and payloads."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from kibitz_protocol import mqtt_feed
from tests.protocol.samples import TO_CLIENT


def test_each_topic_leads_back_to_its_match() -> None:
    """A match's topics name it; those of others do not."""
    for topic in (mqtt_feed.state("m1"), mqtt_feed.events("m1"), mqtt_feed.thinking("m1"), mqtt_feed.next_match("m1")):
        assert mqtt_feed.match_of(topic) == "m1"
        assert mqtt_feed.player_of(topic) is None
    for topic in (mqtt_feed.LOBBY, mqtt_feed.turn("p1"), "kibitz/v1/matches/m1", "kibitz/v1/matches/m1/state/more"):
        assert mqtt_feed.match_of(topic) is None
    assert mqtt_feed.player_of(mqtt_feed.turn("p1")) == "p1"


def test_the_list_of_topics_is_the_documented_one() -> None:
    """The module's docstring describes every topic, retained where it is retained, and nothing else."""
    lines = [line.split() for line in (mqtt_feed.__doc__ or "").splitlines() if line.strip().startswith(mqtt_feed.ROOT)]
    told = {words[0]: "retained," in words for words in lines}
    made = {
        topic.address.replace("{match}", "ID").replace("{player}", "ID").replace("{node}", "NODE"): topic.retained
        for topic in mqtt_feed.TOPICS.values()
    }
    assert told == made


@pytest.mark.parametrize(
    "message", [m for m in TO_CLIENT if getattr(m, "t", "") in ("snapshot", "event", "thinking", "next")]
)
def test_payloads_are_the_messages_of_websocket(message: object) -> None:
    """What a WebSocket carries can be read from the feed as it is."""
    text = TypeAdapter(type(message)).dump_json(message)
    assert mqtt_feed.decode(text) == message


@pytest.mark.parametrize("payload", [b"", b"[]", b'{"t":"said"}', b"\xff", b"[" * 5000])
def test_what_is_no_payload_is_an_error(payload: bytes) -> None:
    """Whoever else writes to a broker cannot make a reader fall over."""
    with pytest.raises(ValueError):
        mqtt_feed.decode(payload)


def test_a_node_is_no_wildcard() -> None:
    """A server's name cannot make its topic another one's."""
    with pytest.raises(ValidationError):
        mqtt_feed.Status(node="a/+", status="online", server="kibitz", url=None)


def test_the_page_lists_the_topics() -> None:
    """docs/mqtt.md has the table that the models make."""
    page = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text()
    written = page.partition("<!-- topics: begin -->\n")[2].partition("<!-- topics: end -->")[0]
    assert written == mqtt_feed.table(), "write it anew: python -m kibitz_protocol.feed docs/mqtt.md"
