"""What is said of people: names, accounts, tokens and bots. Commands first, then their results.

A secret is never shown by a message's `repr`, so that no log can hold it by accident.
"""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from kibitz_protocol.command import Command
from kibitz_protocol.values import Name, Told

Role = Literal["player", "bot", "moderator", "admin"]
Password = Annotated[str, StringConstraints(min_length=1, max_length=256), Field(repr=False)]
Id = Annotated[str, StringConstraints(min_length=1, max_length=64, strip_whitespace=True)]


class Register(Command):
    """Make an account of the guest that you are: same player, matches and ratings, and a name to yourself."""

    t: Literal["register"] = "register"
    name: Name
    password: Password


class Login(Command):
    """Get a token of an account. Say hello with it, on this or any other machine, to be that player."""

    t: Literal["login"] = "login"
    name: Name
    password: Password


class Logout(Command):
    """Make the token of this connection worth nothing. Its connections are closed."""

    t: Literal["logout"] = "logout"


class ListSessions(Command):
    """Which tokens your account has."""

    t: Literal["sessions"] = "sessions"


class Revoke(Command):
    """Make a token worth nothing, or with null all but that of this connection. Their connections are closed."""

    t: Literal["revoke"] = "revoke"
    session: Id | None


class ChangePassword(Command):
    """Set another password. All other tokens of the account are revoked."""

    t: Literal["change_password"] = "change_password"
    old: Password
    new: Password


class Rename(Command):
    """Go by another name, as a guest."""

    t: Literal["rename"] = "rename"
    name: Name


class MakeBot(Command):
    """Make an account for a program of yours. Its token is told once."""

    t: Literal["make_bot"] = "make_bot"
    name: Name


class ListBots(Command):
    """Which bots you have made."""

    t: Literal["bots"] = "bots"


class RenewBot(Command):
    """Get a new token for a bot of yours, by id or name; the old one is worth nothing from now on."""

    t: Literal["renew_bot"] = "renew_bot"
    bot: Id


class RevokeBot(Command):
    """Make the token of a bot of yours worth nothing. Its name stays its own; `renew_bot` brings it back."""

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


class Identity(Told):
    """Who the server takes you for. Guests have no account; their name is not theirs alone."""

    id: str
    name: str
    account: bool = False
    role: Role = "player"


class Identified(Told):
    """Result of `register` and `rename`: who you are now."""

    kind: Literal["identified"] = "identified"
    you: Identity


class SignedIn(Told):
    """Result of `login`. The token is told once."""

    kind: Literal["signed_in"] = "signed_in"
    you: Identity
    session: str
    token: Annotated[str, Field(repr=False)]


class SessionView(Told):
    """A token of an account, without the token. Times are in seconds since 1970."""

    session: str
    label: str = Field(description="what the client called itself when the token was made")
    created_at: float
    seen_at: float
    connections: int = Field(description="how many are open with it now")
    current: bool = Field(description="whether it is that of this connection")


class Sessions(Told):
    """Result of `sessions`, the one used last first."""

    kind: Literal["sessions"] = "sessions"
    sessions: list[SessionView]


class BotToken(Told):
    """Result of `make_bot` and `renew_bot`. The token is told once."""

    kind: Literal["bot_token"] = "bot_token"
    bot: Identity
    token: Annotated[str, Field(repr=False)]


class BotView(Told):
    """A bot of yours. `seen_at` is null while it has no token."""

    bot: Identity
    created_at: float
    seen_at: float | None
    connections: int


class Bots(Told):
    """Result of `bots`, oldest first."""

    kind: Literal["bots"] = "bots"
    bots: list[BotView]


PeopleOutcome = Identified | SignedIn | Sessions | BotToken | Bots
