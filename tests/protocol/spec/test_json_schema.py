"""Tests of the JSON Schemas: they are valid, and accept every message."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend
from pydantic import StringConstraints, TypeAdapter
from pydantic import ValidationError as NoMatch

from kibitz_protocol.spec import json_schema
from kibitz_protocol.values.base import ClientModel, ServerModel
from tests.protocol.samples.models import named
from tests.protocol.samples.to_client import TO_CLIENT
from tests.protocol.samples.to_server import TO_SERVER


def pattern(_validator: Any, regex: str, text: object, _schema: Any) -> Iterator[ValidationError]:
    """Check a pattern as JSON Schema defines it: with Unicode classes, which Python's `re` does not support."""
    try:
        TypeAdapter(Annotated[str, StringConstraints(pattern=regex)]).validate_python(text)
    except NoMatch as error:
        yield ValidationError(str(error))


@cache
def validator(name: str) -> Any:
    """Return a validator for one schema file."""
    kind: Any = extend(Draft202012Validator, {"pattern": pattern})  # type: ignore[no-untyped-call]
    return kind(json_schema.schema(name))


@pytest.mark.parametrize("name", json_schema.SCHEMAS)
def test_the_schemas_are_schemas(name: str) -> None:
    """Each is a valid JSON Schema, draft 2020-12, and all its references have a target."""
    made = json.loads(json_schema.text(name))
    # Formats are not checked: patterns of JSON Schema are ECMAScript, which Python's `re` does not accept.
    Draft202012Validator.check_schema(made, format_checker=FormatChecker(formats=()))
    assert made["$schema"].endswith("2020-12/schema")
    references = {part.split('"')[0] for part in json.dumps(made).split('"#/$defs/')[1:]}
    assert references <= set(made["$defs"])


@pytest.mark.parametrize("message", TO_SERVER, ids=named)
def test_messages_from_clients_match_the_schema(message: ClientModel) -> None:
    """Every message to the server is valid, both in full and without its default values."""
    checked = validator("to_server.schema.json")
    data = message.model_dump(mode="json")
    checked.validate(data)
    defaults = {name: field.default for name, field in type(message).model_fields.items() if name != "t"}
    checked.validate({name: value for name, value in data.items() if value != defaults.get(name, ...)})


@pytest.mark.parametrize("message", TO_CLIENT, ids=named)
def test_messages_from_servers_match_the_schema(message: ServerModel) -> None:
    """Every message to a client is valid."""
    validator("to_client.schema.json").validate(message.model_dump(mode="json"))


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"id": "a"},
        {"t": "pong", "id": "a"},
        {"t": "ping"},
        {"t": "ping", "id": "a", "extra": 1},
        {"t": "move", "id": "a", "match": "m", "ply": -1, "move": "b2"},
        {"t": "hello", "name": "a\x1b[2Jb"},
        {"t": "create", "id": "a", "game": "g", "seats": [{"kind": "cat"}]},
        {"t": "create", "id": "a", "game": "g", "seats": [{"engine": {"algorithm": "random"}}]},
    ],
)
def test_the_schema_refuses_what_the_codec_refuses(data: dict[str, Any]) -> None:
    """Data that the codec refuses is invalid by the schema too, so the schema is enough to write a client from."""
    assert not validator("to_server.schema.json").is_valid(data)


def test_a_message_needs_its_type_in_the_schema() -> None:
    """Every definition with a tag requires it, although the models have a default for it."""
    for name in json_schema.SCHEMAS:
        for definition in json_schema.schema(name)["$defs"].values():
            for tag in {"t", "kind"} & set(definition.get("properties", {})):
                if "const" in definition["properties"][tag]:
                    assert tag in definition["required"]
