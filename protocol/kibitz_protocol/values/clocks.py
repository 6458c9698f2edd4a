"""Time controls of a match, and their text forms. A match without a clock has none.

| text      | kind           | meaning                                                                        |
|-----------|----------------|--------------------------------------------------------------------------------|
| `5+3`     | fischer        | five minutes, and an increment of three seconds after each own move            |
| `5d3`     | delay          | five minutes; the first three seconds of each move are free                    |
| `10b3x30` | byoyomi        | ten minutes, then three periods of 30 seconds; a period that runs out is lost  |
| `30s`     | move           | thirty seconds for each move                                                   |
| `3days`   | correspondence | three days for each move                                                       |
"""

import re
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from kibitz_protocol.validation.durations import DAY, SECOND, TENTH, ZeroOr
from kibitz_protocol.values.base import ClientModel
from kibitz_protocol.values.fields import exact

Base = Annotated[float, Field(ge=TENTH, le=DAY, description="seconds for the match")]


class Fischer(ClientModel):
    """Time control with increment: `base_s` seconds a seat, and `increment_s` more after each of its moves."""

    kind: Literal["fischer"] = "fischer"
    base_s: Base
    increment_s: Annotated[float, Field(ge=0, le=3_600), ZeroOr(TENTH)] = 0

    def __str__(self) -> str:
        return f"{exact(self.base_s / 60)}+{exact(self.increment_s)}"


class SimpleDelay(ClientModel):
    """Time control with delay: `base_s` seconds a seat. The first `delay_s` of each move are free, and not saved up."""

    kind: Literal["delay"] = "delay"
    base_s: Base
    delay_s: Annotated[float, Field(ge=TENTH, le=3_600)]

    def __str__(self) -> str:
        return f"{exact(self.base_s / 60)}d{exact(self.delay_s)}"


class Byoyomi(ClientModel):
    """Byo-yomi: `base_s` seconds a seat, then `periods` of `period_s`. A move that uses a period up loses it."""

    kind: Literal["byoyomi"] = "byoyomi"
    base_s: Annotated[float, Field(ge=0, le=DAY, description="seconds before the first period"), ZeroOr(TENTH)]
    periods: Annotated[int, Field(ge=1, le=100)]
    period_s: Annotated[float, Field(ge=SECOND, le=3_600)]

    def __str__(self) -> str:
        return f"{exact(self.base_s / 60)}b{self.periods}x{exact(self.period_s)}"


class PerMove(ClientModel):
    """Time control with `move_s` seconds for each move. Unused time is not saved up."""

    kind: Literal["move"] = "move"
    move_s: Annotated[float, Field(ge=TENTH, le=DAY)]

    def __str__(self) -> str:
        return f"{exact(self.move_s)}s"


class Correspondence(ClientModel):
    """Correspondence time control, with `days` days for each move."""

    kind: Literal["correspondence"] = "correspondence"
    days: Annotated[int, Field(ge=1, le=30)]

    def __str__(self) -> str:
        return f"{self.days}day{'s' if self.days != 1 else ''}"


Clock = Annotated[Fischer | SimpleDelay | Byoyomi | PerMove | Correspondence, Field(discriminator="kind")]

FORMS = (
    "5 or 5+3 (minutes, and seconds of increment), 5d3 (minutes, and seconds of delay), "
    "10b3x30 (minutes, then 3 periods of 30 seconds), 30s (for each move) or 3days (for each move)"
)

_NUMBER = r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
_FORMS = {
    "fischer": re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?"),
    "delay": re.compile(rf"{_NUMBER}d{_NUMBER}"),
    "byoyomi": re.compile(rf"{_NUMBER}b([0-9]+)x{_NUMBER}"),
    "move": re.compile(rf"{_NUMBER}s"),
    "correspondence": re.compile(r"([0-9]+)days?"),
}
_clocks: TypeAdapter[Clock] = TypeAdapter(Clock)


def parse_clock(text: str) -> Clock:
    """Parse a time control such as `5+3`.

    Raises:
        ValueError: The text is not a time control. The message names every form.
    """
    compact = "".join(text.split()).lower() if len(text) <= 40 else ""
    try:
        for kind, form in _FORMS.items():
            if found := form.fullmatch(compact):
                return _clocks.validate_python({"kind": kind, **_fields(kind, found.groups())})
    except ValueError:
        pass  # A number is out of range. The message below suits that too.
    raise ValueError(f"{text!r} is not a clock; write it like {FORMS}")


def _fields(kind: str, parts: tuple[str | None, ...]) -> dict[str, object]:
    numbers = [float(part or 0) for part in parts]
    match kind:
        case "fischer":
            return {"base_s": numbers[0] * 60, "increment_s": numbers[1]}
        case "delay":
            return {"base_s": numbers[0] * 60, "delay_s": numbers[1]}
        case "byoyomi":
            return {"base_s": numbers[0] * 60, "periods": numbers[1], "period_s": numbers[2]}
        case "move":
            return {"move_s": numbers[0]}
        case _:
            return {"days": numbers[0]}
