"""Time controls of files: the tag `TimeControl` of PGN, and what people write in its place.

`40/7200:20/3600:900+30`, `*60` and `1/86400` are those of the standard, in seconds. `G/30`, `90 min + 30 s`, `3|2` and
`40/90, SD/30` are read as well.
"""

import re
from dataclasses import dataclass

LONGEST = 200
MINUTE = 60.0
NUMBER = r"([0-9]{1,7}(?:[.,][0-9]{1,3})?)"
FIELD = re.compile(rf"(?:([0-9]{{1,4}})/)?{NUMBER}(?:\+{NUMBER})?")
SANDGLASS = re.compile(rf"\*{NUMBER}")
MINUTES_A_SIDE = re.compile(
    rf"(?:(?:G|SD|TD|([0-9]{{1,4}}))\s?/\s?){NUMBER}(?:\s?[;+]?\s?(?:\+|inc|d)\s?{NUMBER})?", re.I
)
PAIR = re.compile(rf"{NUMBER}\s?(?:\||\s)\s?{NUMBER}")
"""Minutes and seconds, as chess servers write them."""
UNITS = {"d": 86400.0, "h": 3600.0, "m": MINUTE, "s": 1.0}
AMOUNT = re.compile(
    rf"{NUMBER}\s?(days?|d|hours?|hrs?|h|stunden?|std\.?|minutes?|minuten?|mins?\.?|min\.?|m|seconds?|sekunden?|secs?\.?"
    r"|sek\.?|s|''|\"|″|”|'|′|’)(?![a-z])",
    re.IGNORECASE,
)
MARKS = {"'": "m", "′": "m", "’": "m", "''": "s", '"': "s", "″": "s", "”": "s"}
MOVES = re.compile(r"\b([0-9]{1,4})\s?(?:(?:moves?|mvs?|züge|coups)\b|/|(?=\s*$))", re.IGNORECASE)
MOST_INCREMENT_S = 120.0
SPEED = re.compile(r"^(?:rapid|blitz|bullet|classical|standard|lightning)\b\W*|\bfrom move 1\b", re.IGNORECASE)
FILLING = re.compile(
    r"(?:game in|game|increment|inc|per|each|a|move|for|the|rest|all"
    r"|plus|and|from|1|first|pro|zug|delay|in|of|to|side|player|[\s.,/()&:-])*",
    re.IGNORECASE,
)
UNKNOWN = ("", "?", "-", "none", "unlimited", "no", "n/a")


@dataclass(frozen=True, slots=True)
class TimeStage:
    """A part of a time control, in seconds: `moves` by `base_s`, or all that are left; each adds `increment_s`."""

    moves: int | None
    base_s: float
    increment_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Stages, of which the last one repeats if it counts moves. A `sandglass` gives one side what the other one uses.

    `perhaps_minutes` says that the numbers have no unit, and are as people write minutes.
    """

    stages: tuple[TimeStage, ...]
    sandglass: bool = False
    perhaps_minutes: bool = False

    def in_minutes(self) -> "TimeControl":
        """Return the same with its times in minutes; increments stay."""
        return TimeControl(tuple(TimeStage(each.moves, MINUTE * each.base_s, each.increment_s) for each in self.stages))


def time_control(text: str) -> TimeControl | None:
    """Return a time control.

    Returns:
        One without stages where the text says that there is none, or that it is not known; None where the text cannot
        be read.
    """
    text = SPEED.sub("", " ".join(text[:LONGEST].split()))
    if text.lower() in UNKNOWN:
        return TimeControl(())
    return _standard(text) or _fields(text) or _words(text)


def _standard(text: str) -> TimeControl | None:
    if found := SANDGLASS.fullmatch(text):
        return TimeControl((TimeStage(None, _number(found[1])),), sandglass=True)
    stages = []
    for part in text.split(":"):
        if part.strip() in ("?", "-"):
            continue
        found = FIELD.fullmatch(part.strip())
        if found is None:
            return None
        stages.append(TimeStage(int(found[1]) if found[1] else None, _number(found[2]), _number(found[3] or "0")))
    return TimeControl(tuple(stages), perhaps_minutes=True)


def _fields(text: str) -> TimeControl | None:
    """Return the minutes of `G/30`, `40/90, SD/30;d5` and `3|2`."""
    if found := PAIR.fullmatch(text):
        return TimeControl((TimeStage(None, MINUTE * _number(found[1]), _number(found[2])),))
    stages = []
    for part in re.split(r"[,:]|;(?!\s?[+d])", text):
        found = MINUTES_A_SIDE.fullmatch(part.strip())
        if found is None:
            return None
        moves, base, increment = found.groups()
        stages.append(TimeStage(int(moves) if moves else None, MINUTE * _number(base), _number(increment or "0")))
    return TimeControl(tuple(stages))


def _words(text: str) -> TimeControl | None:
    """Return the times of `90 min + 30 s`, `1h30m`, `40 moves in 2 hours, then 30 minutes`.

    A few seconds are an increment from the first move on; all other parts are stages.
    """
    stages: list[TimeStage] = []
    increment_s = 0.0
    for part in re.split(r"\+|,\s|;|:\s|\bthen\b|\bplus\b|\bwith\b", text):
        if not part.strip():
            continue
        if (stage := _stage(part)) is None:
            return None
        if stages and stage.moves is None and stage.base_s <= MOST_INCREMENT_S:
            increment_s = stage.base_s
        else:
            stages.append(stage)
    return TimeControl(tuple(TimeStage(each.moves, each.base_s, increment_s) for each in stages)) if stages else None


def _stage(text: str) -> TimeStage | None:
    """Return the sum of times with units, and how many moves it is for; None where there is anything else."""
    total, count, moves = 0.0, 0, None
    for number, unit in AMOUNT.findall(text):
        total += _number(number) * UNITS[MARKS.get(unit, unit[0].lower())]
        count += 1
    rest = AMOUNT.sub(" ", text)
    if found := MOVES.search(rest):
        moves = int(found[1])
        rest = rest[: found.start()] + rest[found.end() :]
    elif total >= UNITS["d"]:
        moves = 1
    return TimeStage(moves, total) if count and FILLING.fullmatch(rest) else None


def _number(text: str) -> float:
    return float(text.replace(",", "."))
