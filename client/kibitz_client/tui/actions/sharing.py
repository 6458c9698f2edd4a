"""Share a match: an invitation on the screen, and texts for the clipboard (OSC 52)."""

import os

from kibitz_client.errors import UsageError
from kibitz_client.tui import strings
from kibitz_client.tui.actions.context import ActionContext
from kibitz_client.tui.screens.base import KibitzScreen


class Sharing:
    """Shares the match that the current screen shows or highlights."""

    def __init__(self, context: ActionContext) -> None:
        self._context = context

    def invite(self) -> None:
        """Show how other players join or watch the match."""
        match = self._selected_match()
        if match is not None:
            self._context.start(self._invite(match))

    async def _invite(self, match: str) -> None:
        from kibitz_client.network.invitation import invitation
        from kibitz_client.tui.screens.invite import InviteScreen

        session = self._context.connected
        summary = session.summary(match)
        invited = await invitation(session.client.url, summary.code)
        await self._context.app.push_screen(InviteScreen(invited, summary, session.keys.get(match)))

    def copy(self, what: str = "") -> None:
        """Copy a text of the match to the clipboard; ask which one if `what` is empty."""
        match = self._selected_match()
        if match is not None:
            self._context.start(self._copy(match, what))

    async def _copy(self, match: str, what: str) -> None:
        from kibitz_client.tui.screens.dialogs import Pick

        if not what:
            picked = await self._context.answer(Pick(strings.COPY_WHAT, list(strings.COPIES.values())))
            what = next((word for word, text in strings.COPIES.items() if text == picked), "")
        if not what:
            return
        text = await self._text(match, what)
        if text:
            self.copy_text(text, strings.COPIES[what])
        else:
            raise UsageError(strings.COPY_NOTHING if what in strings.COPIES else strings.COPY_UNKNOWN.format(what=what))

    async def _text(self, match: str, what: str) -> str:
        """Return the text to copy; empty when there is none."""
        from kibitz_client.network.invitation import invitation

        session, screen = self._context.connected, self._context.app.screen
        # A replay shows an earlier ply than the session's state of the match.
        shown = screen.state if isinstance(screen, KibitzScreen) else None
        state = shown or session.states.get(match)
        code = state.code if state is not None else session.summary(match).code
        if what == "code":
            return code
        if what == "invite":
            return (await invitation(session.client.url, code)).join_line
        if what == "position":
            return state.position.text if state is not None else ""
        if what == "record":
            return await session.record_text(match)
        return ""

    def copy_text(self, text: str, name: str) -> None:
        """Copy a text to the user's clipboard, also over ssh, and confirm it by `name`."""
        self._context.app.copy_to_clipboard(text)
        tmux = strings.COPIED_TMUX if os.environ.get("TMUX") else ""
        self._context.say(strings.COPIED.format(name=name) + tmux)

    def _selected_match(self) -> str | None:
        """Return the match that the current screen shows or highlights; without one, say so."""
        if not self._context.ready:
            return None
        screen = self._context.app.screen
        match = screen.selected_match() if isinstance(screen, KibitzScreen) else None
        if match is None:
            self._context.say(strings.NO_MATCH_SELECTED)
        return match
