"""Addresses of players, and which of them get an alert."""

from email.message import EmailMessage

import pytest

from kibitz_protocol.commands.away.alerts import MAX_CHANNELS, AddMail, AddPush
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.alerts.mail import MailServer
from kibitz_server.alerts.service import NEW_OF_BLOCK, TRIALS, Alerts
from kibitz_server.store import MemoryStore
from tests.server.alerts.mail_service import mailbox
from tests.server.alerts.opened import HOME, TURN, opened, until
from tests.server.alerts.push_service import Browser


def body_of(mail: EmailMessage, form: str) -> str:
    """Return the text of a mail in one of its forms."""
    part = mail.get_body((form,))
    assert part is not None
    return str(part.get_content())


async def test_a_player_has_few_addresses_and_only_public_ones() -> None:
    """The same endpoint is one address, and another player cannot touch it."""
    alerts = await opened(MemoryStore(), private=False)
    with pytest.raises(CommandRefused, match="not a public address"):
        await alerts.add_push("bob", AddPush(**Browser("https://10.0.0.1/x").subscription))
    for number in [*range(MAX_CHANNELS), 0]:
        await alerts.add_push("bob", AddPush(**Browser(f"https://push.example.net/{number}").subscription))
    assert len(alerts.shown("bob").channels) == MAX_CHANNELS
    with pytest.raises(CommandRefused, match="as many addresses"):
        await alerts.add_push("bob", AddPush(**Browser("https://push.example.net/more").subscription))
    one = alerts.shown("bob").channels[0]
    assert one.address == "push.example.net"
    with pytest.raises(CommandRefused):
        await alerts.remove("eve", one.channel)
    await alerts.choose("bob", one.channel, ["round"])
    assert alerts.shown("bob").channels[0].kinds == ["round"]
    await alerts.remove("bob", None)
    assert alerts.shown("bob").channels == []
    await alerts.close()


async def test_a_browser_belongs_to_its_last_player() -> None:
    """After a sign-out it gets no alerts of the player before, and other keys do not take it over."""
    alerts = await opened(MemoryStore())
    browser, thief = Browser("https://push.example.net/1"), Browser("https://push.example.net/1")
    await alerts.add_push("bob", AddPush(**browser.subscription))
    with pytest.raises(CommandRefused, match="another player"):
        await alerts.add_push("eve", AddPush(**thief.subscription))
    await alerts.add_push("ann", AddPush(**browser.subscription))
    assert (len(alerts.shown("bob").channels), len(alerts.shown("ann").channels)) == (0, 1)
    await alerts.close()


async def test_a_server_without_push_and_mail_says_so() -> None:
    """It offers neither, and refuses both."""
    alerts = Alerts(MemoryStore().people, lambda: 0.0)
    await alerts.load()
    assert (alerts.shown("bob").push_key, alerts.shown("bob").mail) == (None, False)
    with pytest.raises(CommandRefused) as push:
        await alerts.add_push("bob", AddPush(**Browser("https://push.example.net/1").subscription))
    with pytest.raises(CommandRefused) as mail:
        await alerts.add_mail("bob", AddMail(address="bob@example.org"))
    assert push.value.code == mail.value.code == Code.NO_ALERTS
    await alerts.close()


@pytest.mark.io
async def test_an_address_gets_mails_between_two_taps() -> None:
    """Before it is confirmed it gets one mail without a name, afterwards alerts, and after the last tap nothing."""
    with mailbox() as box:
        server = MailServer.parse(f"smtp://127.0.0.1:{box.port}?from=kibitz@example.org")
        alerts = await opened(MemoryStore(), mail=server)
        await alerts.add_mail("bob", AddMail(address="bob@example.org"))
        assert alerts.send("bob", TURN) == 0
        await until(lambda: box.count == 1)
        text = body_of(box.wait(1)[0], "plain")
        token = text.split("/alerts/confirm#")[1].split()[0]
        await alerts.confirm(token)
        assert alerts.send("bob", TURN) == 1
        await until(lambda: box.count == 2)
        mail = box.wait(2)[1]
        assert f"{HOME}/ABC234" in body_of(mail, "html")
        assert mail["List-Unsubscribe"].strip() == f"<{HOME}/alerts/stop#{token}>"
        await alerts.stop(token)
        assert alerts.send("bob", TURN) == 0
        with pytest.raises(CommandRefused, match="not valid any more"):
            await alerts.confirm(token)
        await alerts.close()


@pytest.mark.io
async def test_mails_cannot_be_used_to_annoy() -> None:
    """An address gets three requests to confirm a day from all players, and thirty alerts."""
    with mailbox() as box:
        server = MailServer.parse(f"smtp://127.0.0.1:{box.port}?from=kibitz@example.org")
        alerts = await opened(MemoryStore(), mail=server)
        for number in range(3):
            await alerts.add_mail(f"p{number}", AddMail(address="ann@example.org"))
        with pytest.raises(CommandRefused) as refused:
            await alerts.add_mail("p3", AddMail(address="Ann@example.org"))
        assert refused.value.retry_after_s is not None
        await until(lambda: box.count == 3)
        channel = alerts.channels.of("p0")[0]
        await alerts.confirm(channel.token)
        assert sum(alerts.send("p0", TURN._replace(topic=f"m{number}")) for number in range(40)) == 30
        await alerts.close()


async def test_a_refused_player_uses_no_mails_of_others() -> None:
    """The limit of the whole server counts only requests that are sent."""
    alerts = await opened(MemoryStore(), mail=MailServer.parse("smtp://127.0.0.1:9?from=kibitz@example.org"))
    refused = 0
    for number in range(300):
        try:
            await alerts.add_mail("eve", AddMail(address=f"a{number % 7}@example.org"))
        except CommandRefused:
            refused += 1
    assert refused == 295
    await alerts.add_mail("bob", AddMail(address="bob@example.org"))
    await alerts.close()


async def test_one_place_does_not_take_the_room_of_all() -> None:
    """Guests may have as many names as they like, but their new addresses are counted together."""
    alerts = await opened(MemoryStore())
    count = int(NEW_OF_BLOCK.amount)
    for number in range(count):
        await alerts.add_push(f"p{number}", AddPush(**Browser(f"https://push.test/{number}").subscription), "block")
    with pytest.raises(CommandRefused, match="too many"):
        await alerts.add_push("more", AddPush(**Browser("https://push.test/more").subscription), "block")
    await alerts.add_push("bob", AddPush(**Browser("https://push.test/bob").subscription), "other block")
    await alerts.close()


async def test_a_trial_message_that_is_not_sent_is_refused() -> None:
    """An address that is not confirmed uses none of the few, and a full queue says so."""
    alerts = await opened(MemoryStore(), mail=MailServer.parse("smtp://127.0.0.1:9?from=kibitz@example.org"))
    await alerts.add_mail("bob", AddMail(address="bob@example.org"))
    await alerts.close()
    [channel] = alerts.channels.of("bob")
    for _ in range(int(TRIALS.amount) + 1):
        with pytest.raises(CommandRefused, match="not confirmed"):
            alerts.send_trial("bob", channel.id)
    await alerts.confirm(channel.token)
    with pytest.raises(CommandRefused) as refused:
        alerts.send_trial("bob", channel.id)
    assert refused.value.code == Code.BUSY
    with pytest.raises(CommandRefused, match="too many alerts wait"):
        await alerts.add_mail("bob", AddMail(address="other@example.org"))
