"""Comments on moves that programs write: the clock, the time of the move, and the score and depth of a search.

| Program | Comment |
|---|---|
| PGN servers | `[%clk 1:59:00] [%emt 0:00:12] [%eval 0.35,20] [%eval #-3]`, for the first side |
| ChessBase | `[%eval 35,20]`: hundredths where the depth follows a whole number |
| cutechess, fastchess, Arena | `+0.30/13 0.28s`, `-M3/20 1:05, n=…`, `(e7e5) +0.3/13 3`, for the side that moved |
| TCEC | `d=27, mt=15000, tl=5385000, wv=0.20`, for White; times in milliseconds |
| Lidraughts | `[%clock w0:02:59 B0:03:00]`: the clocks of both sides |
| ICC, FICS | `0:04:57`: the clock; `(0:03.4)`: the time of the move |
"""

import re
from dataclasses import dataclass, field

LOOKED_AT = 2000
"""Characters of a comment in which a score without brackets is looked for."""
COMMAND = re.compile(r"\[?%(clk|clock|emt|eval)\s++([^\[\]%]{1,40}+)[^\[\]%]*+\]?")
"""It keeps no place to return to and ends at the next bracket, so the time is that of one pass over any comment."""
OF_SIDE = re.compile(r"([WB])\s?([0-9:.]{1,20})", re.IGNORECASE)
TIME = re.compile(r"(?:(?:([0-9]{1,3})[:dD]\s?)?([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{1,2}(?:[.,][0-9]{1,6})?)")
SECONDS = re.compile(r"(?:([0-9]{1,4})m\s?)?([0-9]{1,6}(?:[.,][0-9]{1,6})?)\s?(ms|s|sec)?")
SCORE = re.compile(r"([+-]?)(?:(#|M|mate )([+-]?)([0-9]{1,4})|([0-9]{0,5}[.,][0-9]{1,6}|[0-9]{1,6}))", re.IGNORECASE)
SEARCH = re.compile(
    r"\s*(?:\([^()\n]{1,12}\)\s*)?\(?"
    r"([+-]?(?:[#M][+-]?[0-9]{1,4}|[0-9]{0,5}[.,][0-9]{1,3}))\s?/\s?([0-9]{1,3})(?:/[0-9]{1,3})?"
    r"(?:[\s,]+([0-9][0-9:.,]{0,11}\s?(?:ms|sec|s|m)?)(?![\w/]))?",
    re.IGNORECASE,
)
"""Score, depth and time of an engine, from the first character of the comment on."""
CLOCK = re.compile(r"\s*([0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?)\s*")
TAKEN = re.compile(r"\s*\(([0-9]{1,3}:[0-9]{2}(?:\.[0-9]{1,3})?)\)\s*")
FIELD = re.compile(r"(?<![\w.])(d|mt|tl|wv)\s*=\s*([^\s,;]{1,20})")


@dataclass(slots=True, kw_only=True)
class Remarks:
    """What comments say of a move. Times are in seconds.

    `score` is in hundredths, and `mate` the number of moves to a win, negative if that side loses: for the first side,
    or with `own` for the side that moved. `short` says that the clock was written with two numbers, as in `1:59`, which
    are minutes and seconds, or hours and minutes. `clocks_s` are the clocks of sides, by `W` and `B`.
    """

    clock_s: float | None = None
    short: bool = False
    clocks_s: dict[str, float] = field(default_factory=dict)
    elapsed_s: float | None = None
    score: int | None = None
    mate: int | None = None
    own: bool = False
    depth: int = 0


def read_comment(move: Remarks, text: str) -> None:
    """Take clock, time, score and depth out of a comment. Other text says nothing."""
    commands = COMMAND.findall(text)
    for name, value in commands:
        if name == "eval":
            _eval(move, value.strip())
        elif sides := OF_SIDE.findall(value):
            move.clocks_s = {side.upper(): time_s for side, told in sides if (time_s := seconds(told)) is not None}
        elif (time_s := seconds(value)) is not None:
            if name == "emt":
                move.elapsed_s = time_s
            else:
                move.clock_s, move.short = time_s, value.count(":") == 1
    if commands:
        return
    head = text[:LOOKED_AT]
    if found := CLOCK.fullmatch(head):
        move.clock_s, move.short = seconds(found[1]), False
    elif found := TAKEN.fullmatch(head):
        move.elapsed_s = seconds(found[1])
    elif found := SEARCH.match(head):
        _set_score(move, found[1], own=True)
        move.depth = int(found[2])
        if found[3]:
            move.elapsed_s = seconds(found[3])
    else:
        _fields(move, dict(FIELD.findall(head)))


def seconds(text: str) -> float | None:
    """Return a time such as `1:59:00`, `2d 03:04:05`, `0.28s`, `130ms` or `12` in seconds; None for other text."""
    text = text.strip().rstrip(".,")
    if found := TIME.fullmatch(text):
        days, hours, minutes, rest = found.groups()
        return 86400 * int(days or 0) + 3600 * int(hours or 0) + 60 * int(minutes) + _number(rest)
    if found := SECONDS.fullmatch(text):
        minutes, rest, unit = found.groups()
        return 60 * int(minutes or 0) + _number(rest) / (1000 if unit == "ms" else 1)
    return None


def _eval(move: Remarks, value: str) -> None:
    """Take the score of `[%eval]`: pawns, or hundredths where the depth follows a whole number."""
    score, _, depth = value.partition(",")
    depth = depth.strip()
    if not _set_score(move, score.strip(), own=False) and not _set_score(move, value.split()[0], own=False):
        return
    move.depth = int(depth) if re.fullmatch("[0-9]{1,3}", depth) else 0
    if move.depth and move.score is not None and re.fullmatch(r"[+-]?[0-9]+", score.strip()):
        move.score //= 100


def _set_score(move: Remarks, text: str, *, own: bool) -> bool:
    """Set the score, and return whether the text is one."""
    found = SCORE.fullmatch(text)
    if found is None:
        return False
    sign = -1 if "-" in (found[1], found[3]) else 1
    move.own, move.depth = own, 0
    if found[2]:
        move.score, move.mate = None, sign * int(found[4]) or None
    else:
        move.score, move.mate = sign * round(100 * _number(found[5])), None
    return True


def _fields(move: Remarks, fields: dict[str, str]) -> None:
    """Take the fields of TCEC, whose times are in milliseconds or have colons."""
    if "wv" not in fields and not {"d", "mt"} <= fields.keys():
        return
    if _set_score(move, fields.get("wv", ""), own=False) and re.fullmatch("[0-9]{1,3}", fields.get("d", "")):
        move.depth = int(fields["d"])
    for name in ("mt", "tl"):
        value = fields.get(name, "")
        time_s = seconds(value)
        if time_s is not None:
            time_s = time_s if ":" in value else time_s / 1000
            if name == "mt":
                move.elapsed_s = time_s
            else:
                move.clock_s, move.short = time_s, False


def _number(text: str) -> float:
    return float(text.replace(",", "."))
