"""Check of the terms of a new tournament: what does not fit its format is refused, with a sentence that helps on."""

from dataclasses import fields

from kibitz_server.core.tournament.tie_breaks.table import tie_breaks
from kibitz_server.core.tournament.values import Format, TournamentTerms
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.players import Engine, Human
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.games.registry import load

ALL = frozenset(Format)
_PAIRS = frozenset((Format.MATCH, Format.GAUNTLET, Format.ROUND_ROBIN, Format.KNOCKOUT))
FITS: dict[str, frozenset[Format]] = {
    "pairs": _PAIRS,
    "openings": ALL,
    "rounds": frozenset((Format.SWISS,)),
    "cycles": frozenset((Format.ROUND_ROBIN, Format.GAUNTLET)),
    "seeds": frozenset((Format.GAUNTLET,)),
    "games": frozenset((Format.MATCH,)),
    "sprt": frozenset((Format.MATCH,)),
    "most_pairs": frozenset((Format.KNOCKOUT,)),
    "minutes": frozenset((Format.ARENA,)),
    "grace_s": frozenset((Format.ARENA,)),
    "reach": frozenset((Format.LADDER,)),
    "season_days": frozenset((Format.LADDER,)),
    "bye": frozenset((Format.SWISS,)),
    "forbidden": frozenset((Format.SWISS, Format.ARENA)),
    "all_draws": frozenset((Format.ARENA,)),
    "berserk": frozenset((Format.ARENA,)),
    "break_s": frozenset((Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT)),
    "tie_breaks": frozenset((Format.ROUND_ROBIN, Format.GAUNTLET, Format.SWISS, Format.ARENA)),
    "anchor": frozenset((Format.GAUNTLET, Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT, Format.ARENA)),
}
"""Formats that a term applies to. Terms that are missing apply to all."""
MOST_ENTRANTS = {Format.MATCH: 2, Format.SWISS: 250, Format.ROUND_ROBIN: 64}
"""Most entrants of a format; 1,000 of the others."""
MOST = 1000
MOST_PLANNED = 100_000
"""Most games of a tournament whose number of games follows from its terms."""
WITHOUT_CHOICE = frozenset(("alphabeta", "expectiminimax", "minimax", "solve", "textbook"))
"""Algorithms that make no random choices."""
_DEFAULTS = {each.name: each.default for each in fields(TournamentTerms)}


def bad_format(message: str, hint: str | None = None) -> Refusal:
    """Return the refusal of terms that cannot apply."""
    return Refusal(Reason.BAD_FORMAT, message, hint)


def most_entrants(format: Format) -> int:
    """Return the largest number of entrants that a format allows."""
    return MOST_ENTRANTS.get(format, MOST)


def terms_fault(terms: TournamentTerms, organiser_is_guest: bool = False) -> Refusal | None:
    """Return the refusal of terms, or None if a tournament can have them.

    Args:
        terms: The terms.
        organiser_is_guest: Whether a guest creates it, who may have rated games neither there nor elsewhere.
    """
    for name, formats in FITS.items():
        if terms.format not in formats and getattr(terms, name) != _DEFAULTS[name]:
            fitting = " or ".join(each.value for each in Format if each in formats)
            own = ", ".join(key for key, fit in FITS.items() if terms.format in fit)
            return bad_format(
                f"{name} has no effect in a tournament of format {terms.format}: it is for {fitting}",
                f"leave it out; {terms.format} has {own}",
            )
    most = most_entrants(terms.format)
    if terms.most_entrants > most:
        return bad_format(f"a {terms.format} has at most {most} entrants", f"set most_entrants to {most} or less")
    if terms.most_entrants < 2:
        return bad_format("a tournament needs at least two entrants", "set most_entrants to 2 or more")
    start = terms.start
    if start is not None and start.entrants is not None and not 2 <= start.entrants <= terms.most_entrants:
        return bad_format(
            f"the tournament would start with {start.entrants} entrants, but has at most {terms.most_entrants}",
            f"start it with 2 to {terms.most_entrants} entrants",
        )
    if terms.tie_breaks is not None and (fault := tie_breaks_fault(terms.format, terms.tie_breaks)):
        return fault
    return _format_fault(terms) or _rating_fault(terms, organiser_is_guest) or _opening_fault(terms)


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
    if terms.games is not None and double and terms.games % 2:
        return bad_format(
            f"{terms.games} games are an odd number, but each opening is played with both sides",
            f"set games to {terms.games + 1}",
        )
    test = terms.sprt
    if test is not None and test.elo0 >= test.elo1:
        return bad_format(
            f"elo0 must be less than elo1, but {test.elo0:g} is not less than {test.elo1:g}", "as in 0:10"
        )
    if test is not None and test.alpha + test.beta >= 1:
        return bad_format("alpha and beta must be less than 1 together", "such as 0.05 each")
    return None


def _arena_fault(terms: TournamentTerms) -> Refusal | None:
    if terms.minutes is None:
        return bad_format("an arena needs a duration", "set minutes, such as 60")
    control = terms.control
    if not terms.berserk:
        return None
    if not isinstance(control, Fischer) or control.increment_s > 2 * control.base_s / 60:
        return bad_format(
            "berserk needs a clock whose increment in seconds is at most twice its base in minutes",
            "choose such a clock, as 3+2, or leave out berserk",
        )
    return None


def _rating_fault(terms: TournamentTerms, organiser_is_guest: bool) -> Refusal | None:
    if not terms.rated:
        return None
    if organiser_is_guest:
        return Refusal(Reason.CANNOT_RATE, "guests create no rated tournaments", "log in, or leave out rated")
    if terms.openings is not None or terms.position is not None:
        return bad_format("games from openings or positions are not rated", "leave out rated, or the openings")
    return None


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
    if format not in FITS["tie_breaks"]:
        return bad_format(f"a {format} has no tie-breaks")
    try:
        tie_breaks(names, format)
    except ValueError as error:
        return bad_format(str(error))
    return None
