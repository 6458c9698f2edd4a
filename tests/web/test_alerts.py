"""Alerts in a browser: a match with days for a move, over a restart of the server, with a push and a mail."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, WebSocket, expect

from tests.ports import free_ports
from tests.server.alerts.mail_service import mailbox
from tests.server.alerts.push_service import Browser, push_service
from tests.server_thread import serving
from tests.web.conftest import Visitors
from tests.web.driver import wait_until

NEW = "/new?game=tictactoe"
SUBSCRIBE = """(given) => {
  const keys = {p256dh: given.p256dh, auth: given.auth}, {endpoint} = given;
  const end = async () => localStorage.removeItem("subscribed") ?? true;
  const made = {endpoint, toJSON: () => ({endpoint, keys}), unsubscribe: end};
  PushManager.prototype.subscribe = async ({userVisibleOnly, applicationServerKey}) => {
    if (!userVisibleOnly || !/^[\\w-]{87}$/.test(applicationServerKey)) throw new Error("bad options");
    localStorage.setItem("subscribed", "yes");
    return made;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("subscribed") ? made : null);
}"""
"""What Chromium would get of Google's push service: a subscription, here for the service of the test."""
HIDE = """(state) => {
  Object.defineProperty(document, "visibilityState", {get: () => state, configurable: true});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
PERMITTED = """
  Object.defineProperty(Notification, "permission", {get: () => "granted"});
  Notification.requestPermission = async () => "granted";"""
"""The shell of Chromium shows no notifications, so their permission and their display are not its own."""
RECORD = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, options) => void self.shown.push({title, ...options});
}"""
CLICK = """async () => {
  const waits = [], [{data}] = self.shown;
  const event = Object.assign(new ExtendableEvent("notificationclick"), {notification: {close() {}, data}});
  event.waitUntil = (work) => waits.push(work);
  self.dispatchEvent(event);
  await Promise.allSettled(waits);
}"""


def deliver(page: Page, origin: str, text: str) -> None:
    """Hand a decrypted message to the service worker, as the browser does."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"] if not each["isDeleted"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    session.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": text})
    session.detach()


@pytest.mark.timeout(180)
def test_a_move_reaches_a_player_who_is_away(browser: Chromium, tmp_path: Path) -> None:
    """The offer comes after the first move; a push over a restart leads to the match by one click, and a mail does."""
    (port,) = free_ports()
    site = f"http://127.0.0.1:{port}"
    with push_service() as service, mailbox() as box:
        settings = {
            "port": port,
            "database": str(tmp_path / "k.db"),
            "push_private": True,
            "smtp": f"smtp://127.0.0.1:{box.port}?from=kibitz@example.org",
            "public_url": site,
            "exhibitions": False,
        }
        keys = Browser(f"{service.address}/send/ann")
        visitors = Visitors(browser, site)
        with serving(**settings):
            ann = visitors.open(
                NEW,
                before=lambda page: page.add_init_script(f"({SUBSCRIBE})({json.dumps(keys.subscription)});{PERMITTED}"),
            )
            wait_until(ann, "() => localStorage.getItem('kibitz.token')")
            code = ann.evaluate(
                """async () => {
                  const socket = new WebSocket(location.origin.replace("http", "ws"), "kibitz.v1");
                  const token = localStorage.getItem("kibitz.token");
                  return await new Promise((resolve) => {
                    socket.onopen = () => socket.send(JSON.stringify({t: "hello", token}));
                    socket.onmessage = ({data}) => {
                      const message = JSON.parse(data);
                      if (message.t === "welcome") socket.send(JSON.stringify({t: "create", id: "1", game: "tictactoe",
                        seats: [{kind: "me"}, {kind: "open"}], clock: {kind: "correspondence", days: 2}}));
                      if (message.t === "accepted") resolve(message.result.code);
                    };
                  });
                }"""
            )
            sockets: list[WebSocket] = []

            def hear(page: Page) -> None:
                page.on("websocket", lambda socket: sockets.append(socket))

            bob = visitors.open(f"/{code}", before=hear)
            bob.get_by_role("button", name="Take the seat").click()
            ann.goto(f"{site}/{code}")
            offer = ann.get_by_role("group", name="Alerts")
            expect(ann.get_by_role("grid")).to_be_visible()
            expect(offer).to_have_count(0)
            ann.get_by_role("gridcell", name=re.compile("^b2")).click()
            expect(offer).to_be_visible()
            offer.get_by_role("button", name="Yes, tell me").click()
            expect(ann.get_by_text("Alerts are on for this device.")).to_be_visible()
            # His alerts may go to another device: a page that is hidden is not looked at.
            with sockets[-1].expect_event("framesent", lambda frame: '"kind":"away","away":true' in str(frame)):
                bob.evaluate(HIDE, "hidden")
            bob.evaluate(HIDE, "visible")
        with serving(**settings):
            ann.goto(f"{site}/help")
            expect(ann.get_by_role("heading", level=1)).to_be_visible()
            bob.get_by_role("gridcell", name=re.compile("^a1")).click()
            ((path, _, body), *_) = service.wait(1)
            said = keys.read(body)
            assert (path, said["title"], said["url"]) == ("/send/ann", "Your move", f"/{code}")
            (worker,) = ann.context.service_workers
            worker.evaluate(RECORD)
            deliver(ann, site, json.dumps(said))
            while not (shown := worker.evaluate("self.shown")):
                ann.wait_for_timeout(20)
            assert [(each["title"], each["data"]["url"]) for each in shown] == [("Your move", f"/{code}")]
            worker.evaluate(CLICK)
            expect(ann).to_have_url(f"{site}/{code}")

            ann.goto(f"{site}/alerts")
            expect(ann.get_by_text("this device, last used")).to_be_visible()
            ann.get_by_label("Your address").fill("ann@example.org")
            ann.get_by_role("button", name="Send a link to confirm").click()
            expect(ann.get_by_text("Open the link in the mail to ann@example.org.")).to_be_visible()
            part = box.wait(1)[0].get_body(("plain",))
            assert part is not None
            (link,) = re.findall(r"http\S+", part.get_content())
            ann.goto(link)
            expect(ann.get_by_role("heading", level=1)).to_have_text(re.compile("^Your address is confirmed"))
            ann.goto(f"{site}/alerts")
            ann.get_by_role("button", name="Send a test").last.click()
            mail = box.wait(2)[1]
            ann.goto(mail["List-Unsubscribe"].strip(" <>"))
            expect(ann.get_by_role("heading", level=1)).to_have_text("No more mails are sent to this address.")
            ann.goto(f"{site}/alerts")
            ann.get_by_role("button", name="Switch off here").click()
            expect(ann.get_by_text("Alerts go nowhere yet.")).to_be_visible()
        ann.goto(f"{site}/help")
        expect(ann.get_by_role("heading", level=1)).to_have_text("Offline")
        expect(ann.get_by_role("link", name="Try again")).to_be_visible()
        visitors.close()
