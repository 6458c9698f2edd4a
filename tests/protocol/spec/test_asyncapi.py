"""Tests that the AsyncAPI document is complete, and that its references have targets."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import yaml

from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_protocol.spec import asyncapi, json_schema
from kibitz_protocol.to_client import ToClient
from kibitz_protocol.to_server import ToServer


def test_the_document_is_yaml() -> None:
    """The text parses to the document."""
    assert yaml.safe_load(asyncapi.text()) == asyncapi.document()


def references(value: Any) -> Iterator[str]:
    """Yield every `$ref` in a value."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item
            else:
                yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def test_every_reference_has_a_target() -> None:
    """References have a target in the document or in the schemas beside it."""
    document = asyncapi.document()

    @cache
    def beside(file: str) -> Any:
        return json.loads(json_schema.text(file))

    for reference in references(document):
        file, _, path = reference.partition("#/")
        at = beside(file) if file else document
        for part in path.split("/"):
            at = at[part]


@pytest.mark.parametrize(("union", "action"), [(ToServer, "receive"), (ToClient, "send")])
def test_every_message_is_in_it(union: Any, action: str) -> None:
    """The document has each message in its direction, with a summary. Answers are the replies of commands."""
    document = asyncapi.document()
    told = set[str]()
    for operation in document["operations"].values():
        if operation["channel"]["$ref"] != asyncapi.CHANNEL:
            continue
        replies = operation.get("reply", {}).get("messages", [])
        found = operation["messages"] if operation["action"] == action else replies if action == "send" else []
        told |= {each["$ref"].rpartition("/")[2] for each in found}
    assert told == set(asyncapi.messages(union))
    assert all(len(document["components"]["messages"][name]["summary"].split()) >= 3 for name in told)


def test_every_topic_is_in_it() -> None:
    """The document has each topic with the address, payload, QoS and retention from `feed`."""
    document = asyncapi.document()
    for name, topic in mqtt_feed.TOPICS.items():
        channel, operation = document["channels"][f"feed_{name}"], document["operations"][f"publish_{name}"]
        assert channel["address"] == topic.address
        assert set(channel.get("parameters", {})) == set(re.findall(r"{(\w+)}", topic.address))
        assert operation["action"] == "send"
        assert (operation["bindings"]["mqtt"]["qos"], operation["bindings"]["mqtt"]["retain"]) == (
            topic.qos,
            topic.retained,
        )
        [message] = channel["messages"].values()
        payload = document["components"]["messages"][message["$ref"].rpartition("/")[2]]["payload"]
        assert payload["schema"]["$ref"].endswith(f"/{topic.payload.__name__}")
