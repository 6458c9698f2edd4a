"""Names of messages in records of version 1, which earlier programs wrote, and the names of today."""

from typing import Any

from pydantic_core import from_json, to_json

SNAPSHOT = {"draws": "chance_events", "lots": "client_seeds", "seed_hash": "server_seed_hash", "seed": "server_seed"}
STATE = {"draws": "chances"}
EVENTS = {
    "drawn": ("chance_decided", {"draw": "chance"}),
    "lots": ("client_seed_given", {"text": "client_seed"}),
    "seed_revealed": ("seed_revealed", {"draws": "chance_events", "seed": "server_seed"}),
}
"""For the kind of an event, its kind of today, and the fields with another name."""
TRACES = tuple(f'"{name}"'.encode() for name in (*SNAPSHOT, *EVENTS))
"""A line without any of these has no old name. Parsing all lines twice would take twice as long."""


def with_new_names(line: str | bytes) -> str | bytes:
    """Return a line of a record with the names of today. A line that is not JSON stays as it is."""
    data = line.encode(errors="surrogatepass") if isinstance(line, str) else line
    if not any(trace in data for trace in TRACES):
        return line
    try:
        message = from_json(data)
    except ValueError:
        return line
    if not isinstance(message, dict):
        return line
    if message.get("t") == "snapshot":
        message = _renamed(message, SNAPSHOT)
    if isinstance(message.get("state"), dict):
        message["state"] = _renamed(message["state"], STATE)
    event = message.get("event")
    if isinstance(event, dict) and isinstance(old := event.get("kind"), str) and old in EVENTS:
        kind, names = EVENTS[old]
        message["event"] = _renamed(event, names) | {"kind": kind}
    return to_json(message)


def _renamed(fields: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    return {names.get(name, name): value for name, value in fields.items()}
