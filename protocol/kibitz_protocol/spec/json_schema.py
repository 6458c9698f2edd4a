"""JSON Schemas of the protocol, made from the models."""

import json
import re
from typing import Any, Literal

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_protocol.to_client import ToClient
from kibitz_protocol.to_server import ToServer

SCHEMAS: dict[str, tuple[Any, Literal["validation", "serialization"], str]] = {
    "to_server.schema.json": (ToServer, "validation", "messages from a client"),
    "to_client.schema.json": (ToClient, "serialization", "messages from a server"),
    "feed.schema.json": (mqtt_feed.Payload, "serialization", "messages that a server publishes over MQTT"),
}


class _Generator(GenerateJsonSchema):
    """Leaves packages out of the names of definitions, so that a schema stays the same when a module moves."""

    def normalize_name(self, name: str) -> str:
        return super().normalize_name(
            re.sub(r"\bkibitz_protocol\.(?:[a-z_]+\.)*([a-z_]+\.[A-Z])", r"kibitz_protocol.\1", name)
        )


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema in the file with this name, as a dictionary."""
    union, mode, title = SCHEMAS[name]
    made = TypeAdapter(union).json_schema(mode=mode, schema_generator=_Generator)
    for definition in made["$defs"].values():
        for tag in ("t", "kind"):
            # pydantic makes a tag with a default optional, but a message must always contain it.
            if "const" in definition.get("properties", {}).get(tag, {}):
                definition["required"] = sorted({tag, *definition.get("required", [])})
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{SUBPROTOCOL}: {title}",
        **made,
    }


def text(name: str) -> str:
    """Return the text of the schema file with this name."""
    return json.dumps(schema(name), indent=1, sort_keys=True) + "\n"
