"""Check of the terms of a new tournament: what does not fit its format is refused, with a sentence that helps on."""

from collections.abc import Iterable
from dataclasses import fields
from itertools import chain

from kibitz_protocol.tournaments.formats import FORMATS_OF, Misfit, crowded, foreign, halved, slow, unrated
from kibitz_server.core.tournament.rules.league import league_fault
from kibitz_server.core.tournament.tie_breaks.table import tie_breaks
from kibitz_server.core.tournament.values import Format, StartTerms, TournamentTerms
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.games.registry import load

MOST_PLANNED = 100_000
"""Most games of a tournament whose number of games follows from its terms."""
WITHOUT_CHOICE = frozenset(("alphabeta", "expectiminimax", "minimax", "solve", "textbook"))
"""Algorithms that make no random choices."""
_DEFAULTS = {each.name: each.default for each in fields(TournamentTerms)}


def bad_format(message: str, hint: str | None = None) -> Refusal:
    """Return the refusal of terms that cannot apply."""
    return Refusal(Reason.BAD_FORMAT, message, hint)


def _refusal_of(misfits: Iterable[Misfit]) -> Refusal | None:
    """Return the refusal of the first term that does not fit."""
    return next((bad_format(f"{each.field} {each.reason}", each.hint) for each in misfits), None)


def terms_fault(terms: TournamentTerms, organiser_is_guest: bool = False) -> Refusal | None:
    """Return the refusal of terms, or None if a tournament can have them.

    Args:
        terms: The terms.
        organiser_is_guest: Whether a guest creates it. Guests play no rated games.
    """
    start = terms.start or StartTerms()
    given = (name for name in FORMATS_OF if getattr(terms, name) != _DEFAULTS[name])
    misfits = chain(foreign(terms.format, given), crowded(terms.format, terms.most_entrants, start.entrants))
    if fault := _refusal_of(misfits):
        return fault
    if terms.most_entrants < 2:
        return bad_format("a tournament needs at least two entrants", "set most_entrants to 2 or more")
    if start.entrants is not None and start.entrants < 2:
        return bad_format("a tournament does not start with less than two entrants", "set start_when to 2 or more")
    if terms.tie_breaks is not None and (fault := tie_breaks_fault(terms.format, terms.tie_breaks)):
        return fault
    fault = league_fault(terms) or _format_fault(terms)
    return fault or _rating_fault(terms, organiser_is_guest) or _opening_fault(terms)


def _format_fault(terms: TournamentTerms) -> Refusal | None:
    match terms.format:
        case Format.MATCH:
            return _match_fault(terms)
        case Format.ARENA:
            return _arena_fault(terms)
        case Format.GAUNTLET if terms.seeds >= terms.most_entrants:
            return bad_format(
                f"a gauntlet of {terms.seeds} seeds needs more entrants than {terms.most_entrants}",
                "choose fewer seeds, or use round-robin",
            )
        case Format.SWISS if terms.bye not in (0.5, 1.0):
            return bad_format("a bye is worth 1 or 0.5 points", "set bye to 1 or 0.5")
    return None


def _match_fault(terms: TournamentTerms) -> Refusal | None:
    if terms.games is None and terms.sprt is None:
        return bad_format("a match needs a number of games, or a sequential test that ends it", "set games or sprt")
    double = terms.pairs or terms.openings is not None or terms.sprt is not None
    return _refusal_of(halved(terms.games)) if double else None


def _arena_fault(terms: TournamentTerms) -> Refusal | None:
    if terms.minutes is None:
        return bad_format("an arena needs a duration", "set minutes, such as 60")
    control = terms.control
    if not terms.berserk:
        return None
    return _refusal_of(slow(*(control.base_s, control.increment_s) if isinstance(control, Fischer) else (None, None)))


def _rating_fault(terms: TournamentTerms, organiser_is_guest: bool) -> Refusal | None:
    if not terms.rated:
        return None
    if organiser_is_guest:
        return Refusal(Reason.CANNOT_RATE, "guests create no rated tournaments", "log in, or leave out rated")
    return _refusal_of(unrated(terms.openings is not None or terms.position is not None))


def _opening_fault(terms: TournamentTerms) -> Refusal | None:
    if terms.openings is None:
        return None
    if terms.position is not None:
        return bad_format("the games begin from openings or from one position, not from both", "leave out one of them")
    if not terms.openings.openings:
        return bad_format("the file of openings has none", "choose another file, or none")
    if not 1 <= terms.openings.start <= len(terms.openings.openings):
        return bad_format(
            f"there is no opening {terms.openings.start}: the file has {len(terms.openings.openings)}",
            "choose another start",
        )
    return None


def plan_fault(terms: TournamentTerms, players: tuple[Human | Engine, ...], most: int) -> Refusal | None:
    """Return the refusal of a plan that is too large, or of a test of two engines that would repeat one game.

    Args:
        terms: The terms.
        players: The first entrants.
        most: Number of entrants that it may have at its start.
    """
    if terms.format in (Format.ROUND_ROBIN, Format.GAUNTLET):
        size = 2 if terms.pairs or terms.openings is not None else 1
        seeds = most if terms.format is Format.ROUND_ROBIN else min(terms.seeds, most)
        games = (seeds * (seeds - 1) // 2 + seeds * (most - seeds)) * terms.cycles * size
        if games > MOST_PLANNED:
            return bad_format(
                f"{games:,} games are too many: a tournament has at most {MOST_PLANNED:,}",
                "choose fewer entrants or cycles",
            )
    if terms.sprt is None or terms.openings is not None or load(terms.game, dict(terms.options)).declaration.chance:
        return None
    engines = [each for each in players if isinstance(each, Engine)]
    if len(engines) == 2 and all(map(_deterministic, engines)):
        return bad_format(
            "both engines always play the same moves, so all games of the test would be equal", "choose openings"
        )
    return None


def _deterministic(engine: Engine) -> bool:
    """Return whether an engine always plays the same moves: no clock decides, and no random choice."""
    budget = engine.budget
    return budget.seconds is None and (engine.algorithm in WITHOUT_CHOICE or budget.seed is not None)


def tie_breaks_fault(format: Format, names: tuple[str, ...]) -> Refusal | None:
    """Return the refusal of tie-breaks that do not exist or do not fit a format; None if a tournament can have them."""
    if fault := _refusal_of(foreign(format, ["tie_breaks"])):
        return fault
    try:
        tie_breaks(names, format)
    except ValueError as error:
        return bad_format(str(error))
    return None
