"""Normalization of the values that differ between runs, such as ids and times."""

import re
from typing import Any

AT = 1795000000.0
DAY = re.compile(r'"[0-9]{4}\.[0-9]{2}\.[0-9]{2}"')
"""The date of a game in PGN."""
TIMES = {
    "at": AT,
    "created_at": AT,
    "seen_at": AT,
    "ended_at": AT,
    "starts_at": AT,
    "ends_at": AT,
    "next_at": AT,
    "until": AT,
    "nodes_per_s": 100_000.0,
    "seconds_per_move": 0.25,
    "seconds_left": 90.0,
    "duration_s": 3.0,
    "elapsed_ms": 1500,
    "lag_ms": 0,
    "away_ms": 0,
    "claim_ms": 120_000,
    "first_move_ms": 60_000,
    "settle_ms": 86_400_000,
    "seconds": 0.25,
    "fill": 0,
}
NAMED = {
    "match": "match",
    "next": "match",
    "session": "session",
    "token": "token-of-a-player",
    "key": "key",
    "series": "series",
    "seek": "seek",
}
GAMES_SHOWN = 1


class Names:
    """Names for ids, codes and tokens, numbered in order of appearance."""

    def __init__(self) -> None:
        self._known: dict[object, str] = {}
        self._counts: dict[str, int] = {}

    def normal(self, value: Any, key: str = "", inside: str = "") -> Any:
        """Return the value as a transcript shows it. `inside` is the field that contains the object."""
        if isinstance(value, dict):
            return {name: self.normal(item, name, key) for name, item in value.items()}
        if isinstance(value, list):
            if key == "remaining_ms":
                return [None if each is None else -(-each // 1000) * 1000 for each in value]
            if key == "games":
                return [self.normal(item, "", key) for item in value[:GAMES_SHOWN]]
            return [self.normal(item, "", key) for item in value]
        if value is None or isinstance(value, bool):
            return value
        if key in TIMES:
            return TIMES[key]
        if key == "tournament" and isinstance(value, str):
            return self._named("CODE" if value.startswith("T-") else "tournament", value)
        if key == "next" and isinstance(value, str) and value.isupper():
            return self._named("CODE", value)
        if key == "since" and isinstance(value, float):
            # Since when an opponent is sought. In commands it is the number of an event.
            return AT
        if inside == "result" and key in ("name", "content"):
            return DAY.sub('"2026.11.18"', self._replaced(str(value)))
        if key == "server":
            return "kibitz/1.0.0"
        if key == "code" and isinstance(value, str) and not value.islower():
            return self._named("CODE", value)
        if key in NAMED and isinstance(value, str):
            return value if value in ("tv", "win", "draw") else self._named(NAMED[key], value)
        if key == "id" and inside in ("you", "bot", "series"):
            return self._named("player" if inside != "series" else "series", value)
        return value

    def _replaced(self, text: str) -> str:
        """Return a text with the names of the codes that stand in it."""
        for known, name in self._known.items():
            text = text.replace(str(known), name)
        return text

    def _named(self, kind: str, value: object) -> str:
        if value not in self._known:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            self._known[value] = f"{kind}-{self._counts[kind]}"
        return self._known[value]
