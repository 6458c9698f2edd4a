"""The rules by which the server plays matches are those of searches, in every position and for every text."""

import random

import pytest

from kibitz_server.games.game import BadPosition, Game, IllegalMove, Position
from tests.server.games.helpers import game_of
from tests.server.games.test_all_games import SPECS

MORE = [
    "connect4 columns=7 rows=8 connect=4",
    "connect4 columns=9 rows=7 connect=3",
    "connect4 columns=10 rows=8 connect=2",
    "connect4 columns=8 rows=9 connect=6",
    "gomoku size=5",
    "gomoku size=7",
    "gomoku size=8 exact=true",
    "kalah houses=8 seeds=1",
    "mnk columns=1 rows=9 connect=3",
    "mnk columns=3 rows=3 connect=1",
    "mnk columns=5 rows=5 connect=2 exact=true",
    "mnk columns=8 rows=8 connect=5 exact=true",
    "mnk columns=13 rows=5 connect=5",
    "mnk columns=9 rows=8 connect=3 exact=true",
    "mnk columns=19 rows=19 connect=19",
    "nim heaps=9,9,9,9,9,9,9,9",
]
every_game = pytest.mark.parametrize("spec", [*SPECS, *MORE])
POSITIONS = 250
"""Positions of each set of options, at least; a game is played to its end."""


def random_games(game: Game, seed: int) -> list[tuple[Position, Position]]:
    """Return positions of random games, each played by the referee's rules and by those of searches."""
    rng, found = random.Random(seed), list[tuple[Position, Position]]()
    while len(found) < POSITIONS:
        mine = game.start()
        theirs = Position(game, game.searched(mine._state))
        found.append((mine, theirs))
        while mine.legal:
            move = rng.choice(theirs.legal)
            mine, theirs = mine.after(move), theirs.after(move)
            found.append((mine, theirs))
            if rng.randrange(3):  # else the next position has less to begin with
                _ = mine.picture
    return found


@every_game
def test_both_rules_say_the_same(spec: str) -> None:
    """Moves, result, reason, winning lines, picture and text of a position are the same."""
    game = game_of(spec)
    for mine, theirs in random_games(game, 1):
        for name in ("legal", "outcome", "lines", "picture", "text", "id", "to_move", "last"):
            assert getattr(mine, name) == getattr(theirs, name), (name, theirs.text)


@every_game
def test_a_search_gets_its_own_state(spec: str) -> None:
    """The state that a search starts from has the same numbers as one that its own rules have played."""
    game = game_of(spec)
    for mine, theirs in random_games(game, 2)[::3]:
        made = game.searched(mine._state)
        for field in game.fields:
            assert getattr(made, field.name) == getattr(theirs.state, field.name), (field.name, theirs.text)


@every_game
def test_a_position_goes_on_after_a_search(spec: str) -> None:
    """A position whose state a search has asked for, and those after it, are as before."""
    game = game_of(spec)
    for mine, theirs in random_games(game, 3)[::7]:
        assert mine.state.turn == theirs.state.turn
        assert (mine.text, mine.legal) == (theirs.text, theirs.legal)
        for move in mine.legal[:3]:
            assert mine.after(move).text == theirs.after(move).text


@every_game
def test_both_rules_read_the_same_texts(spec: str) -> None:
    """A text is read, or refused with the same reason, whether it is one of a position or was changed somewhere."""
    game, rng = game_of(spec), random.Random(4)
    for position, _ in random_games(game, 4)[::3]:
        characters = list(position.text)
        for _ in range(rng.randrange(4)):
            characters[rng.randrange(len(characters))] = rng.choice(sorted(set(position.text)))
        text = " ".join("".join(characters).split())
        mine, theirs = read(game, text), read_by_search(game, text)
        if isinstance(mine, str) or isinstance(theirs, str):
            assert mine == theirs
        else:
            assert (mine.text, mine.outcome, mine.legal) == (theirs.text, theirs.outcome, theirs.legal)


def read(game: Game, text: str) -> Position | str:
    """Return the position of a text, or why it is refused."""
    try:
        return game.start(text)
    except BadPosition as error:
        return str(error)


def read_by_search(game: Game, text: str) -> Position | str:
    """Return the same by the rules of searches."""
    state = game.new_state()
    try:
        game.rules.read_position(state, text)
    except ValueError as error:
        return f"cannot start {game.name} from {text!r}: {error}"
    return Position(game, state)


@every_game
def test_both_rules_refuse_with_the_same_reason(spec: str) -> None:
    """A move that is not legal, or written in another way, is answered in the same words."""
    game, rng = game_of(spec), random.Random(5)
    texts = sorted({move.text for position, _ in random_games(game, 5) for move in position.legal})
    for mine, theirs in random_games(game, 6)[::5]:
        for text in (*rng.sample(texts, min(5, len(texts))), "1", "12", "3.2"):
            assert found(mine, text) == found(theirs, text)


def found(position: Position, text: str) -> object:
    """Return the move that a text names, or why there is none."""
    try:
        return position.find(text)
    except IllegalMove as error:
        return str(error)
