"""AsyncAPI 3 document of the protocol, made from the models. It refers to the JSON Schemas for the payloads."""

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any, get_args

from kibitz_protocol import DEFAULT_PORT, SUBPROTOCOL, VERSION
from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_protocol.spec import json_schema
from kibitz_protocol.to_client import ToClient
from kibitz_protocol.to_server import Hello, ToServer

NAME = "asyncapi.yaml"
SHARED = ("tournament",)
"""Types of messages that both directions have."""
CHANNEL = "#/channels/kibitz"
ANSWERS = ("accepted", "refused")
DESCRIPTION = (
    "JSON text frames over WebSocket. The first message is hello; every command carries an id and gets exactly one "
    "answer. The events of a match are numbered from 1 without gaps. A server publishes the same messages over MQTT "
    "5, but accepts no commands there."
)


def members(union: Any) -> Iterator[type]:
    """Return the models of an annotated union, including those of nested unions."""
    for member in get_args(get_args(union)[0]):
        if isinstance(member, type):
            yield member
        else:
            yield from members(member) if hasattr(member, "__metadata__") else get_args(member)


def messages(union: Any) -> dict[str, type]:
    """Return the models of one direction, by message type, or by a name of their own."""
    return {_key(model, union): model for model in members(union)}


def _key(model: type, union: Any) -> str:
    """Return the name of a message in the document."""
    name = _tag(model)
    return f"{name}_command" if union is ToServer and name in SHARED else name


def _tag(model: Any) -> str:
    return str(model.model_fields["t"].default)


def document() -> dict[str, Any]:
    """Return the complete document."""
    from_client, from_server = messages(ToServer), messages(ToClient)
    described = _described(from_client, "to_server.schema.json") | _described(from_server, "to_client.schema.json")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": SUBPROTOCOL,
            "version": f"{VERSION}.0.0",
            "description": DESCRIPTION,
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "local": {"host": f"127.0.0.1:{DEFAULT_PORT}", "protocol": "ws"},
            "broker": {"host": "127.0.0.1:1883", "protocol": "mqtt", "protocolVersion": "5"},
        },
        "channels": {
            "kibitz": {
                "address": "/",
                "title": f"WebSocket subprotocol {SUBPROTOCOL}",
                "servers": [{"$ref": "#/servers/local"}],
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in described},
            },
            **{_channel(name): _published(topic) for name, topic in mqtt_feed.TOPICS.items()},
        },
        "operations": {
            **{name: _operation(name, model) for name, model in from_client.items()},
            "tell": {
                "action": "send",
                "channel": {"$ref": CHANNEL},
                "summary": "Messages that a server sends without a preceding command.",
                "messages": [_reference(name) for name in from_server if name not in (*ANSWERS, "welcome")],
            },
            **{f"publish_{name}": _publication(name, topic) for name, topic in mqtt_feed.TOPICS.items()},
        },
        "components": {"messages": described | _payloads()},
    }


def summary(model: type) -> str:
    """Return the docstring of a model as one line."""
    return " ".join((inspect.getdoc(model) or "").split())


def _described(models: dict[str, type], file: str) -> dict[str, Any]:
    # Two models may share a name, so the location of each is read from the schema itself.
    places = json_schema.schema(file)["discriminator"]["mapping"]
    tags = {name: _tag(model) for name, model in models.items()}
    return {name: _message(tags[name], model, f"{file}{places[tags[name]]}") for name, model in models.items()}


def _message(name: str, model: type, place: str) -> dict[str, Any]:
    # The default schema dialect of AsyncAPI gives some keywords of JSON Schema another meaning.
    payload = {"schemaFormat": "application/schema+json;version=draft-07", "schema": {"$ref": place}}
    return {"name": name, "summary": summary(model), "payload": payload}


def _operation(name: str, model: type) -> dict[str, Any]:
    answers = ("welcome", "refused") if model is Hello else ANSWERS
    return {
        "action": "receive",
        "channel": {"$ref": CHANNEL},
        "summary": summary(model),
        "messages": [_reference(name)],
        "reply": {"channel": {"$ref": CHANNEL}, "messages": [_reference(answer) for answer in answers]},
    }


def _channel(name: str) -> str:
    return f"feed_{name}"


def _payloads() -> dict[str, Any]:
    """Return the messages of the feed. Those that WebSocket has too are the same models."""
    models = {topic.payload.__name__: topic.payload for topic in mqtt_feed.TOPICS.values()}
    return {f"feed_{name}": _message(name, model, f"feed.schema.json#/$defs/{name}") for name, model in models.items()}


def _published(topic: mqtt_feed.Topic) -> dict[str, Any]:
    name = f"feed_{topic.payload.__name__}"
    ids = re.findall(r"{(\w+)}", topic.address)
    parameters = {id: {"description": f"id of the {id}" if id != "node" else "name of the server"} for id in ids}
    return {
        "address": topic.address,
        "title": topic.meaning,
        "servers": [{"$ref": "#/servers/broker"}],
        **({"parameters": parameters} if parameters else {}),
        "messages": {name: {"$ref": f"#/components/messages/{name}"}},
        "bindings": {"mqtt": {"bindingVersion": "0.2.0"}},
    }


def _publication(name: str, topic: mqtt_feed.Topic) -> dict[str, Any]:
    channel = f"#/channels/{_channel(name)}"
    return {
        "action": "send",
        "channel": {"$ref": channel},
        "summary": f"Publishes {topic.meaning}.",
        "messages": [{"$ref": f"{channel}/messages/feed_{topic.payload.__name__}"}],
        "bindings": {"mqtt": {"qos": topic.qos, "retain": topic.retained, "bindingVersion": "0.2.0"}},
    }


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"{CHANNEL}/messages/{name}"}


def text() -> str:
    """Return the text of the document file."""
    return "".join(f"{line}\n" for line in _yaml(document()))


def _yaml(value: Any, indent: str = "") -> Iterator[str]:
    """Return the lines of a value as YAML. Strings are written as in JSON, which is valid YAML."""
    items = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    for key, item in items:
        lead = f"{indent}-" if key is None else f"{indent}{json.dumps(key) if '$' in key else key}:"
        if isinstance(item, dict) and len(item) == 1 and "$ref" in item:
            yield f"{lead} {json.dumps(item)}"
        elif isinstance(item, dict | list):
            yield lead
            yield from _yaml(item, f"{indent}  ")
        else:
            yield f"{lead} {json.dumps(item)}"
