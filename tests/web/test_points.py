"""Boards of points: where their cells lie for both players, stacks of checkers, dice, marks, words and motion."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import MIDDLE_GAME, MOUNT, POINTS, START, TICTACTOE, at, on_points, tray

LAYOUT = "({layoutOf}, board, position, flipped) => layoutOf(board, position, {flipped})"
NODES = """(() => {
  const stones = [...board.querySelectorAll(".pieces .stone")];
  const letters = [...board.querySelectorAll(".pieces .letter")].map(({textContent}) => textContent).filter(Boolean);
  const side = (name) => stones.filter((stone) => stone.querySelector(`.${name}`)).length;
  return [side("white"), side("black"), letters.sort()];
})()"""


def laid_out(node: Node, *, flipped: bool = False) -> dict[str, Any]:
    """Return the layout of a board of points."""
    (found,) = run_module(node, "board/shapes/index.js", LAYOUT, [[POINTS, START, flipped]])
    return {**found}


def mounted(page: Page, script: str, *views: dict[str, Any]) -> Any:
    """Return the value of an expression about a `board` of points to which these views were given in turn."""
    shown = [{"board": POINTS, **view} for view in views]
    (found,) = run_module(page, "board/board.js", MOUNT % script, [[shown]])
    return found


@pytest.mark.parametrize("flipped", [False, True])
def test_each_player_has_the_first_point_at_the_bottom_right(node: Node, *, flipped: bool) -> None:
    """Points go from there to the left, and back above; a checker on the bar enters at the far side."""
    found = laid_out(node, flipped=flipped)
    boxes = found["boxes"]
    order = [*range(23, -1, -1)] if flipped else [*range(24)]
    bottom, top = [boxes[cell] for cell in order[:12]], [boxes[cell] for cell in order[12:]]
    assert [box["x"] for box in bottom] == sorted((box["x"] for box in bottom), reverse=True)
    assert [box["x"] for box in top] == sorted(box["x"] for box in top)
    assert {box["y"] for box in bottom} > {box["y"] for box in top} or bottom[0]["y"] > top[0]["y"]
    own, other = (1, 0) if flipped else (0, 1)
    assert boxes[24 + own]["y"] == top[0]["y"]
    assert boxes[24 + other]["y"] == bottom[0]["y"]
    assert boxes[26 + own]["y"] == bottom[0]["y"]
    assert [label["text"] for label in found["labels"]] == POINTS["cell_labels"][own][:24]


def test_cells_do_not_overlap(node: Node) -> None:
    """Each point of the board belongs to one cell at most, and each cell is found at its middle."""
    ask = """({cellAt}, found) => found.boxes.map(({x, y, w, h}) => cellAt(found, x + w / 2, y + h / 2))"""
    (found,) = run_module(node, "board/cells.js", ask, [[laid_out(node)]])
    assert found == [*range(28)]


def test_a_stack_has_a_number_from_six_checkers_on(module_page: Page) -> None:
    """Five checkers of a stack are drawn, and all that were borne off, with their number beside them."""
    assert mounted(module_page, NODES, {"position": on_points(START)}) == [15, 15, []]
    off = [0] * 26 + [9, -15]
    off[3] = 6
    assert mounted(module_page, NODES, {"position": on_points(off)}) == [14, 15, ["6"]]
    counted = "[...board.querySelectorAll('.off-count')].map((node) => node.getAttribute('aria-label'))"
    view = {"position": on_points(off), "sides": ["White", "Black"], "players": ["Ann", "You"]}
    assert mounted(module_page, counted, view) == ["Ann: 9 off", "You: 15 off"]


def test_pips_score_and_cube_are_in_view(module_page: Page) -> None:
    """Each side has its pip count, the score has the length of the match, and a cube at rest shows 64."""
    counters = {"White pips": 120, "Black pips": 98, "White points": 2, "Black points": 1}
    board = {**POINTS, "faces": {**POINTS["faces"], "x1": {"kind": "cube", "text": "1", "words": "the cube at 1"}}}
    position = on_points(START, counters=counters, trays=[tray("cube", None, "x1")])
    view = {"board": board, "position": position, "sides": ["White", "Black"], "players": ["Ann", "You"], "length": 3}
    labels = "[...board.querySelectorAll('.trays [role=img]')].map((node) => node.getAttribute('aria-label'))"
    said = ["Ann: 120 pips", "You: 98 pips", "Match to 3: Ann 2, You 1"]
    assert mounted(module_page, labels, view) == ["cube: the cube at 1", *said]
    assert mounted(module_page, "board.querySelector('[data-cube]').textContent", view) == "64"
    score = "board.querySelector('.match-score').textContent"
    assert mounted(module_page, score, {**view, "flipped": True}) == "1–2to 3"


def test_targets_are_ghosts_of_checkers(module_page: Page) -> None:
    """A ghost lies where the checker would come; before a pick, the checkers that may move have rings."""
    marks = (
        "[...board.querySelectorAll('.movable, .ghost-checker, .ghost-tray')].map((node) => node.getAttribute('class'))"
    )
    script = MOUNT.replace("marks: new Set()", "marks: new Set(view.may)") % marks
    position = on_points(START, to_move=0)
    (rings,) = run_module(
        module_page, "board/board.js", script, [[[{"board": POINTS, "position": position, "may": [5, 12]}]]]
    )
    assert rings == ["movable", "movable"]
    picked = {"board": POINTS, "position": position, "picked": [5], "may": [4, 0, 26]}
    (ghosts,) = run_module(module_page, "board/board.js", script, [[[picked]]])
    assert sorted(each.strip() for each in ghosts) == ["ghost-checker", "ghost-checker hit-mark", "ghost-tray"]


def test_only_changed_stacks_are_drawn_again(module_page: Page) -> None:
    """A move leaves the nodes of other stacks as they are."""
    after = [*START]
    after[5], after[4] = after[5] - 1, after[4] + 1
    kept = """(() => {
      const before = [...board.querySelectorAll(".stack")];
      board.view = {...board.view, position: views[1].position};
      const now = new Set(board.querySelectorAll(".stack"));
      return before.filter((stack) => !now.has(stack)).length;
    })()"""
    script = MOUNT.replace("for (const view of views)", "for (const view of views.slice(0, 1))") % kept
    views = [{"board": POINTS, "position": on_points(START)}, {"board": POINTS, "position": on_points(after)}]
    (found,) = run_module(module_page, "board/board.js", script, [[views]])
    assert found == 2


SLIDES = """(() => {
  const moving = document.getAnimations().filter(({effect}) => board.contains(effect.target));
  return moving.map(({effect}) => effect.getKeyframes().map(({transform}) => transform)).sort();
})()"""


def test_checkers_slide_from_where_they_were(module_page: Page) -> None:
    """Those of a move, and the one that is hit, which goes to its bar."""
    before = [0] * 28
    before[12], before[8], before[4] = 2, -1, -2
    after = [*before]
    after[12], after[8], after[25] = 1, 1, -1
    views = [{"position": on_points(counts), "motion": True} for counts in (before, after)]
    found = mounted(module_page, SLIDES, *views)
    assert len(found) == 2
    assert all(frames[0] != frames[1] == "translate(0px, 0px)" for frames in found)
    still = [{"position": on_points(counts), "motion": False} for counts in (before, after)]
    assert mounted(module_page, SLIDES, *still) == []


TRAYS = """[...board.querySelectorAll(".trays [role=img]")].map((node) => {
  const {x, y} = node.getBBox();
  const faces = [...node.querySelectorAll(".face")];
  return [node.getAttribute("aria-label"), faces.map((face) => face.querySelectorAll(".pip").length), x, y];
})"""


def test_dice_and_cube_lie_at_their_owner(module_page: Page) -> None:
    """The dice of the player below lie right, those of the other left; the cube lies in the middle or at its owner."""
    faces = {"position": MIDDLE_GAME}
    (dice, cube), (far_dice, near_cube) = (
        mounted(module_page, TRAYS, {**faces, "flipped": flipped})[:2] for flipped in (False, True)
    )
    assert dice[:2] == ["dice: six, three", [6, 3]]
    assert cube[:2] == ["cube: the cube at 2", [0]]
    assert dice[2] > far_dice[2]
    assert near_cube[3] > cube[3]
    own = on_points(START, trays=[tray("cube", None, "x64")])
    ((_, _, _, middle), *_) = mounted(module_page, TRAYS, {"position": own})
    assert cube[3] < middle < near_cube[3]


def test_a_cube_that_is_offered_lies_before_the_player_who_is_asked(module_page: Page) -> None:
    """It lies where the dice of that player would, and after the answer beside the board's middle."""
    cube = tray("cube", 1, "x2")
    (_, _, *offered), (_, _, *taken) = (
        mounted(
            module_page, TRAYS, {"position": on_points(START, trays=[cube], legal=legal, paths=[[] for _ in legal])}
        )[0]
        for legal in (["take", "drop"], [])
    )
    assert offered != taken
    assert offered[0] < taken[0]


def test_any_board_can_have_trays(module_page: Page) -> None:
    """A grid gets room for them above and below, and its cells stay where they are."""
    cards = {"Ks": {"kind": "card", "text": "K♠", "words": "king of spades"}}
    board = {**TICTACTOE, "faces": {**cards, "?": {"kind": "back", "text": "?", "words": "a card"}}}
    position = at(["---"] * 3, trays=[tray("hand", 0, "Ks"), tray("hand", 1, "?"), tray("deck", None, "?")])
    ask = "({layoutOf}, board, position) => layoutOf(board, position)"
    inputs = [[TICTACTOE, position], [board, position]]
    plain, wide = run_module(module_page, "board/shapes/index.js", ask, inputs)
    shift = wide["area"]["y"] - plain["area"]["y"]
    assert wide["height"] == plain["height"] + 2 * shift
    assert [box["y"] - shift for box in wide["boxes"]] == [box["y"] for box in plain["boxes"]]
    found = mounted(module_page, TRAYS, {"board": board, "position": position})
    assert [words for words, *_ in found] == ["hand: king of spades", "deck: a card", "hand: a card"]
    tops = {words: y for words, _, _, y in found}
    assert tops["hand: a card"] < shift < tops["hand: king of spades"] == tops["deck: a card"]


def test_cells_and_boards_have_words(node: Node) -> None:
    """Each player hears the own numbers, and whose checkers stand there."""
    ask = """(module, board, position, seat, cells) => {
      const view = {position, marks: new Set([4]), picked: [5], premoves: [], attacked: -1, seat};
      return [cells.map((cell) => module.describeCell(board, view, cell)), module.describeBoard(board, position, seat)];
    }"""
    cells = [5, 4, 0, 1, 24, 26]
    inputs = [[POINTS, MIDDLE_GAME, seat, cells] for seat in (0, 1)]
    (own, board), (other, _) = run_module(node, "board/describe.js", ask, inputs)
    assert own == [
        *("6, 5 White checkers, selected, last move", "5, 3 White checkers, last move, can be played"),
        *("1, 2 Black checkers", "2, empty", "bar, 1 White checker", "off, 2 White checkers"),
    ]
    assert [words.partition(",")[0] for words in other] == ["19", "20", "24", "23", "bar", "off"]
    assert board.startswith("dice: six, three, cube: the cube at 2, 1 2 Black checkers, 3 2 White checkers")


def test_arrows_go_along_the_points(node: Node) -> None:
    """Left and right stay in their half; up and down change it; the bar and the trays are on the way."""
    ask = """({neighbour}, found, starts) => starts.map(([cell, dx, dy]) => neighbour(found, cell, dx, dy))"""
    steps = {
        (0, -1, 0): 1,
        (0, 1, 0): 26,
        (5, -1, 0): 25,
        (25, -1, 0): 6,
        (0, 0, -1): 23,
        (18, -1, 0): 24,
        (11, 0, -1): 12,
    }
    (found,) = run_module(node, "board/cells.js", ask, [[laid_out(node), [[*each] for each in steps]]])
    assert found == [*steps.values()]


def test_a_small_board_has_few_nodes(module_page: Page) -> None:
    """It has a path for each kind of ground and each side, and numbers on high stacks."""
    ask = """({drawMini}, board, position) => {
      const svg = drawMini({board, position, key: ""});
      return [svg.querySelectorAll("*").length, [...svg.querySelectorAll("text")].map(({textContent}) => textContent)];
    }"""
    (found,) = run_module(module_page, "board/mini.js", ask, [[POINTS, MIDDLE_GAME]])
    assert found[0] < 12
    assert found[1] == ["7"]
