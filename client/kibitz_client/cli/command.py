"""Decorator for Typer commands: it adds the options that all commands share, and runs the work of the command.

A decorated function takes the command's own arguments and options, and returns its work.
"""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import typer

from kibitz_client.cli.options import Json, Name, Plain, Server, TokenFile
from kibitz_client.cli.runner import Work, perform

SHARED: dict[str, tuple[Any, Any]] = {
    "server": (Server, None),
    "name": (Name, None),
    "token_file": (TokenFile, None),
    "as_json": (Json, False),
    "plain": (Plain, False),
}
"""The type and the default of each shared option."""
MATCH = tuple(SHARED)
"""The shared options of a command that shows a match."""
ALL = ("server", "name", "token_file", "as_json")
WITHOUT_SERVER = ("as_json",)
"""The shared options of a command that needs no server."""

Make = Callable[..., Work]
"""Return the work of a command for its own arguments and options."""


def command(app: typer.Typer, called: str | None = None, shared: Iterable[str] = ALL) -> Callable[[Make], Make]:
    """Return a decorator that registers a command.

    Args:
        called: The name of the command, if it is not the name of the function.
        shared: The shared options of the command, which follow its own.
    """

    def register(make: Make) -> Make:
        def run(**given: Any) -> None:
            settings = {key: given.pop(key) if key in shared else default for key, (_, default) in SHARED.items()}
            perform(make(**given), **settings)

        own = inspect.signature(make).parameters.values()
        kind = inspect.Parameter.KEYWORD_ONLY
        added = [inspect.Parameter(key, kind, default=SHARED[key][1], annotation=SHARED[key][0]) for key in shared]
        options = [*(option.replace(kind=kind) for option in own), *added]
        # Typer reads both the annotations and the signature.
        run.__annotations__ = {option.name: option.annotation for option in options}
        vars(run)["__signature__"] = inspect.Signature(options)
        run.__name__, run.__doc__ = make.__name__, make.__doc__
        app.command(called)(run)
        return make

    return register
