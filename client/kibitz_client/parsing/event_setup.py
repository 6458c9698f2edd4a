"""Options of `kibitz tournament create`, as typed, to the command that creates a tournament."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from pydantic import ValidationError

from kibitz_client.errors import UsageError
from kibitz_client.parsing.arguments import clock, delay, engine, game_options
from kibitz_client.requests import reasoned
from kibitz_protocol.tournaments.commands import CreateLeague, CreateTournament
from kibitz_protocol.tournaments.fits import misfit
from kibitz_protocol.tournaments.formats import FORMATS_OF, Misfit
from kibitz_protocol.tournaments.terms import EngineEntrant, Openings, TournamentTerms
from kibitz_protocol.values.engines import EngineSpec

N = TypeVar("N", int, float)
KINDS = {"people": "person", "person": "person", "bots": "bot", "bot": "bot", "engines": "engine", "engine": "engine"}
OPTIONS = {
    "most_entrants": "--max",
    "start_at": "--start",
    "first_move_s": "--first-move",
    "grace_s": "--grace",
    "break_s": "--break",
    "season_days": "--season",
    "kinds": "--entrants",
    "forbidden": "--forbid",
    "approve": "--accept approve",
    "proved": "--adjudicate-proved",
    "score": "--resign or --draw",
    "moves": "--resign or --draw",
    "from_move": "--draw",
    "adjudication": "--resign, --draw, --most-plies or --adjudicate-proved",
}
"""Options whose names are not those of the fields of the protocol."""
NEEDED = {
    "match": ("games", "a match needs --games, how many it has", "add --games 20, or --sprt 0:10, which ends it"),
    "arena": ("minutes", "an arena needs --minutes, how long it lasts", "add --minutes 60"),
}
"""By format, the term without which it has no end, and what is said then."""
SETTING = re.compile(r"set (\w+) to (\d+)")
FIELD = re.compile(rf"\b(?:{'|'.join(('most_entrants', *FORMATS_OF))})\b")
"""Fields of terms in a hint."""
SPRT_FORM = "write it like 0:10, or 0:10:0.05:0.05:logistic"
LONGEST_NAME = 32
MODELS = ("normalized", "logistic")
TIME = re.compile(r"(\d{1,2}):(\d{2})")


@dataclass(frozen=True, slots=True)
class EventSetup:
    """Setup of a tournament, as typed. What is None was not given."""

    format: str
    game: str
    name: str | None = None
    options: Sequence[str] = ()
    clock: str | None = None
    entrants: str | None = None
    most_entrants: int | None = None
    start: str | None = None
    start_when: int | None = None
    start_now: bool = False
    engines: Sequence[str] = ()
    openings: Openings | None = None
    seed: int | None = None
    concurrency: int | None = None
    delay: str | None = None
    private: bool = False
    rated: bool = False
    chat: bool = True
    watchers: bool = True
    first_move: float | None = None
    break_s: float | None = None
    berserk: bool = False
    approve: bool = False
    rounds: int | None = None
    cycles: int | None = None
    seeds: int | None = None
    pairs: bool | None = None
    games: int | None = None
    most_games: int | None = None
    sprt: str | None = None
    most_pairs: int | None = None
    minutes: float | None = None
    grace: float | None = None
    all_draws: bool = False
    reach: int | None = None
    season: int | None = None
    bye: float | None = None
    forbidden: Sequence[tuple[str, str]] = ()
    tie_breaks: str | None = None
    anchor: str | None = None
    resign: str | None = None
    draw: str | None = None
    most_plies: int | None = None
    adjudicate_proved: bool = False
    show_thinking: bool | None = None


def create_event(setup: EventSetup, now: datetime | None = None) -> CreateTournament:
    """Return the action that creates a tournament.

    Args:
        setup: The options.
        now: The time on the clock of this machine, for a start at a time of day.

    Raises:
        UsageError: An option is invalid, or does not fit the format.
    """
    starts = [("--start", setup.start), ("--start-when", setup.start_when), ("--start-now", setup.start_now or None)]
    given = [name for name, value in starts if value is not None]
    if len(given) > 1:
        raise UsageError(f"{given[0]} and {given[1]} exclude each other", "leave one of them out")
    engines = entrants(setup.engines)
    terms = _terms(setup, now or datetime.now())
    if engines and "engine" not in terms.kinds:
        raise UsageError("--engine enters an engine, but --entrants admits none", "add engines to --entrants")
    if terms.most_entrants is not None and len(engines) > terms.most_entrants:
        raise UsageError(f"--max {terms.most_entrants} is less than the number of engines, {len(engines)}")
    if terms.format == "match" and len(engines) > 2:
        raise UsageError("a match has two entrants", "use --format gauntlet or round-robin for more")
    if setup.start_now and len(engines) < 2:
        raise UsageError("a tournament starts with two entrants at least", "add two engines, or use --start-when 2")
    if (found := misfit(terms)) is not None:
        if found.field == "games" and setup.most_games is not None:
            found = found._replace(field="most_games")
        raise UsageError(misfit_text(found), _with_options(found.hint))
    if (length := NEEDED.get(terms.format)) is not None and terms.sprt is None and getattr(terms, length[0]) is None:
        raise UsageError(*length[1:])
    name = setup.name or default_name(terms, engines)
    return _built(CreateTournament, name=name, terms=terms, engines=engines, start_now=setup.start_now)


def create_league(setup: EventSetup, *, divisions: int, promote: int, relegate: int) -> CreateLeague:
    """Return the action that creates a league, whose divisions have the terms of a round robin.

    Raises:
        UsageError: An option is invalid, or does not fit the others.
    """
    terms = _terms(setup, datetime.now())
    if (found := misfit(terms)) is not None:
        raise UsageError(misfit_text(found), "see kibitz league create --help")
    return _built(CreateLeague, name=setup.name, terms=terms, divisions=divisions, promote=promote, relegate=relegate)


def misfit_text(found: Misfit) -> str:
    """Return why an option does not fit: `--rounds belongs to a Swiss, not to an arena`."""
    name = OPTIONS.get(found.field, f"--{found.field.replace('_', '-')}")
    return f"{name} {found.reason}"


def _with_options(hint: str) -> str:
    """Return a hint that names fields of the protocol with the options of this program instead."""
    hint = SETTING.sub(r"use \1 \2", hint)
    return FIELD.sub(lambda found: OPTIONS.get(found[0], f"--{found[0].replace('_', '-')}"), hint)


def default_name(terms: TournamentTerms, engines: Sequence[EngineEntrant]) -> str:
    """Return the name of a tournament that was given none: `level:3 v level:4`, `swiss of chess`."""
    if terms.format == "match" and len(engines) == 2:
        return " v ".join(entrant.name or str(entrant.engine) for entrant in engines)[:100]
    return f"{terms.format} of {terms.game}"


def entrants(typed: Sequence[str]) -> list[EngineEntrant]:
    """Return engines that enter, from texts such as `alphabeta:depth=4` and `deep=alphabeta:depth=4`.

    Engines that are the same are numbered as copies, so that each has a name of its own.

    Raises:
        UsageError: A text is not an engine, or two have one name.
    """
    found: list[EngineEntrant] = []
    used: dict[str, int] = {}
    for text in typed:
        name, spec = _named(text)
        shown = name or str(spec)
        used[shown.casefold()] = number = used.get(shown.casefold(), 0) + 1
        if number > 1:
            if name is not None:
                raise UsageError(f"two engines have the name {name}", "give each a name of its own")
            # Another name could be taken for that of an engine, which the server refuses.
            name = f"copy {number} of {shown}"[:LONGEST_NAME].strip()
        found.append(_built(EngineEntrant, engine=spec, name=name))
    return found


def _named(text: str) -> tuple[str | None, EngineSpec]:
    name, equals, rest = text.partition("=")
    # The settings of an engine have signs of equality too, behind a colon: alphabeta:depth=4.
    if equals and ":" not in name:
        return name.strip() or None, engine(rest)
    return None, engine(text)


def _terms(setup: EventSetup, now: datetime) -> TournamentTerms:
    most = setup.games
    if setup.most_games is not None:
        if setup.sprt is None:
            raise UsageError("--most-games belongs to --sprt", "use --games")
        if most is not None and most != setup.most_games:
            raise UsageError("--games and --most-games exclude each other", "leave one of them out")
        most = setup.most_games
    fields: dict[str, Any] = {
        "format": setup.format,
        "game": setup.game,
        "options": game_options(setup.options),
        "clock": clock(setup.clock) if setup.clock else None,
        "most_entrants": setup.most_entrants,
        "start_at": start_time(setup.start, now) if setup.start is not None else None,
        "start_when": setup.start_when,
        "pairs": setup.pairs,
        "rounds": setup.rounds,
        "cycles": setup.cycles,
        "seeds": setup.seeds,
        "games": most,
        "sprt": sprt(setup.sprt) if setup.sprt is not None else None,
        "most_pairs": setup.most_pairs,
        "minutes": setup.minutes,
        "grace_s": setup.grace,
        "reach": setup.reach,
        "season_days": setup.season,
        "bye": setup.bye,
        "forbidden": list(setup.forbidden),
        "all_draws": setup.all_draws or None,
        "berserk": setup.berserk or None,
        "tie_breaks": setup.tie_breaks.replace(",", " ").split() if setup.tie_breaks is not None else None,
        "break_s": setup.break_s,
        "first_move_s": setup.first_move,
        "approve": setup.approve,
        "openings": setup.openings,
        "adjudication": adjudication(setup),
        "seed": setup.seed,
        "concurrency": setup.concurrency,
        "anchor": _anchor(setup.anchor) if setup.anchor is not None else None,
        "rated": setup.rated,
        "private": setup.private,
        "delay": delay(setup.delay) if setup.delay else None,
        "chat": setup.chat,
        "watchable": setup.watchers,
        "show_thinking": setup.show_thinking,
    }
    if (kinds := _kinds(setup)) is not None:
        fields["kinds"] = kinds
    return _built(TournamentTerms, **fields)


def _kinds(setup: EventSetup) -> list[str] | None:
    if setup.entrants is None:
        # Engines that begin at once wait for no other entrant.
        match = setup.format == "match" and len(setup.engines) == 2
        return ["engine"] if match or (setup.start_now and setup.engines) else None
    names = [name.strip().lower() for name in setup.entrants.split(",") if name.strip()]
    wrong = next((name for name in names if name not in KINDS), None)
    if wrong is not None or not names:
        raise UsageError(f"{wrong or setup.entrants!r} is no kind of entrant", "choose from people,bots,engines")
    return [KINDS[name] for name in names]


def adjudication(setup: EventSetup) -> dict[str, Any] | None:
    """Return the rules of adjudication; None without any."""
    resign, draw = None, None
    if setup.resign is not None:
        text, one = setup.resign.lower().removesuffix(":one"), setup.resign.lower().endswith(":one")
        resign = _numbered("--resign", text, {"score": "SCORE", "moves": "MOVES"}, "900:3, or 900:3:one")
        resign["both"] = not one
    if setup.draw is not None:
        names = {"from_move": "FROM", "score": "SCORE", "moves": "MOVES"}
        draw = _numbered("--draw", setup.draw, names, "40:10:8")
    rules = {"resign": resign, "draw": draw, "most_plies": setup.most_plies, "proved": setup.adjudicate_proved}
    return rules if any(rules.values()) else None


def _numbered(option: str, text: str, names: Mapping[str, str], example: str) -> dict[str, Any]:
    """Return the numbers of `900:3` by the names of their fields, each with its name in help texts."""
    parts, hint = text.split(":"), f"write it like {example}"
    if len(parts) != len(names):
        raise UsageError(f"{option} {text!r} has not the form {':'.join(names.values())}", hint)
    return {
        name: _number(part, int, f"{option} {text!r}: {part!r} is not an integer", hint)
        for name, part in zip(names, parts, strict=True)
    }


def _number(text: str, kind: Callable[[str], N], sentence: str, hint: str) -> N:
    try:
        return kind(text.strip())
    except ValueError:
        raise UsageError(sentence, hint) from None


def sprt(text: str) -> dict[str, Any]:
    """Return a sequential test from `ELO0:ELO1[:ALPHA:BETA[:MODEL]]`.

    Raises:
        UsageError: The text has another form, or its numbers do not fit each other.
    """
    parts = re.split(r"[:,]", text)
    model = parts.pop().strip().lower() if len(parts) in (3, 5) and parts[-1].strip().lower() in MODELS else MODELS[0]
    if len(parts) not in (2, 4):
        raise UsageError(f"--sprt {text!r} is not a test of two Elo differences", SPRT_FORM)
    names = ("elo0", "elo1", "alpha", "beta")
    found: dict[str, Any] = {
        name: _number(part, float, f"--sprt {text!r}: {part!r} is not a number", SPRT_FORM)
        for name, part in zip(names, parts, strict=False)
    }
    return {**found, "model": model}


def start_time(text: str, now: datetime) -> float:
    """Return a start in seconds since 1970, for a time of day or a day with a time on the clock of this machine.

    Raises:
        UsageError: It is not a time, or it has passed.
    """
    hint = "write it like 19:30, or 2026-12-24T19:30"
    if (clock_time := TIME.fullmatch(text.strip())) is not None:
        hour, minute = map(int, clock_time.groups())
        if hour > 23 or minute > 59:
            raise UsageError(f"--start {text!r} is not a time of day", hint)
        start = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        return (start if start > now else start + timedelta(days=1)).timestamp()
    try:
        start = datetime.fromisoformat(text.strip())
        at = start.timestamp()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"--start {text!r} is not a time", hint) from None
    if at <= now.timestamp():
        hint = "name a later time, or start it yourself: kibitz tournament start CODE"
        raise UsageError(f"--start {text!r} has passed", hint)
    return at


def _anchor(text: str) -> tuple[str, float]:
    name, equals, elo = text.rpartition("=")
    if not equals or not name.strip():
        raise UsageError(f"--anchor {text!r} has no name or no Elo", "write it like --anchor level:3=1500")
    return name.strip(), _number(elo, float, f"--anchor: {elo!r} is not a number", "write it like level:3=1500")


M = TypeVar("M", CreateLeague, CreateTournament, EngineEntrant, TournamentTerms)


def _built(model: type[M], **fields: Any) -> M:
    """Return a value of the protocol. Raises `UsageError`, which names the option, if a field is invalid."""
    try:
        return model(**fields)
    except ValidationError as error:
        place, reason = reasoned(error)
        field = next((part for part in reversed(place) if part in OPTIONS or part in EventSetup.__slots__), place[0])
        raise UsageError(f"{OPTIONS.get(field, '--' + field.replace('_', '-'))} {reason}") from None
