"""How others come to a match: what they type, and a QR code for their phone."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from kibitz_client.network.invitation import Invitation
from kibitz_client.text.qr import qr_lines
from kibitz_client.tui import strings, themes
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.session import About
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar


class InviteScreen(KibitzScreen):
    """Lines and a code; what is copied is the line."""

    DEFAULT_CSS = """
    InviteScreen VerticalScroll { padding: 1 1 0 1; }
    InviteScreen TextLine { height: auto; }
    InviteScreen #qr { width: auto; margin: 1 0 0 0; color: #000000; background: #ffffff; }
    InviteScreen #qr.-plain { color: ansi_default; background: ansi_default; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,i,q", "app.pop_screen", show=False),
        Binding("c,y", "copy_line", show=False),
        Binding("question_mark,f1", "app.help", show=False),
    ]

    def __init__(self, invited: Invitation, about: About, key: str | None) -> None:
        super().__init__()
        self._invited = invited
        self._about = about
        self._key = key

    def subject(self) -> str | None:
        """The match that one is invited to."""
        return self._about.match

    def compose(self) -> ComposeResult:
        """What to type, what to know, what to point a phone at."""
        yield TitleBar(f"{strings.TITLE}  {strings.INVITE.format(title=self._about.game, code=self._about.code)}")
        with VerticalScroll():
            for line in self.lines():
                yield TextLine(line)
            if not self._invited.here_only:
                plain = self.kibitz.theme == themes.MONO.name
                code = qr_lines(self._invited.page, ascii_only=self.kibitz.prefs.ascii_only, dark_terminal=plain)
                yield TextLine("\n".join(code), id="qr", classes="-plain" if plain else "")
        yield TextLine(id="say", classes="say")
        yield TextLine(strings.INVITE_KEYS, classes="keys")

    def lines(self) -> list[str]:
        """What stands above the code."""
        invited, about = self._invited, self._about
        found = []
        if about.free:
            found.append(strings.INVITE_JOIN.format(line=invited.join_line))
        if about.watchable:
            found.append(strings.INVITE_WATCH.format(line=invited.watch_line))
        if not found:
            found.append(strings.INVITE_NOBODY)
        if about.private:
            found.append(strings.INVITE_KEY.format(key=self._key) if self._key else strings.INVITE_KEY_UNKNOWN)
        if invited.here_only:
            found.append(strings.INVITE_PRIVATE if self.session.private else strings.INVITE_HERE_ONLY)
        else:
            found.append(strings.INVITE_QR.format(page=invited.page))
        return found

    def say(self, text: str) -> None:
        """Tell below."""
        self.query_one("#say", TextLine).show(text)

    def action_copy_line(self) -> None:
        """The line to type."""
        self.kibitz.copy(self._invited.join_line, strings.COPIES["invite"])
