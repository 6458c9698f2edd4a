"""Changes of JSON data by its structure: what a hostile server could do to any message."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

ODD: list[Any] = [
    {}, {"a": 1}, None, True, False, 0, -1, 1, 7, 8, 63, 10**6, 10**12, -(10**12), 2**63, 10**40, 0.5, -0.0, 1e300,
    "", "x", "-", "\x1b]0;t\x07", "\u202e", "[b]x[/b]", "9" * 300, "\u5c07\u68cb" * 20, [], [[]], [[], [0]],
]  # fmt: skip
"""Values of every type that are at the edge of a bound, beyond it, or of another type."""


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container in the data with each of its keys or indices."""
    if isinstance(data, dict | list):
        for key in list(data if isinstance(data, dict) else range(len(data))):
            yield data, key
            yield from places(data[key])


def mutated(data: Any, random: Random) -> Any:
    """Return a copy of the data with one to three changes."""
    data = copy.deepcopy(data)
    for _ in range(random.randint(1, 3)):
        holder, key = random.choice(list(places(data)) or [([data], 0)])
        _change(holder, key, random)
    return data


def _change(holder: Any, key: Any, random: Random) -> None:
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
