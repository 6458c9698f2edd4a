"""Hands of a visitor: creating matches, and playing moves with the mouse, with keys alone, and with a finger.

Tests ask the board element for its position, and not the page around it, so that a new look breaks none of them.
"""

import json
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_server.games.game import LegalMove
from kibitz_server.games.registry import load

BOARD = ".in-match kibitz-board"
RESULT = ".result"
_POSITION = f"document.querySelector({BOARD!r})?.view?.position"
_WAIT = """async ([argument]) => {
  const holds = %s;
  const until = Date.now() + 30_000;
  while (!holds(argument)) {
    if (Date.now() > until) throw new Error(`not within 30 s: ${holds}, ${JSON.stringify(argument)}`);
    await new Promise(requestAnimationFrame);
  }
}"""
_BOX = """([cell, amount]) => {
  const element = document.querySelector(".in-match kibitz-board");
  const {boxes, style} = element.drawn;
  const {x, y, w, h} = boxes[cell];
  const count = element.view.position.counts[cell];
  const place = count - amount;
  const inside = style === "heaps" && amount ? [x + 20 + 40 * (place % 16), y + 34] : [x + w / 2, y + h / 2];
  const {x: left, y: top} = new DOMPoint(...inside).matrixTransform(element.svg.getScreenCTM());
  return [left, top];
}"""

_IS_SMALL = f"""(() => {{
  const {{svg, view}} = document.querySelector({BOARD!r});
  return view.board.shape === "grid" && 60 * svg.getScreenCTM().a < 32;
}})()"""
"""Whether a finger needs the lens."""


@dataclass(frozen=True)
class Step:
    """A move of a planned game, and the position and side to move after it.

    `amount` is its number among the moves of its first cell. `rivals` are other moves that begin and end on the same
    cells, among which the page asks for one.
    """

    move: LegalMove
    amount: int
    rivals: int
    after: str
    to_move: int


def planned(
    game: str, options: Mapping[str, Any], seed: int = 1, rest: int | None = None, plies: int | None = None
) -> tuple[str, list[Step]]:
    """Return the text of a position and the steps of a game by chance from there.

    Args:
        rest: How many plies before its end the game begins; from its first position by default.
        plies: How many steps are wanted; up to the end by default.
    """
    chance = random.Random(seed)
    positions, moves = [load(game, options).start()], []
    while legal := positions[-1].legal:
        moves.append(chance.choice(legal))
        positions.append(positions[-1].after(moves[-1]))
    first = 0 if rest is None else max(0, len(moves) - rest)
    steps = []
    for before, move, after in list(zip(positions, moves, positions[1:], strict=False))[first:][:plies]:
        same = [other for other in before.legal if other.path[:1] == move.path[:1]]
        rivals = sum(other.path[-1:] == move.path[-1:] for other in same) - 1
        steps.append(Step(move, same.index(move) + 1, rivals, after.text, after.to_move or 0))
    return positions[first].text, steps


def create(page: Page, game: str = "tictactoe", options: Mapping[str, Any] | None = None, /, **fields: str) -> str:
    """Create a match by the form, which is open with this game, and return its code.

    Args:
        page: A page at `/new?game=...`.
        fields: Further fields of the form by their names; `_` stands for `-`.
    """
    page.locator(f"input[name=game][value={game}]").wait_for(state="attached")
    if options or fields:
        page.locator("form details summary").first.click()
    for name, value in (options or {}).items():
        field = page.locator(f"[name=option-{name}]")
        if isinstance(value, bool):
            field.set_checked(value)
        else:
            field.fill(str(value))
    for name, value in fields.items():
        field = page.locator(f"form.form [name={name.replace('_', '-')}]")
        if name == "clock" and not page.locator(f"form.form [name=clock][value='{value}']").count():
            page.locator("form.form [name=clock][value=other]").check(force=True)
            page.locator("form.form [name=clock-text]").fill(value)
            continue
        if field.first.get_attribute("type") == "radio":
            page.locator(f"form.form [name={name}][value='{value}']").check(force=True)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        elif field.get_attribute("type") == "checkbox":
            field.set_checked(value == "on")
        else:
            field.fill(value)
    page.get_by_role("button", name="Create the match").click()
    return code_of(page)


def code_of(page: Page) -> str:
    """Return the code of the match that is open."""
    page.wait_for_url(re.compile(r"/([0-9A-Z]{6}|[0-9A-Z]{4}(-[0-9A-Z]{4}){2})$"))
    page.locator(BOARD).wait_for()
    return page.url.rpartition("/")[2]


def take_seat(guest: Page, host: Page) -> None:
    """Take the last free seat of the match that is open, and wait until both players can move."""
    guest.get_by_role("button", name="Take the seat").click()
    for page in (guest, host):
        wait_running(page)


def position(page: Page) -> dict[str, Any]:
    """Return the position that the board shows, as the server described it."""
    found: dict[str, Any] = page.evaluate(_POSITION)
    return found


def wait_until(page: Page, condition: str, argument: Any = None) -> None:
    """Wait until a function of the page returns what is true.

    `Page.wait_for_function` evaluates its text again and again, which the page's rules against scripts forbid.

    Raises:
        playwright.sync_api.Error: The condition is not met within 30 s.
    """
    page.evaluate(_WAIT % condition, [argument])


def wait_ply(page: Page, ply: int, text: str | None = None) -> None:
    """Wait until the board shows the position of a ply, with that text if one is given."""
    condition = (
        f"([ply, text]) => {{ const p = {_POSITION}; return p?.ply === ply && (text === null || p.text === text); }}"
    )
    wait_until(page, condition, [ply, text])


def wait_running(page: Page) -> None:
    """Wait until the visitor can move or premove."""
    wait_until(page, f"() => document.querySelector({BOARD!r})?.view?.interactive")


def wait_turn(page: Page, ply: int) -> dict[str, Any]:
    """Wait until a side is to move at a ply, or the match is over; return the position."""
    wait_until(
        page,
        f"(ply) => {{ const p = document.querySelector({BOARD!r}).view.position;"
        f" return document.querySelector({RESULT!r}) || (p.ply === ply && p.to_move !== null); }}",
        ply,
    )
    return position(page)


def cell(page: Page, number: int) -> Locator:
    """Return a cell of the board by its number."""
    return page.locator(f"{BOARD} svg:not(.lens) [data-cell='{number}']")


def square(page: Page, name: str) -> Locator:
    """Return a cell of the board by its name."""
    return page.locator(f"{BOARD} [role=gridcell][aria-label^='{name},']")


def insist(button: Locator) -> None:
    """Click a button that asks first, and click it again: it has another name then."""
    element = button.element_handle()
    element.click()
    element.click()


def is_grave(page: Page, move: str) -> bool:
    """Return whether the button of a move asks first."""
    return move in ("pass", "double", "drop") and len(position(page)["legal"]) > 1


def play_by_mouse(page: Page, step: Step) -> None:
    """Click the first and the last cell of a move; where several moves fit, choose among them."""
    if not step.move.path:
        button = page.locator(".controls").get_by_role("button", name=step.move.text, exact=True)
        if is_grave(page, step.move.text):
            insist(button)
        else:
            button.click()
        return
    for number in dict.fromkeys((step.move.path[0], step.move.path[-1])):
        page.mouse.click(*point_of(page, number, step.amount))
        if page.evaluate(f"document.querySelector({BOARD!r}).view.board.shape") != "grid":
            return
    if step.rivals:
        _choice(page, step).click()


def play_by_keys(page: Page, step: Step) -> None:
    """Go over the board with arrows and pick with Enter; where several moves fit, go on to its button."""
    if not page.evaluate("document.activeElement?.hasAttribute('data-cell') ?? false"):
        tab_to(page, "[data-cell]")
    if not step.move.path:
        # Where no move has cells, any cell stands for it. Elsewhere it has a button alone.
        if any(position(page)["paths"]):
            # A pass that the player need not make is not a banner.
            tab_to(page, ".controls button", text=step.move.text)
            if is_grave(page, step.move.text):
                page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        return
    for number in dict.fromkeys((step.move.path[0], step.move.path[-1])):
        _go_to(page, number)
        page.keyboard.press("Enter")
        if page.evaluate(f"document.querySelector({BOARD!r}).view.board.shape") != "grid":
            break
    if step.rivals:
        _choice(page, step).wait_for()
        if page.locator(f"{BOARD} .chooser").count():
            for _ in range(step.rivals):
                if _choice(page, step).evaluate("each => each === document.activeElement"):
                    break
                page.keyboard.press("ArrowRight")
        else:
            tab_to(page, ".in-match [role=group] button", text=step.move.text)
        page.keyboard.press("Enter")


def play_pairs(page: Page, move: str, path: list[int], by: str = "mouse") -> None:
    """Pick the pairs of cells of a move on a board of points, or press its button if it has none.

    Args:
        page: The page of the player.
        move: A move that no other one continues, as the first legal one. Of others, the page would ask which is meant.
        path: Its cells.
        by: `mouse`, `keys` or `touch`.
    """
    if not path:
        button = page.locator(f".cube-row [data-move='{move}']")
        if is_grave(page, move):
            insist(button)
        else:
            button.click()
        return
    # The only move has a button, and need not be picked.
    if page.locator(".checker-row [data-move]").count():
        page.locator(".checker-row [data-move]").click()
        return
    if by == "keys" and not page.evaluate("document.activeElement?.hasAttribute('data-cell') ?? false"):
        tab_to(page, "[data-cell]")
    for number in path:
        if by == "keys":
            _go_to(page, number)
            page.keyboard.press("Enter")
        elif by == "touch":
            page.touchscreen.tap(*point_of(page, number))
        else:
            page.mouse.click(*point_of(page, number))
    if by == "keys":
        tab_to(page, "[data-done]")
        page.keyboard.press("Enter")
    else:
        page.locator("[data-done]").click()


def play_by_touch(page: Page, step: Step) -> None:
    """Tap the cells of a move; where they are small or hold units, tap the last one again after it was marked."""
    for number in dict.fromkeys((step.move.path[0], step.move.path[-1])):
        point = point_of(page, number, step.amount)
        page.touchscreen.tap(*point)
        if page.evaluate(_IS_SMALL):
            page.locator(f"{BOARD} .lens").wait_for()
        if page.locator(f"{BOARD} :is(.lens, .take)").count():
            page.touchscreen.tap(*point)
        if page.evaluate(f"document.querySelector({BOARD!r}).view.board.shape") != "grid":
            return
    if step.rivals:
        _choice(page, step).tap()


def tab_to(page: Page, selector: str, text: str = "", most: int = 60) -> None:
    """Press Tab until an element of that selector, and with that text if one is given, has the focus.

    Raises:
        AssertionError: Tab does not lead there.
    """
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(
            """([selector, text]) => {
              const element = document.activeElement;
              return element?.matches(selector) && (!text || element.textContent.trim() === text);
            }""",
            [selector, text],
        ):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def record(site: str, code: str, key: str | None = None) -> list[dict[str, Any]]:
    """Return the events of a match as the server has recorded them, asked for by a client of its own."""
    with connect(site.replace("http", "ws"), subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as socket:
        socket.send(json.dumps({"t": "hello", "name": "auditor"}))
        socket.send(json.dumps({"t": "record", "id": "r", "match": code, **({"key": key} if key else {})}))
        while True:
            message = json.loads(socket.recv(timeout=30))
            if message.get("id") == "r":
                events: list[dict[str, Any]] = message["result"]["events"]
                return events


def recorded_moves(site: str, code: str) -> list[str]:
    """Return the moves of a match in the server's record."""
    return [event["event"]["move"]["move"] for event in record(site, code) if event["event"]["kind"] == "moved"]


def point_of(page: Page, number: int, amount: int = 0) -> tuple[float, float]:
    """Return where a pointer has to go for a cell; on a heap, for the unit that takes this many."""
    page.locator(BOARD).scroll_into_view_if_needed()
    left, top = page.evaluate(_BOX, [number, amount])
    return left, top


def _go_to(page: Page, number: int) -> None:
    """Press arrows until the keyboard is on a cell."""
    seen = set()
    for _ in range(60):
        here = page.evaluate("Number(document.activeElement.getAttribute('data-cell'))")
        if here == number:
            return
        assert here not in seen, f"the arrows lead in a circle at cell {here} on the way to {number}"
        seen.add(here)
        across, down = page.evaluate(
            """([from, to]) => {
              const {boxes} = document.querySelector(".in-match kibitz-board").drawn;
              return [boxes[to].x - boxes[from].x, boxes[to].y - boxes[from].y];
            }""",
            [here, number],
        )
        # Up and down first: on a chequered board they may shift the column.
        key = ("ArrowDown" if down > 0 else "ArrowUp") if abs(down) > 1 else "ArrowRight" if across > 0 else "ArrowLeft"
        page.keyboard.press(key)
    raise AssertionError(f"the arrows do not lead to cell {number}")


def _choice(page: Page, step: Step) -> Locator:
    """Return the button of a move where the page asks which one is meant: below the board, or a piece on it."""
    text = re.compile(f"^\\s*{re.escape(step.move.text)}\\s*$")
    below = page.locator(".in-match [role=group] button", has_text=text)
    return below.or_(page.locator(f"{BOARD} [data-move='{step.move.text}']"))


def settle(page: Page, name: str) -> None:
    """Press a button of the banner in which players settle which stones are dead."""
    page.get_by_role("group", name="Settle what is dead").get_by_role("button", name=name, exact=True).click()
