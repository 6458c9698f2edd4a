"""How a command of the command line is made: from a function of its own arguments and options, which gives its work.

The options that say which server, as whom and in which form are the same for all, and are added here.
"""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import typer

from kibitz_client.cli.options import Json, Name, Server, TokenFile
from kibitz_client.cli.runner import Work, perform

SHARED: dict[str, tuple[Any, Any]] = {
    "server": (Server, None),
    "name": (Name, None),
    "token_file": (TokenFile, None),
    "as_json": (Json, False),
}
"""The type and the default of each."""
ALL = tuple(SHARED)
AT_HOME = ("as_json",)
"""What a command has that needs no server."""

Make = Callable[..., Work]


def command(app: typer.Typer, called: str | None = None, shared: Iterable[str] = ALL) -> Callable[[Make], Make]:
    """A command with these of the shared options behind its own; `called` what the function is not."""

    def register(make: Make) -> Make:
        def run(**given: Any) -> None:
            settings = {key: given.pop(key) if key in shared else default for key, (_, default) in SHARED.items()}
            perform(make(**given), **settings)

        own = inspect.signature(make).parameters.values()
        kind = inspect.Parameter.KEYWORD_ONLY
        added = [inspect.Parameter(key, kind, default=SHARED[key][1], annotation=SHARED[key][0]) for key in shared]
        options = [*(option.replace(kind=kind) for option in own), *added]
        # Typer reads both.
        run.__annotations__ = {option.name: option.annotation for option in options}
        vars(run)["__signature__"] = inspect.Signature(options)
        run.__name__, run.__doc__ = make.__name__, make.__doc__
        app.command(called)(run)
        return make

    return register
