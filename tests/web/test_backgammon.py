"""Backgammon between two browsers: dice, pairs of cells by mouse, keys and finger, and the check of the dice."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from kibitz_server.games.registry import load
from tests.server.engine.helpers import random_step
from tests.web.conftest import Visitors
from tests.web.driver import (
    BOARD,
    RESULT,
    create,
    play_pairs,
    point_of,
    record,
    recorded_moves,
    take_seat,
    wait_turn,
    wait_until,
)


def near_the_end(moves: int) -> str:
    """Return the text of a position of a game by chance, this many moves before its end."""
    chance = random.Random(3)
    here, texts = load("backgammon").start(), []
    while here.outcome is None:
        if here.legal:
            texts.append(here.text)
        here = here.after(random_step(here, chance))
    return texts[-moves]


def start(visitors: Visitors, text: str | None = None, *, phone: bool = False) -> tuple[Page, Page, str]:
    """Create a match of two visitors from a position; return their pages and the code."""
    host = visitors.open("/new?game=backgammon", phone=phone)
    code = create(host, "backgammon", **({} if text is None else {"position": text}))
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    return host, guest, code


@pytest.mark.long
def test_a_match_to_its_end(visitors: Visitors, site: str) -> None:
    """One plays by mouse and one by keys, the server rolls, and both pages check its seed after the end."""
    host, guest, code = start(visitors, near_the_end(6))
    played: list[str] = []
    while (here := wait_turn(host, len(played))) and not host.locator(RESULT).count():
        wait_turn(guest, len(played))
        move, path = here["legal"][0], here["paths"][0]
        page, by = ((host, "mouse"), (guest, "keys"))[here["to_move"]]
        play_pairs(page, move, path, by)
        played.append(move)
    assert recorded_moves(site, code) == played
    kinds = [event["event"]["kind"] for event in record(site, code)]
    assert kinds.count("client_seed_given") == 2
    assert kinds.count("chance_decided") >= len(played) - 1
    for page in (host, guest):
        expect(page.locator(RESULT)).to_be_visible()
        page.get_by_role("tab", name="Info").click()
        page.locator(".fair").get_by_role("button", name="Check the chance events").click()
        expect(page.get_by_role("dialog")).to_contain_text("before the first move")
        page.keyboard.press("Escape")
    host.goto(f"{site}/replay/{code}")
    expect(host.locator(".moves .chance-event").first).to_have_text(re.compile(r"^[1-6]{2}"))


@pytest.mark.long
def test_dice_and_moves_are_said(visitors: Visitors) -> None:
    """A screen reader hears the roll and whose turn it is; the list of moves has the roll before its move."""
    host, guest, _ = start(visitors)
    here = wait_turn(host, 0)
    page = (host, guest)[here["to_move"]]
    dice = host.locator(f"{BOARD} .trays [role=img]").first
    expect(dice).to_have_attribute("aria-label", re.compile(r"^dice: \w+, \w+$"))
    expect(page.locator(".turn-line")).to_contain_text("Your turn")
    expect(page.locator(".moves .chance-event")).to_have_text(re.compile(r"^[1-6]{2}$"))
    play_pairs(page, here["legal"][0], here["paths"][0])
    wait_turn(host, 1)
    expect(host.locator(".moves .move")).to_contain_text(here["legal"][0])
    expect(host.locator(".moves .chance-event")).to_have_count(2)
    rolled = host.locator(".moves .chance-event").last.inner_text()
    for other in (host, guest):
        expect(other.locator("[aria-live=polite]").first).to_contain_text(rolled)


def test_a_turn_is_undone_and_done(visitors: Visitors) -> None:
    """Checkers stay as they were moved until Done, and Undo takes them back. A tap on the dice swaps them."""
    host, guest, _ = start(visitors)
    here = wait_turn(host, 0)
    page = (host, guest)[here["to_move"]]
    wait_turn(page, 0)
    counts = f"document.querySelector({BOARD!r}).view.position.counts"
    before = page.evaluate(counts)
    path = next(path for path in here["paths"] if len(path) == 4)
    page.mouse.click(*point_of(page, path[0]))
    expect(page.locator(f"{BOARD} .ghost-checker").first).to_be_visible()
    page.mouse.click(*point_of(page, path[1]))
    wait_until(page, f"(before) => {counts}.join() !== before", ",".join(map(str, before)))
    expect(page.locator("[data-done]")).to_be_disabled()
    page.get_by_role("button", name="Undo", exact=True).first.click()
    wait_until(page, f"(before) => {counts}.join() === before", ",".join(map(str, before)))
    dice = "document.querySelector('.dice').getAttribute('aria-label')"
    first = page.evaluate(dice)
    page.locator("[data-dice]").click()
    wait_until(page, f"(first) => {dice} !== first", first)
    play_pairs(page, here["legal"][0], here["paths"][0])
    wait_turn(guest, 1)


@pytest.mark.nightly
def test_a_checker_is_carried(visitors: Visitors) -> None:
    """A drag picks a pair of cells, and after the last one the move is played."""
    host, guest, _ = start(visitors)
    here = wait_turn(host, 0)
    page = (host, guest)[here["to_move"]]
    wait_turn(page, 0)
    path = here["paths"][0]
    for origin, target in zip(path[::2], path[1::2], strict=True):
        page.mouse.move(*point_of(page, origin))
        page.mouse.down()
        page.mouse.move(*point_of(page, target), steps=5)
        page.mouse.up()
    page.locator("[data-done]").click()
    wait_turn(host, 1)
    expect(host.locator(".moves .move")).to_contain_text(here["legal"][0])


@pytest.mark.long
def test_a_finger_plays_on_a_small_screen(visitors: Visitors) -> None:
    """Taps pick pairs on a screen of 360 pixels, without a lens."""
    host, guest, _ = start(visitors, phone=True)
    here = wait_turn(host, 0)
    if here["to_move"] == 1:
        wait_turn(guest, 0)
        play_pairs(guest, here["legal"][0], here["paths"][0])
        here = wait_turn(host, 1)
    play_pairs(host, here["legal"][0], here["paths"][0], "touch")
    wait_turn(host, here["ply"] + 1)


@pytest.mark.nightly
def test_the_creator_chooses_a_side(visitors: Visitors) -> None:
    """The roll decides who begins, so both forms ask for a side; in other games they ask for the first move."""
    page = visitors.open("/new?game=backgammon")
    sides = page.get_by_role("group", name="Your side")
    expect(sides.get_by_role("radio")).to_have_count(3)
    expect(sides).to_contain_text("Black")
    page.locator("input[name=game][value=reversi]").check(force=True)
    expect(page.get_by_role("group", name="First move")).to_contain_text("I go first")
    page.goto(page.url.partition("/new")[0])
    page.get_by_role("button", name="Play an engine").click()
    form = page.get_by_role("dialog")
    form.get_by_label("Game").select_option("reversi")
    expect(form.get_by_role("group", name="First move")).to_be_visible()
    form.get_by_label("Game").select_option("backgammon")
    expect(form.get_by_role("group", name="Your side")).to_contain_text("Black")
