"""Alerts about matches for an absent player: the addresses that get them, and the kinds that each one gets."""

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.errors import UsageError
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.dialogs import Confirm
from kibitz_client.tui.screens.players import strings
from kibitz_client.tui.screens.players.form import FormDialog, FormField
from kibitz_client.tui.strings import TITLE
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from kibitz_protocol.commands.away.alerts import AlertChannel, AlertSettings


class AlertsScreen(KibitzScreen):
    """List of the addresses, each with its kinds of alerts, a trial message and its removal."""

    help_section = "Account"
    DEFAULT_CSS = """
    AlertsScreen #offers { height: auto; padding: 1 1 1 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._found: AlertSettings | None = None

    def compose(self) -> ComposeResult:
        """Lay out what the server offers, and the list."""
        yield TitleBar(f"{TITLE}  {strings.ALERTS}")
        yield TextLine(strings.LOADING, id="offers")
        yield OptionList(markup=False, id="alerts")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.ALERTS_KEYS)

    def on_mount(self) -> None:
        """Load the addresses."""
        self.request(self._do({"kind": "show"}))

    async def _do(self, action: dict[str, Any], done: str = "") -> None:
        """Send an action, and show what is on afterwards. Raise RefusedError if the server refuses."""
        from kibitz_client.requests import build
        from kibitz_protocol.commands.away.alerts import ManageAlerts

        self._found = await self.session.client.ask(build(ManageAlerts, do=action))
        self._show()
        self.say(done)

    def _show(self) -> None:
        found = self._found
        if found is None:
            return
        page = self.session.client.url.replace("ws", "http", 1).rstrip("/") + "/alerts"
        lines = [strings.ALERTS_MAIL if found.mail else "", strings.ALERTS_PUSH.format(page=page)]
        offers = " ".join(filter(None, lines)) if found.mail or found.push_key is not None else strings.ALERTS_NONE
        self.query_one("#offers", TextLine).show(offers)
        options = [Option(f" {strings.ALERTS_ADD}", "add")] if found.mail else []
        for channel in found.channels:
            options.append(Option(f"-- {channel_text(channel)} --", disabled=True))
            for kind, text in strings.ALERT_KINDS.items():
                mark = "x" if kind in channel.kinds else " "
                options.append(Option(f" [{mark}] {text}", f"{kind}-{channel.channel}"))
            options.append(Option(f" {strings.ALERTS_TRY}", f"try-{channel.channel}"))
            options.append(Option(f" {strings.ALERTS_REMOVE}", f"remove-{channel.channel}"))
        listing = self.query_one(OptionList)
        highlighted = listing.highlighted
        listing.set_options(options)
        if options:
            first = next(at for at, option in enumerate(options) if not option.disabled)
            listing.highlighted = min(first if highlighted is None else highlighted, len(options) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Carry out what was chosen."""
        what, _, id = (event.option.id or "").partition("-")
        channel = next((each for each in self._found.channels if each.channel == id), None) if self._found else None
        if what == "add":
            self.app.push_screen(
                FormDialog(strings.ALERTS_ADD, (FormField("address", strings.ADDRESS),), self._add),
                lambda added: self.say(strings.ALERTS_OPEN_LINK) if added else None,
            )
        elif channel is None:
            return
        elif what == "try":
            self.request(self._do({"kind": "try", "channel": id}, strings.ALERTS_TRIED))
        elif what == "remove":
            question = strings.ALERTS_REMOVE_SURE.format(address=channel.address)
            action = {"kind": "remove", "channel": id}
            self.app.push_screen(Confirm(question), lambda yes: self.request(self._do(action)) if yes else None)
        else:
            kinds = [kind for kind in strings.ALERT_KINDS if (kind in channel.kinds) != (kind == what)]
            if kinds:
                self.request(self._do({"kind": "choose", "channel": id, "kinds": kinds}))
            else:
                self.say(strings.ALERTS_LAST_KIND)

    async def _add(self, values: dict[str, str]) -> None:
        """Ask for a mail to an address. Raise ClientError if the server refuses, or the text is no address."""
        import re

        from kibitz_protocol.commands.away.alerts import EMAIL

        address = values["address"].strip()
        if re.fullmatch(EMAIL, address) is None:
            raise UsageError(strings.NO_ADDRESS.format(address=address))
        await self._do({"kind": "mail", "address": address})


def channel_text(channel: "AlertChannel") -> str:
    """Return the heading of an address: a browser by its name, and whether the link of its mail was opened."""
    where = f"{channel.device} ({channel.address})" if channel.device else channel.address
    return where if channel.confirmed else strings.UNCONFIRMED.format(address=where)
