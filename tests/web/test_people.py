"""Accounts, bots, muted players and moderators, in browsers at a server with a database of its own."""

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kibitz_client.cli.main import app as client
from kibitz_client.network.servers.local_server import LocalServer
from kibitz_server.__main__ import app as server
from tests.commands import run
from tests.web.conftest import Visitors, visiting
from tests.web.driver import square

PASSWORD, OTHER_PASSWORD = "three plain words", "four words of another kind"
BOT = """
from kibitz_client.bots import Bot

class MyBot(Bot):
    def choose(self, state, clock):
        return state.position.legal[0]
"""


class House(NamedTuple):
    """A server with a database, and the token of its operator."""

    site: str
    token: str


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Run a server with a database file, and create a token of its operator as docs/operating.md says."""
    folder = tmp_path_factory.mktemp("house")
    running = LocalServer("--database", str(folder / "kibitz.db"), "--engine-pace", "0", "--no-exhibitions")
    try:
        site = running.address().replace("ws://", "http://")
        file = folder / "admin.token"
        made = run(server, "admin", "token", str(file), "--database", str(folder / "kibitz.db"), env=os.environ)
        assert made.exit_code == 0, made.output
        yield House(site, file.read_text().strip())
    finally:
        running.stop()


@pytest.fixture
def people(browser: Browser, house: House) -> Iterator[Visitors]:
    """Open pages of that server, and fail the test if one of them reports an error."""
    yield from visiting(browser, house.site)


def form(page: Page, name: str) -> Locator:
    """Return the form with this heading."""
    return page.get_by_role("form", name=name)


def register(page: Page, name: str) -> None:
    """Turn the guest of a page, which shows /account, into an account."""
    fields = form(page, "Create an account")
    fields.get_by_label("Name").fill(name)
    fields.locator("[name=password]").fill(PASSWORD)
    fields.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_role("region", name="Sessions")).to_contain_text("this browser")


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    """Fill in and send the form of a page that shows /account."""
    fields = form(page, "Sign in")
    fields.get_by_label("Name").fill(name)
    fields.locator("[name=password]").fill(password)
    fields.get_by_role("button", name="Sign in").click()


def sign_in_as_operator(page: Page, house: House) -> None:
    """Sign in with the token of the operator on a page that shows /account, and open the administration."""
    page.get_by_text("Sign in with a token").click()
    page.get_by_label("Token").fill(house.token)
    page.locator("details").get_by_role("button", name="Sign in").click()
    page.get_by_role("banner").get_by_role("link", name="Administration").click()
    expect(page.get_by_role("tab", name="Players")).to_be_visible()


def name_of(page: Page) -> str:
    """Return the name of the player of a page that shows /account."""
    heading = page.get_by_role("heading", level=1)
    heading.wait_for()
    return heading.inner_text()


def row(page: Page, name: str) -> Locator:
    """Return the rows of a list that contain a name."""
    return page.locator(".person", has_text=name)


def test_a_guest_keeps_its_matches_as_an_account(people: Visitors) -> None:
    """A guest who plays registers, signs out, becomes the guest from before the sign-in, and signs in again."""
    page = people.open("/new?game=tictactoe&opponent=together")
    page.get_by_role("button", name="Create the match").click()
    page.locator("[role=gridcell][aria-label^='b2,']").click()
    expect(page.locator("[role=gridcell][aria-label^='b2,']")).to_have_attribute("aria-label", "b2, cross, last move")
    path = page.url
    page.get_by_role("banner").get_by_role("link", name="register or sign in").click()
    register(page, "Anna")
    expect(page.get_by_role("banner").get_by_role("link", name="Account: Anna")).to_be_visible()
    page.goto(path)
    page.locator("[role=gridcell][aria-label^='a1,']").click()
    expect(page.locator("[role=gridcell][aria-label^='a1,']")).to_have_attribute("aria-label", "a1, nought, last move")

    page.goto(path.rpartition("/")[0] + "/account")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(form(page, "Sign in")).to_be_visible()
    guest = name_of(page)
    assert guest != "Anna"
    sign_in(page, "anna")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(guest)


@pytest.mark.long
def test_refusals_stand_beside_their_form(people: Visitors) -> None:
    """A wrong password, a taken name and a weak password are explained where they were typed, and keep the fields."""
    page = people.open("/account")
    register(page, "Bea")
    other = people.open("/account", phone=True)
    sign_in(other, "Bea", "a wrong password")
    expect(form(other, "Sign in").get_by_role("alert")).to_contain_text("no account with that name and password")
    expect(form(other, "Sign in").get_by_role("alert")).not_to_contain_text("kibitz account")
    expect(form(other, "Sign in").get_by_label("Name")).to_have_value("Bea")
    fields = form(other, "Create an account")
    for name, password, answer in (("bea", PASSWORD, "belongs to an account"), ("Beate", "short", "8 characters")):
        fields.get_by_label("Name").fill(name)
        fields.locator("[name=password]").fill(password)
        fields.get_by_role("button", name="Create an account").click()
        expect(fields.get_by_role("alert")).to_contain_text(answer)
    assert other.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.nightly
def test_password_managers_find_the_fields(people: Visitors) -> None:
    """Each field says what belongs in it, and a password can be shown."""
    page = people.open("/account")
    fields = form(page, "Sign in")
    expect(fields.get_by_label("Name")).to_have_attribute("autocomplete", "username")
    secret = fields.locator("[name=password]")
    expect(secret).to_have_attribute("autocomplete", "current-password")
    expect(form(page, "Create an account").locator("[name=password]")).to_have_attribute("autocomplete", "new-password")
    fields.get_by_role("button", name="Show").click()
    expect(secret).to_have_attribute("type", "text")
    fields.get_by_role("button", name="Hide").click()
    expect(secret).to_have_attribute("type", "password")


@pytest.mark.long
def test_a_new_password_ends_the_other_sessions(people: Visitors) -> None:
    """Sessions of other browsers are listed, and end by a button or by a new password."""
    page = people.open("/account")
    register(page, "Cora")
    other = people.open("/account")
    sign_in(other, "Cora")
    expect(other.get_by_role("heading", level=1)).to_have_text("Cora")

    page.reload()
    sessions = page.get_by_role("region", name="Sessions")
    expect(sessions.locator(".person")).to_have_count(2)
    sessions.get_by_role("button", name="End the session").click()
    page.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(sessions.locator(".person")).to_have_count(1)
    # The other browser is again the guest that it was.
    expect(form(other, "Sign in")).to_be_visible()

    sign_in(other, "Cora")
    expect(other.get_by_role("heading", level=1)).to_have_text("Cora")
    fields = form(page, "Change the password")
    fields.locator("[name=old]").fill(PASSWORD)
    fields.locator("[name=new]").fill(OTHER_PASSWORD)
    fields.get_by_role("button", name="Change the password").click()
    expect(page.locator(".toast", has_text="The password is changed")).to_be_visible()
    expect(form(other, "Sign in")).to_be_visible()
    sign_in(other, "Cora")
    expect(form(other, "Sign in").get_by_role("alert")).to_be_visible()
    sign_in(other, "Cora", OTHER_PASSWORD)
    expect(other.get_by_role("heading", level=1)).to_have_text("Cora")

    other.get_by_role("button", name="End all others").click()
    other.get_by_role("dialog").get_by_role("button", name="End all others").click()
    expect(form(page, "Sign in")).to_be_visible()


@pytest.mark.nightly
def test_other_tabs_follow(people: Visitors) -> None:
    """A registration, a sign-out and a sign-in in one tab change who the other tab is."""
    page = people.open("/account")
    guest = name_of(page)
    tab = page.context.new_page()
    tab.goto(page.url)
    expect(tab.get_by_role("heading", level=1)).to_have_text(guest)
    register(page, "Dora")
    link = tab.get_by_role("banner").get_by_role("link", name="Account: Dora")
    expect(link).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(form(tab, "Sign in")).to_be_visible()
    expect(tab.get_by_role("heading", level=1)).to_have_text(name_of(page))
    sign_in(tab, "Dora")
    expect(page.get_by_role("banner").get_by_role("link", name="Account: Dora")).to_be_visible()


def stored_token(page: Page) -> str | None:
    """Return the token that a browser keeps."""
    token: str | None = page.evaluate("localStorage.getItem('kibitz.token')")
    return token


@pytest.mark.nightly
@pytest.mark.parametrize("registers", [True, False], ids=["register", "sign in"])
def test_the_token_of_a_guest_ends_where_rights_rise(people: Visitors, registers: bool) -> None:
    """Another browser that has the token of a guest is signed out, and a sign-out here returns to the guest."""
    name, owner = ("Erna", None) if registers else ("Erwin", people.open("/account"))
    if owner is not None:
        register(owner, name)
    page = people.open("/account")
    guest, token = name_of(page), stored_token(page)
    other = people.open("/account")
    assert name_of(other) != guest  # its own token is stored by now
    other.evaluate("token => localStorage.setItem('kibitz.token', token)", token)
    other.reload()
    expect(other.get_by_role("heading", level=1)).to_have_text(guest)
    if registers:
        register(page, name)
    else:
        sign_in(page, name)
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(other.locator(".toast", has_text="You were signed out here.")).to_be_visible()
    expect(other.get_by_role("heading", level=1)).not_to_have_text(guest)
    assert token not in (stored_token(page), stored_token(other))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out").click()
    expect(form(page, "Sign in")).to_be_visible()
    assert (name_of(page) == guest) is not registers


@pytest.mark.nightly
def test_a_page_for_frames_keeps_no_token(people: Visitors) -> None:
    """It connects as a new guest at each visit."""
    host = people.open("/new?game=tictactoe&opponent=together")
    host.get_by_role("button", name="Create the match").click()
    host.locator("[role=gridcell]").first.wait_for()
    code = host.url.rpartition("/")[2]
    assert "kibitz.token" in host.evaluate("Object.keys(localStorage)")
    frame = people.open(f"/embed/{code}")
    frame.locator("[role=gridcell]").first.wait_for()
    assert "kibitz.token" not in frame.evaluate("Object.keys(localStorage)")


@pytest.mark.nightly
def test_a_guest_with_a_name_that_was_taken_meanwhile(people: Visitors) -> None:
    """The page comes with another name, and is not shut out."""
    page = people.open("/account")
    fields = form(page, "Change the name")
    fields.get_by_label("Your name as a guest").fill("Emil")
    fields.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Emil")
    register(people.open("/account"), "Emil")
    page.evaluate("localStorage.removeItem('kibitz.token')")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("guest-")


@pytest.mark.long
def test_a_bot_of_an_account_plays(people: Visitors, tmp_path: Path) -> None:
    """The token is shown once. The command that the page shows runs a bot, until its token is revoked."""
    page = people.open("/account")
    register(page, "Fritz")
    page.get_by_label("Name of the bot").fill("Fritzbot")
    page.get_by_role("button", name="Create a bot").click()
    dialog = page.get_by_role("dialog", name="Token of Fritzbot")
    token = dialog.get_by_label("Token").input_value()
    program, *command = shlex.split(dialog.get_by_label("Run the bot").input_value())
    with page.expect_download() as saved:
        dialog.get_by_role("link", name="Save as file").click()
    saved.value.save_as(tmp_path / saved.value.suggested_filename)
    assert (tmp_path / saved.value.suggested_filename).read_text() == f"{token}\n"
    dialog.get_by_role("button", name="I have saved it").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert token not in page.content()

    (tmp_path / "my_bot.py").write_text(BOT)
    assert program == "kibitz"
    assert command[command.index("--token-file") + 1] == saved.value.suggested_filename
    command[command.index("my_bot:MyBot")] = f"{tmp_path / 'my_bot.py'}:MyBot"
    command[command.index("--token-file") + 1] = str(tmp_path / saved.value.suggested_filename)
    place = command.index("--accept")
    command[place : place + 2] = ["--host", "tictactoe", "--against", "level:1", "--matches", "1"]
    played = run(client, *command, env={"PATH": os.environ["PATH"]})
    assert played.exit_code == 0, played.output
    assert "1 match played" in played.output

    bots = page.get_by_role("region", name="Bots")
    bots.get_by_role("button", name="Revoke the token of Fritzbot").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(bots).to_contain_text("no token")
    refused = run(client, *command, env={"PATH": os.environ["PATH"]})
    assert refused.exit_code != 0
    bots.get_by_role("button", name="New token for Fritzbot").click()
    assert page.get_by_role("dialog").get_by_label("Token").input_value() not in ("", token)


def test_the_administration_is_not_for_guests(people: Visitors) -> None:
    """A guest finds no link to it, and at its address a way out."""
    page = people.open("/admin")
    expect(page.get_by_role("heading", name="Not for this account")).to_be_visible()
    expect(page.get_by_role("link", name="Administration")).to_have_count(0)
    page.get_by_role("link", name="Sign in as another player").click()
    expect(form(page, "Sign in")).to_be_visible()


@pytest.mark.long
def test_an_admin_mutes_a_guest(people: Visitors, house: House) -> None:
    """The guest learns why it cannot chat, the audit has an entry, and lifting the mute lets the guest chat again."""
    guest = people.open("/account")
    name = name_of(guest)
    guest.goto(house.site)
    guest.get_by_role("button", name="Open the chat").click()
    page = people.open("/account")
    sign_in_as_operator(page, house)
    row(page, name).get_by_role("button", name="Mute").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("For").select_option(label="10 minutes")
    dialog.get_by_label("Reason").fill("spam of a test")
    dialog.get_by_role("button", name="Mute").click()
    expect(row(page, name)).to_contain_text("muted")

    def say() -> None:
        guest.get_by_label("Message to everyone in the lobby").fill("buy this")
        guest.get_by_role("button", name="Send").click()

    say()
    expect(guest.locator(".toast", has_text="you are muted")).to_be_visible()
    page.get_by_role("tab", name="Sanctions").click()
    # A mute of a guest is one of its address too.
    expect(row(page, name)).to_have_count(2)
    expect(row(page, name).first).to_contain_text("spam of a test")
    page.get_by_role("tab", name="Audit log").click()
    expect(row(page, name).first).to_contain_text("spam of a test for 600 s")
    page.get_by_role("tab", name="Players").click()
    row(page, name).get_by_role("button", name="Unmute").click()
    page.get_by_role("dialog").get_by_role("button", name="Unmute").click()
    expect(row(page, name).get_by_role("button", name="Mute", exact=False).first).to_be_visible()
    page.get_by_role("tab", name="Sanctions").click()
    expect(page.get_by_text("No sanction is in force.")).to_be_visible()
    say()
    expect(guest.get_by_role("log")).to_contain_text("buy this")


@pytest.mark.long
def test_an_admin_ends_a_match_bans_and_announces(people: Visitors, house: House) -> None:
    """A match ends without a result, a banned name is shut out with the reason, and a notice reaches everyone."""
    guest = people.open("/account")
    register(guest, "Gerd")
    guest.goto(f"{house.site}/new?game=tictactoe&opponent=together")
    guest.get_by_role("button", name="Create the match").click()
    guest.locator("[role=gridcell]").first.wait_for()
    code = guest.url.rpartition("/")[2]
    page = people.open("/account")
    sign_in_as_operator(page, house)
    page.get_by_role("tab", name="Matches").click()
    row(page, code).get_by_role("button", name="End").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("abandoned")
    page.get_by_role("dialog").get_by_role("button", name="End").click()
    expect(row(page, code)).to_have_count(0)
    expect(guest.locator(".result")).to_contain_text("ended by a moderator: abandoned")

    page.get_by_label("Notice to everyone").fill("an update at noon")
    page.get_by_role("button", name="Announce").click()
    page.get_by_role("dialog").get_by_role("button", name="Announce").click()
    expect(guest.locator(".toast", has_text="an update at noon")).to_be_visible()
    page.get_by_role("switch", name="New matches may begin").click()
    page.get_by_role("dialog").get_by_role("button", name="Stop new matches").click()
    expect(guest.locator(".toast", has_text="starts no new matches")).to_be_visible()
    page.get_by_role("switch", name="No new matches begin").click()
    page.get_by_role("dialog").get_by_role("button", name="Allow new matches").click()
    expect(guest.locator(".toast", has_text="starts new matches again")).to_be_visible()

    page.get_by_role("tab", name="Players").click()
    row(page, "Gerd").get_by_role("button", name="Ban").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("rude")
    page.get_by_role("dialog").get_by_role("button", name="Ban").click()
    expect(guest.locator(".status")).to_contain_text("banned: rude")
    page.get_by_role("tab", name="Sanctions").click()
    row(page, "Gerd").get_by_role("button", name="Lift").click()
    page.get_by_role("dialog").get_by_role("button", name="Lift").click()
    expect(page.get_by_text("No sanction is in force.")).to_be_visible()
    guest.get_by_role("button", name="Try now", exact=True).click()
    expect(guest.locator(".status.bad")).to_have_count(0)
    page.get_by_role("tab", name="Audit log").click()
    for deed in ("unban", "ban player Gerd", "announce", f"end {code}"):
        expect(row(page, deed).first).to_be_visible()


@pytest.mark.nightly
def test_an_admin_sees_where_the_server_searches(people: Visitors, house: House) -> None:
    """The own machine is a row with its slots. Without a cluster it is the only one."""
    page = people.open("/account")
    sign_in_as_operator(page, house)
    page.get_by_role("tab", name="Engines").click()
    expect(row(page, "this server")).to_contain_text(re.compile(r"used\s*0 of \d+ slots? busy · \d+ search"))
    expect(page.locator(".person")).to_have_count(1)
    expect(page.get_by_text("0 searches wait for a slot", exact=True)).to_be_visible()


@pytest.mark.nightly
def test_a_moderator_sees_no_addresses(people: Visitors, house: House) -> None:
    """An admin makes a moderator of a player, who may mute and end matches, and no more."""
    player = people.open("/account")
    register(player, "Hilde")
    page = people.open("/account")
    sign_in_as_operator(page, house)
    row(page, "Hilde").get_by_role("button", name="Role").click()
    page.get_by_role("dialog").get_by_label("Moderator").check()
    page.get_by_role("dialog").get_by_role("button", name="Set the role").click()
    # Her sessions have ended, so that only a new one has the role.
    expect(player.locator(".toast", has_text="You were signed out here.")).to_be_visible()
    sign_in(player, "Hilde")
    expect(player.get_by_role("heading", level=1)).to_have_text("Hilde")
    page.reload()
    expect(row(page, "Hilde")).to_contain_text("Moderator")
    page.get_by_role("tab", name="Connections").click()
    expect(row(page, "Hilde")).to_contain_text("127.0.0.1")

    player.get_by_role("banner").get_by_role("link", name="Administration").click()
    expect(row(player, "operator")).to_be_visible()
    expect(player.get_by_role("button", name="Announce")).to_have_count(0)
    for name in ("Audit log", "Engines"):
        expect(player.get_by_role("tab", name=name)).to_have_count(0)
    expect(player.get_by_role("button", name="Ban")).to_have_count(0)
    player.get_by_role("tab", name="Connections").click()
    expect(row(player, "operator")).to_be_visible()
    expect(player.locator("main")).not_to_contain_text("127.0.0.1")


@pytest.mark.long
def test_a_player_hides_what_another_writes(people: Visitors) -> None:
    """A name in the chat leads to what can be done: the lines of a muted player go, and come back at the account."""
    loud = people.open("/account")
    register(loud, "Ida")
    loud.get_by_role("link", name="Play", exact=True).first.click()
    quiet = people.open("/")
    for page in (loud, quiet):
        page.get_by_role("button", name="Open the chat").click()

    def say(text: str) -> None:
        loud.get_by_label("Message to everyone in the lobby").fill(text)
        loud.get_by_role("button", name="Send").click()
        expect(loud.get_by_role("log")).to_contain_text(text)

    say("first line")
    quiet.get_by_role("log").get_by_role("button", name="Ida").click()
    quiet.get_by_role("dialog").get_by_role("button", name="Hide what this player writes").click()
    expect(quiet.get_by_role("log")).not_to_contain_text("first line")
    say("second line")
    quiet.reload()
    quiet.get_by_role("button", name="Open the chat").click()
    expect(quiet.get_by_role("log")).to_be_visible()
    expect(quiet.get_by_role("log")).not_to_contain_text("line")
    quiet.get_by_role("banner").get_by_role("link", name="register or sign in").click()
    quiet.get_by_role("button", name="Unmute Ida").click()
    # The server has it when the button is gone: what another player writes before is not sent.
    expect(quiet.get_by_role("button", name="Unmute Ida")).to_have_count(0)
    quiet.get_by_role("link", name="Play", exact=True).first.click()
    expect(quiet.get_by_role("log")).to_contain_text("first line")
    say("third line")
    expect(quiet.get_by_role("log")).to_contain_text("third line")


@pytest.mark.long
def test_the_spectators_of_a_match(people: Visitors) -> None:
    """The number of spectators leads to their names, and a name to an invitation."""
    host = people.open("/new?game=tictactoe&opponent=together")
    host.get_by_role("button", name="Create the match").click()
    host.locator("[role=gridcell]").first.wait_for()
    # Without spectators there is no number.
    expect(host.get_by_role("button", name="watching")).to_have_count(0)
    watcher = people.open("/account")
    register(watcher, "Jette")
    watcher.goto(host.url)
    watcher.locator("[role=gridcell]").first.wait_for()
    # At the first moves, what the game is about stands there.
    for name in ("a1", "b1", "a2", "b2"):
        square(host, name).click()
    host.get_by_role("button", name="watching").click()
    host.get_by_role("dialog", name="1 spectator").get_by_role("button", name="Jette").click()
    host.get_by_role("dialog").get_by_role("link", name="Invite to a match").click()
    expect(host.get_by_label("Name of the player")).to_have_value("Jette")
    host.get_by_role("button", name="Create the match").click()
    expect(watcher.locator(".toast", has_text="invites you")).to_be_visible()
