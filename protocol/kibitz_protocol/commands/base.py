"""Base class of all commands."""

from typing import Annotated

from pydantic import StringConstraints

from kibitz_protocol.values.base import ClientModel

CommandId = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Command(ClientModel):
    """A message that gets exactly one answer.

    A repeated command gets the same answer again, even on another connection of the same player. A refusal that is
    repeated has no `state`. A command with the `id` of another one is refused (`id_reused`). A client that reconnects
    with its token must therefore use new ids for new commands.
    """

    id: CommandId
