"""Terms of a tournament: from the protocol to the core and back.

A term that a client leaves out has the default of the core. The protocol and the core use the same field names, but for
what the functions here name.
"""

from dataclasses import asdict, fields, replace
from typing import Any

from kibitz_protocol.tournaments import terms as protocol
from kibitz_protocol.tournaments.formats import most_entrants
from kibitz_server.core.tournament.statistics.sprt import SequentialTest
from kibitz_server.core.tournament.values import (
    EntrantKind,
    Format,
    OpeningSet,
    StartTerms,
    TournamentTerms,
)
from kibitz_server.core.values.terms import Delay
from kibitz_server.messages import commands
from kibitz_server.messages.games import clock_data
from kibitz_server.messages.match_data import adjudication_data
from kibitz_server.messages.outgoing import Data

PLAIN = (
    "pairs rounds cycles seeds games most_pairs minutes grace_s reach season_days bye all_draws berserk break_s"
    " first_move_s approve concurrency anchor rated chat watchable show_thinking"
).split()
"""Terms that are equal in core and protocol."""
DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(TournamentTerms)}


def tournament_terms(
    asked: protocol.TournamentTerms, openings: OpeningSet | None, seed: int, key_hash: str | None
) -> TournamentTerms:
    """Return the terms that a client asks for.

    Args:
        asked: The terms.
        openings: The openings that they name.
        seed: The seed of the tournament, if they have none.
        key_hash: Hash of the key of a private tournament.
    """
    given = {name: getattr(asked, name) for name in PLAIN if getattr(asked, name) is not None}
    format, start = Format(asked.format), StartTerms(asked.start_at, asked.start_when)
    if format is Format.MATCH and asked.pairs is None:
        given["pairs"] = True  # the usual match consists of pairs of games
    kinds = [kind for kind in EntrantKind if kind in asked.kinds]
    if format is Format.LADDER and "kinds" not in asked.model_fields_set:
        kinds.remove(EntrantKind.ENGINE)  # a ladder has none, and the client did not ask for them
    terms = TournamentTerms(
        format=format,
        game=asked.game,
        options=tuple(asked.options.items()),
        control=commands.time_control(asked.clock),
        kinds=tuple(kinds),
        most_entrants=asked.most_entrants or min(most_entrants(format), DEFAULTS["most_entrants"]),
        start=start if start != StartTerms() else None,
        sprt=SequentialTest(**asked.sprt.model_dump()) if asked.sprt is not None else None,
        forbidden=tuple(asked.forbidden),
        tie_breaks=tuple(asked.tie_breaks) if asked.tie_breaks is not None else None,
        openings=openings,
        adjudication=commands.adjudication(asked.adjudication),
        seed=seed if asked.seed is None else asked.seed,
        listed=not asked.private,
        key_hash=key_hash,
        delay=Delay(asked.delay.moves, asked.delay.seconds) if asked.delay is not None else None,
    )
    return replace(terms, **given)


def terms_data(terms: TournamentTerms, *, seed: bool = True) -> Data:
    """Return the `TournamentTerms` of a tournament: what differs from the defaults. Openings are named, not sent.

    `seed`: whether to tell the seed, from which openings and the moves of engines follow.
    """
    start, openings = terms.start or StartTerms(), terms.openings
    data: Data = {
        "format": terms.format,
        "game": terms.game,
        "options": dict(terms.options),
        "clock": clock_data(terms.control),
        "kinds": list(terms.kinds),
        "most_entrants": terms.most_entrants,
        "start_at": start.at,
        "start_when": start.entrants,
        "sprt": asdict(terms.sprt) if terms.sprt else None,
        "forbidden": [list(pair) for pair in terms.forbidden],
        "tie_breaks": None if terms.tie_breaks is None else list(terms.tie_breaks),
        "adjudication": adjudication_data(terms.adjudication),
        "seed": terms.seed if seed else None,
        "private": terms.key_hash is not None,
        "delay": {"moves": terms.delay.moves, "seconds": terms.delay.seconds} if terms.delay else None,
    }
    if terms.league is not None:
        place = asdict(terms.league)
        data["league"] = {"league": place.pop("id"), **place}
    if openings is not None:
        data["openings"] = {
            "source": "bundled" if openings.name == "bundled" else "given",
            "name": openings.name,
            "sha256": openings.sha256,
            "order": openings.order,
            "start": openings.start,
            "number": len(openings.openings),
        }
    return data | {name: getattr(terms, name) for name in PLAIN if getattr(terms, name) != DEFAULTS[name]}
