"""Which terms of a tournament fit its format and each other. Pure; a client asks before it sends them, a server always.

A term that could not apply is refused with the reason, and never ignored.
"""

from collections.abc import Iterator

from kibitz_protocol.tournaments.formats import FORMATS_OF, Misfit, crowded, foreign, halved, slow, unrated
from kibitz_protocol.tournaments.terms import TournamentTerms
from kibitz_protocol.values.clocks import Fischer


def misfit(terms: TournamentTerms) -> Misfit | None:
    """Return the first term that does not fit the format or other terms, or None."""
    return next(_misfits(terms), None)


def _misfits(terms: TournamentTerms) -> Iterator[Misfit]:
    yield from foreign(terms.format, (field for field in FORMATS_OF if getattr(terms, field) not in (None, [])))
    yield from crowded(terms.format, terms.most_entrants, terms.start_when)
    if terms.start_at is not None and terms.start_when is not None:
        yield Misfit("start_when", "cannot apply: the tournament starts at a time")
    if len(set(terms.kinds)) < len(terms.kinds):
        yield Misfit("kinds", "names a kind twice")
    yield from _of_engines(terms)
    yield from _of_pairs(terms)
    clock = terms.clock
    if terms.berserk:
        yield from slow(*(clock.base_s, clock.increment_s) if isinstance(clock, Fischer) else (None, None))
    if terms.rated:
        yield from unrated(terms.openings is not None)
    if terms.first_move_s is not None and terms.kinds == ["engine"]:
        yield Misfit("first_move_s", "cannot apply: engines have no deadline of a first move")


def _of_engines(terms: TournamentTerms) -> Iterator[Misfit]:
    if "engine" not in terms.kinds:
        if terms.adjudication is not None:
            yield Misfit("adjudication", "applies to games between engines only, and no engine may enter")
        if terms.concurrency is not None:
            yield Misfit("concurrency", "applies to games between engines only, and no engine may enter")
    if terms.concurrency is not None and terms.format == "ladder":
        yield Misfit("concurrency", "cannot apply: the games of a ladder begin when a challenge is accepted")


def _of_pairs(terms: TournamentTerms) -> Iterator[Misfit]:
    pairs = terms.pairs is not False or terms.openings is not None or terms.sprt is not None
    if terms.format == "match" and pairs:
        yield from halved(terms.games)
    if terms.sprt is not None:
        if terms.pairs is False:
            yield Misfit("pairs", "must be on: a sequential test counts pairs of games")
        if terms.sprt.elo0 >= terms.sprt.elo1:
            yield Misfit("sprt", f"needs ELO0 less than ELO1, not {terms.sprt.elo0:g}:{terms.sprt.elo1:g}")
        if terms.sprt.alpha + terms.sprt.beta >= 1:
            yield Misfit("sprt", "needs alpha and beta less than 1 together")
