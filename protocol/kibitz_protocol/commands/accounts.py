"""Commands and results for accounts: names, passwords, tokens and bots.

The `repr` of a message never shows a secret, so that no log contains one by accident.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kibitz_protocol.commands.base import Command
from kibitz_protocol.validation.bounds import MAX_ROWS, Count, ShortText, Timestamp
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import Name

Role = Literal["player", "bot", "moderator", "admin"]
Password = Annotated[str, StringConstraints(min_length=1, max_length=256), Field(repr=False)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]


class Register(Command):
    """Turn your guest into an account. It keeps your player id, matches and ratings, and reserves the name.

    The connection gets a new token. The token of the guest ends, and all its other connections are closed.
    """

    t: Literal["register"] = "register"
    name: Name
    password: Password


class Login(Command):
    """Get a token for an account. Send it in `hello`, on this or any other machine, to connect as that player.

    If you are a guest, the connection stays one, and the guest gets a new token too. Its old one ends, and all its
    other connections are closed.
    """

    t: Literal["login"] = "login"
    name: Name
    password: Password


class Logout(Command):
    """Revoke the token of this connection, and close all connections that use it."""

    t: Literal["logout"] = "logout"


class ListSessions(Command):
    """List the tokens of your account."""

    t: Literal["sessions"] = "sessions"


class Revoke(Command):
    """Revoke a token, or with null all tokens but that of this connection, and close the connections that use them."""

    t: Literal["revoke"] = "revoke"
    session: Id | None


class ChangePassword(Command):
    """Change the password. All other tokens of the account are revoked."""

    t: Literal["change_password"] = "change_password"
    old: Password
    new: Password


class Rename(Command):
    """Change the name of a guest."""

    t: Literal["rename"] = "rename"
    name: Name


class MakeBot(Command):
    """Create an account for a bot. Its token is sent only once."""

    t: Literal["make_bot"] = "make_bot"
    name: Name


class ListBots(Command):
    """List your bots."""

    t: Literal["bots"] = "bots"


class RenewBot(Command):
    """Create a new token for one of your bots, by id or name. The old token is revoked."""

    t: Literal["renew_bot"] = "renew_bot"
    bot: Id


class RevokeBot(Command):
    """Revoke the token of one of your bots. It keeps its name, and `renew_bot` enables it again."""

    t: Literal["revoke_bot"] = "revoke_bot"
    bot: Id


PeopleCommand = (
    Register
    | Login
    | Logout
    | ListSessions
    | Revoke
    | ChangePassword
    | Rename
    | MakeBot
    | ListBots
    | RenewBot
    | RevokeBot
)


class Identity(ServerModel):
    """Identity of a player. Guests have no account, and other guests may use the same name."""

    id: ShortText
    name: ShortText
    account: bool = False
    role: Role = "player"


class Identified(ServerModel):
    """Result of `register` and `rename`: your new identity. The token is sent only once."""

    kind: Literal["identified"] = "identified"
    you: Identity
    token: Annotated[ShortText | None, Field(repr=False)] = Field(
        default=None, description="your token from now on, if you have registered: that of the guest has ended"
    )


class SignedIn(ServerModel):
    """Result of `login`. The tokens are sent only once."""

    kind: Literal["signed_in"] = "signed_in"
    you: Identity
    session: ShortText
    token: Annotated[ShortText, Field(repr=False)]
    guest_token: Annotated[ShortText | None, Field(repr=False)] = Field(
        default=None,
        description="the token from now on of the guest who logged in, if you were one: its old one has ended",
    )


class SessionView(ServerModel):
    """A session of an account: data about a token, without the token itself. Times are in seconds since 1970."""

    session: ShortText
    label: ShortText = Field(description="name that the client gave itself when the token was created")
    created_at: Timestamp
    seen_at: Timestamp
    connections: Count = Field(description="number of open connections that use the token")
    current: bool = Field(description="whether this connection uses the token")


class Sessions(ServerModel):
    """Result of `sessions`, most recently used first."""

    kind: Literal["sessions"] = "sessions"
    sessions: list[SessionView] = Field(max_length=MAX_ROWS)


class BotToken(ServerModel):
    """Result of `make_bot` and `renew_bot`. The token is sent only once."""

    kind: Literal["bot_token"] = "bot_token"
    bot: Identity
    token: Annotated[ShortText, Field(repr=False)]


class BotView(ServerModel):
    """One of your bots. `seen_at` is null while it has no token."""

    bot: Identity
    created_at: Timestamp
    seen_at: Timestamp | None
    connections: Count


class Bots(ServerModel):
    """Result of `bots`, oldest first."""

    kind: Literal["bots"] = "bots"
    bots: list[BotView] = Field(max_length=MAX_ROWS)


PeopleOutcome = Identified | SignedIn | Sessions | BotToken | Bots
