"""The ways of alerts that the settings of a server name."""

import importlib.util

from kibitz_server.alerts.mail import BadMailServer, MailServer
from kibitz_server.alerts.sending import AlertConfig
from kibitz_server.settings import BadSettings, Settings


def mail_server(settings: Settings) -> MailServer | None:
    """Return the mail server of the settings; None without one.

    Raises:
        BadSettings: Its URL is invalid.
    """
    if settings.smtp is None:
        return None
    try:
        return MailServer.parse(settings.smtp.get_secret_value())
    except BadMailServer as error:
        raise BadSettings(f"setting smtp: {error}; {error.hint}") from None


def alert_config(settings: Settings, home: str | None) -> AlertConfig:
    """Return which ways a server offers. `home` is its public address, without a slash at the end.

    Raises:
        BadSettings: The URL of the mail server is invalid.
    """
    return AlertConfig(
        # A private server of a client is installed without the extra of servers.
        push=settings.push and importlib.util.find_spec("cryptography") is not None,
        private=settings.push_private,
        mail=mail_server(settings),
        home=home,
    )
