"""Addresses of mail servers, and mails."""

import pytest
from pydantic import ValidationError

from kibitz_protocol.commands.away.alerts import AddMail
from kibitz_server.alerts.mail import BadMailServer, MailServer, Undeliverable
from kibitz_server.alerts.texts import TEXTS, Alert, alert_mail, confirmation_mail, sentences, shown_name
from tests.server.alerts.mail_service import mailbox

HOME = "https://games.example.org"


def test_the_address_of_a_mail_server_has_user_password_and_sender() -> None:
    """The password is decoded, and no text of the server shows it."""
    server = MailServer.parse("smtp://me%40x:s%2Fcret@mail.example.org?from=Games%20<games@example.org>")
    assert (server.host, server.port, server.tls) == ("mail.example.org", 587, False)
    assert (server.user, server.password) == ("me@x", "s/cret")
    assert (server.sender_name, server.sender) == ("Games", "games@example.org")
    assert "cret" not in f"{server} {server!r}"
    assert MailServer.parse("smtps://mail.example.org?from=a@b.org").port == 465


@pytest.mark.parametrize(
    "text",
    [
        "mail.example.org",
        "http://x?from=a@b.c",
        "smtp://host",
        "smtp://host?from=a",
        "smtp://h/p?from=a@b.c",
        "smtp://h:x?from=a@b.c",
    ],
)
def test_other_texts_are_no_mail_servers(text: str) -> None:
    """The hint shows the correct form."""
    with pytest.raises(BadMailServer) as found:
        MailServer.parse(text)
    assert "smtp://" in found.value.hint


def test_names_cannot_carry_text_to_a_reader() -> None:
    """What looks like an address, markup or several lines becomes plain words."""
    assert shown_name("Ann_5") == "Ann_5"
    assert shown_name("visit evil.example/now") == "visit evil example now"
    assert shown_name("<b>x</b>\n@a") == "b x b a"
    assert shown_name("://") == "?"
    mail = alert_mail(Alert("turn", "/ABC234", "m", game="Go", opponent="http://evil.example"), "en", HOME, f"{HOME}/s")
    assert "evil.example" not in mail.text + mail.html + mail.subject
    assert f"{HOME}/ABC234" in mail.text
    assert mail.html.count("<a ") == 2


def test_both_languages_say_the_same() -> None:
    """Each text exists in both, with the same places."""
    import re

    assert TEXTS["en"].keys() == TEXTS["de"].keys()
    for key, text in TEXTS["en"].items():
        places = [sorted(re.findall(r"\{\w+\}", each)) for each in (text, TEXTS["de"][key])]
        assert places[0] == places[1] or key == "round", key
    waiting = Alert("waiting", "/A", "m", game="Go", opponent="Ann", left_s=36 * 3600.0)
    assert sentences(waiting, "en") == ("Ann is waiting", "Go: 36 hours left for your move.")
    assert sentences(waiting._replace(left_s=3 * 86_400.0), "de") == ("Ann wartet", "Go: noch 3 Tage für deinen Zug.")
    late = waiting._replace(game="Chess", left_s=3600.0)
    assert sentences(late, "en").body == "Chess: 1 hour left for your move."
    assert sentences(late, "de").body == "Schach: noch 1 Stunde für deinen Zug."


@pytest.mark.io
def test_a_mail_arrives_in_text_and_html_with_a_way_out() -> None:
    """An address that the mail server refuses for good raises another error."""
    with mailbox() as box:
        box.refused = {"no@example.org"}
        server = MailServer.parse(f"smtp://127.0.0.1:{box.port}?from=kibitz@example.org")
        text = confirmation_mail("de", HOME, f"{HOME}/alerts/confirm#abc")
        server.send(server.message("ann@example.org", *text, f"{HOME}/stop"))
        (mail,) = box.wait(1)
        assert (mail["To"], mail["List-Unsubscribe"]) == ("ann@example.org", f"<{HOME}/stop>")
        assert mail["Subject"] == "Deine Adresse für games.example.org bestätigen"
        parts = [part.get_content_type() for part in mail.walk()]
        assert parts == ["multipart/alternative", "text/plain", "text/html"]
        with pytest.raises(Undeliverable):
            server.send(server.message("no@example.org", *text))


@pytest.mark.io
def test_nothing_is_sent_without_tls_to_another_machine() -> None:
    """The server connects, and sends neither password nor address."""
    with mailbox() as box:
        # Linux connects to itself, but the address is none of loopback.
        far = MailServer.parse(f"smtp://u:p@0.0.0.0:{box.port}?from=kibitz@example.org")
        with pytest.raises(OSError, match="offers no TLS"):
            far.send(far.message("ann@example.org", "s", "t", "h"))
        assert box.count == 0


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("ann.b+games@mail.example.org", True),
        ("o'hara_1@example", True),
        ("=?utf-8?q?ann?=@example.org", False),
        ("=?utf-8?q?ann=40example.org=2Cb?=@example.org", False),
        ("ann..b@example.org", False),
        (".ann@example.org", False),
        ("ann@example..org", False),
        ("ann@example.-org", False),
    ],
)
def test_an_address_is_the_one_that_is_written(address: str, taken: bool) -> None:
    """Each form that a mail program reads as another address is refused, as the limits count addresses."""
    try:
        mail = MailServer("localhost", 25, "k@example.org").message(AddMail(address=address).address, "s", "t", "h")
    except ValidationError:
        assert not taken
    else:
        assert taken
        assert (mail["To"], mail["To"].defects) == (address, ())
