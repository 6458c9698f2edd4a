"""The own account: register, log in and out, change the password, and see the devices that are logged in."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from kibitz_client.columns import fit
from kibitz_client.text.formatting import time_text
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.dialogs import Confirm
from kibitz_client.tui.screens.players import strings
from kibitz_client.tui.screens.players.alerts import AlertsScreen
from kibitz_client.tui.screens.players.form import FormDialog, FormField
from kibitz_client.tui.strings import TITLE
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar

if TYPE_CHECKING:
    from kibitz_protocol.commands.accounts import SessionView

GUEST_ACTIONS = ("register", "login", "rename", "profile", "ratings", "alerts")
PRIVATE_ACTIONS = ("rename", "profile", "ratings")
ACCOUNT_ACTIONS = ("profile", "ratings", "password", "logout", "others", "alerts")
TITLES = {
    "register": strings.REGISTER,
    "login": strings.LOGIN,
    "rename": strings.RENAME,
    "password": strings.CHANGE_PASSWORD,
    "logout": strings.LOGOUT,
    "others": strings.LOGOUT_OTHERS,
    "profile": strings.PROFILE_OWN,
    "ratings": strings.RATINGS_ALL,
    "alerts": strings.ALERTS_OPEN,
}


class AccountScreen(KibitzScreen):
    """List of what the player can do with the account; below it, the devices that are logged in."""

    help_section = "Account"
    DEFAULT_CSS = """
    AccountScreen #who, AccountScreen #note { height: auto; padding: 0 1; }
    AccountScreen #who { text-style: bold; padding: 1 1 0 1; }
    AccountScreen #note { color: $faint; padding: 0 1 1 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", show=False),
        Binding("p", "app.profile", show=False),
        Binding("R", "app.ratings", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._devices: list[SessionView] = []

    def compose(self) -> ComposeResult:
        """Lay out who the player is, and the list."""
        yield TitleBar(f"{TITLE}  {strings.ACCOUNT}")
        yield TextLine(id="who")
        yield TextLine(id="note")
        yield OptionList(markup=False, id="account")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.ACCOUNT_KEYS)

    def on_mount(self) -> None:
        """Show who the player is, and load the devices of an account."""
        self._show()
        self._load()

    def _load(self) -> None:
        if self.session.you.account:
            self.request(self._load_devices())

    async def _load_devices(self) -> None:
        self._devices = await self.services.accounts.devices()
        self._show()

    def _show(self) -> None:
        you, private = self.session.you, self.session.private
        kind = strings.KINDS[you.role if you.account else "guest"]
        server = self.session.client.url.partition("://")[2]
        self.query_one("#who", TextLine).show(strings.YOU_ARE.format(name=you.name, kind=kind, server=server))
        note = strings.PRIVATE_NOTE if private else "" if you.account else strings.GUEST_NOTE
        self.query_one("#note", TextLine).show(note)
        actions = ACCOUNT_ACTIONS if you.account else PRIVATE_ACTIONS if private else GUEST_ACTIONS
        options = [Option(f" {TITLES[id]}", id) for id in actions if id != "others" or len(self._devices) > 1]
        if self._devices:
            options.append(Option(f"-- {strings.DEVICES} ({len(self._devices)}) --", disabled=True))
            options += [Option(f" {device_text(device)}", f"device-{device.session}") for device in self._devices]
        listing = self.query_one(OptionList)
        highlighted = listing.highlighted
        listing.set_options(options)
        listing.highlighted = min(highlighted or 0, len(options) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Ask for what the chosen action needs."""
        id, name, accounts = event.option.id or "", self.session.you.name, self.services.accounts
        match id:
            case "register":
                form = FormDialog(strings.REGISTER, (_name(name), *_new_password()), self._register)
                self._ask(form, strings.REGISTERED)
            case "login":
                fields = (_name(""), FormField("password", strings.PASSWORD, hidden=True))
                self.app.push_screen(FormDialog(strings.LOGIN, fields, self._login))
            case "rename":
                self._ask(FormDialog(strings.RENAME, (_name(name),), self._rename), strings.RENAMED)
            case "password":
                old = FormField("old", strings.OLD_PASSWORD, hidden=True)
                form = FormDialog(strings.CHANGE_PASSWORD, (old, *_new_password(strings.NEW_PASSWORD)), self._change)
                self._ask(form, strings.PASSWORD_CHANGED)
            case "logout":
                self._confirm(strings.LOGOUT_SURE.format(name=name), accounts.logout, strings.LOGGED_OUT)
            case "others":
                work = partial(accounts.log_out_device, None)
                self._confirm(strings.OTHERS_SURE.format(name=name), work, strings.OTHERS_OUT)
            case "alerts":
                self.app.push_screen(AlertsScreen())
            case "profile":
                self.services.navigation.profile(None)
            case "ratings":
                self.services.navigation.ratings()
            case _:
                self._choose_device(id.removeprefix("device-"))

    def _choose_device(self, id: str) -> None:
        device = next((each for each in self._devices if each.session == id), None)
        if device is None:
            return
        if device.current:
            self.say(strings.THIS_ONE)
            return
        question = strings.DEVICE_SURE.format(label=device.label or device.session)
        self._confirm(question, partial(self.services.accounts.log_out_device, id), strings.DEVICE_OUT)

    def _ask(self, form: FormDialog, done: str) -> None:
        def sent(accepted: bool | None) -> None:
            if accepted:
                self._done(done.format(name=self.session.name))

        self.app.push_screen(form, sent)

    def _confirm(self, question: str, work: Callable[[], Awaitable[None]], done: str) -> None:
        async def run() -> None:
            await work()
            self._done(done)

        # Not a request of this screen, which closes when the app connects again.
        self.app.push_screen(Confirm(question), lambda yes: self.services.start(run()) if yes else None)

    def _done(self, text: str) -> None:
        """Say what has changed, also after the screen was closed by a new connection."""
        if self not in self.app.screen_stack:
            self.app.notify(text, markup=False)
            return
        self._show()
        self._load()
        self.say(text)

    async def _register(self, values: dict[str, str]) -> None:
        await self.services.accounts.register(values["name"], values["password"])

    async def _login(self, values: dict[str, str]) -> None:
        await self.services.accounts.login(values["name"], values["password"])
        self._done(strings.LOGGED_IN.format(name=values["name"].strip()))

    async def _rename(self, values: dict[str, str]) -> None:
        await self.services.accounts.rename(values["name"])

    async def _change(self, values: dict[str, str]) -> None:
        await self.services.accounts.change_password(values["old"], values["password"])


def _name(value: str) -> FormField:
    return FormField("name", strings.NAME, value)


def _new_password(label: str = strings.PASSWORD) -> tuple[FormField, FormField]:
    return FormField("password", label, hidden=True), FormField("again", strings.AGAIN, hidden=True, same_as="password")


def device_text(device: "SessionView") -> str:
    """Return the line of a device: its program, since when it is logged in, and when it was last used."""
    text = strings.DEVICE.format(
        label=fit(device.label or device.session, 14),
        since=time_text(device.created_at),
        used=time_text(device.seen_at),
    )
    return f"{text}  {strings.THIS_DEVICE}" if device.current else text
