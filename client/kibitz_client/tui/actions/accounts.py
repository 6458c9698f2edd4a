"""Requests about the own account: register, log in and out, and the devices that are logged in."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz_client.errors import ClientError, RefusedError
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import StoredLogin, forget_login, keep_login
from kibitz_client.storage.renewal import keep_guest_token, keep_registered
from kibitz_client.tui.actions.context import ActionContext
from kibitz_protocol.refusals import Code

if TYPE_CHECKING:
    from kibitz_protocol.commands.accounts import SessionView


class AccountActions:
    """Sends the requests, and saves the token that they give.

    The server knows a connection as one player, so a login and a logout need a new connection: `reconnect` opens it
    with other settings. `leaving` is true from the logout until then, because the server closes the old connection.
    """

    def __init__(self, context: ActionContext, reconnect: Callable[[Settings], Awaitable[None]]) -> None:
        self._context = context
        self._reconnect = reconnect
        self.leaving = False

    async def register(self, name: str, password: str) -> None:
        """Turn the guest into an account, and save its token.

        Raises:
            ClientError: The server refused, or the token cannot be saved.
        """
        from kibitz_client.requests import build
        from kibitz_protocol.commands.accounts import Register

        session = self._context.connected
        old = session.client.token
        you = (await session.client.ask(build(Register, name=name, password=password))).you
        session.identified(you)
        assert session.client.token is not None, "every welcomed client has a token"
        keep_registered(self._context.settings, session.client.url, old, StoredLogin(you.name, session.client.token))

    async def login(self, name: str, password: str) -> None:
        """Get a token for an account, save it, and connect as that player.

        Raises:
            ClientError: The server refused, or the token cannot be saved.
        """
        from kibitz_client.requests import build
        from kibitz_protocol.commands.accounts import Login

        session = self._context.connected
        client, old = session.client, session.client.token
        answer = await client.ask(build(Login, name=name, password=password))
        if answer.guest_token is not None:
            keep_guest_token(self._context.settings, client.url, old, StoredLogin(session.name, answer.guest_token))
        keep_login(self._context.settings, client.url, StoredLogin(answer.you.name, answer.token))
        await self._reconnect(self._at(client.url))

    async def logout(self) -> None:
        """Revoke the token of this device, delete it here, and connect as a guest.

        Raises:
            ClientError: The server refused, or the file of tokens cannot be written.
        """
        from kibitz_client.requests import build
        from kibitz_protocol.commands.accounts import Logout

        client = self._context.connected.client
        self.leaving = True
        try:
            await client.ask(build(Logout))
            forget_login(self._context.settings, client.url)
            await self._reconnect(self._at(client.url))
        finally:
            self.leaving = False

    async def rename(self, name: str) -> None:
        """Change the name of a guest. Raise RefusedError if the server refuses."""
        from kibitz_client.requests import build
        from kibitz_protocol.commands.accounts import Rename

        session = self._context.connected
        session.identified((await session.client.ask(build(Rename, name=name))).you)

    async def change_password(self, old: str, new: str) -> None:
        """Change the password; the server revokes the tokens of all other devices. Raise RefusedError on refusal."""
        from kibitz_client.requests import build
        from kibitz_protocol.commands.accounts import ChangePassword

        await self._context.connected.client.ask(build(ChangePassword, old=old, new=new))

    async def devices(self) -> "list[SessionView]":
        """Return the devices that are logged in to the account. Raise RefusedError if the server refuses."""
        from kibitz_client.requests import build
        from kibitz_protocol.commands.accounts import ListSessions

        found: list[SessionView] = (await self._context.connected.client.ask(build(ListSessions))).sessions
        return found

    async def log_out_device(self, session: str | None) -> None:
        """Revoke the token of another device, or with None of all other ones. Raise RefusedError on refusal."""
        from kibitz_client.requests import build
        from kibitz_protocol.commands.accounts import Revoke

        await self._context.connected.client.ask(build(Revoke, session=session))

    def can_return(self, error: ClientError) -> bool:
        """Return whether an error is the end of a token that this machine stores, so that another one may do."""
        settings = self._context.settings
        named = settings.token is not None or settings.token_file is not None
        return isinstance(error, RefusedError) and error.refused.code == Code.UNKNOWN_TOKEN and not named

    async def signed_out(self) -> None:
        """Connect again after the token has ended, as the account of this machine or as a guest."""
        await self._reconnect(self._at(self._context.connected.client.url))

    def _at(self, server: str) -> Settings:
        """Return settings for the same server, where the saved account or guest decides who connects."""
        return replace(self._context.settings, server=server, chosen=True, private=False, name=None, token=None)
