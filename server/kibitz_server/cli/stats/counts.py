"""Counts of results as they are typed: `34 54 63 64 75`, `[34,54,63,64,75]`, `96,111,136`, `+136 =111 -96`."""

import re
from collections.abc import Sequence
from typing import NoReturn

from kibitz_server.core.tournament.statistics.pairs import GAME_POINTS, MOST_COUNT, PAIR_POINTS, Sample, sample_of

SPELLINGS = (
    "five counts of game pairs with 0, 1/2, 1, 3/2 and 2 points, such as 34,54,63,64,75;"
    " three counts of games lost, drawn and won, such as 96,111,136; or +136 =111 -96"
)
BETWEEN = re.compile(r"[\s,;/|-]+")
NUMBER = re.compile(r"[0-9]{1,20}")
LABELS = {"lost": 0, "drawn": 1, "won": 2, "l": 0, "d": 1, "w": 2, "-": 0, "=": 1, "+": 2}
LABELLED = re.compile(r"[\s,;]*(lost|drawn|won|[ldw]|[+=-])[:=]?\s*([0-9]{1,20})(?![0-9])", re.IGNORECASE)
LIST_HINT = "kibitz-server stats list A,B,22.5/30 B,C,22.5/30 A,C,27/30"
RESULT = re.compile(r"(?P<points>[0-9]{1,12}(?:\.[05])?)\s*/\s*(?P<games>[0-9]{1,12})")


class BadResults(ValueError):
    """Results that cannot be used. The message is for users, and `hint` says what to do about it."""

    def __init__(self, sentence: str, hint: str = "kibitz-server stats elo 34,54,63,64,75") -> None:
        super().__init__(sentence)
        self.hint = hint


def read_counts(text: str, sample: Sample | None = None) -> tuple[int, ...]:
    """Return counts of game pairs or of games, from the worst result to the best.

    Args:
        text: The counts as typed.
        sample: What they must be, if that is known.

    Raises:
        BadResults: There are no such counts.
    """
    counts = _labelled(text) or _plain(text)
    try:
        found = sample_of(counts)
    except ValueError:
        _refuse(text, counts)
    if sample not in (None, found):
        wanted = "five counts of game pairs" if sample == "pairs" else "three counts of games"
        raise BadResults(f"{_short(text)} has {len(counts)} counts, not {wanted}")
    return counts


def read_encounter(text: str) -> tuple[str, str, float, int]:
    """Return two names, the points of the first and the games: `A,B,22.5/30`, or `A,B,` and counts.

    Raises:
        BadResults: The text has no names or no results.
    """
    first, _, rest = text.partition(",")
    second, _, results = rest.partition(",")
    first, second = first.strip(), second.strip()
    if not (first and second and results.strip()):
        raise BadResults(f"{_short(text)} is no result of two players, such as A,B,22.5/30 or A,B,5,5,20", LIST_HINT)
    if first == second:
        raise BadResults(f"{_short(text)} has the same player twice", LIST_HINT)
    if found := RESULT.fullmatch(results.strip()):
        points, games = float(found["points"]), int(found["games"])
        if points > games:
            raise BadResults(f"{_short(text)} has more points than games", LIST_HINT)
        return first, second, points, games
    counts = read_counts(results)
    in_pairs = sample_of(counts) == "pairs"
    points = sum(count * each for count, each in zip(counts, PAIR_POINTS if in_pairs else GAME_POINTS, strict=True))
    return first, second, points, sum(counts) * (2 if in_pairs else 1)


def looks_like_counts(text: str) -> bool:
    """Return whether a text was meant as counts, and not as the name of a file."""
    return re.fullmatch(r"[\s0-9,;/|+=\[\]()-]*", text) is not None or LABELLED.match(text) is not None


def _labelled(text: str) -> tuple[int, ...] | None:
    """Return the counts of games that have a label each, in any order; None if they have none."""
    counts: dict[int, int] = {}
    at = 0
    while found := LABELLED.match(text, at):
        place, at = LABELS[found[1].lower()], found.end()
        if place in counts:
            return None
        counts[place] = int(found[2])
    return tuple(counts[place] for place in range(3)) if len(counts) == 3 and not text[at:].strip() else None


def _plain(text: str) -> tuple[int, ...]:
    inner = text.strip().strip("[]()").strip()
    words = BETWEEN.split(inner) if inner else []
    for word in words:
        if not NUMBER.fullmatch(word):
            raise BadResults(f"{_short(word or text)} is not a count; give {SPELLINGS}")
    return tuple(int(word) for word in words)


def _refuse(text: str, counts: Sequence[int]) -> NoReturn:
    if any(count > MOST_COUNT for count in counts):
        raise BadResults(f"{_short(text)} has a count above {MOST_COUNT:,}") from None
    raise BadResults(f"{_short(text) if text.strip() else 'this'} has {len(counts)} counts; give {SPELLINGS}") from None


def _short(text: str) -> str:
    text = " ".join(text.split())
    return repr(text if len(text) <= 40 else f"{text[:40]}...")
