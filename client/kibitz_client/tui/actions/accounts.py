"""Requests about the own account: register, log in and out, and the devices that are logged in."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, StoredLogin, forget_login, keep_login
from kibitz_client.storage.files import guests_path
from kibitz_client.tui.actions.context import ActionContext

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
        you = (await session.client.ask(build(Register, name=name, password=password))).you
        session.identified(you)
        assert session.client.token is not None, "every welcomed client has a token"
        keep_login(self._context.settings, session.client.url, StoredLogin(you.name, session.client.token))
        # The token is that of an account now.
        Credentials(guests_path()).forget(session.client.url)

    async def login(self, name: str, password: str) -> None:
        """Get a token for an account, save it, and connect as that player.

        Raises:
            ClientError: The server refused, or the token cannot be saved.
        """
        from kibitz_client.requests import build
        from kibitz_protocol.commands.accounts import Login

        client = self._context.connected.client
        answer = await client.ask(build(Login, name=name, password=password))
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

    def _at(self, server: str) -> Settings:
        """Return settings for the same server, where the saved account or guest decides who connects."""
        return replace(self._context.settings, server=server, chosen=True, private=False, name=None, token=None)
