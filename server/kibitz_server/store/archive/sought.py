"""Which players a search means: people or engines, by the way in which lists show their names."""

import re
from typing import NamedTuple

from kibitz_protocol.values.seats import ENGINE_MARK
from kibitz_server.engine.algorithms import ALGORITHMS

LEVEL_IN_WORDS = re.compile(r"^(?:level|stufe) +(\d+)$")
"""A level as the web page shows it, in its languages."""


class Sought(NamedTuple):
    """The players of a search: the engines with a name or an algorithm, or the people with a name; never both."""

    key: str
    """The name, as it is compared."""
    engine: bool
    label: str | None = None
    """The name of a side at one keyboard that may be meant; None where a mark says what the player is."""


def fold(name: str) -> str:
    """Return a name as it is compared."""
    return name.strip().casefold()


def sought(text: str) -> Sought:
    """Return the players that a text means.

    `@ann` is a person and `engine level:5` an engine, as lists show them. A name without a mark is that of an engine if
    it begins with an algorithm, because no player can take such a name, and otherwise that of a person.
    """
    key = fold(text)
    if key.startswith("@"):
        return Sought(fold(key[1:]), engine=False)
    mark, _, name = key.partition(" ")
    is_marked = mark == ENGINE_MARK and name != ""
    engine = LEVEL_IN_WORDS.sub(r"level:\1", fold(name) if is_marked else key)
    if is_marked or engine != key:
        return Sought(engine, engine=True)
    return Sought(key, engine=key.partition(":")[0] in ALGORITHMS, label=text.strip())
