"""Base class of all commands."""

from typing import Annotated

from pydantic import StringConstraints

from kibitz_protocol.values import ClientModel

CommandId = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Command(ClientModel):
    """A message that gets exactly one answer.

    A repeated `id` gets the same answer again, even on another connection of the same player. A client that reconnects
    with its token must therefore use new ids for new commands.
    """

    id: CommandId
