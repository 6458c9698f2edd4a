"""What the page says of poker: hands as a history, how they ended, and the sizes of bets that it proposes."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import tray
from tests.web.tables import HOLDEM, RAISES, SIDES, on_table

NAMES = ["You", "Level 5"]
HISTORY = """async ({handsOf, deedText, endingText, streetText, stopsOf}, match, positions, names, you) => {
  const hands = handsOf(match, (ply) => positions[ply] ?? null);
  const told = hands.map(({number, hole, streets, ending}) => [
    number, hole,
    streets.map((street) =>
      [street.name && streetText(street), street.deeds.map(({move}) => deedText(move, names, you))]),
    ending && endingText(ending, names, you)]);
  return [told, stopsOf(hands)];
}"""


def dealt(ply: int, *texts: str) -> list[dict[str, Any]]:
    """Return chance events before a move: `North As`, `flop 2c`, or `?` for a card that is not seen."""
    found = []
    for text in texts:
        place, _, card = text.partition(" ")
        said = None if not card else f"{place} {card}" if place in ("flop", "turn", "river") else f"{place} gets {card}"
        found.append({"number": 1, "ply": ply, "text": card or "?", "said": said})
    return found


def ready(node: Node) -> None:
    """Load the texts of tables."""
    run_module(node, "words/tables/index.js", "({ready}) => ready", [[]])


def test_a_match_is_told_by_hands_and_streets(node: Node) -> None:
    """Each hand has the cards that are seen, what each player did on each street, and who won."""
    ready(node)
    said = ["raises to 4", "calls 2", "checks", "bets 2", "folds: North wins 12", "calls 1 and is all in", "checks"]
    moves = [{"ply": ply, "seat": ply % 2, "move": "", "said": text} for ply, text in enumerate(said)]
    events = [
        *dealt(0, "North As", "North Th", "?", "?"),
        *dealt(2, "flop 7c", "flop 2h", "flop Kd"),
        *dealt(5, "North 2c", "North 3c", "?", "?"),
        *dealt(7, "flop 5c", "flop 6c", "flop 7d", "turn 8d", "river 9d", "North 4c", "North 4d", "?", "?"),
    ]
    after = [tray("last hand", 0, "2c", "3c"), tray("cards", 0, "4c", "4d")]
    positions = {
        "5": on_table(counters={"last hand won by North": 6}),
        "7": on_table(*after, counters={"last hand won by South with a pair of nines": 3}),
    }
    match = {"moves": moves, "chance_events": events, "game": {"seats": [*SIDES]}}
    ((told, stops),) = run_module(node, "match/tables/hand_history.js", HISTORY, [[match, positions, NAMES, 0]])
    first, second, third = told
    assert first == [
        1,
        {"0": ["As", "Th"]},
        [
            ["", ["You raise to 4", "Level 5 calls 2"]],
            ["Flop 7♣ 2♥ K♦", ["You check", "Level 5 bets 2", "You fold"]],
        ],
        "You win 6.",
    ]
    assert second[2][0] == ["", ["Level 5 calls 1 and is all in", "You check"]]
    assert [street for street, _ in second[2][1:]] == ["Flop 5♣ 6♣ 7♦", "Turn 8♦", "River 9♦"]
    assert second[3] == "Level 5 wins 3 with a pair of nines."
    assert third == [3, {"0": ["4c", "4d"]}, [["", []]], None]
    assert stops == {"hands": [0, 5, 7], "streets": [0, 2, 5, 7]}


def test_hands_have_their_names(node: Node) -> None:
    """What the server says is known to the page word by word, so that it can be said in another language."""
    ready(node)
    kinds = [
        "two pair",
        "three of a kind",
        "a straight",
        "a flush",
        "a full house",
        "four of a kind",
        "a straight flush",
    ]
    said = ["a pair of sixes", "a pair of aces", "a pair of fives", "ace high", "six high", *kinds]
    found = run_module(
        node, "match/tables/hand_names.js", "handName", [[text] for text in [*said, "an ace", "odd cards"]]
    )
    assert found == [*said, "ace", "odd cards"]


def test_the_last_hand_lies_on_the_table_as_it_ended(node: Node) -> None:
    """The cards that were shown are those of the seats, and of the counters only those of the match are left."""
    ask = "({atItsEnd, endingOf, hasEnded}, position, sides) => [atItsEnd(position, sides), endingOf(position, sides)]"
    ((ended, ending),) = run_module(node, "match/tables/hands.js", ask, [[HOLDEM, SIDES]])
    assert [(each["name"], each["owner"], each["faces"]) for each in ended["trays"]] == [
        ("cards", 0, ["Kc", "Kd"]),
        ("cards", 1, ["7c", "6c"]),
        ("board", None, ["Ah", "Td", "5c", "6d", "Js"]),
    ]
    assert "pot" not in ended["counters"]
    assert {"North chips", "hand"} < ended["counters"].keys()
    assert ending == {"winner": 0, "held": "a pair of kings", "won": 24, "shown": True}
    folded = on_table(tray("cards", 0, "As", "Th"), counters={"last hand won by South": 3})
    ((bare, ending),) = run_module(node, "match/tables/hands.js", ask, [[folded, SIDES]])
    assert [each["faces"] for each in bare["trays"]] == [[], []]
    assert ending == {"winner": 1, "held": "", "won": 3, "shown": False}


def test_chips_of_a_sum(node: Node) -> None:
    """The most valuable chips come first, and their sum is exact."""
    (found,) = run_module(node, "match/tables/hands.js", "chipsOf", [[642]])
    assert [(each["value"], each["count"]) for each in found] == [(500, 1), (100, 1), (25, 1), (5, 3), (1, 2)]


def test_sizes_of_bets(node: Node) -> None:
    """A part of the pot counts the call; sizes that are not legal, or there already, are left out."""
    ask = """({quickSizes, toCall}, position, sides, numbers) => [
      quickSizes({word: "raise", numbers}, position, sides).map(({name, number}) => [name, number]),
      toCall(position, sides)]"""
    # The pot of 24 holds 28 after the call of 4, and the other bet is 8.
    inputs = [[HOLDEM, SIDES, list(range(12, 181))], [HOLDEM, SIDES, [12, 22, 23]]]
    (wide, call), (narrow, _) = run_module(node, "match/tables/bet_sizes.js", ask, inputs)
    assert wide == [["least", 12], ["half", 22], ["twoThirds", 27], ["wholePot", 36], ["allIn", 180]]
    assert narrow == [["least", 12], ["half", 22], ["allIn", 23]]
    assert call == {"count": 4, "all": False}
    short = {**HOLDEM, "counters": {**HOLDEM["counters"], "North stack": 3}}
    ((_, all_in),) = run_module(node, "match/tables/bet_sizes.js", ask, [[short, SIDES, [12, 13]]])
    assert all_in["all"] is True


@pytest.mark.browser
def test_a_turn_has_a_bet_of_its_own(module_page: Page) -> None:
    """The size that was chosen in one turn is not that of the next one, although both turns are of the same player."""
    ask = """async ({betting}, turns) => {
      await (await import("/assets/words/tables/index.js")).ready;
      const {render} = await import("lit-html");
      const place = document.createElement("div");
      const state = (position) => ({position, match: "m", game: {seats: ["North", "South"]}});
      const [first, ...others] = turns.map((position) => () => {
        render(betting({state: state(position), play: () => {}}), place);
        const {amount, slider} = place.querySelector("form").elements;
        return [amount.value, slider.value, place.querySelector(".strong").textContent];
      });
      first();
      const {amount} = place.querySelector("form").elements;
      amount.value = 60;
      amount.dispatchEvent(new Event("input", {bubbles: true}));
      return [first(), ...others.map((show) => show())];
    }"""
    next_hand = {**HOLDEM, "ply": 9, "counters": {**HOLDEM["counters"], "hand": 4}}
    larger = {**next_hand, "ply": 12, "legal": ["fold", *RAISES[5:]], "paths": [[] for _ in ("", *RAISES[5:])]}
    ((kept, *anew),) = run_module(module_page, "board/poker/betting.js", ask, [[[HOLDEM, next_hand, larger]]])
    assert kept == ["60", "60", "Raise to 60"]
    assert anew == [["8", "8", "Raise to 8"], ["16", "16", "Raise to 16"]]


@pytest.mark.parametrize(
    ("own", "shared", "winning"),
    [
        ("K♦ 5♦", "J♣ 7♠ 6♣ Q♠ K♠", "K♦ K♠ Q♠ J♣ 7♠"),
        ("A♦ 5♦", "2♣ 3♠ 4♣ K♠ K♥", "A♦ 2♣ 3♠ 4♣ 5♦"),
        ("2♦ 9♦", "A♦ K♦ 10♦ Q♠ J♣", "2♦ 9♦ A♦ K♦ 10♦"),
        ("9♦ 9♣", "9♥ Q♠ Q♥ 2♣ A♦", "9♦ 9♣ 9♥ Q♠ Q♥"),
        ("2♦ 3♣", "10♥ J♥ Q♥ K♥ A♥", "10♥ J♥ Q♥ K♥ A♥"),
        ("A♦ A♣", "10♥ 10♠ K♥ K♣ 2♥", "A♦ A♣ K♥ K♣ 10♥"),
        ("Q♠", "Q♥", "Q♠ Q♥"),
        ("K♠", "Q♥", "K♠"),
        ("J", "", "J"),
    ],
)
def test_cards_that_won_are_found(node: Node, own: str, shared: str, winning: str) -> None:
    """The best five of seven, whatever they make; of a small game the own card, with the one that pairs it."""
    cards = own.split() + shared.split()
    (found,) = run_module(node, "match/tables/winning_cards.js", "winningCards", [[own.split(), shared.split()]])
    assert {cards[place] for place in found} == set(winning.split())
