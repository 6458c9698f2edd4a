"""Import of a bot class from `module:Class` or `path/to/file.py:Class`."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from kibitz_client.bots.bot import Bot
from kibitz_client.errors import UsageError
from kibitz_client.text.formatting import some_of


def load_bot(text: str) -> type[Bot]:
    """Return the bot class that a text names. Modules of the current folder can be imported too.

    Raises:
        UsageError: The text has another form, the module cannot be imported, or it has no such bot.
    """
    source, colon, name = text.rpartition(":")
    if not colon or not source or not name:
        raise UsageError(f"{text!r} does not name a bot", "write module:Class, or path/to/file.py:Class")
    module = _import(source)
    found = getattr(module, name, None)
    if not isinstance(found, type) or not issubclass(found, Bot):
        bots = [key for key, value in vars(module).items() if isinstance(value, type) and issubclass(value, Bot)]
        own = [key for key in bots if getattr(module, key) is not Bot]
        problem = "is not a class" if not isinstance(found, type) else "does not derive from kibitz_client.bots.Bot"
        hint = f"choose one of {some_of(own)}" if own else "write it like class MyBot(Bot)"
        if found is None:
            raise UsageError(f"{source} has no {name}", hint)
        raise UsageError(f"{name} of {source} {problem}", hint)
    return found


def _import(source: str) -> ModuleType:
    path = Path(source)
    try:
        if source.endswith(".py"):
            return _import_file(path)
        if "" not in sys.path:
            sys.path.insert(0, "")
        return importlib.import_module(source)
    except FileNotFoundError:
        raise UsageError(f"there is no file {source}", "name it from the current folder") from None
    except ModuleNotFoundError as error:
        hint = "name a file with its .py: ./my_bot.py:MyBot"
        raise UsageError(f"{source} cannot be imported: {error}", hint) from None
    except Exception as error:
        # Importing a bot runs its author's code, which may raise anything.
        place = f" ({error.filename}, line {error.lineno})" if isinstance(error, SyntaxError) else ""
        raise UsageError(f"{source} cannot be imported: {type(error).__name__}: {error}{place}") from None


def _import_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise FileNotFoundError(path)
    # A file that is run can import the modules beside it; an imported one needs its folder on the path.
    sys.path.insert(0, str(path.parent.resolve()))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module
