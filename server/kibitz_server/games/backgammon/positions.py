"""Positions of backgammon as one line, with the ids of GNU Backgammon, and read back.

The line is `PositionID:MatchID`. A blank and `roll` follow where a player has said not to double: the ids do not tell
this, and the roll is due. Before the opening roll, the state of the match is that no game is in progress.
"""

from kibitz_server.games.backgammon import ids
from kibitz_server.games.backgammon.ids import CENTRED, FINISHED, NO_GAME, PLAYING, REFUSED, MatchIdFields
from kibitz_server.games.backgammon.moves import (
    BAR,
    CHECKERS,
    CHOICE,
    CUBE,
    DOUBLED,
    DROPPED,
    LARGEST_CUBE,
    OPENING,
    OVER,
    ROLL,
    SIDES,
    START,
    TO,
    State,
    begin_turn,
    farthest,
    game_value,
    has_step,
    lowest_origin,
    may_double,
    take_dice,
)

SLOTS = ()
SAYS_ROLL = " roll"
STATES = {OPENING: NO_GAME, OVER: FINISHED, DROPPED: REFUSED}
EXAMPLE = "4HPwATDgc/ABMA:cAkAAAAAAAAE"


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the position id and the match id, and whether the player has said to roll."""
    roller = 1 - s.turn if s.stage in (DOUBLED, DROPPED) else s.turn
    match = MatchIdFields(
        cube=s.cube,
        owner=CENTRED if s.owner < 0 else s.owner,
        on_roll=roller,
        crawford=s.crawford,
        state=STATES.get(s.stage, PLAYING),
        turn=s.turn,
        doubled=int(s.stage == DOUBLED),
        first_die=s.high,
        second_die=s.low,
        length=TO,
        score_0=s.score[0],
        score_1=s.score[1],
    )
    waiting, on_roll = (s.checkers[25 * seat : 25 * seat + 25] for seat in (1 - roller, roller))
    says_roll = SAYS_ROLL if s.stage == ROLL and may_double(s) else ""
    return f"{ids.write_position(waiting, on_roll)}:{ids.write_match(match)}{says_roll}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes. GNU Backgammon's own ids are read too.

    Raises:
        ValueError: The text cannot be read, or no game with these options can reach the position.
    """
    both, _, word = text.partition(" ")
    position_id, colon, match_id = both.partition(":")
    if not colon or word not in ("", SAYS_ROLL.strip()):
        raise ValueError(f"a position is a position id, ':' and a match id of GNU Backgammon, such as {EXAMPLE}")
    match = ids.read_match(match_id)
    waiting, on_roll = ids.read_position(position_id)
    for seat, counts in ((1 - match.on_roll, waiting), (match.on_roll, on_roll)):
        for place in range(25):
            s.checkers[25 * seat + place] = counts[place]
    s.turn = match.turn
    read_cube(s, match)
    read_score(s, match)
    check_checkers(s, match)
    if match.state in (NO_GAME, PLAYING):
        read_crawford(s, match, (s.score[0], s.score[1]))
    if match.state == NO_GAME:
        rest = (match.cube, match.on_roll, match.turn, match.doubled, match.first_die, match.second_die)
        if any(rest) or s.checkers != [*START, *START]:
            raise ValueError("before the opening roll, all checkers are where a game begins, and nothing else is set")
        s.stage = OPENING
    elif match.state == PLAYING:
        read_stage(s, match, bool(word))
    else:
        read_end(s, match)


def read_cube(s: State, match: MatchIdFields) -> None:
    """Read the cube, and whether it may be used.

    Raises:
        ValueError: The cube is not possible in this game.
    """
    if match.resigned or match.state > REFUSED or match.state == ids.GIVEN_UP:
        raise ValueError("a resigned game cannot be read")
    if not CUBE and (match.cube or match.owner != CENTRED or match.doubled or match.state == REFUSED):
        raise ValueError("this game has no doubling cube; the option cube=true adds it")
    if match.cube > LARGEST_CUBE or match.owner == 2 or (match.owner == CENTRED) != (match.cube == 0):
        raise ValueError("a cube of 2 to 64 belongs to a side, and one of 1 to none")
    s.cube = match.cube
    s.owner = -1 if match.owner == CENTRED else match.owner


def read_score(s: State, match: MatchIdFields) -> None:
    """Read the length of the match and its score. Without a match, the score is that of this game.

    Raises:
        ValueError: The match has another length, or would be over.
    """
    if match.length != TO:
        what = f"a match to {match.length}" if match.length else "a single game"
        raise ValueError(f"this is a position of {what}; set the option to={match.length}")
    if not TO:
        return
    scores = (match.score_0, match.score_1)
    if match.state in (FINISHED, REFUSED):
        if max(scores) < TO:
            raise ValueError("after a game that does not end the match, the next opening roll is due")
    elif max(scores) >= TO:
        raise ValueError(f"the match to {TO} is over at {scores[0]} to {scores[1]}")
    s.score[0], s.score[1] = scores


def read_crawford(s: State, match: MatchIdFields, before: tuple[int, int]) -> None:
    """Read whether this is the game in which no player may double.

    Raises:
        ValueError: The score before the game, or the cube, does not fit that.
    """
    if match.crawford and CUBE and TO:
        if TO - 1 not in before or before[0] == before[1] or match.cube or match.doubled:
            raise ValueError("in the Crawford game one side needs one point, and there is no double")
        s.crawford = 1


def check_checkers(s: State, match: MatchIdFields) -> None:
    """Check the numbers and the places of the checkers.

    Raises:
        ValueError: No game can reach them.
    """
    for seat in (0, 1):
        count = sum(s.checkers[25 * seat : 25 * seat + 25])
        if count > CHECKERS:
            raise ValueError(f"{SIDES[seat]} has {count} checkers; there are {CHECKERS}")
        if count == 0 and match.state != FINISHED:
            raise ValueError(f"{SIDES[seat]} has no checkers left, so the game is over")
    for point in range(1, 25):
        if s.checkers[point - 1] and s.checkers[25 + 24 - point]:
            raise ValueError(f"both sides have checkers on {SIDES[0]}'s point {point}")
    if stuck(s, 0) and stuck(s, 1) and match.state == PLAYING:
        raise ValueError("neither side could ever move")


def stuck(s: State, seat: int) -> bool:
    """Return whether a seat cannot move with any die."""
    as_seat = s.copy()
    as_seat.turn = seat
    far = farthest(as_seat, BAR)
    return not any(
        has_step(as_seat, point, die) for die in range(1, 7) for point in range(far, lowest_origin(far, die) - 1, -1)
    )


def read_stage(s: State, match: MatchIdFields, says_roll: bool) -> None:
    """Read what a running game waits for. Dice that cannot be played give the turn to the other side.

    Raises:
        ValueError: The dice or the double are not possible.
    """
    dice = (match.first_die, match.second_die)
    if (min(dice) == 0) != (max(dice) == 0) or max(dice) > 6 or (match.doubled and max(dice)):
        raise ValueError("the dice are two numbers from 1 to 6, or not rolled")
    if (match.turn == match.on_roll) == bool(match.doubled):
        raise ValueError("the side on roll is to move, or the other side after a double")
    s.turn = match.on_roll
    begin_turn(s)
    if match.doubled:
        if s.stage != CHOICE:
            raise ValueError(f"{SIDES[match.on_roll]} may not double here")
        s.turn = match.turn
        s.stage = DOUBLED
    elif max(dice):
        take_dice(s, max(dice), min(dice))
    elif says_roll:
        s.stage = ROLL


def read_end(s: State, match: MatchIdFields) -> None:
    """Read the end of a game that ends the match, or of a single game.

    Raises:
        ValueError: The checkers or the score do not fit the end.
    """
    winner = match.on_roll if match.state == REFUSED else 1 - match.turn
    gone = [seat for seat in (0, 1) if not sum(s.checkers[25 * seat : 25 * seat + 25])]
    if gone != ([] if match.state == REFUSED else [winner]):
        raise ValueError("a finished game has a side without checkers, and the other one is to move")
    if match.turn == winner or match.doubled or match.first_die or match.second_die:
        raise ValueError("after the end the side that has lost is to move, without dice")
    value = (1 if match.state == REFUSED else game_value(s, 1 - winner)) << s.cube
    if TO:
        before = [s.score[0], s.score[1]]
        before[winner] -= value
        if not 0 <= before[winner] < TO or before[1 - winner] >= TO:
            raise ValueError(f"a game of {value} points does not end a match with this score")
        read_crawford(s, match, (before[0], before[1]))
    else:
        s.score[winner] = value
    s.turn = 1 - winner
    s.stage = DROPPED if match.state == REFUSED else OVER
