"""Boards of hexagons, dots and lines, chessmen, pits and heaps: where cells lie, and what is drawn."""

import math
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import BOARDS, CHESS, DOTS, HEAPS, HEX, INTERNATIONAL, MOUNT, PITS, at, grid

EMPTY_HEX, EMPTY_DOTS = at(["-" * 11] * 11), at(["+-+-+-+", "- - - -"] * 3 + ["+-+-+-+"])
LINES = [cell for cell in range(49) if (cell // 7 + cell % 7) % 2]
CELLS_AT = """async ({cellAt}, board, position, points) => {
  const {layoutOf} = await import("/assets/board/shapes/index.js");
  return points.map((point) => cellAt(layoutOf(board, position), ...point));
}"""


def middles(
    node: Node, board: dict[str, Any], position: dict[str, Any], *, flipped: bool = False, upright: bool = False
) -> list[list[float]]:
    """Return the middle of each cell."""
    ask = """({largeLayout}, board, position, flipped, upright) =>
      largeLayout(board, position, {flipped, upright}).boxes.map(({x, y, w, h}) => [x + w / 2, y + h / 2])"""
    (found,) = run_module(node, "board/looks/layout.js", ask, [[board, position, flipped, upright]])
    return [*found]


def mounted(page: Page, script: str, *views: dict[str, Any]) -> Any:
    """Return the value of an expression about a `board` to which these views were given in turn."""
    (found,) = run_module(page, "board/board.js", MOUNT % script, [[[*views]]])
    return found


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("upright", [False, True])
def test_hexagons_touch_six_others(node: Node, *, flipped: bool, upright: bool) -> None:
    """Each row begins half a cell further right than the one above; turned or upright, the same cells touch."""
    places = middles(node, HEX, EMPTY_HEX, flipped=flipped, upright=upright)
    touching = {
        (a, b) for a in range(121) for b in range(121) if a != b and math.dist(places[a], places[b]) < 60 * 1.01
    }
    wanted = {
        (row * 11 + column, (row + down) * 11 + column + right)
        for row in range(11)
        for column in range(11)
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
        if 0 <= row + down < 11 and 0 <= column + right < 11
    }
    assert touching == wanted


def test_upright_hexagons_are_larger_on_a_narrow_screen(node: Node) -> None:
    """The long diagonal is upright, so that a row of the same width has larger cells."""
    wide, narrow = (
        [max(axis) - min(axis) for axis in zip(*middles(node, HEX, EMPTY_HEX, upright=upright), strict=True)]
        for upright in (False, True)
    )
    assert narrow[1] > narrow[0]
    assert narrow[0] < 0.7 * wide[0]


def test_labels_stand_inside_squares_that_have_room(node: Node) -> None:
    """Chess has them in corners at its lower and left edge, in contrast to their squares; Hex has them outside."""
    ask = """({largeLayout}, board, position, flipped) => {
      const {labels, width, height} = largeLayout(board, position, {flipped, labels: "inside"});
      const inside = labels.filter(({corner}) => corner);
      const square = ({x, y}) => [Math.floor(x / 60), Math.floor(y / 60)];
      return [width, height, inside.map((label) => [label.text, ...square(label), Boolean(label.light)])];
    }"""
    for flipped in (False, True):
        ((width, height, labels),) = run_module(
            node, "board/looks/layout.js", ask, [[CHESS, BOARDS["chess"]["position"], flipped]]
        )
        assert (width, height) == (480, 480)
        files, ranks = "abcdefgh"[:: -1 if flipped else 1], "12345678"[:: -1 if flipped else 1]
        assert {tuple(label[:3]) for label in labels} == {
            *((name, place, 7) for place, name in enumerate(files)),
            *((name, 0, 7 - place) for place, name in enumerate(ranks)),
        }
        assert all(light is ((column + row) % 2 == 0) for _, column, row, light in labels)
    ((*_, beside),) = run_module(node, "board/looks/layout.js", ask, [[HEX, EMPTY_HEX, False]])
    assert beside == []


def test_a_point_is_in_the_nearest_hexagon(node: Node) -> None:
    """The corners of the picture are in none."""
    places = middles(node, HEX, EMPTY_HEX)
    points = [[x + dx, y + dy] for x, y in places for dx, dy in ((0, 0), (25, 8), (-25, -8), (0, 30))]
    (found,) = run_module(node, "board/cells.js", CELLS_AT, [[HEX, EMPTY_HEX, [*points, [2, 500]]]])
    assert found == [*(cell for cell in range(121) for _ in range(4)), -1]


def test_a_line_is_picked_from_the_boxes_beside_it(node: Node) -> None:
    """Each point of a board of dots stands for the nearest line, so that a finger need not hit it exactly."""
    places = middles(node, DOTS, EMPTY_DOTS)
    first = places[8]
    points = [places[cell] for cell in LINES] + [[first[0], first[1] - 12], [first[0] + 12, first[1]]]
    (found,) = run_module(node, "board/cells.js", CELLS_AT, [[DOTS, EMPTY_DOTS, points]])
    assert found == [*LINES, 1, 9]


@pytest.mark.parametrize("shape", ["hex", "dots", "international", "chess"])
@pytest.mark.parametrize("flipped", [False, True])
def test_arrows_lead_to_every_cell(node: Node, shape: str, *, flipped: bool) -> None:
    """From the middle of the board, the keyboard reaches each cell in play."""
    ask = """async ({neighbour}, board, position, flipped) => {
      const {layoutOf} = await import("/assets/board/shapes/index.js");
      const found = layoutOf(board, position, {flipped});
      const start = found.boxes.findIndex((box, cell) => box.play && cell >= found.boxes.length / 2);
      const seen = new Set([start]);
      const ways = [[1, 0], [-1, 0], [0, 1], [0, -1]];
      for (const cell of seen) for (const way of ways) seen.add(neighbour(found, cell, ...way));
      return [seen, found.boxes.flatMap((box, cell) => (box.play ? [cell] : []))];
    }"""
    board, position = BOARDS[shape]["board"], BOARDS[shape]["position"]
    ((reached, wanted),) = run_module(node, "board/cells.js", ask, [[board, position, flipped]])
    assert reached == wanted


def test_arrows_up_and_down_do_not_drift(node: Node) -> None:
    """Where rows are shifted, repeated steps up stay within half a cell of the column on the screen."""
    ask = """async ({neighbour}, board, position, start) => {
      const {layoutOf} = await import("/assets/board/shapes/index.js");
      const found = layoutOf(board, position);
      const places = [start];
      for (let step = 0; step < 4; step++) places.push(neighbour(found, places.at(-1), 0, -1));
      return places.map((cell) => found.boxes[cell].x + found.boxes[cell].w / 2);
    }"""
    inputs = [[HEX, EMPTY_HEX, 60], [DOTS, EMPTY_DOTS, 45], [INTERNATIONAL, BOARDS["international"]["position"], 76]]
    for found in run_module(node, "board/cells.js", ask, inputs):
        assert max(found) - min(found) <= 60


def test_the_ground_says_how_a_grid_is_drawn(node: Node) -> None:
    """An older server sends none; the page then goes by what else it knows."""
    old = {key: value for key, value in INTERNATIONAL.items() if key not in ("ground", "owners", "glyphs", "edges")}
    boards = [CHESS, HEX, DOTS, {**CHESS, "ground": "lines"}, old]
    found = run_module(node, "board/shapes/grid/symbols.js", "gridStyle", [[board] for board in boards])
    assert found == ["checks", "hexes", "dots", "lines", "checks"]


def test_owners_say_whose_a_symbol_is(node: Node) -> None:
    """The letters do not: K and k are kings of two sides. Without owners, they are a king and a man of one side."""
    old = {key: value for key, value in INTERNATIONAL.items() if key != "owners"}
    chess, before = (
        dict(found) for found in run_module(node, "board/shapes/grid/symbols.js", "roles", [[CHESS], [old]])
    )
    assert {chess["K"], chess["P"]} == {"first"}
    assert {chess["k"], chess["p"]} == {"second"}
    assert chess["-"] == "none"
    assert (before["w"], before["W"], before["b"], before["."]) == ("first", "first", "second", "none")


def test_chessmen_have_shapes(module_page: Page) -> None:
    """Each piece is an outline in the colour of its side, and no text."""
    view = BOARDS["chess"]
    script = """[".white.man", ".black.man", ".man-body", ".pieces text", ".ground .dark", ".corner"]
      .map((each) => board.querySelectorAll(each).length)"""
    assert mounted(module_page, script, view) == [16, 16, 32, 0, 1, 0]


def test_other_signs_are_texts_on_discs(module_page: Page) -> None:
    """A sign that is not a chessman's is shown as the server sends it."""
    board = grid("ab", "21", {"-": "empty", "Z": "wizard", "z": "witch"}, owners={"Z": 0, "z": 1}, glyphs={"Z": "☉"})
    script = '[...board.querySelectorAll(".pieces text")].map((text) => text.textContent)'
    assert mounted(module_page, script, {"board": board, "position": at(["Z-", "-z"])}) == ["☉"]


def test_edges_have_the_colours_of_their_sides(module_page: Page) -> None:
    """Red has the top and the bottom of a board of Hex, Blue the left and the right."""
    script = """[...board.querySelectorAll(".edge")].map((edge) => {
      const {x, y, width, height} = edge.getBBox();
      return [edge.classList[1], Math.round(x + width / 2), Math.round(y + height / 2)];
    })"""
    for flipped in (False, True):
        top, right, bottom, left = mounted(module_page, script, {**BOARDS["hex"], "flipped": flipped})
        assert [top[0], right[0], bottom[0], left[0]] == ["red", "blue", "red", "blue"]
        assert (top[2] < bottom[2]) is not flipped
        assert (left[1] < right[1]) is not flipped


def test_lines_and_boxes_of_dots(module_page: Page) -> None:
    """Each drawn line is a stroke, and a won box has the letter of its side on its colour."""
    script = """[board.querySelectorAll(".drawn-line").length, [...board.querySelectorAll(".owner")].map((node) =>
      [node.classList[1], node.textContent]), [...board.querySelectorAll(".shade")].map((node) => node.classList[1])]"""
    lines = sum(row.count("|") for row in BOARDS["dots"]["position"]["rows"])
    found = mounted(module_page, script, BOARDS["dots"])
    assert found == [lines, [["red", "R"], ["blue", "B"]], ["red", "blue"]]


def test_a_board_of_dots_in_words(node: Node) -> None:
    """Dots and open boxes are not mentioned."""
    ((found),) = run_module(node, "board/describe.js", "describeBoard", [[DOTS, BOARDS["dots"]["position"]]])
    assert [part.split(":")[0] for part in found.split(". ")] == ["line", "box of Red", "box of Blue"]


def test_small_boards_show_the_same(module_page: Page) -> None:
    """A board in a list has chessmen, edges, lines and boxes too, in a few nodes."""
    ask = """({drawMini}, view) =>
      [...drawMini({...view, key: ""}).querySelectorAll("path")].map((path) => path.getAttribute("class"))"""
    wanted = {
        "chess": {"mini-dark", "mini-man-body white", "mini-man-lines black"},
        "hex": {"edge red", "edge blue", "mini-hex", "mini-body red", "mini-body blue"},
        "dots": {"mini-open", "mini-dot", "mini-drawn-line", "mini-shade red", "mini-shade blue"},
        "international": {"mini-dark", "mini-body white", "mini-body black", "mini-crown"},
    }
    for shape, classes in wanted.items():
        (found,) = run_module(module_page, "board/mini.js", ask, [[BOARDS[shape]]])
        assert classes <= set(found), shape
        assert len(found) < 12


def test_numbers_of_squares_stay_small(node: Node) -> None:
    """A board of 10 by 10 numbers its fifty dark squares in their corners."""
    ask = """({layoutOf}, {board, position}) =>
      layoutOf(board, position).labels.filter(({corner}) => corner).map(({text}) => text)"""
    (found,) = run_module(node, "board/shapes/index.js", ask, [[BOARDS["international"]]])
    assert found == [str(number) for number in range(1, 51)]


def test_an_area_is_said_when_it_has_an_owner(module_page: Page) -> None:
    """A stone can give an area to a side without a change of its cells."""
    board = grid("ab", "21", {"-": "empty", "B": "black", "W": "white"}, ground="lines")
    views = [
        {"board": board, "position": at(["BB", "--"], shades=shades, last=[0])} for shades in ("----", "--BB", "--WB")
    ]
    script = "[...board.querySelectorAll('[role=gridcell]')].slice(2).map((node) => node.getAttribute('aria-label'))"
    labels = [mounted(module_page, script, *views[: count + 1]) for count in range(len(views))]
    assert [first for first, _ in labels] == ["a1, empty", "a1, empty, black area", "a1, empty, white area"]


def test_pits_and_heaps_hold_units(module_page: Page) -> None:
    """Seeds have the side of their pit and their number below them; of a heap, each object is seen."""
    script = """[...board.querySelectorAll(".units")].map((node) =>
      [node.classList[1], node.querySelectorAll(".seed, .unit").length, node.textContent])"""
    pits, heaps = (
        mounted(module_page, script, {"board": board, "position": at([], counts=counts)})
        for board, counts in ((PITS, [3, 0, 50, 1, 2, 0]), (HEAPS, [1, 17]))
    )
    assert pits[:3] == [["first", 3, "3"], ["first", 0, "0"], ["first", 40, "50"]]
    assert pits[3:] == [["second", 1, "1"], ["second", 2, "2"], ["second", 0, "0"]]
    assert heaps == [["neutral", 1, ""], ["neutral", 17, ""]]


def test_pits_and_heaps_in_words(node: Node) -> None:
    """Every cell is said, by its name and number."""
    inputs = [[PITS, at([], counts=[3, 0, 5, 1, 2, 0])], [HEAPS, at([], counts=[1, 17])]]
    found = run_module(node, "board/describe.js", "describeBoard", inputs)
    assert found == ["a 3, b 0, south store 5, A 1, B 2, north store 0", "1 1, 2 17"]


def test_a_click_on_a_heap_takes_all_to_its_right(node: Node) -> None:
    """The object under the pointer is the first one that is taken; a click beside the objects picks the heap alone."""
    ask = """({shapeOf, layoutOf}, board, position, points) => {
      const [box] = layoutOf(board, position).boxes;
      return points.map(([x, y]) => shapeOf(board).amountAt(box, 17, box.x + x, box.y + y));
    }"""
    points = [[5, 20], [45, 20], [5, 90], [50, 90]]
    (found,) = run_module(node, "board/shapes/index.js", ask, [[HEAPS, at([], counts=[17, 1]), points]])
    assert found == [17, 16, 1, None]


MOTION = """(() => {
  const moving = document.getAnimations().filter(({effect}) => board.contains(effect.target));
  const slid = ({transform}) => transform?.startsWith("translate");
  const slides = moving.filter(({effect}) => effect.getKeyframes().some(slid));
  const gone = moving.filter(({effect}) => effect.target.matches(".stone"));
  return [slides.length, gone.length, Math.max(0, ...slides.map(({effect}) => effect.getKeyframes().length))];
})()"""


@pytest.mark.parametrize(
    ("before", "after", "last", "wanted"),
    [
        pytest.param("R---K--R", "R----RK-", [4, 6], [2, 0, 2], id="castling"),
        pytest.param("---RK---", "---KR---", [4, 3], [2, 0, 2], id="king and rook change places"),
        pytest.param("-Pp-----", "--P-----", [1, 2], [1, 1, 2], id="a capture"),
        pytest.param("-P-k----", "--Qk----", [1, 2], [1, 0, 2], id="a promotion"),
    ],
)
def test_pieces_move(module_page: Page, before: str, after: str, last: list[int], wanted: list[int]) -> None:
    """What left a cell slides to its new one, and what was captured fades."""
    board = grid("abcdefgh", "1", CHESS["symbols"], **{key: CHESS[key] for key in ("owners", "glyphs", "ground")})
    positions = [at([before]), at([after], last=last)]
    views = [{"board": board, "position": position, "motion": True} for position in positions]
    assert mounted(module_page, MOTION, *views) == wanted


def test_an_en_passant_capture_and_a_long_one(module_page: Page) -> None:
    """The captured pieces stay until the end of the move, which goes over all of its cells."""
    board = grid("abc", "321", CHESS["symbols"], **{key: CHESS[key] for key in ("owners", "glyphs", "ground")})
    views = [
        {"board": board, "position": position, "motion": True}
        for position in (at(["---", "Pp-", "---"]), at(["-P-", "---", "---"], last=[3, 1]))
    ]
    assert mounted(module_page, MOTION, *views) == [1, 1, 2]
    flat = [*"." * 100]
    for cell in (90, 81, 63):
        flat[cell] = "wbb"[(90, 81, 63).index(cell)]
    start = ["".join(flat[n : n + 10]) for n in range(0, 100, 10)]
    flat[90] = flat[81] = flat[63] = "."
    flat[54] = "w"
    end = ["".join(flat[n : n + 10]) for n in range(0, 100, 10)]
    views = [
        {"board": INTERNATIONAL, "position": position, "motion": True}
        for position in (at(start), at(end, last=[90, 72, 54]))
    ]
    assert mounted(module_page, MOTION, *views) == [1, 2, 3]
