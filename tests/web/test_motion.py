"""Motion after moves: its order, its longest time, and that it never holds up a move."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import INTERNATIONAL, PITS, TICTACTOE, at, grid

LONGEST = 300
REVERSI = grid("abcd", "1", {"-": "empty", "B": "black disc", "W": "white disc"}, owners={"B": 0, "W": 1})
GO = grid(
    "ABC",
    "1",
    {"-": "empty", "B": "black stone", "W": "white stone"},
    owners={"B": 0, "W": 1},
    every_empty_cell=True,
    stars=[1],
    ground="lines",
)
SEEN = """async (_, board, before, after, still) => {
  await import("/assets/board/motion/moves.js");
  if (still) document.documentElement.dataset.motion = "off";
  else delete document.documentElement.dataset.motion;
  const element = document.createElement("kibitz-board");
  document.body.append(element);
  // The board loads its motions itself; they have come when one is seen.
  const view = (position) => ({board, position, label: "", marks: new Set()});
  const seen = async () => {
    for (let tries = 0; tries < 200; tries++) {
      element.view = {...view(before), motion: false};
      element.view = view(after);
      const found = element.getAnimations({subtree: true}).map(({effect}) => effect);
      if (found.length || still) return found;
      await new Promise(requestAnimationFrame);
    }
    throw new Error("no motion");
  };
  const effects = await seen();
  const times = effects.map((effect) => [effect.getComputedTiming().delay, effect.getComputedTiming().endTime]);
  const leaving = element.querySelectorAll("[data-leaving]").length;
  element.view = {...view(before), motion: false};
  const left = element.querySelectorAll("[data-leaving]").length + element.getAnimations({subtree: true}).length;
  element.remove();
  delete document.documentElement.dataset.motion;
  return {times, leaving, left};
}"""


def test_discs_turn_outwards(node: Node) -> None:
    """The nearest one begins at once, those at one distance begin together, and the last one begins in time."""
    near, long = run_module(node, "board/motion/order.js", "delays", [[[1, 2, 1, 3], 170], [[*range(1, 19)], 170]])
    assert near == [0, 45, 0, 90]
    assert long == sorted(long)
    assert (long[0], long[-1]) == (0, 170)


def test_seeds_are_sown_around(node: Node) -> None:
    """The pits after the one that is emptied change one after the other, also past the end of the row."""
    before, after = [4, 4, 0, 4, 4, 1], [5, 5, 0, 4, 0, 2]
    (found,) = run_module(node, "board/motion/order.js", "sowing", [[before, after, 170]])
    assert found["from"] == 4
    waits = found["waits"]
    assert waits[4] < waits[5] < waits[0] < waits[1] <= 170


def test_men_are_captured_in_the_order_of_the_jump(node: Node) -> None:
    """One that is jumped over first is gone first; one on the last cell is gone at the end."""
    boxes = [{"x": 60 * (n % 10), "y": 60 * (n // 10), "w": 60, "h": 60, "play": True} for n in range(100)]
    path = [0, 22, 44, 26]
    found = run_module(node, "board/motion/order.js", "capturedAt", [[boxes, path, cell] for cell in (11, 33, 35, 26)])
    assert found == sorted(found)
    assert found[-1] == 1
    assert len(set(found)) == 4


def _men(**pieces: str) -> dict[str, Any]:
    rows = [["." if (row + column) % 2 == 0 else "-" for column in range(10)] for row in range(10)]
    for name, piece in pieces.items():
        row, column = int(name[1]), int(name[2])
        rows[row][column] = piece
    return at(["".join(row) for row in rows], last=[1, 23, 45])


MOVES: dict[str, tuple[Any, Any, Any, int]] = {
    "discs": (REVERSI, at(["-WWB"]), at(["BBBB"], last=[0]), 2),
    "stones": (GO, at(["BW-"]), at(["B-B"], last=[2]), 1),
    "men": (INTERNATIONAL, _men(c01="w", c12="b", c34="b"), _men(c45="w"), 2),
    "marks": (TICTACTOE, at(["XX-", "---", "---"]), at(["XXX", "---", "---"], last=[2], lines=[[0, 1, 2]]), 0),
    "seeds": (PITS, at([], counts=[2, 0, 0, 1, 1, 0]), at([], counts=[0, 1, 1, 1, 1, 0], position="after"), 3),
}
"""Boards, positions before and after a move, and how many elements leave the board."""


@pytest.mark.parametrize("name", MOVES)
def test_motions_are_short_and_end_with_the_next_move(module_page: Page, name: str) -> None:
    """All of a move takes at most 300 ms. Another move ends it at once, and without motion nothing moves."""
    board, before, after, gone = MOVES[name]
    before, after = before | {"position": "before"}, after | {"position": "after"}
    moving, still = run_module(
        module_page,
        "board/board.js",
        SEEN,
        [[board, before, after, still] for still in (False, True)],
    )
    assert moving["times"]
    assert max(end for _, end in moving["times"]) <= LONGEST + 1
    assert moving["leaving"] == gone
    assert moving["left"] == 0
    assert [still["times"], still["leaving"]] == [[], 0]
