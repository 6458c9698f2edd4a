"""Random commands of clients, made from the JSON schema of the protocol, so that a new command is fuzzed at once.

Values that a server knows (codes, moves, names, tokens) come mostly from what its clients have seen. Without them
nearly every command would be refused at the first check.
"""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pydantic import TypeAdapter

from kibitz_protocol.to_server import ToServer
from kibitz_server.games.registry import declarations, load
from tests.fuzz.mutation import ODD

Schema = dict[str, Any]
LONGEST_LIST = 3
KEPT = 40
"""Seen values of each kind that are used again; the newest stay."""
FRESH = 0.1
"""Probability that a value does not come from what clients have seen, and that an optional field is set."""
BROKEN = 0.05
"""Probability that a message is changed so that it may break the schema."""
ODD_TEXTS = (
    "",
    " ",
    "\x00",
    "\x1b]0;x\x07",
    "\u202e",
    "\ud800",
    "é" * 40,
    "a" * 300,
    "-1",
    "null",
    "../x",
    "'; --",
    "%s",
)
NEVER = {"logout", "drain", "hello"}
"""Commands that would end the run: hello and logout close the connection, and a drained server takes no match."""


@dataclass
class Seen:
    """What clients have seen of a server: values for the fields of later commands, by field name."""

    values: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, name: str, value: Any) -> None:
        """Keep a value for fields of this name."""
        kept = self.values.setdefault(name, [])
        if value not in kept:
            kept.append(value)
            del kept[:-KEPT]


class CommandGenerator:
    """Random commands.

    Args:
        rng: Source of all choices. The same one gives the same commands for the same answers of the server.
        seen: What clients have seen; the caller adds to it.
    """

    def __init__(self, rng: Random, seen: Seen) -> None:
        schema = TypeAdapter(ToServer).json_schema()
        self._definitions: dict[str, Schema] = schema["$defs"]
        kinds = schema["discriminator"]["mapping"]
        self.kinds = {kind: self._definitions[_name(ref)] for kind, ref in kinds.items() if kind not in NEVER}
        self._rng = rng
        self._seen = seen
        self._number = 0

    def command(self, kind: str | None = None, **fixed: Any) -> dict[str, Any]:
        """Return a command that fits the schema, with an id that no command had before."""
        rng = self._rng
        kind = kind or rng.choice(list(self.kinds))
        self._number += 1
        return self._object(self.kinds[kind]) | {"t": kind, "id": f"f{self._number}"} | fixed

    def broken(self, command: dict[str, Any]) -> str:
        """Return a command as text, with a change that the schema may forbid. Its id and its type stay."""
        rng = self._rng
        changed = dict(command)
        names = [name for name in changed if name not in ("t", "id")] or ["extra"]
        name = rng.choice(names)
        match rng.randrange(4):
            case 0:
                changed.pop(name, None)
            case 1:
                changed["unknown"] = rng.choice(ODD)
            case _:
                changed[name] = rng.choice((*ODD, *ODD_TEXTS))
        return json.dumps(changed)

    def text(self, command: dict[str, Any]) -> str:
        """Return a command as the text of a message, sometimes broken."""
        return self.broken(command) if self._rng.random() < BROKEN else json.dumps(command)

    # -- values of a schema

    def _value(self, schema: Schema, name: str) -> Any:
        rng = self._rng
        if "$ref" in schema:
            return self._value(self._definitions[_name(schema["$ref"])], name)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return rng.choice(schema["enum"])
        for choices in ("oneOf", "anyOf"):
            if choices in schema:
                return self._value(rng.choice(schema[choices]), name)
        known = self._seen.values.get(name)
        kind = schema.get("type")
        if known and kind in ("string", "integer") and rng.random() > FRESH:
            return rng.choice(known)
        match kind:
            case "object":
                return self._object(schema) if "properties" in schema else self._options()
            case "array":
                most = min(schema.get("maxItems", LONGEST_LIST), LONGEST_LIST)
                count = rng.randint(min(schema.get("minItems", 0), most), most)
                return [self._value(schema.get("items", {"type": "string"}), _singular(name)) for _ in range(count)]
            case "integer" | "number":
                return self._number_of(schema, whole=kind == "integer")
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case _:
                return self._text_of(schema)

    def _object(self, schema: Schema) -> dict[str, Any]:
        required = set(schema.get("required", ()))
        return {
            name: self._value(each, name)
            for name, each in schema.get("properties", {}).items()
            if name in required or "const" in each or self._rng.random() < 3 * FRESH
        }

    def _options(self) -> dict[str, Any]:
        """Return options of a random game: half of the time valid ones."""
        declaration = self._rng.choice(declarations())
        if self._rng.random() < 0.5:
            return dict(load(declaration.name).options)
        return {option.name: self._rng.choice((1, 3, 7, "5", True, "x")) for option in declaration.options[:2]}

    def _number_of(self, schema: Schema, whole: bool) -> int | float:
        low = _bound(schema, ("minimum", "exclusiveMinimum"), -5)
        high = _bound(schema, ("maximum", "exclusiveMaximum"), 200)
        edge = self._rng.choice((low, high, min(high, low + 1), min(high, low + 3), min(high, low + 3)))
        return int(edge) if whole else float(edge)

    def _text_of(self, schema: Schema) -> str:
        if self._rng.random() < FRESH:
            return self._rng.choice(ODD_TEXTS)
        longest = min(schema.get("maxLength", 12), 12)
        shortest = max(schema.get("minLength", 1), 1)
        return "".join(self._rng.choices("abcdef123", k=max(shortest, self._rng.randint(1, longest))))


def _bound(schema: Schema, names: tuple[str, ...], default: float) -> float:
    return next((float(schema[name]) for name in names if name in schema), default)


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _singular(name: str) -> str:
    return name.removesuffix("s")
