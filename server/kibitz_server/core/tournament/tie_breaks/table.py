"""Names of tie-breaks: what each counts, where it applies, and the ones that a format uses by default."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from kibitz_server.core.tournament.tie_breaks import opponents, performance, record
from kibitz_server.core.tournament.tie_breaks.opponents import Values
from kibitz_server.core.tournament.tie_breaks.scores import Scores
from kibitz_server.core.value import value

MOST_TIE_BREAKS = 10
"""Tie-breaks that a tournament can have: more than ever decide a place."""

SWISS, ROUND_ROBIN, GAUNTLET, ARENA = "swiss", "round-robin", "gauntlet", "arena"
_PLANNED = (ROUND_ROBIN, GAUNTLET)
_ROUNDS = (SWISS, *_PLANNED)

DEFAULTS = {
    SWISS: ("BH-C1", "BH", "SB", "DE", "WON"),
    ROUND_ROBIN: ("DE", "WON", "SB", "KOYA"),
    GAUNTLET: ("DE", "WON", "SB", "KOYA"),
    ARENA: ("GAMES", "TPR"),
}
"""Tie-breaks of each format; the formats that are missing have none."""

DIRECT = "DE"
"""Name of the tie-break that looks at a group of tied entrants, and has no values of its own."""


@value
class Measure:
    """Meaning of a tie-break and its function.

    `title` is its usual name, and `meaning` tells what it adds up. `formats` are those to which it applies. `cuts`:
    rounds can be cut at the low end; `medians`: also at the high end. `compute` is None for direct encounter. `report`
    is the name in the report format of FIDE. With `fewer`, the lower value ranks higher.
    """

    title: str
    meaning: str
    compute: Callable[..., Values] | None
    formats: tuple[str, ...] = _ROUNDS
    cuts: bool = False
    medians: bool = False
    report: str | None = None
    fewer: bool = False


MEASURES = {
    "BH": Measure(
        "Buchholz",
        "the points of all opponents, added up",
        opponents.buchholz,
        (SWISS,),
        cuts=True,
        medians=True,
    ),
    "FB": Measure(
        "fore Buchholz",
        "the points of all opponents, added up, with all games of the last round counted as draws",
        opponents.fore_buchholz,
        (SWISS,),
        cuts=True,
        medians=True,
    ),
    "AOB": Measure(
        "average of opponents' Buchholz",
        "the Buchholz of the opponents, on average",
        opponents.average_of_buchholz,
        (SWISS,),
    ),
    "SB": Measure(
        "Sonneborn-Berger",
        "the points of each opponent times the points scored against it, added up",
        opponents.sonneborn_berger,
        cuts=True,
    ),
    DIRECT: Measure("direct encounter", "points in the games of the tied entrants against each other", None),
    "KOYA": Measure(
        "Koya",
        "points against the opponents that have at least half of the possible points",
        opponents.koya,
        report="KS",
    ),
    "WON": Measure("games won", "games won on the board; forfeits and byes do not count", record.games_won),
    "WIN": Measure("wins", "rounds with as many points as for a win, played or not", record.wins),
    "BPG": Measure("games moving second", "games as the side that moves second", record.games_second),
    "BWG": Measure("games won moving second", "games won as the side that moves second", record.games_won_second),
    "PS": Measure(
        "progressive score",
        "the points after each round, added up",
        record.progressive,
        (SWISS,),
        cuts=True,
    ),
    "REP": Measure(
        "rounds elected to play",
        "rounds without a requested bye, a forfeited game or an absence",
        record.rounds_elected,
        (SWISS,),
    ),
    "STD": Measure("standard points", "points as if a win gave 1 and a draw 1/2", record.standard_points),
    "ARO": Measure(
        "average rating of opponents",
        "the ratings of the opponents, on average",
        performance.average_rating,
        cuts=True,
        medians=True,
    ),
    "TPR": Measure(
        "performance rating",
        "the average rating of the opponents plus the difference that the points stand for",
        performance.tournament_performance,
        (*_ROUNDS, ARENA),
    ),
    "PTP": Measure(
        "perfect performance",
        "the lowest rating that would have expected the points",
        performance.perfect_performance,
    ),
    "APRO": Measure(
        "average performance of opponents",
        "the performance ratings of the opponents, on average",
        performance.average_performance,
    ),
    "APPO": Measure(
        "average perfect performance of opponents",
        "the perfect performances of the opponents, on average",
        performance.average_perfect_performance,
    ),
    "RTNG": Measure("rating", "the rating at the start", performance.rating, (*_ROUNDS, ARENA)),
    "GAMES": Measure("fewer games", "the games played: fewer rank higher", record.games, (ARENA,), fewer=True),
    "TPN": Measure(
        "seed", "the seed number: the first ranks highest", record.pairing_number, (*_ROUNDS, ARENA), fewer=True
    ),
}
"""Tie-breaks by their short names."""

ALIASES = {"KS": "KOYA", "GE": "REP"}
_NAME = re.compile(r"([A-Z]+?)(?:[-/]?([CM])([1-9]))?")
_SEPARATORS = re.compile(r"[\s,]+")


@value
class TieBreak:
    """Tie-break of a tournament: what it counts, and how many rounds are cut at the low and the high end."""

    name: str
    measure: Measure
    low: int = 0
    high: int = 0

    def values(self, scores: Scores) -> list[float | None]:
        """Return the value of each entrant, by seed. Direct encounter has none.

        Args:
            scores: Scores of the tournament.
        """
        compute = self.measure.compute
        if compute is None:
            return [None] * len(scores.table.rows)
        cuts: dict[str, Any] = {}
        if self.low:
            cuts["low"] = self.low
        if self.high:
            cuts["high"] = self.high
        return [*compute(scores, **cuts)]

    @property
    def base(self) -> str:
        """Name without what is cut."""
        return self.name.partition("-")[0]

    @property
    def report(self) -> str:
        """Name in FIDE's report format."""
        base, _, cut = self.name.partition("-")
        own = self.measure.report or base
        return f"{own}/{cut}" if cut else own

    @property
    def meaning(self) -> str:
        """What it counts, in words that follow "ranks by"."""
        if not self.low:
            return self.measure.meaning
        cut = _counted(self.low, "least significant round")
        if self.high:
            cut = f"{cut} and {_counted(self.high, 'most significant round')}"
        return f"{self.measure.meaning}, without {cut}"

    @property
    def description(self) -> str:
        """One sentence that explains it."""
        name = self.measure.title
        return f"{self.name} ({name}) counts {self.meaning}."


def tie_break(name: str) -> TieBreak:
    """Return a tie-break by its name, such as `BH-C1`, `bh/c1` or `BHC1`.

    Args:
        name: The name: a short name of `MEASURES`, and what is cut.

    Raises:
        ValueError: There is none; the message lists those that exist.
    """
    wanted = name.strip().upper()
    parts = _NAME.fullmatch(wanted)
    base = ALIASES.get(parts[1], parts[1]) if parts else ""
    if parts is None or base not in MEASURES:
        raise ValueError(f"there is no tie-break {name[:20]!r}: choose from {' '.join(MEASURES)}")
    measure = MEASURES[base]
    if not parts[2]:
        return TieBreak(base, measure)
    number = int(parts[3])
    if not (measure.medians if parts[2] == "M" else measure.cuts):
        able = " ".join(known for known, one in MEASURES.items() if (one.medians if parts[2] == "M" else one.cuts))
        raise ValueError(f"{base} has no form that cuts rounds like {name[:20]!r}: these have one: {able}")
    return TieBreak(f"{base}-{parts[2]}{number}", measure, number, number if parts[2] == "M" else 0)


def tie_breaks(names: str | Sequence[str], kind: str) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a tournament as its organiser names them.

    Args:
        names: The names, separated by blanks or commas; none for no tie-breaks.
        kind: The format of the tournament.

    Raises:
        ValueError: A name does not exist, does not apply to the format or is there twice, or there are too many.
    """
    given = _SEPARATORS.split(names.strip()) if isinstance(names, str) else list(names)
    given = [name for name in given if name]
    if len(given) > MOST_TIE_BREAKS:
        raise ValueError(f"at most {MOST_TIE_BREAKS} tie-breaks are possible")
    chosen: list[TieBreak] = []
    for name in given:
        one = tie_break(name)
        if kind not in one.measure.formats:
            fitting = applying(kind)
            instead = f"choose from {' '.join(fitting)}" if fitting else "this format has no tie-breaks"
            raise ValueError(f"{one.name} says nothing in a tournament of format {kind}: {instead}")
        if one in chosen:
            raise ValueError(f"{one.name} is named twice")
        chosen.append(one)
    return tuple(chosen)


def applying(kind: str) -> list[str]:
    """Return the short names of the tie-breaks that apply to a format.

    Args:
        kind: The format.
    """
    return [name for name, measure in MEASURES.items() if kind in measure.formats]


def default_tie_breaks(kind: str) -> tuple[TieBreak, ...]:
    """Return the tie-breaks that a tournament has if its organiser names none.

    Args:
        kind: The format.
    """
    return tuple(map(tie_break, DEFAULTS.get(kind, ())))


def _counted(number: int, noun: str) -> str:
    return f"the {noun}" if number == 1 else f"the {number} {noun}s"
