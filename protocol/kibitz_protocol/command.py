"""What every command has in common."""

from typing import Annotated

from pydantic import StringConstraints

from kibitz_protocol.values import Given

CommandId = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class Command(Given):
    """A message that gets exactly one answer.

    An `id` that comes again gets the same answer again, also over another connection of the same player: a client that
    comes back with its token goes on with ids that it has not used.
    """

    id: CommandId
