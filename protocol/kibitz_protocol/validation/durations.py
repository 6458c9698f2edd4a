"""Durations that clients, operators and files give, in seconds: at least the unit, or 0 where that has a meaning.

A duration below its unit means nothing: no clock shows it, and a clock of 1e-308 s has run out before the first move.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # commands check their options without pydantic, which takes long to import
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema

MILLISECOND, TENTH, SECOND = 0.001, 0.1, 1.0
"""Units: of searches and other work of programs; of clocks and of what people wait for; of what holds for hours."""
DAY = 86_400


@dataclass(frozen=True, slots=True)
class ZeroOr:
    """In the type of a field: 0, or at least this many seconds. The field has its other bounds by `Field`."""

    least: float

    def checked(self, seconds: float) -> float:
        """Return a duration, with 0 for -0.

        Raises:
            ValueError: It is below its unit.
        """
        if seconds != 0 and not seconds >= self.least:
            raise ValueError(f"must be 0, or at least {self.least:g}")
        return seconds + 0.0

    def __get_pydantic_core_schema__(self, source: Any, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_after_validator_function(self.checked, handler(source))

    def __get_pydantic_json_schema__(self, schema: "CoreSchema", handler: "GetJsonSchemaHandler") -> dict[str, Any]:
        return {**handler(schema), "not": {"exclusiveMinimum": 0, "exclusiveMaximum": self.least}}


def seconds_of(text: object, least: float, most: float, *, zero: bool = False) -> float:
    """Return the duration that the text of an option has.

    Raises:
        ValueError: It is not a number, or out of range.
    """
    try:
        seconds = float(str(text))
    except ValueError:
        seconds = math.nan
    if not (least <= seconds <= most or (zero and seconds == 0)):
        raise ValueError(f"{str(text)!r} is not {'0 or ' if zero else ''}a number from {least:g} to {most:g}")
    return seconds + 0.0
