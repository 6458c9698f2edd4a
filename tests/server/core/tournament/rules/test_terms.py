"""Terms of tournaments that are refused, each with a sentence and a way out."""

from dataclasses import fields
from typing import Any

import pytest

from kibitz_protocol.tournaments.formats import FORMATS_OF, MOST_OF, SHOWN
from kibitz_server.core.tournament.statistics.sprt import SequentialTest
from kibitz_server.core.tournament.tie_breaks.table import DEFAULTS
from kibitz_server.core.tournament.tournament import Tournament
from kibitz_server.core.tournament.values import (
    EntrantKind,
    Format,
    OpeningSet,
    StartTerms,
    TournamentOpening,
    TournamentTerms,
)
from kibitz_server.core.values.clock import Byoyomi, Fischer
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason, Refusal
from tests.server.core.tournament.play import (
    START,
    Play,
    engine,
    engines,
    make_command,
    people,
    person,
    refusal_of,
    with_name,
)

OPENINGS = OpeningSet("bundled", "0" * 64, (TournamentOpening(("b2", "a1")), TournamentOpening(("a1", "b2"))))
SET: dict[str, Any] = {
    "pairs": True,
    "rounds": 5,
    "cycles": 2,
    "seeds": 2,
    "games": 8,
    "sprt": SequentialTest(0, 10),
    "most_pairs": 5,
    "minutes": 10.0,
    "grace_s": 5.0,
    "reach": 3,
    "season_days": 30,
    "bye": 0.5,
    "forbidden": (("p1", "p2"),),
    "all_draws": True,
    "berserk": True,
    "break_s": 60.0,
    "tie_breaks": ("WON",),
    "anchor": ("e1", 1500.0),
}
"""A value of each term that does not fit all formats, other than its default."""


def test_each_term_of_some_formats_is_tried() -> None:
    """The table of terms names fields of the terms, and the tests below try all of them."""
    assert set(FORMATS_OF) <= {each.name for each in fields(TournamentTerms)}
    assert SET.keys() == FORMATS_OF.keys()
    assert SHOWN.keys() == set(Format) >= set(MOST_OF)
    assert all(set(formats) < set(Format) for formats in FORMATS_OF.values())
    assert set(FORMATS_OF["tie_breaks"]) == DEFAULTS.keys()


@pytest.mark.parametrize("name", sorted(SET))
@pytest.mark.parametrize("format", list(Format))
def test_a_term_of_another_format_is_refused(format: Format, name: str) -> None:
    """A term that has no effect in the format is refused, and the sentence says where it belongs."""
    if format in FORMATS_OF[name]:
        return
    refusal = refusal_of(format, **{name: SET[name]})
    assert refusal.reason is Reason.BAD_FORMAT
    owners = " or ".join(SHOWN[each] for each in FORMATS_OF[name])
    assert refusal.message == f"{name} belongs to {owners}, not to {SHOWN[format]}"
    assert refusal.hint
    assert refusal.hint.startswith(f"leave it out; {SHOWN[format]} has ")


@pytest.mark.parametrize("format", list(Format))
def test_fitting_terms_are_accepted(format: Format) -> None:
    """Each term is accepted in each format that it fits."""
    for name, given in SET.items():
        extra: dict[str, Any] = {"control": Fischer(180.0, 2.0)} if name == "berserk" else {}
        extra |= {"tie_breaks": ("GAMES",)} if name == "tie_breaks" and format is Format.ARENA else {}
        if format in FORMATS_OF[name]:
            Play(format, start_now=False, **{name: given} | extra)


@pytest.mark.parametrize(
    ("format", "given", "says", "helps"),
    [
        (Format.SWISS, {"most_entrants": 251}, "at most 250", "250"),
        (Format.ROUND_ROBIN, {"most_entrants": 65}, "at most 64", "64"),
        (Format.MATCH, {"most_entrants": 3}, "at most 2", "2"),
        (Format.KNOCKOUT, {"most_entrants": 1001}, "at most 1000", "1000"),
        (Format.SWISS, {"most_entrants": 1}, "at least two", "2"),
        (Format.SWISS, {"start": StartTerms(entrants=65)}, "65 entrants", "64"),
        (Format.SWISS, {"start": StartTerms(entrants=1)}, "less than two", "2 or more"),
        (Format.MATCH, {"games": None}, "number of games", "games or sprt"),
        (Format.MATCH, {"games": 3, "pairs": True}, "odd", "4"),
        (Format.MATCH, {"games": 3, "openings": OPENINGS}, "odd", "4"),
        (Format.MATCH, {"games": 3, "sprt": SequentialTest(0, 10)}, "odd", "4"),
        (Format.ARENA, {"minutes": None}, "duration", "minutes"),
        (Format.ARENA, {"berserk": True, "control": Fischer(180.0, 7.0)}, "at most twice", "3+2"),
        (Format.ARENA, {"berserk": True, "control": Byoyomi(180.0, 3, 30.0)}, "at most twice", "3+2"),
        (Format.ARENA, {"berserk": True, "control": None}, "at most twice", "3+2"),
        (Format.GAUNTLET, {"seeds": 64}, "more entrants", "fewer seeds"),
        (Format.SWISS, {"bye": 0.7}, "1 or 0.5", "0.5"),
        (Format.SWISS, {"tie_breaks": ("XYZ",)}, "XYZ", None),
        (Format.ROUND_ROBIN, {"tie_breaks": ("BH",)}, "BH", None),
        (Format.SWISS, {"tie_breaks": ("BH", "BH")}, "twice", None),
        (Format.SWISS, {"rated": True, "openings": OPENINGS}, "not rated", "leave out"),
        (Format.SWISS, {"rated": True, "position": "..."}, "not rated", "leave out"),
        (Format.SWISS, {"position": "...", "openings": OPENINGS}, "not from both", "leave out"),
        (Format.SWISS, {"openings": OpeningSet("x", "0", ())}, "has none", "another file"),
        (Format.SWISS, {"openings": OpeningSet("x", "0", OPENINGS.openings, start=3)}, "no opening 3", "another start"),
        (Format.ROUND_ROBIN, {"cycles": 100}, "too many", "fewer entrants or cycles"),
        (Format.GAUNTLET, {"cycles": 100, "seeds": 50}, "too many", "fewer entrants or cycles"),
    ],
)
def test_terms_that_contradict_each_other_are_refused(
    format: Format, given: dict[str, Any], says: str, helps: str | None
) -> None:
    """Terms that cannot hold together are refused; the sentence says why, and the hint what to do."""
    refusal = refusal_of(format, **given)
    assert refusal.reason is Reason.BAD_FORMAT
    assert says in refusal.message
    assert helps is None or (refusal.hint and helps in refusal.hint)


def test_a_large_plan_is_counted_with_the_entrants_that_it_has() -> None:
    """A round robin of engines alone that starts at once is as large as its entrants make it."""
    Play(Format.ROUND_ROBIN, engines(6), cycles=100)


@pytest.mark.parametrize(
    ("one", "other", "refused"),
    [
        (engine("a", algorithm="alphabeta", depth=3), engine("b", algorithm="minimax", depth=2), True),
        (engine("a", algorithm="alphabeta", nodes=500), engine("b", algorithm="mcts", nodes=500, seed=7), True),
        (engine("a", algorithm="alphabeta", depth=3), engine("b", algorithm="alphabeta", seconds=0.1), False),
        (engine("a", algorithm="alphabeta", depth=3), engine("b", algorithm="mcts", nodes=500), False),
        (engine("a", algorithm="alphabeta", depth=3), engine("b", algorithm="level", level=7), False),
    ],
)
def test_a_test_of_engines_that_repeat_one_game_is_refused(one: Any, other: Any, refused: bool) -> None:
    """Two engines without random choices need openings for a sequential test; seeds and clocks make games differ."""
    given: dict[str, Any] = {"games": None, "sprt": SequentialTest(0, 10)}
    made = Tournament.create(make_command(Format.MATCH, [one, other], **given), START)
    assert isinstance(made, Refusal) is refused
    if isinstance(made, Refusal):
        assert made.reason is Reason.BAD_FORMAT
        assert made.hint == "choose openings"
        Play(Format.MATCH, [one, other], **given | {"openings": OPENINGS})


def test_guests_create_no_rated_tournament() -> None:
    """A guest may create a tournament, but no rated one; guests are no entrants of one either."""
    command = make_command(Format.SWISS, start_now=False, rated=True)
    command = type(command)(
        **{each.name: getattr(command, each.name) for each in fields(command)} | {"organiser": Human("g", "Guest")}
    )
    made = Tournament.create(command, START)
    assert isinstance(made, Refusal)
    assert made.reason is Reason.CANNOT_RATE
    guest = person("g2", account=False)
    assert refusal_of(Format.SWISS, [guest], rated=True).reason is Reason.NOT_ALLOWED


def test_first_entrants_must_fit() -> None:
    """More entrants than there is room for, equal names in any case, and kinds that may not enter are refused."""
    assert refusal_of(Format.SWISS, people(5), most_entrants=4).reason is Reason.TOURNAMENT_FULL
    same = [engine("Ada"), with_name(engine("b"), "ADA")]
    assert refusal_of(Format.SWISS, same).reason is Reason.ALREADY_ENTERED
    assert refusal_of(Format.SWISS, engines(2), kinds=(EntrantKind.PERSON,)).reason is Reason.BAD_FORMAT


def test_a_start_needs_two_entrants() -> None:
    """A tournament does not start at once with one entrant, except an arena and a ladder, which others may enter."""
    for format in Format:
        made = Tournament.create(make_command(format, people(1)), START)
        late = format in (Format.ARENA, Format.LADDER)
        assert isinstance(made, Refusal) is not late, format
        if isinstance(made, Refusal):
            assert made.reason is Reason.NO_PAIRING
            assert made.hint
