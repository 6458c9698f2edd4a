"""The check of chance events by the page: it is that of the Python client, also without the hashes of the browser."""

import hashlib
import hmac
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kibitz_protocol.codec import decode_to_client
from kibitz_protocol.fairness.check import Received, checked_messages
from kibitz_protocol.fairness.sentences import fairness_sentences
from tests.games.chance import chance_games
from tests.protocol.fairness.test_check import add, decided, drop, other_outcome, postpone, renumber, reorder, reweigh
from tests.server.records.random_matches import games_with_chance, play_match
from tests.web.conftest import Visitors
from tests.web.driver import RESULT, create, insist, play_pairs, take_seat, wait_turn
from tests.web.modules import run_module
from tests.web.node import Node

Plain = list[dict[str, Any]]
HASHES = """({sha256, hmacSha256, bytesOf, digitsOf}, key, message) =>
  [sha256(bytesOf(message)), hmacSha256(bytesOf(key), bytesOf(message))].map(digitsOf)"""
CHECK = "({checkedMessages}, messages, received) => checkedMessages(messages, received)"
VECTORS = ["", "abc", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "a" * 1000]
"""Messages of FIPS 180-4, and one of many blocks."""


def test_hashes_are_those_of_the_standards(node: Node) -> None:
    """For published messages, and for each length around the ends of blocks."""
    chance = random.Random(1)
    lengths = [*range(130), 255, 256, 1000]
    cases = [(bytes(32), text.encode()) for text in VECTORS]
    cases += [(chance.randbytes(chance.choice([0, 1, 32, 64])), chance.randbytes(length)) for length in lengths]
    found = run_module(node, "match/fairness/hash.js", HASHES, [[key.hex(), text.hex()] for key, text in cases])
    for (key, text), digests in zip(cases, found, strict=True):
        assert digests == [hashlib.sha256(text).hexdigest(), hmac.new(key, text, "sha256").hexdigest()]


def records() -> list[tuple[Plain, Received | None]]:
    """Return records of all games with chance, whole and of each client, and with one change each."""
    found: list[tuple[Plain, Received | None]] = []
    with chance_games():
        for game, options in games_with_chance():
            match = play_match(game, options, 11, plies=30, given=len(game) % 3)
            for messages in (match.record, *match.heard.values()):
                plain = [message.model_dump(mode="json") for message in messages]
                found += [(plain, match.received), (plain, None), (plain[: len(plain) // 2], match.received)]
            whole = [message.model_dump(mode="json") for message in match.record]
            for change in (other_outcome, drop, add, renumber, postpone, reorder, reweigh):
                changed = json.loads(json.dumps(whole))
                place = random.Random(f"{game} {change}").choice(decided(changed))
                if change is not other_outcome or len(changed[place - 1]["state"]["chances"]) > 1:
                    change(changed, place)
                    found.append((changed, match.received))
            for name in ("server_seed_hash", "repeatable", "match"):
                changed = json.loads(json.dumps(whole))
                for message in changed if name == "match" else changed[:1]:
                    message[name] = True if name == "repeatable" else "ab" * 32
                found.append((changed, match.received))
            early = play_match(game, options, 12, plies=1, ending="resign")
            found.append(([message.model_dump(mode="json") for message in early.record], early.received))
            found.append((whole, match.received._replace(client_seed="another")))
            found.append((whole, match.received._replace(server_seed_hash="ab" * 32)))
            found.append(([*whole, whole[0] | {"seq": whole[-1]["seq"], "chance_events": []}], None))
    return found


@pytest.fixture(scope="module")
def cases() -> list[tuple[Plain, Received | None]]:
    """Return the records, which are made once."""
    return records()


def plain_result(messages: Plain, received: Received | None) -> dict[str, Any]:
    """Return what the Python client finds."""
    found = checked_messages([decode_to_client(json.dumps(message)) for message in messages], received)
    return found._asdict() | {"fault": found.fault and found.fault._asdict(), "client_seeds": [*found.client_seeds]}


def test_the_page_finds_what_the_python_client_finds(node: Node, cases: list[tuple[Plain, Received | None]]) -> None:
    """For true and changed records of every game, whole and of each client, with and without an own hash."""
    inputs = [[messages, received and received._asdict()] for messages, received in cases]
    found = run_module(node, "match/fairness/check.js", CHECK, inputs)
    expected = [plain_result(*case) for case in cases]
    assert {each["status"] for each in expected} >= {"fair", "differs", "running", "incomplete", "secret"}
    kinds = {each["fault"]["kind"] for each in expected if each["fault"]}
    assert kinds >= {"outcome", "outcomes", "missing", "extra", "ply", "received", "client_seed", "changed"}
    for mine, other in zip(found, expected, strict=True):
        assert mine == other


def test_the_page_says_what_the_python_client_says(
    module_page: Page, cases: list[tuple[Plain, Received | None]]
) -> None:
    """Each result has the same sentences in English, but for their ends."""
    say = "({sentences}, result, game) => sentences(result, game)"
    inputs, expected = [], []
    for messages, received in cases:
        snapshot: Any = decode_to_client(json.dumps(messages[0]))
        result = checked_messages([decode_to_client(json.dumps(message)) for message in messages], received)
        inputs.append([plain_result(messages, received), messages[0]["game"]])
        expected.append(fairness_sentences(result, snapshot.game))
    found = run_module(module_page, "records/fairness_dialog.js", say, inputs)
    for mine, other in zip(found, expected, strict=True):
        assert [each.rstrip(".").lower() for each in mine] == [each.lower() for each in other]


KEEP = """({remember, receivedFor}, all) => {
  localStorage.removeItem("kibitz.received");
  for (const received of all) remember(received);
  const kept = localStorage.getItem("kibitz.received");
  localStorage.setItem("kibitz.received", "[1, {]");
  const broken = receivedFor("m1");
  localStorage.setItem("kibitz.received", kept);
  return [JSON.parse(kept).length, ["m1", "m2", "m150", "none"].map(receivedFor), broken];
}"""


def test_the_browser_keeps_the_first_hash_of_each_match(module_page: Page) -> None:
    """A later one does not replace it, an accepted client seed joins it, and the oldest matches are forgotten."""

    def entry(match: str, digits: str, seed: str | None = None) -> dict[str, Any]:
        return {"match": match, "server_seed_hash": digits, "client_seed": seed}

    many = [entry(f"m{number}", "aa") for number in range(3, 160)]
    all_sent = [*many, entry("m1", "aa"), entry("m1", "bb", "forged"), entry("m2", "aa"), entry("m2", "aa", "ours")]
    ((count, found, broken),) = run_module(module_page, "records/received.js", KEEP, [[all_sent]])
    assert (count, broken) == (100, None)
    assert found == [entry("m1", "aa"), entry("m2", "aa", "ours"), entry("m150", "aa"), None]


WITHOUT_HASHES = "Object.defineProperty(globalThis.crypto, 'subtle', {get() { throw new Error('not over http'); }});"
CHECK_BUTTON = "Check the chance events"
MINE = "the hash of the seed is the one that you received before the first move."


def question(page: Page, button: str = CHECK_BUTTON) -> Any:
    """Open the check by keys, and return its dialog once it has found something."""
    page.get_by_role("button", name=button).first.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Were the dice or cards fair?")
    expect(dialog.get_by_role("status")).to_have_attribute("aria-busy", "false")
    return dialog


def test_players_check_the_dice_of_their_match(visitors: Visitors, site: str) -> None:
    """On pages without TLS too, by keys, after the end, in a replay, and again after a reload; others learn less.

    The server of these tests repeats its chance events, which the dialog says too.
    """
    host, guest = (visitors.open("/", before=lambda page: page.add_init_script(WITHOUT_HASHES)) for _ in range(2))
    host.goto(f"{site}/new?game=backgammon")
    code = create(host, "backgammon")
    guest.goto(f"{site}/{code}")
    take_seat(guest, host)
    for played in range(2):
        here = wait_turn(host, played)
        wait_turn(guest, played)
        page = (host, guest)[here["to_move"]]
        play_pairs(page, here["legal"][0], here["paths"][0], "mouse")
    wait_turn(host, 2)
    expect(host.get_by_role("button", name=CHECK_BUTTON)).to_have_count(0)
    insist(host.get_by_role("button", name="Resign"))
    for page in (host, guest):
        expect(page.locator(RESULT)).to_be_visible()
        dialog = question(page)
        expect(dialog).to_contain_text("3 chance events follow from the server seed alone; " + MINE)
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.get_by_role("button", name=CHECK_BUTTON).first).to_be_focused()
    guest.goto(f"{site}/replay/{code}")
    expect(question(guest, "Fair?")).to_contain_text(MINE)
    other = visitors.open(f"/replay/{code}")
    expect(question(other, "Fair?")).to_contain_text("you received no hash before the first move here")


def test_a_changed_die_is_named_on_the_page(visitors: Visitors, site: str) -> None:
    """A roll that the seed does not give is found by the browser, which says so in the language of the reader."""
    match = play_match("backgammon", {}, 2, plies=6)
    page = visitors.open("/", locale="de-DE")
    first, *events = [message.model_dump(mode="json") for message in match.record]
    chance = next(event["event"]["chance"] for event in events if event["event"]["kind"] == "chance_decided")
    true, chance["text"] = chance["text"], "12" if chance["text"] != "12" else "21"
    show = """async ([messages, folder]) => {
      const {fairnessDialog} = await import(folder + "records/fairness_dialog.js");
      const {openDialog} = await import(folder + "app/dialogs.js");
      await (await import(folder + "words/match/index.js")).ready;
      fairnessDialog({dialog: openDialog}, () => Promise.resolve(messages));
    }"""
    page.evaluate(show, [[first, *events], f"{site}/assets/"])
    expect(page.get_by_role("dialog").locator(".bad")).to_have_text(
        f"Zufallsereignis 1 vor Zug 1 ist {chance['text']}, aus den Seeds folgt aber {true}."
    )
