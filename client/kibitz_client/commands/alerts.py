"""`kibitz alerts`: addresses at which a player gets alerts of moves, and what they get."""

import re
from collections.abc import Sequence
from typing import Any

from kibitz_client.errors import UsageError
from kibitz_client.network.servers.connect import connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.terminal.output import Output
from kibitz_client.text.formatting import table, time_text
from kibitz_protocol.commands.away import alerts as messages

HEADINGS = ("id", "where", "alerts", "last used", "")


async def show(settings: Settings, output: Output) -> None:
    """Show what the server offers, and where alerts go."""
    await _do(settings, output, {"kind": "show"})


async def mail(settings: Settings, output: Output, address: str) -> None:
    """Ask for alerts by e-mail.

    Raises:
        UsageError: The text is no e-mail address.
        RefusedError: The server sends no e-mail, or not to this address now.
    """
    if re.fullmatch(messages.EMAIL, address) is None:
        raise UsageError(f"{address!r} is not an e-mail address", "write it like ann@example.org")
    await _do(settings, output, {"kind": "mail", "address": address}, f"open the link in the mail to {address}")


async def choose(settings: Settings, output: Output, channel: str, kinds: Sequence[str]) -> None:
    """Choose the kinds of alerts of an address."""
    await _do(settings, output, {"kind": "choose", "channel": channel, "kinds": [*kinds]}, "changed")


async def remove(settings: Settings, output: Output, channel: str | None) -> None:
    """Remove an address, or all of them."""
    done = "all addresses removed" if channel is None else "address removed"
    await _do(settings, output, {"kind": "remove", "channel": channel}, done)


async def send_trial(settings: Settings, output: Output, channel: str) -> None:
    """Send a trial message to an address."""
    await _do(settings, output, {"kind": "try", "channel": channel}, "a trial message is on its way")


async def _do(settings: Settings, output: Output, action: dict[str, Any], done: str = "") -> None:
    """Send an action, and show what is on afterwards."""
    async with connect(settings, output) as connected:
        found = await connected.client.ask(build(messages.ManageAlerts, do=action))
    assert isinstance(found, messages.AlertSettings)
    output.emit(found)
    if settings.json:
        return
    mailed = next((each for each in found.channels if each.address == action.get("address")), None)
    if done:
        output.say(f"{mailed.address} gets alerts already" if mailed is not None and mailed.confirmed else done)
    offers = [name for name, on in (("Web Push", found.push_key is not None), ("e-mail", found.mail)) if on]
    output.say(f"the server offers {' and '.join(offers) or 'no alerts'}")
    if found.channels:
        output.say(*table([HEADINGS, *map(_row, found.channels)]))
    else:
        output.say("alerts go nowhere")
        if found.mail:
            output.say("by e-mail: kibitz alerts mail ADDRESS")
        if found.push_key is not None:
            output.say("to a browser: switch them on in the page of the server, at /alerts")


def _row(channel: messages.AlertChannel) -> tuple[str, ...]:
    where = f"{channel.device} ({channel.address})" if channel.device else channel.address
    used = "-" if channel.sent_at is None else time_text(channel.sent_at)
    return channel.channel, where, ", ".join(channel.kinds), used, "" if channel.confirmed else "not confirmed"
