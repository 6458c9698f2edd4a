"""Games with hidden cards between browsers: what each of them shows, in the match and after it."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PHONE, Visitors
from tests.web.driver import (
    BOARD,
    RESULT,
    create,
    insist,
    position,
    record,
    recorded_moves,
    tab_to,
    take_seat,
    wait_turn,
    wait_until,
)

SECRETS = "Each player sees only their own cards."
BACK = "a card face down"
KEPT = "The match ended early, so cards that were not shown stay hidden and the seed stays secret."
HANDS = 3
LISTEN = """() => {
  window.heard = "";
  const region = document.querySelector("[aria-live=polite]");
  new MutationObserver(() => (window.heard += `${region.textContent} `)).observe(region, {childList: true});
}"""
"""Note what a screen reader hears from now on."""
TAPPED = 32
"""Least height of what a finger hits, in pixels."""


def start(visitors: Visitors, game: str, **options: int | bool) -> tuple[Page, Page, str]:
    """Create a match of two visitors; return their pages and the code."""
    host = visitors.open(f"/new?game={game}")
    code = create(host, game, {"hands": HANDS} | options)
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    return host, guest, code


def hands(page: Page) -> list[str]:
    """Return what the page says of the cards of North and of South, after the pause at the end of a hand."""
    wait_until(page, "() => !document.querySelector('.showdown')")
    found = page.locator(f"{BOARD} [role=img][data-seat]")
    expect(found).to_have_count(2)
    texts = dict(found.evaluate_all("(groups) => groups.map((group) => [group.dataset.seat, group.ariaLabel])"))
    assert sorted(texts) == ["0", "1"]
    return [texts[seat].partition(": ")[2] for seat in "01"]


def dealt(site: str, code: str) -> list[str]:
    """Return the cards of a match that is over, in the order of the deal."""
    (chance_events,) = (
        event["event"]["chance_events"] for event in record(site, code) if event["event"]["kind"] == "seed_revealed"
    )
    return [chance["text"] for chance in chance_events]


def play(page: Page, move: str, by: str) -> None:
    """Press the button of a move, by mouse or keys."""
    button = f".bets button[data-move='{move}']"
    if by == "mouse":
        page.locator(button).click()
    else:
        tab_to(page, button)
        page.keyboard.press("Enter")


def bet(page: Page, bets: list[str], chance: random.Random) -> str:
    """Bet by the number field, with a typed or a quick number, or all chips; return the move."""
    field, word = page.locator(".amount [name=amount]"), bets[0].split(" ")[0]
    if chance.random() < 0.5:
        field.fill(chance.choice(bets).split(" ")[1])
    else:
        page.locator(f".amount [data-size={chance.choice(('least', 'allIn'))}]").click()
    number = field.input_value()
    if chance.random() < 0.5:
        field.press("Enter")
    else:
        page.locator(f".bets button[data-move={word}]").click()
    return f"{word} {number}"


def test_a_match_of_kuhn_to_its_end(visitors: Visitors, site: str) -> None:
    """Each page shows the own card alone, a spectator's none, and after the end all show every card."""
    host, guest, code = start(visitors, "kuhn")
    watcher = visitors.open(f"/{code}")
    watcher.locator(BOARD).wait_for()
    chance = random.Random(3)
    played: list[str] = []
    while (here := wait_turn(host, len(played))) and not host.locator(RESULT).count():
        for page in (guest, watcher):
            wait_turn(page, len(played))
        north, south = hands(host)[0], hands(guest)[1]
        assert BACK not in (north, south)
        assert hands(host) == [north, BACK]
        assert hands(guest) == [BACK, south]
        assert hands(watcher) == [BACK, BACK]
        move = chance.choice(here["legal"])
        play(*((host, move, "mouse"), (guest, move, "keys"))[here["to_move"]])
        played.append(move)
    assert recorded_moves(site, code) == played
    decided = dealt(site, code)
    assert len(decided) == 2 * HANDS
    assert set(decided) <= {"J", "Q", "K"}
    for page in (host, guest, watcher):
        expect(page.locator(RESULT)).to_be_visible()
        page.get_by_role("tab", name="Info").click()
        page.locator(".fair").get_by_role("button", name="Check the chance events").click()
        expect(page.get_by_role("dialog")).to_contain_text("from the server seed alone")
        page.keyboard.press("Escape")
        expect(page.locator(".fair")).to_contain_text(" ".join(decided))


@pytest.mark.long
def test_a_match_of_holdem_to_its_end(visitors: Visitors, site: str) -> None:
    """Without limits a bet is a number, which is typed into its field or taken from the quick ones."""
    host, guest, code = start(visitors, "holdem", limit=False, stack=20)
    chance = random.Random(4)
    played: list[str] = []
    while (here := wait_turn(host, len(played))) and not host.locator(RESULT).count():
        wait_turn(guest, len(played))
        page = (host, guest)[here["to_move"]]
        bets = [move for move in here["legal"] if re.fullmatch(r"(bet|raise) \d+", move)]
        expect(page.locator(".amount")).to_have_count(int(len(bets) > 1))
        if len(bets) > 1 and chance.random() < 0.5:
            played.append(bet(page, bets, chance))
        else:
            played.append(chance.choice([move for move in here["legal"] if move not in bets]))
            play(page, played[-1], "mouse")
    assert recorded_moves(site, code) == played
    assert any(" " in move for move in played)
    cards = dealt(site, code)
    assert all(re.fullmatch(r"[2-9TJQKA][cdhs]", card) for card in cards)
    drawn = [card[0].replace("T", "10") + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[card[1]] for card in cards]
    for page in (host, guest):
        expect(page.locator(RESULT)).to_be_visible()
        page.get_by_role("tab", name="Info").click()
        expect(page.locator(".fair")).to_contain_text(" ".join(drawn))


def test_a_resigned_match_keeps_its_cards(visitors: Visitors, site: str) -> None:
    """Each page says so below the board and in the info panel, the other card stays face down, and so in the replay."""
    host, guest, code = start(visitors, "kuhn")
    wait_turn(host, 0)
    before = hands(host)
    insist(host.get_by_role("button", name="Resign"))
    for page in (host, guest):
        expect(page.locator(RESULT)).to_be_visible()
        expect(page.locator(".controls")).to_contain_text(KEPT)
        page.get_by_role("tab", name="Info").click()
        expect(page.locator(".fair")).to_contain_text(KEPT)
    assert hands(host) == before
    assert BACK in before
    assert record(site, code)[-1]["event"]["kind"] == "seed_kept"
    replay = visitors.open(f"/replay/{code}")
    expect(replay.locator(BOARD)).to_be_visible()
    assert hands(replay) == [BACK, BACK]


@pytest.mark.long
def test_only_legal_numbers_are_bet(visitors: Visitors) -> None:
    """The field says its bounds and refuses other numbers; a number typed as a move stands for the same bet."""
    host, guest, _ = start(visitors, "holdem", limit=False, stack=20)
    field = host.get_by_role("spinbutton", name="Number of raise")
    expect(field).to_have_value("4")
    expect(host.get_by_role("button", name="Call 1", exact=True)).to_be_visible()
    for number in ("3", "41", ""):
        field.fill(number)
        field.press("Enter")
        assert field.evaluate("field => field.validationMessage") == "4 to 40"
    assert position(host)["ply"] == 0
    host.locator("h1").click()
    host.locator("body").press("m")
    expect(host.locator("[aria-live=polite]").first).to_contain_text("fold, call, raise 4 to 40")
    host.locator("body").press("r")
    expect(field).to_be_focused()
    host.get_by_role("button", name="Pot 6").click()
    expect(field).to_have_value("6")
    host.get_by_role("slider", name="Chips of the bet").fill("8")
    expect(field).to_have_value("8")
    expect(host.get_by_role("button", name="Raise to 8")).to_be_visible()
    host.locator("#typed-move").fill("9")
    host.locator("#typed-move").press("Enter")
    wait_turn(guest, 1)
    expect(guest.locator(".hands")).to_contain_text("raises to 9.")
    expect(guest.get_by_role("button", name="Fold", exact=True)).to_be_visible()
    expect(guest.get_by_role("spinbutton", name="Number of raise")).to_have_value("16")


@pytest.mark.nightly
def test_a_phone_has_room_for_a_bet(visitors: Visitors) -> None:
    """On a screen of 360 pixels all cards, buttons and the field are in sight, side by side or below each other."""
    page = visitors.open("/new?game=holdem&opponent=level", phone=True)
    create(page, "holdem", {"hands": HANDS, "limit": False})
    expect(page.locator(".amount")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for each in page.locator(".bets button, .bets input").all():
        box = each.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["height"] >= TAPPED


@pytest.mark.nightly
def test_a_finished_match_shows_all_cards(visitors: Visitors, site: str) -> None:
    """The replay has the cards of both sides, those of a folded hand too, and no judgement of single moves."""
    host, guest, code = start(visitors, "kuhn", hands=1)
    wait_turn(host, 0)
    play(host, "bet", "mouse")
    wait_turn(guest, 1)
    play(guest, "fold", "mouse")
    expect(guest.locator(RESULT)).to_be_visible()
    decided = dealt(site, code)
    words = {"J": "jack", "Q": "queen", "K": "king"}
    # The pages of the players know the earlier position as they saw it; they ask for it again.
    for page in (host, guest):
        page.get_by_role("button", name="Back", exact=True).click()
        expect(page.locator(f"{BOARD} [data-seat='1'][aria-label$=' cards: {words[decided[1]]}']")).to_be_visible()
        assert hands(page) == [words[card] for card in decided]
    other = visitors.open(f"/replay/{code}?ply=1")
    expect(other.locator(BOARD)).to_be_visible()
    assert hands(other) == [words[card] for card in decided]
    expect(other.locator(".hands .chance-event")).to_contain_text(decided)
    for name in ("Play from here", "Explain", "Analyse the match"):
        expect(other.get_by_text(name)).to_have_count(0)


@pytest.mark.long
def test_what_is_hidden_is_said(visitors: Visitors) -> None:
    """The page has words for a draw that the player does not see, and the list of moves has the own card alone."""
    host, guest, _ = start(visitors, "kuhn")
    own = position(host)["trays"][0]["faces"][0]
    expect(host.locator(".turn-line")).to_have_text("Your move")
    expect(host.locator(".hands .chance-event")).to_have_text(f"You: {own}")
    play(host, "check", "mouse")
    wait_turn(guest, 1)
    expect(guest.locator(".hands")).to_contain_text(" checks.")
    expect(guest.locator(".hands")).not_to_contain_text("?")
    expect(guest.locator("[aria-live=polite]").first).to_contain_text(re.compile(r"guest-\S+ checks\. Your move"))
    host.locator("body").press("b")
    expect(host.locator("[aria-live=polite]").first).to_contain_text(f"South cards: {BACK}")


@pytest.mark.nightly
def test_the_end_of_a_hand_is_said(visitors: Visitors) -> None:
    """A screen reader hears which side has won a hand, although the next one is dealt at once."""
    host, guest, _ = start(visitors, "kuhn")
    host.evaluate(LISTEN)
    play(host, "bet", "mouse")
    wait_turn(guest, 1)
    play(guest, "fold", "mouse")
    wait_until(host, "() => /folds: guest-\\S+ wins 2. last hand won by guest-\\S+: 1/.test(window.heard)")


@pytest.mark.nightly
def test_what_a_match_of_cards_allows(visitors: Visitors) -> None:
    """No player has both seats, or chooses the start. The rules say which cards players see, and forms do not."""
    page = visitors.open("/new?game=kuhn&opponent=together")
    expect(page.get_by_role("button", name="Someone beside you")).to_have_count(0)
    page.locator("form details summary").first.click()
    expect(page.locator("[name=series]")).to_be_visible()
    expect(page.locator("[name=position]")).to_have_count(0)
    page.locator("input[name=game][value=reversi]").check(force=True)
    expect(page.locator("[name=position]")).to_have_count(1)
    expect(page.locator("body")).not_to_contain_text(SECRETS)
    page.goto(page.url.partition("/new")[0] + "/help")
    rules = page.locator("details", has_text="Kuhn poker")
    rules.locator("summary").click()
    expect(rules).to_contain_text(SECRETS)


@pytest.mark.long
def test_nothing_is_offered_that_is_refused(visitors: Visitors) -> None:
    """No move is taken back behind a deal, and no search tree is shown of a position that hides something."""
    host, guest, _ = start(visitors, "leduc")
    expect(host.get_by_role("link", name="Search tree of this position")).to_have_count(0)
    lessons = visitors.open("/learn")
    lessons.get_by_role("button", name="Game position").click()
    offered = lessons.locator("select[name=game] option")
    expect(offered.filter(has_text="Tic-tac-toe").first).to_be_attached()
    expect(offered.filter(has_text="poker")).to_have_count(0)
    undo = host.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    play(host, "check", "mouse")
    expect(undo).to_be_enabled()
    wait_turn(guest, 1)
    play(guest, "check", "mouse")
    wait_turn(host, 2)
    expect(undo).to_be_disabled()
