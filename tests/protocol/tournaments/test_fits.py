"""Terms that do not fit their format or each other are refused with the reason."""

from typing import Any, get_args

import pytest

from kibitz_protocol.tournaments.fits import misfit
from kibitz_protocol.tournaments.formats import FORMATS_OF, SHOWN
from kibitz_protocol.tournaments.terms import Format, TournamentTerms
from kibitz_protocol.values.clocks import parse_clock

ANY_VALUE: dict[str, Any] = {
    "pairs": True,
    "rounds": 5,
    "cycles": 2,
    "seeds": 1,
    "games": 10,
    "sprt": {"elo0": 0, "elo1": 10},
    "most_pairs": 2,
    "minutes": 60,
    "grace_s": 60,
    "reach": 5,
    "season_days": 30,
    "bye": 0.5,
    "forbidden": [("Ann", "Bob")],
    "all_draws": True,
    "berserk": True,
    "tie_breaks": ["BH"],
    "break_s": 10,
    "anchor": ("Ann", 1500),
}

TERMS_OF = {
    "match": "pairs games sprt",
    "gauntlet": "pairs cycles seeds tie_breaks anchor",
    "round-robin": "pairs cycles tie_breaks break_s anchor",
    "swiss": "rounds bye forbidden tie_breaks break_s anchor",
    "knockout": "pairs most_pairs break_s anchor",
    "arena": "minutes grace_s forbidden all_draws berserk tie_breaks anchor",
    "ladder": "reach season_days",
}
"""By format, the terms that it has and others have not."""


def test_each_format_has_its_terms() -> None:
    """What belongs to a format is what its description offers."""
    found = {format: {field for field, having in FORMATS_OF.items() if format in having} for format in SHOWN}
    assert found == {format: set(fields.split()) for format, fields in TERMS_OF.items()}


def terms(format: str, **fields: Any) -> TournamentTerms:
    """Return terms of a format."""
    clock = parse_clock("3+2") if fields.get("berserk") else None
    return TournamentTerms.model_validate({"format": format, "game": "chess", "clock": clock, **fields})


@pytest.mark.parametrize("field", FORMATS_OF)
@pytest.mark.parametrize("format", get_args(Format))
def test_a_term_of_another_format_is_refused(field: str, format: Format) -> None:
    """Each term is accepted by its own formats alone, and the refusal names them."""
    found = misfit(terms(format, **{field: ANY_VALUE[field]}))
    if format in FORMATS_OF[field]:
        assert found is None
    else:
        assert found is not None
        assert found.field == field
        assert SHOWN[FORMATS_OF[field][0]] in found.reason
        assert SHOWN[format] in found.reason


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"format": "match", "sprt": {"elo0": 10, "elo1": 10}}, "sprt"),
        ({"format": "match", "sprt": {"elo0": 5, "elo1": 0}}, "sprt"),
        ({"format": "match", "sprt": {"elo0": 0, "elo1": 5, "alpha": 0.5, "beta": 0.5}}, "sprt"),
        ({"format": "match", "sprt": {"elo0": 0, "elo1": 5}, "games": 7}, "games"),
        ({"format": "match", "games": 7}, "games"),
        ({"format": "match", "sprt": {"elo0": 0, "elo1": 5}, "pairs": False}, "pairs"),
        ({"format": "match", "most_entrants": 3}, "most_entrants"),
        ({"format": "swiss", "most_entrants": 251}, "most_entrants"),
        ({"format": "round-robin", "most_entrants": 65}, "most_entrants"),
        ({"format": "swiss", "start_when": 9, "most_entrants": 8}, "start_when"),
        ({"format": "swiss", "start_when": 8, "start_at": 1e9}, "start_when"),
        ({"format": "swiss", "kinds": ["person", "person"]}, "kinds"),
        ({"format": "swiss", "kinds": ["person"], "adjudication": {"proved": True}}, "adjudication"),
        ({"format": "swiss", "kinds": ["person", "bot"], "concurrency": 2}, "concurrency"),
        ({"format": "ladder", "concurrency": 2}, "concurrency"),
        ({"format": "swiss", "kinds": ["engine"], "first_move_s": 10}, "first_move_s"),
        ({"format": "swiss", "rated": True, "openings": {"source": "bundled"}}, "rated"),
        ({"format": "arena", "berserk": True}, "berserk"),
        ({"format": "arena", "berserk": True, "clock": parse_clock("30s")}, "berserk"),
        ({"format": "arena", "berserk": True, "clock": parse_clock("1+3")}, "berserk"),
    ],
)
def test_terms_that_contradict_each_other_are_refused(fields: dict[str, Any], field: str) -> None:
    """The first contradiction is named by its field."""
    found = misfit(TournamentTerms.model_validate({"game": "chess", **fields}))
    assert found is not None
    assert found.field == field


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "match", "games": 1, "pairs": False},
        {"format": "match", "games": 200, "sprt": {"elo0": 0, "elo1": 5}, "openings": {"source": "bundled"}},
        {"format": "match", "sprt": {"elo0": -5, "elo1": 5, "alpha": 0.3, "beta": 0.6}},
        {"format": "arena", "berserk": True, "clock": parse_clock("1+2")},
        {"format": "swiss", "most_entrants": 250, "start_when": 250},
        {"format": "swiss", "kinds": ["engine"], "adjudication": {"proved": True}, "concurrency": 3},
    ],
)
def test_terms_that_fit_are_accepted(fields: dict[str, Any]) -> None:
    """Values at their bounds fit."""
    assert misfit(TournamentTerms.model_validate({"game": "chess", **fields})) is None
