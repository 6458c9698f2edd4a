"""Tables of cards: where the cards lie, what is said of them, and moves with a number, as in the Python client."""

import itertools
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from kibitz_client.match.table.number_moves import number_moves, plain_moves, typed_move
from kibitz_client.match.table.parts import counted, ended_hand, parts_of
from kibitz_client.match.table.unseen import chances_words
from kibitz_protocol.values.matches import UNSEEN, ChanceView
from kibitz_protocol.values.state import State
from tests.web.modules import as_json, run_module
from tests.web.node import Node
from tests.web.shapes import MOUNT
from tests.web.tables import HOLDEM, OVER, SIDES, TABLE, on_table

PLACES = """[...board.querySelectorAll("[role=img]")].map((group) => {
  const {y, height} = group.getBBox();
  return [group.getAttribute("aria-label"), y + height / 2 + (group.transform.baseVal[0]?.matrix.f ?? 0)];
})"""


def decided(page: Page, script: str, position: dict[str, Any], **fields: Any) -> Any:
    """Return the value of an expression about a `board` that shows a position of a table."""
    view = {"board": TABLE, "position": position, "sides": SIDES, **fields}
    (found,) = run_module(page, "board/board.js", MOUNT % script, [[[view]]])
    return found


def positions() -> list[dict[str, Any]]:
    """Return positions with moves with and without numbers, with gaps, and with several words."""
    chance = random.Random(5)
    found = [HOLDEM, OVER, on_table(legal=("check", "bet 2")), on_table(legal=("check", "bet", "raise 007", "raise 8"))]
    for _ in range(40):
        words = chance.sample(["bet", "raise", "raise to", "ante"], 2)
        numbers = {word: chance.sample(range(60), chance.randint(0, 6)) for word in words}
        moves = ["fold", "call", *(f"{word} {number}" for word in words for number in numbers[word])]
        counters = {"pot": chance.randint(0, 20), "North bet": chance.randint(0, 9), "South bet": chance.randint(0, 9)}
        found.append(on_table(legal=tuple(moves), counters=counters, to_move=chance.randint(0, 1)))
    return found


@pytest.mark.parametrize("flipped", [False, True])
def test_the_own_hand_is_below(module_page: Page, *, flipped: bool) -> None:
    """The board lies between the hands, each bet before its seat, whichever side the reader has."""
    places = dict(decided(module_page, PLACES, HOLDEM, flipped=flipped, players=["Ann", "You"]))
    ace, backs = places["Ann cards: A of s, T of h"], places["You cards: a card face down, a card face down"]
    board = places["board: T of d, 9 of c, 2 of h, Q of s"]
    order = [backs, places["You bet 8"], places["Pot 24"], board, places["Ann bet 4"], ace]
    assert order == sorted(order, reverse=flipped) or flipped
    assert (backs < board < ace) if not flipped else (ace < board < backs)
    assert (places["Ann bet 4"] > places["You bet 8"]) is not flipped


def test_everything_is_inside_the_table(module_page: Page) -> None:
    """Also with five cards of the board, all chips, and what both hands make."""
    script = """(() => {
      const {width, height} = board.drawn;
      const {x, y, width: w, height: h} = board.querySelector(".trays").getBBox();
      return [x >= 0, y >= 0, x + w <= width, y + h <= height];
    })()"""
    for position in (HOLDEM, OVER):
        assert decided(module_page, script, position) == [True] * 4


def test_suits_are_signs_and_colours(module_page: Page) -> None:
    """A card has rank and suit in two corners; hearts and diamonds are red, and a back has no text."""
    script = """(() => {
      const texts = (face) => [...face.querySelectorAll("text")];
      const said = (text) => `${text.textContent.replace("\\ufe0e", "")} ${text.getAttribute("class")}`;
      return [...board.querySelectorAll(".playing-card")].slice(0, 4).map((face) => texts(face).map(said));
    })()"""
    ace, ten, *backs = decided(module_page, script, HOLDEM)
    assert ace == ["A suit", "♠ suit", "A suit", "♠ suit", "♠ suit"]
    assert ten == ["10 suit red", "♥ suit red", "10 suit red", "♥ suit red", "♥ suit red"]
    assert backs == [[], []]


def test_seats_have_names_chips_and_the_button(module_page: Page) -> None:
    """A plate has the player's name, what is left and what was won; the small blind tells who has the button."""
    counters = {**HOLDEM["counters"], "South small blind": 1, "North big blind": 2}
    said = dict(decided(module_page, PLACES, {**HOLDEM, "counters": counters}, players=["Ann", "You"]))
    assert {"Ann: 180 chips · +24 so far", "You: 176 chips · −24 so far"} <= said.keys()
    assert said["You has the dealer button"] == said["small blind of 1"] < said["big blind of 2"]


def test_the_last_hand_lies_on_a_table_without_cards(module_page: Page) -> None:
    """At the end of a match the cards that were shown down are in the places of the hands, with what they make."""
    won = {**OVER, "counters": {"pot": 0, "last hand won by North with a pair of kings": 24}}
    won["trays"] = [{**each, "said": "a pair of kings"} if each["owner"] == 0 else each for each in OVER["trays"]]
    before, after = (dict(decided(module_page, PLACES, position)) for position in (HOLDEM, won))
    assert after["North cards: K of c, K of d"] == before["North cards: A of s, T of h"]
    assert {"North: a pair of kings", "+24"} <= after.keys()


def test_a_table_has_no_grid(module_page: Page) -> None:
    """There are no cells, so the keyboard has no position on it, and its description is a group."""
    script = """[board.querySelectorAll("[role=grid], [tabindex], [data-cell]").length,
      board.querySelector(".cells").getAttribute("role")]"""
    assert decided(module_page, script, HOLDEM) == [0, "group"]


def test_a_table_in_words(node: Node) -> None:
    """A screen reader hears the hands, then the middle, then the last hand."""
    run_module(node, "words/tables/index.js", "({ready}) => ready", [[]])
    ask = "({cards}, ...input) => cards.boardInWords(...input)"
    (text,) = run_module(node, "board/poker/table.js", ask, [[TABLE, HOLDEM, 0, SIDES]])
    parts = text.split(". ")
    assert parts[:3] == ["North cards: A of s, T of h", "North bet 4", "180 chips, +24 so far"]
    assert "Pot 24" in parts
    assert "Hand 3 of 20" in parts
    assert parts[-1] == "North wins 24 with a pair of kings."


def test_a_small_table_shows_the_running_hand(module_page: Page) -> None:
    """It has the cards without those of the last hand, in few nodes."""
    ask = """({drawMini}, view) => {
      const found = drawMini({...view, key: ""});
      return [".face", ".pattern", "text"].map((each) => found.querySelectorAll(each).length);
    }"""
    (found,) = run_module(module_page, "board/mini.js", ask, [[{"board": TABLE, "position": HOLDEM}]])
    assert found == [8, 2, 6]


def test_the_parts_of_a_table_are_the_same(node: Node) -> None:
    """The page and the Python client divide trays and counters in the same way."""
    ask = """({partsOf, counted}, position, sides) => {
      const parts = partsOf(position, sides);
      return [parts, counted(parts.middle.counters)];
    }"""
    places = positions()
    for position, found in zip(
        places, run_module(node, "match/tables/parts.js", ask, [[each, SIDES] for each in places]), strict=True
    ):
        parts = parts_of(State.model_validate(position), SIDES)
        assert found == [as_json(parts), counted(parts.middle.counters)]


def test_ends_of_hands_are_the_same(node: Node) -> None:
    """The next hand tells the end of one, and in the last hand of a match the pot does."""
    won = {"last hand won by North": 3}
    counters = [{"hand": hand, "pot": pot, **last} for hand in (1, 2) for pot in (0, 4, 6) for last in ({}, won)]
    places = [on_table(counters=each) for each in counters]
    pairs = [(before, after) for before in places for after in places]
    found = run_module(node, "match/tables/parts.js", "endedHand", [[*pair, SIDES] for pair in pairs])
    states = [(State.model_validate(before), State.model_validate(after)) for before, after in pairs]
    wanted = [ended_hand(before, after, SIDES) for before, after in states]
    assert found == wanted
    assert set(wanted) == {"", "last hand won by North: 3"}


def test_chance_events_in_words_are_the_same(node: Node) -> None:
    """Cards that are dealt face down one after the other have one text."""
    decided = {"number": 1, "ply": 0}
    cards = [{**decided, "text": "As", "said": "North gets As"}, {**decided, "text": UNSEEN, "said": None}]
    deals = [list(deal) for length in range(5) for deal in itertools.product(cards, repeat=length)]
    found = run_module(node, "match/tables/hidden.js", "chancesWords", [[deal] for deal in deals])
    wanted = [chances_words([ChanceView.model_validate(chance) for chance in deal]) for deal in deals]
    assert [[text.casefold() for text in texts] for texts in found] == [
        [text.casefold() for text in texts] for texts in wanted
    ]
    assert ["2 cards are dealt face down", "North gets As"] in wanted


def test_moves_with_numbers_are_the_same(node: Node) -> None:
    """Groups, buttons and typed texts agree with the Python client."""
    typed = ["60", "raise 20", "RAISE to 14", "r 9", "b9", "bet", "fold", " call ", "raise 5000", "x 4", "007"]
    ask = """({numberMoves, plainMoves, typedNumber}, position, typed) =>
      [numberMoves(position), plainMoves(position), typed.map((text) => typedNumber(position, text))]"""
    places = positions()
    inputs = [[each, typed] for each in places]
    assert any(number_moves(State.model_validate(each)) for each in places)
    for position, found in zip(places, run_module(node, "match/tables/number_moves.js", ask, inputs), strict=True):
        state = State.model_validate(position)
        groups = number_moves(state)
        texts = [typed_move(state, text) for text in typed]
        assert found == [as_json(groups), plain_moves(state), texts], position["legal"]
