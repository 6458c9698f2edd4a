import pytest

from kibitz_server.games.backgammon import ids, moves
from kibitz_server.games.backgammon.ids import MatchIdFields
from kibitz_server.games.board import Points, Tray
from kibitz_server.games.game import Position
from tests.server.engine.helpers import compiled_perft
from tests.server.games.backgammon.helpers import OPENING_COUNTS, random_states, results
from tests.server.games.helpers import field, game_of, perft, play, playout, texts

SINGLE = game_of("backgammon")
CUBE = game_of("backgammon cube=true")
TO_5 = game_of("backgammon to=5 cube=true")
PERFT = [30, 380, 7980, 178306]
"""Opening rolls, their plays, the rolls that follow and their plays, as the second implementation counts them."""


def board_id(own: dict[int, int], other: dict[int, int]) -> str:
    """Return the position id of checkers on points of the side on roll, and of the other side on its own points."""
    return ids.write_position(*([checkers.get(point, 0) for point in range(1, 26)] for checkers in (other, own)))


def test_perft() -> None:
    """The sequences of chance events and plays from the start."""
    counts = [
        int(count.split()[1]) for count in OPENING_COUNTS.split(",") if count.split()[0][0] != count.split()[0][1]
    ]
    plays = 2 * sum(counts)
    assert perft(SINGLE, 3) == PERFT[:3]
    assert plays == PERFT[1]
    assert plays * 21 == PERFT[2]


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
def test_perft_in_machine_code() -> None:
    """The compiled rules count the same, and with the cube and in matches as much as the plain rules."""
    assert compiled_perft(SINGLE, 4) == PERFT
    for spec in ("backgammon cube=true", "backgammon to=3 cube=true"):
        assert compiled_perft(game_of(spec), 4) == perft(game_of(spec), 4)


def test_the_board() -> None:
    """Each seat names the points from its own side; dice and cube are faces."""
    board = CUBE.board
    assert isinstance(board, Points)
    white, black = board.cell_labels
    assert (white[0], white[23], black[0], black[23]) == ("1", "24", "24", "1")
    assert white[24:] == black[24:] == ("bar", "bar", "off", "off")
    assert board.names == ("White", "Black")
    assert board.faces["d3"] == ("die", "3", "three")
    assert board.faces["x64"] == ("cube", "64", "the cube at 64")
    assert "x1" not in SINGLE.board.faces if isinstance(SINGLE.board, Points) else False


def test_the_picture() -> None:
    """White's checkers are positive, Black's negative. The dice belong to the side that plays them."""
    start = SINGLE.start().picture
    assert start.counts[:6] == (-2, 0, 0, 0, 0, 5)
    assert start.counts[18:] == (-5, 0, 0, 0, 0, 2, 0, 0, 0, 0)
    assert start.counters == (("White pips", 167), ("Black pips", 167))
    assert start.trays == ()
    rolled = play(SINGLE.start(), "21")
    assert rolled.picture.trays == (Tray("dice", 0, ("d2", "d1")),)
    after = play(rolled, "24/23 13/11; 31; 8/5 6/5; 66").picture
    assert after.trays == (Tray("dice", 0, ("d6", "d6")),)
    assert after.counters == (("White pips", 164), ("Black pips", 163))
    hit = play(SINGLE.start(), "21; 13/11 6/5; 41; 24/20* 24/23").picture
    assert hit.counts[24:] == (1, 0, 0, 0)


def test_all_checkers_are_somewhere() -> None:
    """Each side has fifteen checkers on points, bar and off."""
    for position in playout(SINGLE, 1):
        counts = position.picture.counts
        for seat, sign in ((0, 1), (1, -1)):
            own = [count for count in counts[:24] if count * sign > 0] + [counts[24 + seat], counts[26 + seat]]
            assert abs(sum(own)) == 15


def start_of_turn(own: dict[int, int] | None = None, **match: int) -> Position:
    """Return the position in a match to 5 in which White is to roll."""
    first = {24: 2, 13: 5, 8: 3, 6: 5}
    return TO_5.start(f"{board_id(own or first, first)}:{ids.write_match(MatchIdFields(length=5, **match))}")


def test_doubling() -> None:
    """A player may double before the roll, first either one, then only the one that took. A double doubles the cube."""
    turn = start_of_turn()
    assert texts(turn) == {"roll", "double"}
    assert turn.picture.trays == (Tray("cube", None, ("x1",)),)
    doubled = play(turn, "double")
    assert (doubled.to_move, texts(doubled)) == (1, {"take", "drop"})
    assert doubled.picture.trays == (Tray("cube", 1, ("o2",)),)
    taken = play(doubled, "take")
    assert (taken.to_move, len(taken.chances)) == (None, 21)
    assert taken.picture.trays == (Tray("cube", 1, ("x2",)),)
    later = play(taken, "31; 8/5 6/5")
    assert (later.to_move, texts(later)) == (1, {"roll", "double"})
    again = play(later, "roll; 21; 13/11 24/23")
    assert (again.state.turn, len(again.chances), again.legal) == (0, 21, ()), "White may not double Black's cube"
    assert play(again, "31; 13/9; double; take").picture.trays[-1] == Tray("cube", 0, ("x4",))


def test_a_dropped_double() -> None:
    """A player who drops loses what the game has counted until then, and the next game begins."""
    dropped = play(start_of_turn(), "double drop")
    assert dropped.outcome is None
    assert dropped.picture.counters[2:] == (("White points", 1), ("Black points", 0))
    assert (len(dropped.chances), dropped.picture.trays) == (30, (Tray("cube", None, ("x1",)),))
    end = play(CUBE.start("4HPwATDgc/ABMA:cAkAAAAAAAAE"), "double drop").outcome
    assert end is not None
    assert (end.winner, end.reason, end.points) == (1, "double dropped", (0, 1))


def test_the_dead_cube() -> None:
    """No double when the points of a win would end the match anyway, nor beyond 64."""
    assert start_of_turn(score_0=3).legal != ()
    assert start_of_turn(score_0=4, score_1=4).chances != ()
    assert start_of_turn(cube=1, owner=0, score_0=3).chances != ()
    assert texts(start_of_turn(cube=1, owner=0, score_0=2)) == {"roll", "double"}
    for cube, free in ((5, True), (6, False)):
        position = CUBE.start(f"4HPwATDgc/ABMA:{ids.write_match(MatchIdFields(cube=cube, owner=0))}")
        assert (position.to_move is None) != free


def test_the_crawford_game() -> None:
    """In the first game after a side has come within a point, no player may double; in later ones the other may."""
    crawford = play(start_of_turn(score_0=3), "double drop")
    assert field(crawford, "crawford") == 1
    rolled = play(crawford, "12; 24/23 13/11")
    assert (rolled.legal, len(rolled.chances)) == ((), 21), "the side that is behind may not double either"
    last = TO_5.start(
        f"{board_id({1: 1}, {1: 2})}:{ids.write_match(MatchIdFields(1 - 1, 3, 1, 1, 1, 1, 0, 0, 2, 1, 5, 4))}"
    )
    assert field(last, "crawford") == 1
    after = play(last, "1/off")
    assert (field(after, "crawford"), after.picture.counters[2:]) == (0, (("White points", 4), ("Black points", 1)))
    free = play(after, "21; 24/23 13/11")
    assert texts(free) == {"roll", "double"}, "Black may double at once"
    no_cube = play(game_of("backgammon to=2").start(f"{board_id({1: 1}, {1: 2})}:MIFFAAAAAAAE"), "1/off")
    assert field(no_cube, "crawford") == 0


def test_a_match_ends_at_its_length() -> None:
    """Games are played until a side has the points; those beyond count in the score."""
    game = game_of("backgammon to=2")
    position = game.start(
        f"{board_id({1: 1}, {19: 15})}:{ids.write_match(MatchIdFields(first_die=2, second_die=1, length=2))}"
    )
    end = play(position, "1/off").outcome
    assert end is not None
    assert (end.winner, end.reason, end.points) == (0, "backgammon", (3, 0))


@pytest.mark.parametrize(
    ("other", "reason", "value"),
    [({1: 14}, "single game", 1), ({1: 15}, "gammon", 2), ({1: 14, 25: 1}, "backgammon", 3)],
)
def test_endings(other: dict[int, int], reason: str, value: int) -> None:
    """The result of a single game has its points, doubled as the cube says."""
    for game, cube, times in ((SINGLE, 0, 1), (CUBE, 2, 4)):
        match = MatchIdFields(cube=cube, owner=0 if cube else 3, on_roll=1, turn=1, first_die=2, second_die=1)
        position = play(game.start(f"{board_id({1: 1}, other)}:{ids.write_match(match)}"), "1/off")
        end = position.outcome
        assert end is not None
        assert (end.winner, end.reason, end.points) == (1, reason, (0, value * times))
        assert game.rules.payoff(position.state) == -100 * value * times
        assert {0: 300, 2: 19200}[cube] == game.rules.PAYOFF_LIMIT


def test_what_the_end_of_a_match_is_worth() -> None:
    """A match that is lost costs as many points as it is long."""
    position = play(start_of_turn(score_0=4, score_1=4), "21; 24/23 13/11")
    lost = TO_5.start(
        f"{ids.write_position([0] * 25, [15, *[0] * 24])}:"
        f"{ids.write_match(MatchIdFields(on_roll=1, turn=1, state=ids.FINISHED, length=5, score_0=6, score_1=4))}"
    )
    assert position.outcome is None
    assert lost.outcome is not None
    assert lost.outcome.winner == 0
    assert TO_5.rules.payoff(lost.state) == -500 == -TO_5.rules.PAYOFF_LIMIT


@pytest.mark.parametrize(
    ("own", "dice", "possible"),
    [
        ({1: 1}, (0, 0), 0),
        ({3: 1}, (0, 0), 0),
        ({4: 1}, (0, 0), 1),
        ({1: 2}, (0, 0), 0),
        ({1: 3}, (0, 0), 1),
        ({2: 4}, (3, 3), 0),
        ({6: 2}, (6, 5), 1),
        ({6: 1, 5: 1}, (6, 5), 1),
        ({6: 1}, (6, 5), 0),
    ],
)
def test_who_can_win_on_time(own: dict[int, int], dice: tuple[int, int], possible: int) -> None:
    """A side whose opponent is about to bear off the last checkers, however the dice fall, cannot win any more."""
    match = MatchIdFields(first_die=dice[0], second_die=dice[1])
    position = SINGLE.start(f"{board_id(own, {1: 1})}:{ids.write_match(match)}")
    # With a six and a five, one of two checkers on the six-point stays, and the other side bears off its last one.
    assert (position.can_win(0), position.can_win(1)) == (own != {6: 2}, bool(possible))


def test_an_opponent_who_can_still_score_may_win_the_match() -> None:
    """The last checker ends a game and not the match."""
    position = TO_5.start(f"{board_id({1: 1}, {1: 1})}:{ids.write_match(MatchIdFields(length=5))}")
    assert position.can_win(1)
    assert position.can_win(0)


def test_keys_of_moves_tell_plays_apart() -> None:
    """Plays with equal keys have equal texts and paths."""
    seen: dict[int, tuple[str, tuple[int, ...]]] = {}
    for seed in range(3):
        for position in playout(SINGLE, seed):
            if position.legal:
                keys = SINGLE.rules.keys(position.state)
                for key, move in zip(keys, position.legal, strict=True):
                    assert seen.setdefault(key, (move.text, move.path)) == (move.text, move.path)


def test_the_largest_lists_of_plays() -> None:
    """Random games have plays with more results than a screen has lines, all different."""
    most = max((results(state) for state in random_states(7, 400)), key=len)
    assert len(most) == len(set(most)) > 60
    assert len(most) <= moves.MAX_MOVES
