"""E-mail by the host's SMTP server: its address as a URL, and one message with its links.

`smtplib` waits, so callers send in a thread.
"""

import re
import smtplib
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formataddr, formatdate, make_msgid, parseaddr
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit

from kibitz_server.addresses import is_loopback

PORTS = {"smtp": 587, "smtps": 465}
TIMEOUT_S = 20.0
EXAMPLE = "smtp://user:password@mail.example.org:587?from=kibitz@example.org"
ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[A-Za-z0-9.-]{1,190}")


class BadMailServer(ValueError):
    """Text that is not the address of a mail server. `hint` shows the correct form."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.hint = f"write it like {EXAMPLE}, or smtps:// for TLS from the first byte"


class Undeliverable(Exception):
    """The mail server refuses the recipient or the message for good."""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Mail server of the host, and the sender's address. `tls` means TLS from the first byte; else STARTTLS."""

    host: str
    port: int
    sender: str
    sender_name: str = "Kibitz"
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `smtp[s]://[user[:password]@]host[:port]?from=ADDRESS`.

        Raises:
            BadMailServer: The text has another form.
        """
        try:
            parts = urlsplit(text.strip())
            port, host, query = parts.port, parts.hostname, parse_qs(parts.query, strict_parsing=bool(parts.query))
        except ValueError:
            raise BadMailServer("that is not the address of a mail server") from None
        scheme = parts.scheme.lower()
        if scheme not in PORTS or not host or parts.path.strip("/") or parts.fragment or set(query) - {"from"}:
            raise BadMailServer("that is not the address of a mail server")
        user = unquote(parts.username) if parts.username else None
        name, sender = parseaddr(query.get("from", [user or ""])[0])
        if not ADDRESS.fullmatch(sender):
            raise BadMailServer("the address of the mail server names no sender")
        password = unquote(parts.password) if parts.password else None
        return cls(host, port or PORTS[scheme], sender, name or "Kibitz", user, password, scheme == "smtps")

    def __str__(self) -> str:
        return f"{'smtps' if self.tls else 'smtp'}://{self.host}:{self.port}"

    def send(self, message: EmailMessage, tls: ssl.SSLContext | None = None) -> None:
        """Send a message. It waits for the mail server.

        Without TLS it sends only to this machine itself: a password and the address of a player would be readable.

        Raises:
            Undeliverable: The mail server refuses the message for good.
            OSError: The mail server cannot be reached, or wants a later attempt, as errors of `smtplib` say too.
        """
        context = tls or ssl.create_default_context()
        try:
            with self._connected(context) as smtp:
                if not self.tls and smtp.has_extn("starttls"):
                    smtp.starttls(context=context)
                    smtp.ehlo()
                elif not self.tls and not is_loopback(self.host):
                    raise OSError(f"{self} offers no TLS, and is not on this machine")
                if self.user is not None and self.password is not None:
                    smtp.login(self.user, self.password)
                smtp.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            if all(500 <= code < 600 for code in codes):
                raise Undeliverable("the mail server refuses the address") from None
            raise
        except smtplib.SMTPDataError as error:
            if 500 <= error.smtp_code < 600:
                raise Undeliverable("the mail server refuses the message") from None
            raise

    def _connected(self, context: ssl.SSLContext) -> smtplib.SMTP:
        if self.tls:
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT_S, context=context)
        else:
            smtp = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT_S)
        smtp.ehlo()
        return smtp

    def message(self, to: str, subject: str, text: str, html: str, unsubscribe: str | None = None) -> EmailMessage:
        """Return a message in plain text and HTML.

        Args:
            to: Address of the recipient.
            subject: Subject, on one line.
            text: Plain text.
            html: The same as a document of HTML.
            unsubscribe: Link that ends the mails, for the button of mail programs.
        """
        mail = EmailMessage()
        mail["From"] = formataddr((self.sender_name, self.sender))
        mail["To"] = to
        mail["Subject"] = " ".join(subject.split())[:150]
        mail["Date"] = formatdate(usegmt=True)
        mail["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        # Programs that answer by themselves, such as holiday notices, leave out mails with these headers.
        mail["Auto-Submitted"] = "auto-generated"
        mail["X-Auto-Response-Suppress"] = "All"
        if unsubscribe is not None:
            mail["List-Unsubscribe"] = f"<{unsubscribe}>"
        mail.set_content(text)
        mail.add_alternative(html, subtype="html")
        return mail
