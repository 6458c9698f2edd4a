"""Options of a new tournament become its terms, or a sentence that names the option."""

from datetime import datetime
from typing import Any

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.parsing.event_setup import EventSetup, create_event, entrants, sprt, start_time
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.tournaments.terms import Openings
from kibitz_server.accounts.names import is_free

NOW = datetime(2026, 12, 24, 18, 0, 30)


def created(format: str, **options: Any) -> CreateTournament:
    """Return the action for options."""
    return create_event(EventSetup(format, "chess", **options), NOW)


def test_all_options_reach_the_terms() -> None:
    """Each option has its field of the protocol."""
    do = created(
        "swiss",
        name="Friday",
        rounds=5,
        clock="5+3",
        options=("array=any",),
        entrants="people, bots,ENGINES",
        most_entrants=64,
        start="19:30",
        engines=("level:3", "deep=alphabeta:depth=4"),
        openings=Openings(),
        seed=7,
        concurrency=2,
        delay="2",
        private=True,
        first_move=60.0,
        break_s=5.0,
        approve=True,
        bye=0.5,
        forbidden=[("Ann", "Bob")],
        tie_breaks="bh-c1 BH,SB",
        anchor="level:3=1500",
        resign="900:3:one",
        draw="40:10:8",
        most_plies=300,
        adjudicate_proved=True,
    )
    terms = do.terms
    assert (do.name, terms.rounds, str(terms.clock), terms.options) == ("Friday", 5, "5+3", {"array": "any"})
    assert terms.kinds == ["person", "bot", "engine"]
    assert terms.start_at == datetime(2026, 12, 24, 19, 30).timestamp()
    assert [(each.name, str(each.engine)) for each in do.engines] == [
        (None, "level:3"),
        ("deep", "alphabeta:depth=4"),
    ]
    assert (terms.most_entrants, terms.seed, terms.concurrency, str(terms.delay)) == (64, 7, 2, "2")
    assert (terms.private, terms.first_move_s, terms.break_s, terms.approve) == (True, 60, 5, True)
    assert (terms.bye, terms.forbidden, terms.tie_breaks) == (0.5, [("Ann", "Bob")], ["BH-C1", "BH", "SB"])
    assert terms.anchor == ("level:3", 1500)
    assert terms.adjudication is not None
    assert terms.adjudication.model_dump() == {
        "resign": {"score": 900, "moves": 3, "both": False},
        "draw": {"from_move": 40, "score": 10, "moves": 8},
        "most_plies": 300,
        "proved": True,
    }
    arena = created("arena", minutes=30.0, grace=0.0, all_draws=True, berserk=True, clock="3+2").terms
    assert (arena.minutes, arena.grace_s, arena.all_draws, arena.berserk) == (30, 0, True, True)
    ladder = created("ladder", reach=5, season=30).terms
    assert (ladder.reach, ladder.season_days) == (5, 30)
    gauntlet = created("gauntlet", seeds=2, cycles=3, pairs=True).terms
    assert (gauntlet.seeds, gauntlet.cycles, gauntlet.pairs) == (2, 3, True)
    assert created("knockout", most_pairs=4).terms.most_pairs == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0:10", (0, 10, 0.05, 0.05, "normalized")),
        ("-5:5:0.1:0.2", (-5, 5, 0.1, 0.2, "normalized")),
        ("0:2:0.05:0.05:LOGISTIC", (0, 2, 0.05, 0.05, "logistic")),
        ("0:2:logistic", (0, 2, 0.05, 0.05, "logistic")),
        ("0,10", (0, 10, 0.05, 0.05, "normalized")),
    ],
)
def test_a_test_is_read(text: str, expected: tuple[float, float, float, float, str]) -> None:
    """Differences, error rates and the model may follow each other."""
    terms = created("match", sprt=text, engines=("level:1", "level:2")).terms
    assert terms.sprt is not None
    assert tuple(terms.sprt.model_dump().values()) == expected
    assert terms.games is None
    assert terms.kinds == ["engine"]


@pytest.mark.parametrize("text", ["5", "a:b", "0:5:0.1", "0:5:1:2:3:4", "0:5:0.1:0.1:bayes", ""])
def test_another_text_is_no_test(text: str) -> None:
    """The sentence says what was typed, and the hint how it is written."""
    with pytest.raises(UsageError) as caught:
        sprt(text)
    assert "--sprt" in str(caught.value)
    assert "0:10" in (caught.value.hint or "")


@pytest.mark.parametrize(
    ("format", "options", "sentence"),
    [
        ("arena", {"rounds": 5}, "--rounds belongs to a Swiss, not to an arena"),
        ("swiss", {"minutes": 5.0}, "--minutes belongs to an arena, not to a Swiss"),
        ("swiss", {"sprt": "0:5"}, "--sprt belongs to a match"),
        ("swiss", {"grace": 5.0}, "--grace belongs to an arena"),
        ("match", {"sprt": "5:0"}, "--sprt needs ELO0 less than ELO1, not 5:0"),
        ("match", {"sprt": "0:5:0.6:0.4"}, "--sprt needs alpha and beta less than 1 together"),
        ("match", {"sprt": "0:5:0:0.4"}, "--sprt must be at least"),
        ("match", {"games": 7}, "--games is 7, an odd number"),
        ("match", {"sprt": "0:5", "most_games": 7}, "--most-games is 7, an odd number"),
        ("match", {"most_games": 8}, "--most-games belongs to --sprt"),
        ("match", {"engines": ("level:1", "level:2", "level:3")}, "a match has two entrants"),
        ("swiss", {"start": "25:00"}, "'25:00' is not a time of day"),
        ("swiss", {"start": "soon"}, "'soon' is not a time"),
        ("swiss", {"start": "2020-01-01T10:00"}, "has passed"),
        ("swiss", {"start": "19:30", "start_when": 8}, "--start and --start-when exclude each other"),
        ("swiss", {"start_when": 8, "start_now": True}, "--start-when and --start-now exclude each other"),
        ("swiss", {"start_now": True, "engines": ("level:1",)}, "two entrants at least"),
        ("swiss", {"entrants": "people,cats"}, "'cats' is no kind of entrant"),
        ("swiss", {"entrants": "people", "engines": ("level:1", "level:2")}, "--entrants admits none"),
        ("swiss", {"resign": "900"}, "--resign '900' has not the form SCORE:MOVES"),
        ("swiss", {"resign": "900:x"}, "'x' is not an integer"),
        ("swiss", {"draw": "0:1:1"}, "--draw must be at least 1"),
        ("swiss", {"resign": "900:3:two"}, "has not the form SCORE:MOVES"),
        ("swiss", {"resign": "99999:3"}, "--resign or --draw must be at most 30000"),
        ("swiss", {"anchor": "level:3"}, "--anchor 'level:3' has no name or no Elo"),
        ("swiss", {"bye": 0.7}, "--bye must be a multiple of 0.5"),
        ("swiss", {"tie_breaks": "B*H"}, "--tie-breaks has a character that is not allowed"),
        ("swiss", {"engines": ("a=level:1", "A=level:2")}, "two engines have the name A"),
        ("swiss", {"engines": ("level:1", "level:2", "level:3"), "most_entrants": 2}, "--max 2 is less than"),
        (
            "swiss",
            {"rated": True, "openings": Openings()},
            "--rated cannot apply: games from openings or",
        ),
        ("swiss", {"entrants": "people", "adjudicate_proved": True}, "applies to games between engines only"),
        ("arena", {"berserk": True, "clock": "1+3"}, "--berserk needs a clock such as 3+2"),
        ("swiss", {"name": "a\x1b[2J"}, "--name"),
    ],
)
def test_an_option_that_does_not_fit_is_named(format: str, options: dict[str, Any], sentence: str) -> None:
    """Nothing is created, and the sentence names the option as it was typed."""
    with pytest.raises(UsageError) as caught:
        created(format, **options)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("format", "options", "sentence", "hint"),
    [
        ("arena", {}, "an arena needs --minutes", "add --minutes 60"),
        ("match", {}, "a match needs --games", "add --games 20, or --sprt 0:10, which ends it"),
        ("swiss", {"most_entrants": 300}, "--max is at most 250", "use --max 250 or less"),
        ("match", {"games": 7}, "--games is 7", "use 8"),
        ("ladder", {"rounds": 5}, "--rounds belongs to a Swiss", "leave it out; a ladder has --reach, --season"),
        ("swiss", {"start": "2020-01-01"}, "has passed", "kibitz tournament start CODE"),
    ],
)
def test_a_way_out_names_options(format: str, options: dict[str, Any], sentence: str, hint: str) -> None:
    """What to do is said in the words of the command line, not in those of the protocol."""
    with pytest.raises(UsageError) as caught:
        created(format, **options)
    assert (sentence in str(caught.value), hint in (caught.value.hint or "")) == (True, True), caught.value.lines


def test_a_time_of_day_is_the_next_one() -> None:
    """A time that has passed today is that of tomorrow."""
    assert start_time("17:59", NOW) == datetime(2026, 12, 25, 17, 59).timestamp()
    assert start_time("18:01", NOW) == datetime(2026, 12, 24, 18, 1).timestamp()
    assert start_time("2026-12-31T08:00", NOW) == datetime(2026, 12, 31, 8).timestamp()


def test_equal_engines_are_copies() -> None:
    """Each entrant has a name of its own, which a player may have too."""
    long = "alphabeta:seconds=1.5,depth=12,seed=7"
    found = entrants(["level:3", "level:3", "x=level:3", long, long, "level:3"])
    names = [None, "copy 2 of level:3", "x", None, "copy 2 of alphabeta:seconds=1.5,", "copy 3 of level:3"]
    assert [each.name for each in found] == names
    assert all(is_free(each.name) for each in found if each.name is not None)


def test_a_tournament_without_a_name_gets_one() -> None:
    """A match is named by its engines, and others by format and game."""
    assert created("match", games=2, engines=("level:1", "b=level:2")).name == "level:1 v b"
    assert created("swiss").name == "swiss of chess"
