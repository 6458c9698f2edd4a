"""The invitation to a match: the commands to join and watch, and a QR code for phones."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from kibitz_client.network.invitation import InvitationLink
from kibitz_client.text.qr import qr_lines
from kibitz_client.tui import strings, themes
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.session import MatchSummary
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar


class InviteScreen(KibitzScreen):
    """Commands and a QR code; `c` copies the command to join."""

    help_section = "Lobby"
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

    def __init__(self, invited: InvitationLink, summary: MatchSummary, key: str | None) -> None:
        super().__init__()
        self._invited = invited
        self._summary = summary
        self._key = key

    def selected_match(self) -> str | None:
        """Return the match of the invitation."""
        return self._summary.match

    def compose(self) -> ComposeResult:
        """Lay out commands, notes and the QR code."""
        title = strings.INVITE.format(title=self._summary.game, code=self._summary.code)
        yield TitleBar(f"{strings.TITLE}  {title}")
        with VerticalScroll():
            for line in self.lines():
                yield TextLine(line)
            if not self._invited.here_only:
                plain = self.app.theme == themes.MONO.name
                code = qr_lines(self._invited.page, ascii_only=self.preferences.ascii_only, dark_terminal=plain)
                yield TextLine("\n".join(code), id="qr", classes="-plain" if plain else "")
                yield TextLine(id="qr-size")
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.INVITE_KEYS)

    @property
    def _other_rows(self) -> int:
        """The rows that the screen needs besides the code."""
        columns = max(20, self.size.width - 3)
        return 5 + sum(-(-len(line) // columns) for line in self.lines())

    def on_mount(self) -> None:
        """Show the code or what it needs."""
        self.on_resize()

    def on_resize(self) -> None:
        """Show the code only whole: no phone reads a part of it. Otherwise say how large the window has to be."""
        for code in self.query("#qr").results(TextLine):
            lines = code.shown.split("\n")
            columns, rows = len(lines[0]) + 2, len(lines) + self._other_rows
            code.display = columns <= self.size.width and rows <= self.size.height
            note = self.query_one("#qr-size", TextLine)
            note.display = not code.display
            note.show(strings.INVITE_QR_SIZE.format(columns=columns, rows=rows))

    def lines(self) -> list[str]:
        """Return the lines above the QR code."""
        invited, summary = self._invited, self._summary
        lines = []
        if summary.joinable:
            lines.append(strings.INVITE_JOIN.format(line=invited.join_line))
        if summary.watchable:
            lines.append(strings.INVITE_WATCH.format(line=invited.watch_line))
        if not lines:
            lines.append(strings.INVITE_CLOSED)
        if summary.private:
            lines.append(strings.INVITE_KEY.format(key=self._key) if self._key else strings.INVITE_KEY_UNKNOWN)
        if invited.here_only:
            lines.append(strings.INVITE_PRIVATE if self.session.private else strings.INVITE_HERE_ONLY)
        else:
            lines.append(strings.INVITE_QR.format(page=invited.page))
        return lines

    def action_copy_line(self) -> None:
        """Copy the command to join."""
        self.services.sharing.copy_text(self._invited.join_line, strings.COPIES["invite"])
