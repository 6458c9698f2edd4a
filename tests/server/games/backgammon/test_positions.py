import pytest

from kibitz_server.games.backgammon import ids
from kibitz_server.games.backgammon.ids import MatchIdFields
from kibitz_server.games.game import BadPosition
from kibitz_server.games.registry import load
from tests.server.games.helpers import field, game_of, play, playout

SINGLE = game_of("backgammon")
SESSION = game_of("backgammon cube=true")
TO_3 = game_of("backgammon to=3 cube=true")
TO_7 = game_of("backgammon to=7 cube=true")
START = "4HPwATDgc/ABMA"
RACE = "4HPwAQYaBwAAAA"
"""Black, on roll, has six checkers in its home board, and White has all of its own."""
HOME = [5, 0, 0, 0, 0, 0]


def home(*points: int) -> list[int]:
    """Return the checkers of a side on its first points."""
    return [*points, *[0] * (25 - len(points))]


def test_ids_of_gnu_backgammon() -> None:
    """The first positions are written as in GNU Backgammon, whose id has a bit for sessions without Jacoby's rule."""
    assert ids.write_match(MatchIdFields(on_roll=1, turn=1, no_jacoby=0)) == "cAkAAAAAAAAA"
    assert ids.write_match(MatchIdFields(on_roll=1, turn=1, first_die=3, second_die=1, no_jacoby=0)) == "cIkFAAAAAAAA"
    first = home(0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    assert ids.write_position(first, first) == START
    moved = home(0, 0, 0, 0, 0, 4, 1, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    assert ids.write_position(first, moved) == "4HPwATDgdfABMA"
    assert ids.read_position("4HPwATDgdfABMA") == (first, moved)
    black = SINGLE.start(f"{START}:cIkFAAAAAAAA")
    assert (black.to_move, black.text) == (1, f"{START}:cIkFAAAAAAAE")


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("", "cAngAAAAAAAE"),
        ("double", "cBHgAAAAAAAE"),
        ("double take", "QQngAAAAAAAE"),
        ("double take 66", "QQn7AAAAAAAE"),
    ],
)
def test_the_cube_in_a_match(moves: str, text: str) -> None:
    """A double, a take and the roll after it are written as GNU Backgammon does."""
    position = play(TO_7.start(f"{RACE}:cAngAAAAAAAE"), moves)
    assert position.text == f"{RACE}:{text}"
    again = TO_7.start(position.text)
    assert (again.text, again.legal, again.chances) == (position.text, position.legal, position.chances)


@pytest.mark.parametrize(
    ("start", "moves", "text"),
    [
        (f"{RACE}:cAkAAAAAAAAE", "double", f"{RACE}:cBEAAAAAAAAE"),
        (f"{RACE}:cAkAAAAAAAAE", "double drop", f"{RACE}:cAQAAAAACAAE"),
        (f"{RACE}:AgEAAAAAAAAE", "double", f"{RACE}:AhkAAAAAAAAE"),
        (f"{RACE}:AgEAAAAAAAAE", "double take", f"{RACE}:EwEAAAAAAAAE"),
        ("4HPwAQYBAAAAAA:EoEFAAAAAAAE", "1/off", "AAAAwOfgAwwAAA:UgoAAMAAAAAE"),
    ],
)
def test_the_cube_and_the_end_in_a_session(start: str, moves: str, text: str) -> None:
    """Doubles, a dropped one and a backgammon at a cube of four are written as GNU Backgammon does."""
    position = play(SESSION.start(start), moves)
    assert position.text == text
    again = SESSION.start(text)
    assert (again.text, again.outcome, again.legal) == (text, position.outcome, position.legal)


def test_the_end_of_the_crawford_game() -> None:
    """The match id after a match's end keeps that its last game was the Crawford game."""
    position = play(TO_3.start("4HPwAQYBAAAAAA:sIFlABAAEAAE"), "1/off")
    assert position.text == "AAAAwOfgAwwAAA:8ApgAEAAEAAE"
    assert TO_3.start(position.text).outcome == position.outcome


def test_before_the_opening_roll() -> None:
    """Before the opening roll no game is in progress; between the games of a match, the id has the score."""
    assert SINGLE.start().text == f"{START}:MAAAAAAAAAAE"
    assert len(SINGLE.start(SINGLE.start().text).chances) == 30
    dropped = play(TO_7.start(f"{RACE}:cAngAAAAAAAE"), "double drop")
    match = ids.read_match(dropped.text.split(":")[1])
    assert (match.state, match.length, match.score_0, match.score_1) == (ids.NO_GAME, 7, 0, 1)
    assert TO_7.start(dropped.text).chances == dropped.chances


def test_a_player_who_does_not_double() -> None:
    """After `roll`, the line says so, because the ids do not: no double is possible any more."""
    rolling = play(SESSION.start(f"{RACE}:cAkAAAAAAAAE"), "roll")
    assert rolling.text == f"{RACE}:cAkAAAAAAAAE roll"
    again = SESSION.start(rolling.text)
    assert (again.text, again.chances, again.legal) == (rolling.text, rolling.chances, ())
    assert [move.text for move in SESSION.start(f"{RACE}:cAkAAAAAAAAE").legal] == ["roll", "double"]


def test_every_position_of_matches_is_read_back() -> None:
    """Score, cube, its owner, the Crawford game and the dice come back from the line."""
    for spec in ("backgammon to=3 cube=true", "backgammon cube=true", "backgammon to=2"):
        game = game_of(spec)
        for seed in range(3):
            for position in playout(game, seed):
                again = game.start(position.text)
                assert (again.picture, again.chances, again.legal) == (
                    position.picture,
                    position.chances,
                    position.legal,
                )
                for name in ("turn", "high", "low", "stage", "cube", "owner", "crawford"):
                    assert field(again, name) == field(position, name)


def test_dice_that_cannot_be_played_pass() -> None:
    """The id of GNU Backgammon may have dice without a play: then the other side is on roll."""
    closed = ids.write_position(home(2, 2, 2, 2, 2, 2), [0] * 24 + [1])
    position = SINGLE.start(f"{closed}:{ids.write_match(MatchIdFields(first_die=6, second_die=5))}")
    assert (field(position, "turn"), len(position.chances)) == (1, 21)


@pytest.mark.parametrize(
    ("position", "match", "reason"),
    [
        (START, MatchIdFields(length=5), "a match to 5; set the option to=5"),
        (START, MatchIdFields(cube=1, owner=0), "no doubling cube; the option cube=true adds it"),
        (START, MatchIdFields(first_die=3), "the dice are two numbers from 1 to 6, or not rolled"),
        (START, MatchIdFields(first_die=7, second_die=1), "the dice are two numbers from 1 to 6"),
        (START, MatchIdFields(turn=1), "the side on roll is to move"),
        (START, MatchIdFields(resigned=1), "a resigned game cannot be read"),
        (START, MatchIdFields(state=ids.FINISHED), "a finished game has a side without checkers"),
        (RACE, MatchIdFields(state=ids.NO_GAME), "before the opening roll, all checkers are where a game begins"),
        (
            START,
            MatchIdFields(state=ids.NO_GAME, turn=1),
            "before the opening roll, all checkers are where a game begins",
        ),
        (ids.write_position(home(5, 5, 5, 5), home(0, 1)), MatchIdFields(), "20 checkers; there are 15"),
        (ids.write_position(home(1), home()), MatchIdFields(), "White has no checkers left, so the game is over"),
        (
            ids.write_position([*home(1)[:23], 1, 0], home(1)),
            MatchIdFields(),
            "both sides have checkers on White's point 1",
        ),
        (
            ids.write_position([2] * 6 + [0] * 18 + [1], [2] * 6 + [0] * 18 + [1]),
            MatchIdFields(),
            "neither side could ever move",
        ),
        ("4HPwATDgc/ABM", MatchIdFields(), "is not a position id"),
        ("/////////////w", MatchIdFields(), "has no checkers left"),
    ],
)
def test_impossible_positions(position: str, match: MatchIdFields, reason: str) -> None:
    """A position that no game can reach is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        SINGLE.start(f"{position}:{ids.write_match(match)}")


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        (MatchIdFields(), "a single game; set the option to=0"),
        (MatchIdFields(length=3, score_0=3), "the match to 3 is over at 3 to 0"),
        (MatchIdFields(length=3, crawford=1), "in the Crawford game one side needs one point"),
        (MatchIdFields(length=3, crawford=1, score_0=2, score_1=2), "in the Crawford game one side needs one point"),
        (MatchIdFields(length=3, cube=7, owner=0), "a cube of 2 to 64 belongs to a side"),
        (MatchIdFields(length=3, cube=1), "a cube of 2 to 64 belongs to a side"),
        (MatchIdFields(length=3, doubled=1, turn=1, crawford=1, score_0=2), "and there is no double"),
        (MatchIdFields(length=3, doubled=1, turn=1, score_0=2), "White may not double here"),
        (MatchIdFields(length=3, state=ids.FINISHED, turn=1, score_0=2), "the next opening roll is due"),
    ],
)
def test_impossible_matches(match: MatchIdFields, reason: str) -> None:
    """A score or a cube that the match cannot have is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        TO_3.start(f"{START}:{ids.write_match(match)}")


@pytest.mark.parametrize(
    "text", ["4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAA", "4HPwATDgc/ABMA:cAkAAAAAAAAE x", "a:b"]
)
def test_no_ids(text: str) -> None:
    """Other texts are refused with an example."""
    with pytest.raises(BadPosition, match=r"such as 4HPwATDgc/ABMA|such as cAkAAAAAAAAA"):
        SINGLE.start(text)


def test_load_by_options() -> None:
    """The longest match is 25 points."""
    assert (
        load("backgammon", {"to": 25}).start().text == f"{START}:{ids.write_match(MatchIdFields(state=0, length=25))}"
    )
