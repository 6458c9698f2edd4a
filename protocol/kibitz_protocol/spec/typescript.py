"""TypeScript declarations of the protocol, made from the JSON Schemas, for type checkers."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from kibitz_protocol.spec.json_schema import schema
from kibitz_protocol.values.boards import Board

FILE = "protocol.d.ts"
UNIONS = {"to_server.schema.json": "ToServer", "to_client.schema.json": "ToClient"}
SCALARS = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
ALIASES = f"""
export type Board = {" | ".join(shape.__name__ for shape in get_args(get_args(Board)[0]))};
export type Clock = Fischer | SimpleDelay | Byoyomi | PerMove | Correspondence;
export type Phase = MatchRow["phase"];
export type OfferKind = OfferView["offer"];
export type Command = Exclude<ToServer, Hello>;
export type Outcome = NonNullable<Accepted["result"]>;
export type Fact = Event["event"];
"""
"""Names of unions, which the schemas write out."""
HEADER = "// Made from the models by `python -m kibitz_protocol.spec`. Do not edit.\n"


def text() -> str:
    """Return the declarations of all messages and of what they consist of."""
    types: dict[str, str] = {}
    unions: list[str] = []
    for file, union in UNIONS.items():
        made = schema(file)
        for name, definition in made["$defs"].items():
            # A value that both directions use has optional fields only for a client, so the server's form comes last.
            types[_name(name)] = _declaration(_name(name), definition, complete=union == "ToClient")
        members = " | ".join(_type(member) for member in made.get("oneOf", made.get("anyOf", [])))
        unions.append(f"export type {union} = {members};\n")
    return HEADER + "\n" + "\n".join([*(types[name] for name in sorted(types)), *unions, ALIASES.lstrip()])


def _name(reference: str) -> str:
    """Return the name of a definition, which has its module only where two modules have one of that name."""
    *modules, name = reference.rpartition("/")[2].split("__")
    module = modules[-1] if modules and modules[-1] not in ("to_server", "to_client") else ""
    return re.sub(r"\W", "", module.title().replace("_", "") + name.rpartition(".")[2])


def _declaration(name: str, definition: Mapping[str, Any], *, complete: bool) -> str:
    """Return the declaration of a type. A server sends fields with their defaults too, so its types are `complete`."""
    comment = _comment(definition.get("description", ""), "")
    if "properties" not in definition:
        return f"{comment}export type {name} = {_type(definition)};\n"
    return f"{comment}export interface {name} {{\n{''.join(_fields(definition, complete))}}}\n"


def _fields(definition: Mapping[str, Any], complete: bool) -> Iterator[str]:
    required = definition["properties"] if complete else definition.get("required", ())
    for field, value in definition["properties"].items():
        mark = "" if field in required else "?"
        yield f"{_comment(value.get('description', ''), '  ')}  {field}{mark}: {_type(value)};\n"


def _comment(words: str, indent: str) -> str:
    return f"{indent}/** {' '.join(words.split()).replace('*/', '* /')} */\n" if words else ""


def _type(value: Mapping[str, Any]) -> str:
    """Return the TypeScript type of a schema."""
    if "$ref" in value:
        return _name(value["$ref"])
    if "const" in value:
        return _literal(value["const"])
    if "enum" in value:
        return " | ".join(map(_literal, value["enum"]))
    if parts := value.get("anyOf", value.get("oneOf")):
        return " | ".join(dict.fromkeys(_type(part) for part in parts))
    if value.get("type") == "array":
        if "prefixItems" in value:
            return f"[{', '.join(_type(part) for part in value['prefixItems'])}]"
        item = _type(value.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"
    if value.get("type") == "object":
        return f"{{ [key: string]: {_type(value.get('additionalProperties') or {})} }}"
    return SCALARS.get(value.get("type", ""), "unknown")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
