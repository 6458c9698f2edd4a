"""Hold'em: blinds, bets with limits and without, players who are all in, showdowns, and what a seat sees."""

import random
from types import SimpleNamespace

import pytest

from kibitz_server.games.game import BadPosition, IllegalMove
from tests.server.games import naive_poker
from tests.server.games.helpers import game_of
from tests.server.games.poker.helpers import agree, dealt, state_of, texts_of

DEAL = "As Kd 7c 7d"
NO_LIMIT = "holdem limit=false"


@pytest.mark.parametrize("stack", [10, 11, 13, 24, 100, 200])
@pytest.mark.parametrize("limit", [True, False])
def test_random_matches_agree_with_the_naive_rules(limit: bool, stack: int) -> None:
    """The rules and the naive rules give the same moves and chips."""
    rules = naive_poker.holdem(limit, stack, 4 if limit else 12)
    for seed in range(4):
        agree(game_of(f"holdem limit={limit} stack={stack} hands=15"), rules, seed)


def test_the_button_acts_first_and_then_last() -> None:
    """North has the button in the first hand, posts the small blind, and acts first before the flop alone."""
    position = dealt("holdem", DEAL)
    assert (position.to_move, list(state_of(position).bets)) == (0, [1, 2])
    assert texts_of(position) == ["fold", "call", "raise"]
    position = dealt("holdem", DEAL, "call")
    assert (position.to_move, texts_of(position)) == (1, ["check", "raise"])
    position = dealt("holdem", DEAL, "call, check, 2c, 3c, 4c")
    assert (position.to_move, texts_of(position)) == (1, ["check", "bet"])
    position = dealt("holdem", DEAL, "fold, 2c, 3c, 4c, 5c")
    assert (position.to_move, list(state_of(position).bets)) == (1, [2, 1])


def test_a_round_has_four_bets() -> None:
    """The big blind is the first of four bets before the flop; bets are twice as large from the turn on."""
    position = dealt("holdem", DEAL, "raise, raise, raise")
    assert (list(state_of(position).bets), texts_of(position)) == ([8, 6], ["fold", "call"])
    position = dealt("holdem", DEAL, "raise, call, 2c, 3c, 4c, check, check, 5c, bet, raise")
    assert list(state_of(position).bets) == [8, 4]
    position = dealt("holdem", DEAL, "call, check, 2c, 3c, 4c, bet, raise, raise, raise")
    assert texts_of(position) == ["fold", "call"]


@pytest.mark.parametrize(
    ("moves", "least"),
    [("", 4), ("raise 4", 6), ("raise 10", 18), ("raise 10, raise 30", 50), ("call", 4), ("raise 150", 200)],
)
def test_the_least_raise_is_the_last_one(moves: str, least: int) -> None:
    """Without limits, a raise is at least as large as the last bet or raise, or all that the player has."""
    texts = texts_of(dealt(NO_LIMIT, DEAL, moves))
    sizes = [int(text.split()[1]) for text in texts if " " in text]
    assert sizes == list(range(least, 201))


def test_all_in() -> None:
    """After a player is all in, the other calls or folds, and the whole board is dealt without bets."""
    position = dealt(NO_LIMIT, DEAL, "raise 200")
    assert (position.to_move, texts_of(position)) == (1, ["fold", "call"])
    position = dealt(NO_LIMIT, DEAL, "raise 200, call, 2c, 3c, 4c, 9d")
    assert (len(position.chances), position.text) == (44, "1 +0 AsKd 7d7c 2c3c4c9d r200c///")
    after = position.after(position.find("Ah"))
    assert after.text == "2 +200 - - - - last AsKd 7d7c 2c3c4c9dAh +200"
    assert after.picture.counters[-1] == ("last hand won by North with a pair of aces", 200)


def test_a_short_all_in_with_limits() -> None:
    """With small stacks, the last bet of a hand with limits is what the player has left."""
    line = "raise, raise, raise, call, 2c, 3c, 4c, bet, raise, raise, raise, call, 5c, bet"
    position = dealt("holdem stack=11", DEAL, line)
    assert (texts_of(position), state_of(position).committed[1]) == (["fold", "call", "raise"], 20)
    position = position.after(position.find("raise"))
    assert (texts_of(position), state_of(position).committed[0]) == (["fold", "call"], 22)


def test_a_split_pot() -> None:
    """Equal hands get their own chips back."""
    position = dealt(
        "holdem", "As Kd Ac Kh", "call, check, 2c, 3c, 4h, check, check, 5d, check, check, 9h, check, check"
    )
    assert position.text == "2 +0 - - - - last AsKd AcKh 2c3c4h5d9h +0"
    assert position.picture.counters[-1] == ("last hand split", 0)


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("2c 3c 9h Jd 8h", "South with a pair of sevens"),
        ("As 3c 9h Jd Th", "North with a pair of aces"),
        ("3c 4h 9h 9d 9s", "South with a full house"),
        ("Qc Jh Th 2d 2s", "North with a straight"),
        ("7s Jh Td 2d 4s", "South with three of a kind"),
        ("Qh 3h Th 9h 2s", "North with a flush"),
        ("7s 7h Th 2d 4s", "South with four of a kind"),
    ],
)
def test_the_last_hand_is_in_words(board: str, words: str) -> None:
    """The winner's hand has a name that people use."""
    flop, turn, river = ", ".join(board.split()[:3]), board.split()[3], board.split()[4]
    cards = "Ah Kd 7c 7d" if "As" in board else "Ah Kh 7c 7d"
    position = dealt("holdem", cards, f"call, check, {flop}, check, check, {turn}, check, check, {river}, check, check")
    assert position.picture.counters[-1][0] == f"last hand won by {words}"


def test_high_cards_are_in_words() -> None:
    """A hand without a pair is named by its highest card."""
    position = dealt(
        "holdem", "Ah Kd 7c 6d", "call, check, 2c, 3c, 9h, check, check, Jd, check, check, 8h, check, check"
    )
    assert position.picture.counters[-1] == ("last hand won by North with ace high", 2)


def test_the_order_of_the_deal_does_not_matter() -> None:
    """Two cards of a hand are kept with the higher one first, so that both orders are one position."""
    first, second = dealt("holdem", "Kd As 7d 7c"), dealt("holdem", "As Kd 7c 7d")
    assert (first.text, first.id, first.information) == (second.text, second.id, second.information)


def test_what_a_seat_sees() -> None:
    """Each seat sees its cards and the board; a folded hand is gone from the position itself."""
    position = dealt("holdem", DEAL, "call, check, 2c, 3c, 4c, bet")
    assert [position.seen_by(seat).text for seat in (0, 1, -1)] == [
        "1 +0 AsKd ?? 2c3c4c ck/b",
        "1 +0 ?? 7d7c 2c3c4c ck/b",
        "1 +0 ?? ?? 2c3c4c ck/b",
    ]
    assert [tray.faces for tray in position.seen_by(1).picture.trays] == [
        ("back", "back"),
        ("7d", "7c"),
        ("2c", "3c", "4c"),
    ]
    assert position.after(position.find("fold")).text == "2 -2 - - - - last - - 2c3c4c -2"
    with pytest.raises(BadPosition, match="face down"):
        position.game.start(position.seen_by(0).text)


def test_guesses_are_equally_likely() -> None:
    """A guess deals each card that the seat has not seen equally often, and never one that it has seen."""
    position = dealt("holdem", DEAL, "call, check, 2c, 3c, 4c").seen_by(0)
    counts, memory = [0] * 52, SimpleNamespace(random=1)
    for _ in range(5000):
        state = state_of(position).copy()
        position.game.rules.guess(state, memory)
        for place in (2, 3):
            counts[state.hole[place] - 1] += 1
    own = {position.game.rules.CARDS.index(card) for card in ("As", "Kd", "2c", "3c", "4c")}
    assert {card for card, count in enumerate(counts) if count == 0} == own
    # Each of the 47 others is expected 10,000 / 47 = 213 times, give or take 14.
    assert all(150 < counts[card] < 280 for card in range(52) if card not in own)


@pytest.mark.parametrize(
    ("moves", "typed", "meant"),
    [
        ("", "raise to 6", "raise 6"),
        ("", "r6", "raise 6"),
        ("", "6", "raise 6"),
        ("", "bet 6 chips", "raise 6"),
        ("", "all in", "raise 200"),
        ("", "min", "raise 4"),
        ("", "pot", "raise 6"),
        ("raise 6", "raise pot", "raise 18"),
        ("raise 200", "all-in", "call"),
        ("call, check, 2c, 3c, 4c", "raise 10", "bet 10"),
        ("call, check, 2c, 3c, 4c", "shove", "bet 198"),
        ("call, check, 2c, 3c, 4c", "pot", "bet 4"),
    ],
)
def test_moves_without_limits_are_typed(moves: str, typed: str, meant: str) -> None:
    """Chips are the whole bet of the round, and words for common bets are read."""
    assert dealt(NO_LIMIT, DEAL, moves).find(typed).text == meant


@pytest.mark.parametrize(
    ("moves", "typed", "reason"),
    [
        ("", "raise", "say how many chips: raise 4 to 200, the whole bet of this round"),
        ("", "raise 3", "that is not a bet here: raise 4 to 200, the whole bet of this round"),
        ("", "raise 201", "that is not a bet here: raise 4 to 200"),
        ("raise 150", "raise 170", "that is not a bet here: raise 200, the whole bet of this round"),
        ("raise 200", "raise 300", "North is all in: call or fold"),
        ("call, check, 2c, 3c, 4c", "bet", "say how many chips: bet 2 to 198"),
    ],
)
def test_a_bet_that_is_not_legal_is_explained(moves: str, typed: str, reason: str) -> None:
    """A refusal says which bets there are."""
    with pytest.raises(IllegalMove) as refused:
        dealt(NO_LIMIT, DEAL, moves).find(typed)
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    ("spec", "moves", "said"),
    [
        ("holdem", "call", "calls 1"),
        ("holdem", "raise", "raises to 4"),
        (NO_LIMIT, "raise 200", "raises to 200 and is all in"),
        (NO_LIMIT, "raise 200, call", "calls 198 and is all in"),
        (NO_LIMIT, "raise 200, fold", "folds: North wins 4"),
        (NO_LIMIT, "call, check, 2c, 3c, 4c, bet 7", "bets 7"),
    ],
)
def test_moves_are_said(spec: str, moves: str, said: str) -> None:
    """Bets and raises are said with their chips, the same in a record without cards."""
    before, last = moves.rpartition(", ")[::2]
    position = dealt(spec, DEAL, before)
    move = position.find(last)
    assert position.said(move) == position.seen_by(-1).said(move) == said


def test_few_sizes_are_worth_a_search() -> None:
    """Without limits, a search tries the least bet, half the pot, the pot and all chips; with limits, every move."""

    def tried(spec: str, moves: str) -> list[str]:
        position = dealt(spec, DEAL, moves)
        rules, buffer, scores = position.game.rules, [0] * 200, [0] * 200
        end = rules.ordered(position.state, buffer, scores, 0)
        return [rules.move_text(position.state, code) for code in buffer[:end]]

    assert tried(NO_LIMIT, "") == ["fold", "call", "raise 4", "raise 6", "raise 200"]
    assert tried(NO_LIMIT, "raise 20") == ["fold", "call", "raise 38", "raise 40", "raise 60", "raise 200"]
    assert tried(NO_LIMIT, "raise 8, call, 2c, 3c, 4c") == ["check", "bet 2", "bet 8", "bet 16", "bet 192"]
    assert tried("holdem", "raise") == ["fold", "call", "raise"]
    assert tried(NO_LIMIT, "raise 200") == ["fold", "call"]


def test_a_round_without_limits_has_twelve_bets() -> None:
    """The number of bets is bounded, so that the longest match fits into the bounds of a match."""
    position = dealt(NO_LIMIT, DEAL)
    for _ in range(11):
        position = position.after(next(move for move in position.legal if move.text.startswith("raise")))
    assert texts_of(position) == ["fold", "call"]
    assert game_of("holdem limit=false stack=200 hands=1000").rules.MAX_PLIES <= 100_000


def test_random_positions_are_read_back_in_hands_of_both_buttons() -> None:
    """A text has all of a position, also in later hands, where South has the button."""
    rng, game = random.Random(4), game_of("holdem limit=false stack=15 hands=6")
    position = game.start()
    while position.outcome is None:
        again = game.start(position.text)
        fields = [field.name for field in game.fields]
        assert [getattr(again.state, name) for name in fields] == [getattr(position.state, name) for name in fields]
        position = position.after(rng.choice(position.steps[-5:]))
