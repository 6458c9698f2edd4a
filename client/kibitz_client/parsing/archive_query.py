"""Archive queries: a line of words becomes the fields of a search. No I/O."""

import time
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from kibitz_client.errors import UsageError
from kibitz_protocol.commands.archive import ArchiveRow
from kibitz_protocol.game_names import NamedGame, leading_game

RESULTS = ("won", "lost", "drawn")
RATED = {"rated": True, "casual": False}
TIMES = ("since", "until")
TIME_FORMATS = ("%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M")


def parse_query(text: str, games: Collection[NamedGame]) -> dict[str, Any]:
    """Return the fields of a search for a line such as `reversi otter won rated since=2026-11-01`.

    All other words are the name of the player. The `@` of an account keeps a name from being read as that of a game,
    and from being read as that of an engine.

    Raises:
        UsageError: A time is invalid.
    """
    found: dict[str, Any] = {}
    player: list[str] = []
    words = text.split()
    while words:
        named = None if words[0].startswith("@") or player else leading_game(words, games)
        if named is not None and "game" not in found:
            found["game"], count = named[0].name, named[1]
            del words[:count]
            continue
        word = words.pop(0)
        name, sign, value = word.partition("=")
        low = word.lower()
        if sign and name.lower() in TIMES:
            found[name.lower()] = parse_time(name.lower(), value)
        elif low in RESULTS:
            found["result"] = low
        elif low in RATED:
            found["rated"] = RATED[low]
        else:
            player.append(word)
    if player:
        found["player"] = " ".join(player)
    return found


def parse_time(name: str, text: str | None) -> float | None:
    """Return a local day, or a day and a time, in seconds since 1970.

    Args:
        name: The name of the field, for the error.

    Raises:
        UsageError: The text is not a day.
    """
    if text is None:
        return None
    for form in TIME_FORMATS:
        try:
            return time.mktime(time.strptime(text.strip(), form))
        except (ValueError, OverflowError):
            continue
    raise UsageError(f"{name}: {text!r} is not a day", "write it like 2026-11-21, or '2026-11-21 18:30'")


def new_rows(rows: Iterable[ArchiveRow], known: Sequence[str | None]) -> list[ArchiveRow]:
    """Return the rows of a page whose matches are not known yet."""
    listed = set(known)
    return [row for row in rows if row.match not in listed]
