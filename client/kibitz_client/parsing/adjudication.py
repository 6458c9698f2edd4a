"""Rules of adjudication as typed: `600:3`, `600:3:one`, `40:10:8`. An invalid one raises `UsageError`."""

from typing import Any, TypeVar

from pydantic import ValidationError

from kibitz_client.errors import UsageError
from kibitz_protocol.validation.reasons import first_error, quoted
from kibitz_protocol.values.engines import AdjudicationSpec, DrawRule, ResignRule

ONE = "one"
"""Word for a resignation that the losing side alone decides."""
MAX_DIGITS = 9
"""Digits of a number that are read: more make it too large in any case."""

R = TypeVar("R", AdjudicationSpec, DrawRule, ResignRule)


def adjudication(
    resign: str | None = None, draw: str | None = None, most_plies: int | None = None, *, proved: bool = False
) -> AdjudicationSpec | None:
    """Return the rules of the options `--resign`, `--draw`, `--most-plies` and `--adjudicate-proved`; None for none.

    Raises:
        UsageError: One of them is not valid.
    """
    if resign is None and draw is None and most_plies is None and not proved:
        return None
    return _valid(
        AdjudicationSpec,
        resign=None if resign is None else resign_rule(resign),
        draw=None if draw is None else draw_rule(draw),
        most_plies=most_plies,
        proved=proved,
    )


def resign_rule(text: str) -> ResignRule:
    """Return the rule of `SCORE:MOVES`, or of `SCORE:MOVES:one`.

    Raises:
        UsageError: It is not such a text, or a number is out of range.
    """
    numbers, one = text.lower().split(":"), False
    if len(numbers) == 3 and numbers[2].strip() == ONE:
        numbers, one = numbers[:2], True
    found = _numbers(numbers, 2, f"{quoted(text)} is not SCORE:MOVES or SCORE:MOVES:{ONE}", "600:3 or 600:3:one")
    return _valid(ResignRule, score=found[0], moves=found[1], both=not one)


def draw_rule(text: str) -> DrawRule:
    """Return the rule of `FROM:SCORE:MOVES`.

    Raises:
        UsageError: It is not such a text, or a number is out of range.
    """
    found = _numbers(text.split(":"), 3, f"{quoted(text)} is not FROM:SCORE:MOVES", "40:10:8")
    return _valid(DrawRule, from_move=found[0], score=found[1], moves=found[2])


def _numbers(parts: list[str], count: int, wrong: str, example: str) -> list[int]:
    """Return whole numbers. `wrong` says what is no such list, and `example` is one."""
    stripped = [part.strip() for part in parts]
    if len(parts) != count or not all(part.isascii() and part.isdecimal() for part in stripped):
        raise UsageError(wrong, f"write whole numbers, scores in hundredths: {example}")
    return [int(part.lstrip("0")[:MAX_DIGITS] or "0") for part in stripped]


def _valid(kind: type[R], **fields: Any) -> R:
    try:
        return kind(**fields)
    except ValidationError as error:
        place, reason = first_error(error)
        raise UsageError(f"{' '.join(str(part).replace('_', ' ') for part in place)} {reason}") from None
