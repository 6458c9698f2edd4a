"""Decorator for Typer commands: it adds the options that all commands share, and runs the work of the command.

A decorated function takes the command's own arguments and options, and returns its work.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import typer
from typer.core import TyperCommand

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
SHARED_HELP = {kind.__metadata__[0].help for kind, _ in SHARED.values()}
"""Their texts, by which they are known in a command."""
MATCH = tuple(SHARED)
"""The shared options of a command that shows a match."""
ALL = ("server", "name", "token_file", "as_json")
WITHOUT_SERVER = ("as_json",)
"""The shared options of a command that needs no server."""

Make = Callable[..., Work]
"""Return the work of a command for its own arguments and options."""


class BriefHelp(TyperCommand):
    """Command whose help has only its own options: those that all commands share are in the help of the program."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options of the command alone."""
        shared: list[Any] = [option for option in self.params if getattr(option, "help", None) in SHARED_HELP]
        for option in shared:
            option.hidden = True
        try:
            super().format_options(ctx, formatter)
        finally:
            # They are completed and parsed as before.
            for option in shared:
                option.hidden = False

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # the arguments are those of typer
        """Write where the shared options are described."""
        shared = [option.opts[0] for option in self.params if getattr(option, "help", None) in SHARED_HELP]
        if shared:
            formatter.write_paragraph()
            formatter.write_text(f"{', '.join(shared)}: see kibitz --help")


def command(
    app: typer.Typer,
    called: str | None = None,
    shared: Iterable[str] = ALL,
    *,
    signs: bool = False,
    cls: type[BriefHelp] = BriefHelp,
    others: Mapping[str, Any] = MappingProxyType({}),
) -> Callable[[Make], Make]:
    """Return a decorator that registers a command.

    Args:
        app: The program or group that gets it.
        called: The name of the command, if it is not the name of the function.
        shared: The shared options of the command, which follow its own.
        signs: Whether arguments may begin with a minus, as in -5:5. Unknown options are arguments then.
        cls: The class of the command.
        others: Types of shared options that have another spelling in this command.
    """
    context = {"ignore_unknown_options": True} if signs else None
    kinds = {key: others.get(key, kind) for key, (kind, _) in SHARED.items()}

    def register(make: Make) -> Make:
        def run(**given: Any) -> None:
            settings = {key: given.pop(key) if key in shared else default for key, (_, default) in SHARED.items()}
            perform(make(**given), **settings)

        own = inspect.signature(make).parameters.values()
        kind = inspect.Parameter.KEYWORD_ONLY
        added = [inspect.Parameter(key, kind, default=SHARED[key][1], annotation=kinds[key]) for key in shared]
        options = [*(option.replace(kind=kind) for option in own), *added]
        # Typer reads both the annotations and the signature.
        run.__annotations__ = {option.name: option.annotation for option in options}
        vars(run)["__signature__"] = inspect.Signature(options)
        run.__name__, run.__doc__ = make.__name__, make.__doc__
        app.command(called, cls=cls, context_settings=context)(run)
        return make

    return register
