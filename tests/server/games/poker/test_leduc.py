"""Leduc poker: its information sets, its ends, and random matches against the naive rules."""

import pytest

from kibitz_server.games.game import Position
from tests.server.games import naive_poker
from tests.server.games.helpers import game_of
from tests.server.games.poker.helpers import agree, dealt, texts_of


@pytest.mark.parametrize("seed", range(20))
def test_random_matches_agree_with_the_naive_rules(seed: int) -> None:
    """The rules and the naive rules give the same moves and chips."""
    agree(game_of("leduc hands=25"), naive_poker.LEDUC, seed)


@pytest.mark.timeout(120)
def test_counts() -> None:
    """There are 288 information sets, and 936 records that a side to move has seen, where suits differ."""
    numbers, records = set[int](), set[str]()

    def visit(position: Position) -> None:
        if position.legal:
            numbers.add(position.information)
            records.add(position.seen_by(position.state.turn).text)
        for step in position.steps:
            visit(position.after(step))

    visit(game_of("leduc hands=1").start())
    assert (len(numbers), len(records)) == (288, 936)


@pytest.mark.parametrize(
    ("cards", "moves", "chips"),
    [
        ("Ks Qs", "check, check, Jh, check, check", 1),
        ("Ks Js", "check, check, Jh, check, check", -1),
        ("Js Jh", "bet, call, Qs, check, check", 0),
        ("Ks Js", "bet, raise, call, Jh, bet, raise, call", -13),
        ("Ks Kh", "bet, raise, fold", -3),
        ("Qs Ks", "check, bet, call, Qh, bet, raise, fold", -7),
    ],
)
def test_ends_of_a_hand(cards: str, moves: str, chips: int) -> None:
    """Bets are two chips, then four; a pair with the board wins, then the higher rank."""
    position = dealt("leduc hands=1", cards, moves)
    assert position.outcome is not None
    assert position.outcome.points == (chips, -chips)
    assert position.outcome.winner == (None if chips == 0 else int(chips < 0))


def test_a_round_has_a_bet_and_a_raise() -> None:
    """After a raise a player may only call or fold, and the next round begins with the first player."""
    position = dealt("leduc", "Ks Js", "check, bet, raise")
    assert (position.to_move, texts_of(position)) == (1, ["fold", "call"])
    position = dealt("leduc", "Ks Js", "check, bet, raise, call, Qh")
    assert (position.to_move, texts_of(position)) == (0, ["check", "bet"])


@pytest.mark.parametrize(
    ("cards", "moves", "said"),
    [
        ("Ks Qs", "check, bet, call, Kh, bet, call", "calls 4"),
        ("Js Qs", "check, check, Kh, check, check", "checks"),
        ("Ks Qs", "bet, raise", "raises to 4"),
        ("Ks Qs", "bet", "bets 2"),
        ("Ks Qs", "bet, raise, call", "calls 2"),
        ("Ks Qs", "bet, raise, fold", "folds: South wins 6"),
        ("Ks Qs", "check", "checks"),
        ("Ks Qs", "check, check, Kh", "board K♥"),
        ("Ks Qs", "", "South gets Q♠"),
    ],
)
def test_moves_are_said(cards: str, moves: str, said: str) -> None:
    """Lists of moves say bets with their chips, and nothing of hidden cards: the same to all who see them."""
    *before, last = [*cards.split(), *filter(None, moves.split(", "))]
    position = game_of("leduc").start()
    for text in before:
        position = position.after(position.find(text))
    assert position.said(position.find(last)) == said
    assert position.chances or position.seen_by(-1).said(position.find(last)) == said


@pytest.mark.parametrize(
    ("cards", "moves", "result"),
    [
        ("Ks Qs", "check, bet, call, Kh, bet, call", ("last hand won by North with a pair of kings", 7)),
        ("Js Qs", "check, check, Kh, check, check", ("last hand won by South with a queen", 1)),
        ("Js Jh", "check, check, Kh, check, check", ("last hand split", 0)),
        ("Ks Qs", "bet, raise, fold", ("last hand won by South", 3)),
    ],
)
def test_the_last_hand_stays_visible(cards: str, moves: str, result: tuple[str, int]) -> None:
    """The winner of the last hand and the chips won are counters of the next one."""
    position = dealt("leduc", cards, moves)
    assert position.picture.counters[-1] == position.seen_by(-1).picture.counters[-1] == result
