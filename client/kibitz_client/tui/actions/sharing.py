"""What others are to have of a match: an invitation on the screen, and texts for the clipboard (OSC 52)."""

import os
from typing import TYPE_CHECKING, cast

from kibitz_client.errors import UsageError
from kibitz_client.tui import strings
from kibitz_client.tui.actions.navigation import WaysApp

if TYPE_CHECKING:
    from kibitz_client.match.state import MatchState
    from kibitz_client.tui.screens.base import KibitzScreen


class SharingApp(WaysApp):
    """Shares the match that is shown, or highlighted in a list."""

    def action_invite(self) -> None:
        """How others come to it."""
        match = self._subject()
        if match is not None:
            self._do(self._invite(match))

    async def _invite(self, match: str) -> None:
        from kibitz_client.network.invitation import invitation
        from kibitz_client.tui.screens.invite import InviteScreen

        session = self._hub()
        about = session.about(match)
        invited = await invitation(session.link.url, about.code)
        await self.push_screen(InviteScreen(invited, about, session.keys.get(match)))

    def action_copy(self, what: str = "") -> None:
        """One of its texts into the clipboard; without a word for it, which one is asked."""
        match = self._subject()
        if match is not None:
            self._do(self._copy(match, what))

    async def _copy(self, match: str, what: str) -> None:
        """Raises ClientError."""
        from kibitz_client.tui.screens.dialogs import Pick

        if not what:
            picked = await self.answered(Pick(strings.COPY_WHAT, list(strings.COPIES.values())))
            what = next((word for word, text in strings.COPIES.items() if text == picked), "")
        if not what:
            return
        text = await self._text(match, what)
        if text:
            self.copy(text, strings.COPIES[what])
        else:
            raise UsageError(strings.COPY_NOTHING if what in strings.COPIES else strings.COPY_UNKNOWN.format(what=what))

    async def _text(self, match: str, what: str) -> str:
        """The text; empty when there is none."""
        from kibitz_client.network.invitation import invitation

        session = self._hub()
        # A replay is at a ply of its own.
        state: MatchState | None = getattr(self.screen, "state", None) or session.states.get(match)
        code = state.code if state is not None else session.about(match).code
        if what == "code":
            return code
        if what == "invite":
            return (await invitation(session.link.url, code)).join_line
        if what == "position":
            return state.position.text if state is not None else ""
        if what == "record":
            return await session.record_text(match)
        return ""

    def copy(self, text: str, name: str) -> None:
        """Into the clipboard of whoever sits at the terminal, also over ssh."""
        self.copy_to_clipboard(text)
        self.tell(strings.COPIED.format(name=name) + (strings.COPIED_TMUX if os.environ.get("TMUX") else ""))

    def _subject(self) -> str | None:
        """The match that is meant."""
        if self.session is None or not self.session.ready:
            return None
        subject = cast("KibitzScreen", self.screen).subject() if hasattr(self.screen, "subject") else None
        if subject is None:
            self.tell(strings.NO_SUBJECT)
        return subject
