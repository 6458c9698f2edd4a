"""Results of Go as files have them in `RE`: in the form of the standard, and in sentences of several languages."""

import re
from dataclasses import dataclass

from kibitz_protocol.formats.sgf.numbers import number_of, plain
from kibitz_protocol.validation.legible import legible

QUOTED = 40
LONGEST = 80
"""Characters of a result that are read."""
SEATS = re.compile(
    r"\b(?:b|black|schwarz|noirs?|negras?|nero|чёрн\w*|черн\w*)\b|[黒黑흑●]"
    r"|(?P<white>\b(?:w|white|wei(?:ss|ß)|blancs?|blancas?|bianco|бел\w*)\b|[白백○])"
)
WINS = re.compile(r"\+|\bw[io]ns?\b|gewinnt|gagne|gana|vince|勝|胜|승|выигр")
LOSES = re.compile(
    r"\blos(?:es?|t)\b|resigns\b|resigned\b|retires|forfeits|\btimed out|ran out|out of time|abandon|verliert"
    r"|gibt auf|perd|負(?!け?なし)|敗|负|패|投了|投子|сдал|切れ(?!勝)"
)
ENDS = {
    "resignation": r"\br(?:es)?\b|resig|中押|中盘|中盤|不計|不计|불계|投了|投子|認輸|认输|aufgabe|сда",
    "time": r"\bt(?:ime(?:out|d out)?)?\b|時間|时间|超时|超時|시간|zeit|temps|tiempo|врем|切れ",
    "forfeit": r"\bf(?:orfeit\w*)?\b|反則|反则|棄権|弃权|기권|不戦|不战|부전",
}
DRAWS = re.compile(
    r"(?:0(?:\.0*)?|d|draw\w*|jigo|tie|even|b\s*=\s*w|1/2(?:\s*-\s*1/2)?|0\s*-\s*0"
    r"|持碁|ジゴ|和棋|和局|和|平局|무승부|빅|unentschieden|remis|ничья)(?:\s*[(,;].*)?"
)
VOID = re.compile(
    r"void|annul\w*|cancel\w*|no[ -]?result|null|無勝負|无胜负|무효|три ко|triple ko|aborted", re.IGNORECASE
)
NONE = re.compile(
    r"\??|\*|-+|unknown|none|n/?a|unfinished|suspended|left unfinished|打ち?掛け?|未完|not finished", re.IGNORECASE
)
POINTS = re.compile(r"point|pts?\b|moku|zi\b|目|子|집|stone|area|пункт|оч")
SCORES = {"1-0": 0, "0-1": 1}


@dataclass(frozen=True, slots=True)
class ToldResult:
    """The result that a file has: whether it has one, the seat that won, the points it won by, and the reason.

    `points` is None where the game was not counted. `understood` says whether the text has a known form.
    """

    finished: bool
    winner: int | None = None
    points: float | None = None
    reason: str = ""
    understood: bool = True

    @property
    def open(self) -> bool:
        """Whether the file does not say how the game ended."""
        return not self.finished and not self.reason


def result(value: str | None) -> ToldResult:
    """Return what `RE` says: `B+3.5`, `W+R`, `B+T`, `0`, `Void`, `?`, `Black wins by 2.5`, `黒中押し勝ち`, `白4目半勝`.

    Another reason of a win is kept as it is. Another text says nothing of the end, and is not understood.
    """
    told = plain(legible(" ".join((value or "")[: 2 * LONGEST].split())))[:LONGEST].strip(" .!")
    if NONE.fullmatch(told):
        return ToldResult(finished=False)
    if DRAWS.fullmatch(told):
        return ToldResult(finished=True, points=0.0)
    if VOID.match(told):
        return ToldResult(finished=False, reason="the game is void")
    if told in SCORES:
        return ToldResult(finished=True, winner=SCORES[told])
    return _won(told) or ToldResult(finished=False, understood=False)


def _won(told: str) -> ToldResult | None:
    """Return who won, by what; None if a text does not say it."""
    side = SEATS.search(told)
    if side is None:
        return None
    seat, rest = int(side["white"] is not None), told[side.end() :]
    won, lost = WINS.search(rest), LOSES.search(rest)
    number = number_of(rest)
    if won is None and lost is None and number is None and (rest or side.start()):
        return None
    if lost is not None and (won is None or lost.start() < won.start()):
        seat = 1 - seat
    reason = next((name for name, form in ENDS.items() if re.search(form, rest)), None)
    if number is not None and (reason is None or POINTS.search(rest)):
        return ToldResult(finished=True, winner=seat, points=abs(number))
    if reason is None and won is not None:
        # The reason of a server, which is none of the usual ones.
        reason = re.sub(r"^[\s+(]+|[)\s]+$", "", rest[won.end() :] if won[0] == "+" else "")[:QUOTED]
    return ToldResult(finished=True, winner=seat, reason=reason or "")
