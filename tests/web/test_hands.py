"""Ways to move besides clicks and arrows: a finger, a lens over small squares, a drag, typed moves, and premoves."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Visitors
from tests.web.driver import (
    BOARD,
    cell,
    create,
    planned,
    play_by_touch,
    point_of,
    position,
    square,
    take_seat,
    wait_ply,
    wait_running,
    wait_until,
)


def together(visitors: Visitors, game: str, *, phone: bool = False, **fields: str) -> Page:
    """Return a match in which this visitor plays both sides."""
    page = visitors.open(f"/new?game={game}&opponent=together", phone=phone)
    create(page, game, **fields)
    wait_running(page)
    return page


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    ["reversi", *(pytest.param(game, marks=pytest.mark.long) for game in ("connect4", "draughts", "kalah", "nim"))],
)
def test_a_finger_plays(visitors: Visitors, game: str) -> None:
    """Taps play on boards of every shape."""
    _, steps = planned(game, {}, plies=4)
    page = together(visitors, game, phone=True)
    for ply, step in enumerate(steps, 1):
        play_by_touch(page, step)
        wait_ply(page, ply, step.after)


@pytest.mark.parametrize(
    ("game", "options", "first", "second"),
    [
        ("gomoku", {"size": 19}, 19 * 5 + 3, 19 * 12 + 14),
        pytest.param("hex", {}, 3, 11 * 9 + 2, marks=pytest.mark.long),
        pytest.param("go", {"size": 19}, 19 * 5 + 3, 19 * 12 + 14, marks=pytest.mark.long),
    ],
)
def test_a_lens_shows_small_cells(
    visitors: Visitors, game: str, options: dict[str, int], first: int, second: int
) -> None:
    """A tap enlarges its place, and a tap in the lens plays there. A finger that stays plays where it leaves."""
    page = visitors.open(f"/new?game={game}&opponent=together", phone=True)
    create(page, game, options)
    wait_running(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    lens = page.locator(f"{BOARD} .lens")
    cell(page, first).tap()
    expect(lens).to_be_visible()
    # Cells of the lens have the size that a finger needs.
    assert page.evaluate("60 * document.querySelector('.lens').getScreenCTM().a * 0.86") >= 44
    box = lens.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    page.keyboard.press("Escape")
    expect(lens).to_have_count(0)
    # Another place moves the lens, and plays nothing.
    for number in (first, second):
        cell(page, number).tap()
        expect(lens).to_have_count(1)
    assert position(page)["ply"] == 0
    # The neighbour in the lens is a finger's width away.
    x, y = point_of(page, second)
    page.touchscreen.tap(x - 53, y)
    wait_ply(page, 1)
    expect(lens).to_have_count(0)
    assert position(page)["last"] == [second - 1] if game != "hex" else position(page)["last"]
    cell(page, first).tap()
    expect(lens).to_be_visible()
    page.locator(".turn-line").tap()
    expect(lens).to_have_count(0)

    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    touch("touchStart", point_of(page, first))
    page.locator(f"{BOARD} .lens.held").wait_for()
    touch("touchMove", point_of(page, first + 1))
    touch("touchEnd")
    wait_ply(page, 2)
    expect(lens).to_have_count(0)
    assert position(page)["last"] == [first + 1]


def test_a_piece_is_dragged(visitors: Visitors) -> None:
    """A piece follows the pointer to its target; dropped elsewhere, it goes back."""
    _, (step, *_) = planned("draughts", {}, plies=1)
    page = together(visitors, "draughts")
    start, end = step.move.path[0], step.move.path[-1]
    for target in (start - 10 if start > 20 else start + 20, end):
        cell(page, start).hover()
        page.mouse.down()
        box = cell(page, target).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2 + 3, box["y"] + box["height"] / 2 + 3, steps=4)
        expect(page.locator(".carried")).to_have_count(1)
        page.mouse.up()
        expect(page.locator(".carried")).to_have_count(0)
        if target != end:
            assert position(page)["ply"] == 0
    wait_ply(page, 1, step.after)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "typed"), [("tictactoe", ["B2", "a1"]), ("connect4", ["4", "3"]), ("kalah", ["3", "6"])]
)
def test_moves_are_typed(visitors: Visitors, game: str, typed: list[str]) -> None:
    """Moves in either case are played, and the field is empty for the next one."""
    page = together(visitors, game)
    field = page.locator("#typed-move")
    for ply, text in enumerate(typed, 1):
        field.fill(text)
        field.press("Enter")
        wait_ply(page, ply)
        expect(field).to_have_value("")


@pytest.mark.nightly
@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_a_move_without_cells_is_a_button(visitors: Visitors, *, phone: bool) -> None:
    """Blue may answer the first stone of Hex by taking it over, and has the button in this turn alone."""
    page = together(visitors, "hex", phone=phone, moves="b3")
    swap = page.get_by_role("button", name="swap", exact=True)
    if phone:
        swap.tap()
    else:
        swap.click()
    wait_ply(page, 1)
    expect(square(page, "c2")).to_have_attribute("aria-label", "c2, blue stone")
    expect(swap).to_have_count(0)


def two(visitors: Visitors, game: str = "tictactoe", **fields: str) -> tuple[Page, Page]:
    """Return a match of two visitors."""
    host = visitors.open(f"/new?game={game}")
    code = create(host, game, **fields)
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    return host, guest


def test_a_premove_is_played_in_its_turn(visitors: Visitors) -> None:
    """It is marked on the board until then."""
    host, guest = two(visitors)
    square(guest, "c3").click()
    expect(square(guest, "c3")).to_have_attribute("aria-label", "c3, empty, premove")
    square(host, "b2").click()
    for page in (host, guest):
        wait_ply(page, 2)
        expect(square(page, "c3")).to_have_attribute("aria-label", "c3, nought, last move")


@pytest.mark.long
def test_premoves_are_typed_and_dropped(visitors: Visitors) -> None:
    """The first ones are played; one that is not legal in its turn is dropped with those after it, with a notice."""
    host, guest = two(visitors)
    for text in ("c3", "b2", "a1"):
        guest.locator("#typed-move").fill(text)
        guest.locator("#typed-move").press("Enter")
    expect(guest.locator(".typed")).to_contain_text("c3 b2 a1")
    square(host, "b2").click()
    wait_ply(host, 2)
    expect(guest.locator(".typed")).to_contain_text("b2 a1")
    square(host, "a2").click()
    wait_ply(guest, 3)
    expect(guest.locator(".answer")).to_contain_text("premoves b2, a1 were dropped")
    wait_until(guest, f"() => document.querySelector({BOARD!r}).view.premoves.length === 0")
    assert position(guest)["ply"] == 3


@pytest.mark.nightly
def test_escape_drops_premoves(visitors: Visitors) -> None:
    """Nothing is played then."""
    host, guest = two(visitors)
    square(guest, "c3").click()
    square(guest, "c3").press("Escape")
    expect(square(guest, "c3")).to_have_attribute("aria-label", "c3, empty")
    square(host, "b2").click()
    wait_ply(guest, 1)
    expect(guest.locator(BOARD)).to_be_visible()
    assert position(guest)["ply"] == 1
