"""Which terms of a tournament fit its format and each other. Pure; a client asks before it sends them, a server always.

A term that could not apply is refused with the reason, and never ignored.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from kibitz_protocol.tournaments.terms import Format, TournamentTerms
from kibitz_protocol.values.clocks import Fischer

SHOWN: Final[dict[Format, str]] = {
    "match": "a match",
    "gauntlet": "a gauntlet",
    "round-robin": "a round robin",
    "swiss": "a Swiss",
    "knockout": "a knockout",
    "arena": "an arena",
    "ladder": "a ladder",
}
"""Formats as words of a sentence."""
FORMATS_OF: Final[dict[str, tuple[Format, ...]]] = {
    "pairs": ("match", "gauntlet", "round-robin", "knockout"),
    "rounds": ("swiss",),
    "cycles": ("round-robin", "gauntlet"),
    "seeds": ("gauntlet",),
    "games": ("match",),
    "sprt": ("match",),
    "most_pairs": ("knockout",),
    "minutes": ("arena",),
    "grace_s": ("arena",),
    "reach": ("ladder",),
    "season_days": ("ladder",),
    "bye": ("swiss",),
    "forbidden": ("swiss", "arena"),
    "all_draws": ("arena",),
    "berserk": ("arena",),
    "tie_breaks": ("gauntlet", "round-robin", "swiss", "arena", "knockout"),
    "break_s": ("round-robin", "swiss", "knockout"),
    "anchor": ("gauntlet", "round-robin", "swiss", "knockout", "arena"),
}
"""By term, the formats that have it. All formats have the other terms."""
MOST_OF: Final[dict[Format, int]] = {"match": 2, "round-robin": 64, "swiss": 250}
"""Entrants that a format can have at most, where that is less than any tournament can."""


class Misfit(NamedTuple):
    """A term that does not fit, by the name of its field, and why."""

    field: str
    reason: str


def misfit(terms: TournamentTerms) -> Misfit | None:
    """Return the first term that does not fit the format or other terms, or None."""
    return next(_misfits(terms), None)


def _misfits(terms: TournamentTerms) -> Iterator[Misfit]:
    for field, formats in FORMATS_OF.items():
        if terms.format not in formats and getattr(terms, field) not in (None, []):
            owners = " or ".join(SHOWN[format] for format in formats)
            yield Misfit(field, f"belongs to {owners}, not to {SHOWN[terms.format]}")
    most = MOST_OF.get(terms.format)
    if most is not None and terms.most_entrants is not None and terms.most_entrants > most:
        yield Misfit("most_entrants", f"{SHOWN[terms.format]} has at most {most} entrants")
    if terms.start_when is not None and terms.start_when > (terms.most_entrants or most or terms.start_when):
        yield Misfit("start_when", "the tournament never has so many entrants")
    if terms.start_at is not None and terms.start_when is not None:
        yield Misfit("start_when", "a tournament starts at a time or with a number of entrants, not both")
    if len(set(terms.kinds)) < len(terms.kinds):
        yield Misfit("kinds", "a kind is there twice")
    yield from _of_engines(terms)
    yield from _of_pairs(terms)
    if terms.berserk and not _allows_berserk(terms.clock):
        yield Misfit("berserk", "needs a clock such as 3+2, with an increment in seconds of at most twice the minutes")
    if terms.rated and terms.openings is not None:
        yield Misfit("rated", "games from openings are not rated")
    if terms.first_move_s is not None and terms.kinds == ["engine"]:
        yield Misfit("first_move_s", "engines have no deadline of a first move")


def _of_engines(terms: TournamentTerms) -> Iterator[Misfit]:
    if "engine" not in terms.kinds:
        if terms.adjudication is not None:
            yield Misfit("adjudication", "applies to games between engines only, and no engine may enter")
        if terms.concurrency is not None:
            yield Misfit("concurrency", "is that of games between engines, and no engine may enter")
    if terms.concurrency is not None and terms.format == "ladder":
        yield Misfit("concurrency", "the games of a ladder begin when a challenge is accepted")


def _of_pairs(terms: TournamentTerms) -> Iterator[Misfit]:
    pairs = terms.pairs is not False or terms.openings is not None or terms.sprt is not None
    if terms.format == "match" and pairs and terms.games is not None and terms.games % 2:
        yield Misfit("games", "is odd, but games are played in pairs with swapped sides")
    if terms.sprt is not None:
        if terms.pairs is False:
            yield Misfit("pairs", "a sequential test counts pairs of games")
        if terms.sprt.elo0 >= terms.sprt.elo1:
            yield Misfit("sprt", f"{terms.sprt.elo0:g} must be less than {terms.sprt.elo1:g}")
        if terms.sprt.alpha + terms.sprt.beta >= 1:
            yield Misfit("sprt", "alpha and beta together must be less than 1")


def _allows_berserk(clock: object) -> bool:
    return isinstance(clock, Fischer) and clock.increment_s <= 2 * clock.base_s / 60
