"""The page for people: every message with its sentence, its fields, and an example that was really said."""

import json
import textwrap
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.capabilities import CAPABILITIES
from kibitz_protocol.refusals import SENTENCES, Close
from kibitz_protocol.spec.asyncapi import members, messages, summary
from kibitz_protocol.to_client import Accepted, Fact, ToClient
from kibitz_protocol.to_server import ToServer
from tests.protocol.samples import TO_CLIENT, TO_SERVER
from tests.transcripts.scenes import SCENES
from tests.transcripts.stage import Stage, server

FOLDER = Path(__file__).parents[2] / "docs" / "protocol" / "transcripts"
WIDTH = 118
LONGEST = 1500
"""An example longer than this is cut."""


async def play_all() -> dict[str, str]:
    """The text of every scene, each at a server of its own."""
    played = {}
    for name, (title, play) in SCENES.items():
        async with server() as address:
            stage = Stage(address, title)
            await play(stage)
            await stage.close()
        played[name] = stage.transcript.text()
    return played


def transcripts_in(folder: Path) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """The messages of each scene: an arrow and what was said."""
    found = {}
    for name in SCENES:
        lines = (folder / f"{name}.txt").read_text().splitlines()
        parted = [line.split(" ", 2) for line in lines if " -> {" in line or " <- {" in line]
        found[name] = [(arrow, json.loads(text)) for _, arrow, text in parted]
    return found


def page(transcripts: dict[str, list[tuple[str, dict[str, Any]]]]) -> str:
    """The whole page."""
    shown = Examples(transcripts)
    parts = [INTRODUCTION.format(subprotocol=SUBPROTOCOL)]
    parts.append("\n".join(f"| [{name}](transcripts/{name}.txt) | {title} |" for name, (title, _) in SCENES.items()))
    parts.append("## What a client sends\n")
    parts += [_entry(name, model, shown) for name, model in messages(ToServer).items()]
    parts.append("## What a server sends\n")
    parts += [_entry(name, model, shown) for name, model in messages(ToClient).items()]
    parts.append(
        "## Results of commands\n\nThe `result` of `accepted`, told apart by its `kind`; null for the others.\n"
    )
    parts += [_entry(_kind(model), model, shown, "result") for model in _inner(Accepted, "result")]
    parts.append("## Events of a match\n\nThe `event` of an `event`, told apart by its `kind`.\n")
    parts += [_entry(_kind(model), model, shown, "event") for model in members(Fact)]
    parts += [_codes(), _closes(), _capabilities()]
    return "\n".join(parts).rstrip() + "\n"


INTRODUCTION = """# The protocol {subprotocol}

Made by `make transcripts` from the models and from what a real server said. The same for programs: JSON Schemas
([to_server](to_server.schema.json), [to_client](to_client.schema.json)) and [AsyncAPI 3](asyncapi.yaml).

- JSON objects in WebSocket text frames of at most 64 KiB, subprotocol `{subprotocol}`. The first message is `hello`,
  within 5 s.
- Every command has an `id` of the client's and gets exactly one answer: `accepted` or `refused`. The same `id` again,
  also over a later connection of the same player, is answered again and not done twice.
- The events of a match are numbered from 1 (`seq`). Whoever watches gets one `snapshot` and then every event. After a
  drop, `watch` with `since` brings what was missed, or a fresh snapshot.
- A move names its `ply`, so that it cannot be played in another position than the one it was meant for.
- A server may gain messages, fields and kinds of events: leave alone what you do not know. An event that you do not
  know may have changed the position; its `state`, or a fresh `watch`, tells. What a client sends must fit exactly.
- `hello` offers the versions from `oldest` to `newest`; `welcome` names the one that is spoken. Who has none in common
  with the server is told which side to update, and closed with 1008. `capabilities` names what a server can do.
- `kibitz bot check URL` tries a server, `kibitz-server check-client` a client.

| Transcript | What happens in it |
|---|---|"""


class Examples:
    """Where each message was first said."""

    def __init__(self, transcripts: dict[str, list[tuple[str, dict[str, Any]]]]) -> None:
        self._found: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {}
        for name, lines in transcripts.items():
            for arrow, message in lines:
                self._found.setdefault((arrow, message["t"]), (name, message))
                for field in ("result", "event"):
                    inner = message.get(field)
                    if isinstance(inner, dict) and "kind" in inner:
                        self._found.setdefault((field, inner["kind"]), (name, message))

    def of(self, place: str, name: str) -> str:
        """An example, and where it is from."""
        found = self._found.get((place, name))
        if found is not None:
            return f"From [{found[0]}](transcripts/{found[0]}.txt):\n\n{_block(found[1])}"
        for sample in (*TO_SERVER, *TO_CLIENT):
            data = sample.model_dump(mode="json")
            inner = data.get(place) if place in ("result", "event") else {"kind": data["t"]}
            if isinstance(inner, dict) and inner.get("kind") == name:
                return f"Such as:\n\n{_block(data)}"
        return ""


def _block(message: dict[str, Any]) -> str:
    text = json.dumps(message, ensure_ascii=False)
    cut = f"{text[:LONGEST]} …" if len(text) > LONGEST else text
    lines = textwrap.wrap(cut, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return "```text\n" + "\n".join(lines) + "\n```\n"


def _entry(name: str, model: Any, shown: Examples, place: str | None = None) -> str:
    arrow = place or ("->" if name in messages(ToServer) and model is messages(ToServer)[name] else "<-")
    rows = []
    for field, info in model.model_fields.items():
        if field in ("t", "kind") and name == info.default:
            continue
        default = "" if info.is_required() else f"`{_default(info.get_default(call_default_factory=True))}`"
        described = " ".join((info.description or "").split())
        rows.append(f"| `{field}` | {_type(info.annotation)} | {default} | {described} |")
    table = "\n".join(["| Field | Type | Default | |", "|---|---|---|---|", *rows]) + "\n" if rows else "No fields.\n"
    return f"### {name}\n\n{summary(model)}\n\n{table}\n{shown.of(arrow, name)}"


def _default(value: Any) -> str:
    return json.dumps(value.model_dump() if isinstance(value, BaseModel) else value)


def _type(annotation: Any) -> str:
    """A field's type in a few words."""
    origin, parts = getattr(annotation, "__origin__", None), get_args(annotation)
    if hasattr(annotation, "__metadata__"):
        return _type(origin)
    if origin is list:
        return f"list of {_type(parts[0])}"
    if origin in (dict, tuple):
        return "object" if origin is dict else "list"
    if isinstance(annotation, type):
        plain = {str: "text", int: "number", float: "number", bool: "true or false", type(None): "null"}
        return plain.get(annotation, annotation.__name__)
    if parts and not isinstance(parts[0], type | str) and not hasattr(parts[0], "__origin__"):
        return " or ".join(dict.fromkeys(_type(part) for part in parts))
    if parts and all(isinstance(part, str) for part in parts):
        return " ".join(f"`{part}`" for part in parts)
    return " or ".join(dict.fromkeys(_type(part) for part in parts)) or str(annotation)


def _kind(model: Any) -> str:
    return str(model.model_fields["kind"].default)


def _inner(model: type[BaseModel], field: str) -> list[Any]:
    """The models that a field may hold."""

    def spread(annotation: Any) -> list[Any]:
        if isinstance(annotation, type):
            return [annotation] if annotation is not type(None) else []
        return [each for part in get_args(annotation) if not isinstance(part, str) for each in spread(part)]

    found = spread(model.model_fields[field].annotation)
    return [each for each in found if isinstance(each, type) and issubclass(each, BaseModel)]


def _codes() -> str:
    rows = "\n".join(f"| `{code.value}` | {sentence} |" for code, sentence in SENTENCES.items())
    return f"## Refusals\n\nThe list is closed.\n\n| Code | What it means |\n|---|---|\n{rows}\n"


def _closes() -> str:
    codes = {name: value for name, value in vars(Close).items() if name.isupper()}
    rows = "\n".join(f"| {value} | {name.lower().replace('_', ' ')} |" for name, value in codes.items())
    return f"## Close codes\n\n| Code | Why |\n|---|---|\n{rows}\n"


def _capabilities() -> str:
    rows = "\n".join(f"| `{name}` | {sentence} |" for name, sentence in CAPABILITIES.items())
    return f"## Capabilities\n\n| Name | What a server that announces it can do |\n|---|---|\n{rows}\n"
