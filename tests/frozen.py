"""Values of the core that refuse to change, in all tests of this process: elsewhere the type checker alone does."""

import importlib
import pkgutil
from dataclasses import FrozenInstanceError, is_dataclass

from kibitz_server import core


def freeze_values() -> None:
    """Let the values of the core raise `FrozenInstanceError` when an attribute that is set is set again."""
    for kind in values():
        kind.__setattr__ = _set_once  # type: ignore[assignment, method-assign]


def values() -> list[type]:
    """Return the dataclasses of the core."""
    prefix = f"{core.__name__}."
    modules = [importlib.import_module(found.name) for found in pkgutil.walk_packages(core.__path__, prefix)]
    kinds = {kind for module in modules for kind in vars(module).values() if isinstance(kind, type)}
    return [kind for kind in kinds if is_dataclass(kind) and kind.__module__.startswith(prefix)]


def _set_once(self: object, name: str, value: object) -> None:
    if hasattr(self, name):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)
