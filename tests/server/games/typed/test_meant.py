"""Legal moves that a text may have meant, in the hints of refusals, and short lists of moves."""

import contextlib

import pytest

from kibitz_server.games.game import IllegalMove, Position
from kibitz_server.games.registry import declarations, load
from kibitz_server.games.typed.meant import MOST_SHOWN, ROOM, listed


@pytest.mark.parametrize(
    ("texts", "text"),
    [
        (["b2", "a10", "a2"], "a2, a10, b2"),
        (["raise 12", "raise 10", "raise 11", "fold"], "fold, raise 10 to 12"),
        (["raise 9", "raise 10", "raise 12"], "raise 9, raise 10, raise 12"),
        (["bet 1", "bet 2", "raise 3"], "bet 1, bet 2, raise 3"),
        (["3", "1", "2", "7"], "1 to 3, 7"),
        (["8/5 6/5", "8/5 6/4", "roll"], "8/5 6/4, 8/5 6/5, roll"),
        ([f"a{number}" for number in range(1, 43)], "a1, a2, a3, a4, a5, a6 and 36 more"),
        ([], ""),
    ],
)
def test_a_list_of_moves(texts: list[str], text: str) -> None:
    """The order is natural, numbers in a row are a span, and a long list is cut."""
    assert listed(texts) == text


@pytest.mark.parametrize(
    ("game", "moves", "text", "hint"),
    [
        ("chess", "d4 d5", "Qh7", "the queen on d1: Qd2, Qd3; `legal` lists all 27"),
        ("chess", "d4 d5", "d1h7", "the queen on d1: Qd2, Qd3; `legal` lists all 27"),
        ("chess", "", "Nf6", "the knights: Na3, Nc3, Nf3, Nh3; `legal` lists all 20"),
        ("chess", "", "e5", "the pawn on e2: e3, e4; `legal` lists all 20"),
        ("chess", "", "O-O", "the king on e1: no move; `legal` lists all 20"),
        ("chess", "e4 e5", "O-O", "the king on e1: Ke2; `legal` lists all 29"),
        ("chess", "e4 d5", "e4e6", "the pawn on e4: exd5, e5; `legal` lists all 31"),
        ("chess", "", "hello", "`legal` lists all 20 moves"),
        ("chess", "e4 d5", "e7d5", "to d5: exd5; `legal` lists all 31"),
        ("go", "E4", "E4", "near E4: D4, E3, E5, F4, D3, D5; `legal` lists all 81"),
        ("go", "E4", "I5", "`legal` lists all 81 moves"),
        ("connect4", "", "9", "legal moves: 1 to 7"),
        ("kalah", "3", "3", "legal moves: 1, 2, 4 to 6"),
        ("draughts", "", "11-20", "from 11: 11-15, 11-16; `legal` lists all 7"),
        ("draughts", "", "6-10", "with 10: 10-14, 10-15; `legal` lists all 7"),
        ("nim", "", "2-9", "with 2: 2-1, 2-2, 2-3; `legal` lists all 16"),
        ("dots", "", "a1b2", "with a1: a1a2, a1b1; `legal` lists all 24"),
        ("reversi", "", "a1", "legal moves: c4, d3, e6, f5"),
        ("tictactoe", "b2 a1 b1", "z9", "legal moves: a2, a3, b3, c1, c2, c3"),
    ],
)
def test_what_can_be_played_instead(game: str, moves: str, text: str, hint: str) -> None:
    """A hint has the moves of the piece or the place that was meant as players write them, and how to see all."""
    position = load(game, {}).start()
    for move in moves.split():
        position = position.after(position.find(move))
    assert position.instead_of(text) == hint


def test_moves_that_the_reason_names_are_not_repeated() -> None:
    """A reason that ends with moves has no hint: the promotions, or the captures that are compulsory."""
    position = load("chess", {}).start("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert reason(position, "a8") == "several moves fit 'a8': a8=Q, a8=R, a8=B, a8=N"
    assert position.instead_of("a8", reason(position, "a8")) is None
    forced = load("draughts", {}).start("B:W18,32:B15,1")
    assert reason(forced, "1-5") == "a capture is compulsory: 15x22"
    assert forced.instead_of("1-5", reason(forced, "1-5")) is None
    assert forced.instead_of("hello") == "the only legal move: 15x22"
    columns = load("connect4", {}).start()
    assert reason(columns, "9") == "there is no column 9; columns are 1 to 7"
    assert columns.instead_of("9", reason(columns, "9")) is None
    assert columns.instead_of("x", reason(columns, "x")) == "legal moves: 1 to 7"


TYPED = ("hello", "z9", "9", "a1", "e2e5", "13/7", "raise 9999", "call", "11-20", "pass", "Qh7", "x" * 64, "")


def reason(position: Position, text: str) -> str:
    """Return why a text is not a legal move."""
    with pytest.raises(IllegalMove) as refused:
        position.find(text)
    return str(refused.value)


@pytest.mark.parametrize("game", [each.name for each in declarations()])
def test_refusals_are_short(game: str) -> None:
    """In every game, a refusal with its hint has about two lines of a narrow terminal, and names at most six moves."""
    position = load(game, {}).start()
    for ply in range(12):
        if position.outcome is not None:
            break
        for text in TYPED:
            with contextlib.suppress(IllegalMove):
                position.find(text)
                continue
            sentence = reason(position, text)
            hint = position.instead_of(text, sentence) or ""
            assert len(sentence) + len(hint) <= ROOM + 10, (text, sentence, hint)
            assert hint.partition(";")[0].count(",") < MOST_SHOWN
        position = position.after(position.steps[(7 * ply) % len(position.steps)])
