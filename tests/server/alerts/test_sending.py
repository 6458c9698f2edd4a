"""What is sent to addresses, and what their services answer."""

import socket

import pytest
from structlog.testing import capture_logs

from kibitz_protocol.commands.away.alerts import AddMail, AddPush
from kibitz_server.alerts.mail import MailServer
from kibitz_server.store import MemoryStore
from tests.server.alerts.mail_service import mailbox
from tests.server.alerts.opened import TURN, opened, until
from tests.server.alerts.push_service import Browser, push_service, verified


@pytest.mark.io
async def test_a_push_arrives_encrypted_also_after_a_restart() -> None:
    """The key of the server stays, the browser reads the message, and the push service learns no more than it needs."""
    store = MemoryStore()
    with push_service() as service:
        browser = Browser(f"{service.address}/send/1")
        first = await opened(store)
        await first.add_push("bob", AddPush(**browser.subscription, language="de"))
        await first.close()
        alerts = await opened(store)
        assert alerts.shown("bob").push_key == first.shown("bob").push_key
        assert alerts.send("bob", TURN) == 1
        await until(lambda: service.received)
        _, headers, body = service.received[0]
        assert browser.read(body) == {
            "title": "Du bist am Zug",
            "body": "Go: Ann hat gezogen.",
            "url": "/ABC234",
            "tag": "match1",
        }
        assert b"Ann" not in body
        assert (headers["ttl"], headers["topic"], headers["content-encoding"]) == ("7200", "match1", "aes128gcm")
        assert verified(headers["authorization"])["aud"] == service.address
        await until(lambda: alerts.shown("bob").channels[0].sent_at == 1000.0)
        await alerts.close()


@pytest.mark.io
async def test_a_busy_service_is_tried_again_and_a_subscription_that_ended_is_removed() -> None:
    """A newer alert of the same match replaces one that waits."""
    store = MemoryStore()
    with push_service() as service:
        service.statuses = [503, 201, 410]
        alerts = await opened(store)
        await alerts.add_push("bob", AddPush(**Browser(f"{service.address}/1").subscription))
        alerts.send("bob", TURN)
        await until(lambda: len(service.received) == 2)
        await until(lambda: alerts.sender.waiting == 0)
        alerts.send("bob", TURN)
        await until(lambda: not alerts.shown("bob").channels)
        assert (await opened(store)).shown("bob").channels == []
        await alerts.close()


@pytest.mark.io
async def test_what_does_not_answer_holds_up_no_push_of_a_usual_browser() -> None:
    """Neither the mail server of the host nor endpoints that clients made up."""
    with push_service() as service, socket.create_server(("127.0.0.2", 0)) as silent:
        port = silent.getsockname()[1]
        server = MailServer.parse(f"smtp://127.0.0.2:{port}?from=kibitz@example.org")
        alerts = await opened(MemoryStore(), mail=server, services=("127.0.0.1",))
        for number in range(5):
            await alerts.add_mail("bob", AddMail(address=f"bob{number}@example.org"))
            await alerts.add_push("eve", AddPush(**Browser(f"http://127.0.0.2:{port}/{number}").subscription))
        assert alerts.send("eve", TURN) == 5
        await alerts.add_push("bob", AddPush(**Browser(f"{service.address}/1").subscription))
        assert alerts.send("bob", TURN) == 1
        await until(lambda: service.received)
        await alerts.close()


@pytest.mark.io
async def test_no_log_has_the_address_of_a_player() -> None:
    """A mail server puts a mail off with a text that repeats the address."""
    with mailbox() as box, capture_logs() as logs:
        box.refused, box.refusal = {"bob@example.org"}, "450 <bob@example.org> later"
        alerts = await opened(MemoryStore(), mail=MailServer.parse(f"smtp://127.0.0.1:{box.port}?from=k@example.org"))
        await alerts.add_mail("bob", AddMail(address="bob@example.org"))
        await until(lambda: alerts.sender.lost == 1)
        await alerts.close()
    assert [line["event"] for line in logs] == ["an alert was given up"]
    assert "bob" not in str(logs)


@pytest.mark.io
async def test_an_alert_that_waited_has_the_newest_keys_of_a_browser() -> None:
    """The browser has subscribed again since the alert was queued."""
    with push_service() as service:
        alerts = await opened(MemoryStore())
        await alerts.add_push("bob", AddPush(**Browser(f"{service.address}/1").subscription))
        alerts.send("bob", TURN)
        again = Browser(f"{service.address}/1")
        await alerts.add_push("bob", AddPush(**again.subscription))
        await until(lambda: service.received)
        assert again.read(service.received[0][2])["tag"] == "match1"
        await alerts.close()


@pytest.mark.io
async def test_a_refused_message_is_counted_with_a_hint() -> None:
    """Apple's service refuses messages without a contact: a public URL by https, or the sender of mails."""
    with push_service() as service, capture_logs() as logs:
        service.statuses = [403, 201]
        alerts = await opened(MemoryStore(), home=None)
        await alerts.add_push("bob", AddPush(**Browser(f"{service.address}/1").subscription))
        alerts.send("bob", TURN)
        await until(lambda: alerts.sender.lost == 1)
        assert "answered 403; some want a public URL" in logs[0]["error"]
        await alerts.close()
        server = MailServer.parse("smtp://localhost?from=kibitz@example.org")
        alerts = await opened(MemoryStore(), home=None, mail=server)
        await alerts.add_push("bob", AddPush(**Browser(f"{service.address}/1").subscription))
        alerts.send("bob", TURN)
        await until(lambda: len(service.received) == 2)
        assert verified(service.received[1][1]["authorization"])["sub"] == "mailto:kibitz@example.org"
        await alerts.close()
