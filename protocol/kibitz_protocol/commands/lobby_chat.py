"""Commands and messages of the chat of the lobby."""

from typing import Literal

from pydantic import Field

from kibitz_protocol.commands.base import Command
from kibitz_protocol.validation.bounds import MAX_ROWS, LongText, ShortText, Timestamp
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import Line


class FollowLobbyChat(Command):
    """Receive the chat of the lobby from now on. The result has its last messages."""

    t: Literal["lobby_chat"] = "lobby_chat"


class SayInLobby(Command):
    """Send a message to the chat of the lobby, which you must follow."""

    t: Literal["lobby_say"] = "lobby_say"
    text: Line


class LobbySaid(ServerModel):
    """A message of the chat of the lobby. Not numbered. Sent to clients that follow the chat."""

    t: Literal["lobby_said"] = "lobby_said"
    name: ShortText
    text: LongText
    at: Timestamp


class LobbyChatLog(ServerModel):
    """Result of `lobby_chat`: the last messages, oldest first."""

    kind: Literal["lobby_chat"] = "lobby_chat"
    said: list[LobbySaid] = Field(max_length=MAX_ROWS)
