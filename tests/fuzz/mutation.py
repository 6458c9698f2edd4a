"""Random changes of an input. Changed bytes seldom leave JSON intact, so lines of JSON are changed by their values."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

ODD_BYTES = (
    b"",
    b"\x00",
    b"\xff",
    b"\xe2\x80\xae",
    b"\n",
    b" ",
    b"-",
    b"/",
    b"9" * 30,
    b"(" * 30,
    b"[" * 3000,
    b"\xf0",
)
ODD: list[Any] = [
    {}, {"a": 1}, None, True, False, 0, -1, 1, 7, 8, 63, 10**6, 10**12, -(10**12), 2**63, 10**40, 0.5, -0.0, 1e300,
    "", "x", "-", "\x1b]0;t\x07", "\u202e", "[b]x[/b]", "9" * 300, "\u5c07\u68cb" * 20, [], [[]], [[], [0]],
]  # fmt: skip
"""Values of every type that are at the edge of a bound, beyond it, or of another type."""


def mutated(data: bytes, other: bytes, rng: Random, longest: int) -> bytes:
    """Return an input that is like `data`, with one to three changes, some of which take parts of `other`."""
    for _ in range(rng.randint(1, 3)):
        data = _json_changed(data, other, rng) or _bytes_changed(data, other, rng)
    return data[:longest]


def _bytes_changed(data: bytes, other: bytes, rng: Random) -> bytes:
    start = rng.randint(0, len(data))
    end = min(len(data), start + rng.choice((0, 1, 1, 2, 8)))
    match rng.randrange(4):
        case 0:
            return data[:start] + rng.choice(ODD_BYTES) + data[end:]
        case 1:
            return data[:start] + bytes((rng.randrange(256),)) + data[end:]
        case 2:
            cut = rng.randint(0, len(other))
            return data[:start] + other[cut:]
        case _:
            return data[:start] + data[start:end] * rng.choice((0, 2, 20)) + data[end:]


def _json_changed(data: bytes, other: bytes, rng: Random) -> bytes | None:
    """Return the input with changes of the data of one of its lines of JSON; None without such a line."""
    lines = data.split(b"\n")
    places = [number for number, line in enumerate(lines) if line[:1] in (b"{", b"[")]
    if not places or rng.random() < 0.15:
        return None
    place = rng.choice(places)
    try:
        lines[place] = json.dumps(mutated_data(json.loads(lines[place]), rng)).encode()
    except (ValueError, RecursionError):
        return None
    if rng.random() < 0.1:
        lines.insert(place, rng.choice((*lines, *other.split(b"\n"))))
    return b"\n".join(lines)


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container in the data with each of its keys or indices."""
    if isinstance(data, dict | list):
        for key in list(data if isinstance(data, dict) else range(len(data))):
            yield data, key
            yield from places(data[key])


def mutated_data(data: Any, random: Random) -> Any:
    """Return a copy of the data with one to three changes."""
    data = copy.deepcopy(data)
    for _ in range(random.randint(1, 3)):
        holder, key = random.choice(list(places(data)) or [([data], 0)])
        _change_data(holder, key, random)
    return data


def _change_data(holder: Any, key: Any, random: Random) -> None:
    value = holder[key]
    match random.randrange(6):
        case 0:
            del holder[key]
        case 1 if isinstance(value, list) and value:
            holder[key] = value * random.choice((2, 3, 50))
        case 1 | 2 if isinstance(value, list):
            holder[key] = value[: random.randint(0, len(value))]
        case 2 if isinstance(value, str):
            holder[key] = value[: len(value) // 2] + random.choice([odd for odd in ODD if isinstance(odd, str)])
        case 3 if isinstance(value, int):
            holder[key] = value + random.choice((-1000, -2, -1, 1, 2, 1000))
        case 3 | 4:
            other, place = random.choice(list(places(holder)))
            holder[key] = copy.deepcopy(other[place])
        case _:
            # A copy, because a later change may be one of this value.
            holder[key] = copy.deepcopy(random.choice(ODD))
