"""Moves that need more than two picks: the piece that a pawn becomes, and moves ahead of their turn."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import CHESS, DOTS, HEX, INTERNATIONAL, at

PROMOTION = at(
    ["-----r--", "----P---", *["--------"] * 4, "p-------", "-K-----k"],
    legal=["e7e8b", "e7e8n", "e7e8q", "e7e8r", "e7f8b", "e7f8n", "e7f8q", "e7f8r", "b1c1"],
    paths=[*[[12, 4]] * 4, *[[12, 5]] * 4, [57, 58]],
)

PICKED = """({Picking}, state, cells, carried) => {
  const picking = new Picking();
  const moves = cells.map((cell) => picking.add(state, cell, carried ?? undefined));
  return {moves, cells: picking.cells, shown: picking.shown(state.board)};
}"""


def alternatives(node: Node, board: dict[str, Any], position: dict[str, Any], moves: list[str]) -> Any:
    """Return the pieces among which moves let a player choose."""
    (found,) = run_module(node, "match/premoves.js", "alternatives", [[board, position, moves]])
    return found


def test_moves_along_one_path_are_pieces(node: Node) -> None:
    """They come in the order of their worth, with the symbols of the side to move."""
    turned = {**CHESS, "symbols": dict(reversed(CHESS["symbols"].items()))}
    found = alternatives(node, turned, PROMOTION, PROMOTION["legal"][:4])
    assert [(each["move"], each["symbol"]) for each in found] == [
        ("e7e8q", "Q"),
        ("e7e8r", "R"),
        ("e7e8b", "B"),
        ("e7e8n", "N"),
    ]
    black = {**PROMOTION, "to_move": 1}
    assert {each["symbol"] for each in alternatives(node, CHESS, black, PROMOTION["legal"][:4])} == {*"qrbn"}


def test_other_choices_are_no_pieces(node: Node) -> None:
    """Two captures between the same cells have their names, and a single move is not a choice."""
    position = at(["-"], legal=["1x10x19", "1x10y19"], paths=[[0, 9, 18], [0, 8, 18]])
    assert alternatives(node, INTERNATIONAL, position, position["legal"]) is None
    assert alternatives(node, CHESS, PROMOTION, ["e7e8q"]) is None
    assert alternatives(node, CHESS, PROMOTION, ["e7e8q", "e7f8q"]) is None


def test_a_move_ahead_is_picked_by_its_cells(node: Node) -> None:
    """Its text is made of the names of both cells, as in legal moves; another own piece starts a new pick."""
    position = at(
        ["--------", "---p----", *["--------"] * 4, "PP------", "--------"],
        to_move=1,
        legal=["d7d6", "d7d5"],
        paths=[[11, 19], [11, 27]],
    )
    ask = "({pickAhead}, ...input) => pickAhead(...input)"
    inputs = [
        [CHESS, position, 0, [], 48, False],
        [CHESS, position, 0, [48], 32, False],
        [CHESS, position, 0, [48], 49, False],
        [CHESS, position, 0, [48], 49, True],
        [CHESS, position, 0, [48], 48, False],
        [CHESS, position, 0, [], 11, False],
    ]
    found = run_module(node, "match/choosing.js", ask, inputs)
    assert [(each["picked"], each["moves"]) for each in found] == [
        ([48], []),
        ([], ["a2a4"]),
        ([49], []),
        ([], ["a2b2"]),
        ([], []),
        ([], []),
    ]


def test_a_move_ahead_in_draughts_has_its_hyphen(node: Node) -> None:
    """The text between the names of cells is that of the legal moves."""
    rows = ["." * 10] * 10
    rows[6] = ".w" + "." * 8
    position = at(rows, to_move=1, legal=["17x26x37", "1-7"], paths=[[32, 50, 72], [1, 12]])
    ask = "({pickAhead}, ...input) => pickAhead(...input)"
    (found,) = run_module(node, "match/choosing.js", ask, [[INTERNATIONAL, position, 0, [61], 52, False]])
    assert found["moves"] == [f"{INTERNATIONAL['cell_labels'][61]}-{INTERNATIONAL['cell_labels'][52]}"]


def test_stones_are_placed_ahead_as_before(node: Node) -> None:
    """On boards without pieces that move, a premove is a cell."""
    position = at(["-" * 11] * 11, to_move=1, legal=["a1", "b1"], paths=[[0], [1]])
    ask = "({pickAhead}, ...input) => pickAhead(...input)"
    (found,) = run_module(node, "match/choosing.js", ask, [[HEX, position, 0, [], 1, False]])
    assert found["moves"] == ["b1"]


def test_a_move_ahead_becomes_a_legal_one(node: Node) -> None:
    """It is the move with its cells: the most valuable piece where a pawn arrives, and any way of writing a capture."""
    capture = at(["-"], legal=["22x15", "9-13"], paths=[[42, 28], [17, 24]])
    inputs = [
        [CHESS, PROMOTION, "e7e8"],
        [CHESS, PROMOTION, "e7f8n"],
        [CHESS, PROMOTION, "b1c1"],
        [CHESS, PROMOTION, "b1c2"],
        [CHESS, PROMOTION, "Kc1"],
        [INTERNATIONAL, {**capture, "paths": [[43, 29], [16, 25]]}, "22-15"],
        [DOTS, at(["-"], legal=["a1b1"], paths=[[43]]), "a1b1"],
    ]
    found = run_module(node, "match/premoves.js", "inItsTurn", inputs)
    assert found == ["e7e8q", "e7f8n", "b1c1", None, None, "22x15", "a1b1"]


def test_what_is_picked_is_kept_until_a_move_is_complete(node: Node) -> None:
    """A cell that begins a move stays picked, and the cell of its end completes the moves between both."""
    state = {"phase": "running", "local": False, "you": 0, "board": CHESS, "position": PROMOTION}
    inputs = [[state, [12]], [state, [12, 4]], [state, [12, 40]]]
    found = run_module(node, "match/picking.js", PICKED, inputs)
    assert [(each["moves"], each["cells"]) for each in found] == [
        ([[]], [12]),
        ([[], PROMOTION["legal"][:4]], [12, 4]),
        ([[], []], []),
    ]


def test_what_is_picked_out_of_turn_is_a_move_ahead(node: Node) -> None:
    """The other side may pick a piece of its own before its turn."""
    state = {"phase": "running", "local": False, "you": 1, "board": CHESS, "position": PROMOTION}
    (found,) = run_module(node, "match/picking.js", PICKED, [[state, [48, 40]]])
    assert (found["moves"], found["cells"]) == ([[], ["a2a3"]], [])


@pytest.fixture
def asked(module_page: Page) -> Iterator[Page]:
    """Show a board of chess that asks for a piece, and note the answers in its element."""
    module_page.evaluate(
        """async ([board, position]) => {
          await import("/assets/board/board.js");
          const {chooser} = await import("/assets/board/chooser.js");
          const sheet = document.createElement("link");
          Object.assign(sheet, {rel: "stylesheet", href: "/assets/styles/large.css"});
          const loaded = new Promise((done) => (sheet.onload = done));
          document.head.append(sheet);
          await loaded;
          const element = document.createElement("kibitz-board");
          element.id = "asked";
          element.style.setProperty("width", "480px");
          element.style.setProperty("height", "480px");
          document.querySelector("main").prepend(element);
          scrollTo(0, 0);
          const options = [..."QRBN"].map((symbol) =>
            ({move: `e7e8${symbol.toLowerCase()}`, symbol, name: board.symbols[symbol]}));
          const usual = {board, position, interactive: true, marks: new Set(), label: ""};
          const show = (choice) => (element.view = {...usual, onCancel, choice});
          const answer = (text) => (element.dataset.answer = text, show(null));
          const onCancel = () => answer("none");
          show({cell: 4, label: "Which?", options, choose: answer, draw: chooser});
        }""",
        [CHESS, PROMOTION],
    )
    yield module_page
    module_page.evaluate("document.querySelector('#asked').remove()")


def test_a_piece_is_chosen_with_the_keyboard(asked: Page) -> None:
    """The first piece has the focus and is announced with the question; arrows go on, Enter chooses."""
    group = asked.get_by_role("group", name="Which?")
    expect(group.get_by_role("button", name="white queen")).to_be_focused()
    asked.keyboard.press("ArrowDown")
    expect(group.get_by_role("button", name="white rook")).to_be_focused()
    asked.keyboard.press("ArrowUp")
    asked.keyboard.press("ArrowUp")
    asked.keyboard.press("Enter")
    expect(asked.locator("#asked")).to_have_attribute("data-answer", "e7e8n")
    expect(group).to_have_count(0)
    assert asked.evaluate("document.activeElement.closest('#asked') !== null")


def test_escape_gives_up_the_choice(asked: Page) -> None:
    """Nothing is chosen then."""
    asked.keyboard.press("Escape")
    expect(asked.locator("#asked")).to_have_attribute("data-answer", "none")
    expect(asked.locator(".chooser")).to_have_count(0)


def test_a_piece_is_chosen_with_the_mouse(asked: Page) -> None:
    """The pieces lie on the file of the pawn, from its last square inwards."""
    option = asked.locator("[data-move=e7e8b]")
    cell = asked.locator("#asked [data-cell='20']")
    boxes = [each.bounding_box() for each in (option, cell)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert abs(boxes[0]["x"] - boxes[1]["x"]) < 3
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 3
    option.click()
    expect(asked.locator("#asked")).to_have_attribute("data-answer", "e7e8b")


def test_a_click_elsewhere_gives_up_the_choice(asked: Page) -> None:
    """The square that was clicked is not picked."""
    box = asked.locator("#asked").bounding_box()
    assert box is not None
    asked.mouse.click(box["x"] + 60, box["y"] + 400)
    expect(asked.locator("#asked")).to_have_attribute("data-answer", "none")
