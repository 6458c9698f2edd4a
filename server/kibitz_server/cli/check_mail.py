"""`kibitz-server check-mail`: send a trial mail by the mail server of the settings."""

from typing import Annotated

import typer

from kibitz_server.cli.console import fail


def check_mail(
    address: Annotated[str, typer.Argument(help="Send the mail to this address.")],
    smtp: Annotated[
        str | None, typer.Option(metavar="URL", help="Use this mail server; else that of KIBITZ_SMTP or its file.")
    ] = None,
    public_url: Annotated[str | None, typer.Option(help="Public address of the server, for the links.")] = None,
    german: Annotated[bool, typer.Option("--german", help="Send it in German.")] = False,
) -> None:
    """Send a trial mail, as a server with these settings sends alerts. Exit code 1: it was not accepted."""
    import re

    from kibitz_protocol.commands.away.alerts import EMAIL
    from kibitz_server.alerts.config import mail_server
    from kibitz_server.alerts.mail import Undeliverable
    from kibitz_server.alerts.texts import Alert, alert_mail
    from kibitz_server.settings import BadSettings, Settings

    if re.fullmatch(EMAIL, address) is None:
        fail(f"{address!r} is not an e-mail address", "write it like ann@example.org, in letters of English", 2)
    try:
        settings = Settings.read(smtp=smtp, public_url=public_url)
        server = mail_server(settings)
    except BadSettings as error:
        fail(str(error), "docs/settings.md lists the settings", 2)
    if server is None:
        fail("the settings name no mail server", "set KIBITZ_SMTP, or KIBITZ_SMTP_FILE to a file with its URL", 2)
    home = (settings.public_url or "http://localhost").rstrip("/")
    if settings.public_url is None:
        typer.echo("note: without a public URL the server sends no alerts by e-mail; set KIBITZ_PUBLIC_URL", err=True)
    text = alert_mail(Alert("trial", "/", "trial"), "de" if german else "en", home, f"{home}/alerts")
    try:
        server.send(server.message(address, text.subject, text.text, text.html, f"{home}/alerts"))
    except Undeliverable as error:
        fail(str(error), "check the address, and that the sender is allowed to send", 1)
    except OSError as error:
        fail(f"{server} does not take the mail: {_reason(error)}", "check host, port, user, password and sender", 1)
    typer.echo(f"{server} has taken a mail from {server.sender} to {address}")


def _reason(error: OSError) -> str:
    """Return what the mail server or the system says, without codes of Python."""
    import smtplib

    if isinstance(error, smtplib.SMTPResponseException):
        said = error.smtp_error
        text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        return f"it answers {error.smtp_code} {' '.join(text.split())}"
    return error.strerror or str(error) or "no answer in time"
