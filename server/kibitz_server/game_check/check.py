"""Check of a game's file: its declaration, random games with several options, and the compiled rules."""

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from kibitz_protocol.validation.reading import check_regular
from kibitz_server import games
from kibitz_server.engine.compiler.backend import Backend
from kibitz_server.game_check import compiled
from kibitz_server.game_check.finding import Finding, raised
from kibitz_server.game_check.rules import PlainCheck
from kibitz_server.games.contract.violations import violations
from kibitz_server.games.game import BadOption, Declaration, OptionValue, bind
from kibitz_server.games.registry import is_rules
from kibitz_server.games.ruleset import RULES

OWN = Path(games.__path__[0]).resolve()
"""Folder of the games of Kibitz."""


def check(file: Path, machine: Backend | None) -> Iterator[Finding]:
    """Yield what is wrong with a game's file. A later check runs only if the earlier ones found nothing.

    Args:
        file: The file of the game, or its folder.
        machine: Backend of machine code; None checks only in plain Python.
    """
    file = (file / f"{RULES}.py" if file.is_dir() else file).resolve()
    name, game_name = str(file), file.parent.name if is_rules(file) else file.stem
    if not file.is_relative_to(OWN) and {*OWN.rglob(f"{game_name}.py"), *OWN.rglob(game_name)}:
        yield Finding(name, f"Kibitz has a module of the name {game_name!r}", "rename the file or folder")
        return
    try:
        module = _load(file)
        found = [Finding(wrong.file or name, wrong.problem, wrong.hint, wrong.line) for wrong in violations(module)]
    except Exception as error:  # the author's code may raise anything
        yield raised(error, name, "importing it")
        return
    yield from found
    if found:
        return
    declared: Declaration = module.GAME
    if declared.name != game_name:
        problem = f"the file is called {game_name!r} and its GAME {declared.name!r}"
        yield Finding(name, problem, "give both the same name")
    for options in _variants(declared):
        try:
            game = bind(module, options)
        except BadOption as error:
            if options:
                continue  # the game refuses a combination of options
            yield raised(error, name, "the default options")
            return
        except Exception as error:
            yield raised(error, name, "the constants")
            return
        found = list(PlainCheck(game, name).findings())
        yield from found
        if found:
            return
    if machine is not None:
        yield from compiled.findings(bind(module, {}), name, machine)


def _load(file: Path) -> ModuleType:
    """Return the module of a file, under a name of its own. That of `rules` is in a package, which is its folder."""
    if file.is_relative_to(OWN):
        inner = ".".join(file.relative_to(OWN).with_suffix("").parts)
        return importlib.import_module(f"{games.__name__}.{inner}")
    name = f"checked_game_{file.stem}"
    if is_rules(file):
        package = ModuleType(f"checked_game_{file.parent.name}")
        package.__path__ = [str(file.parent)]
        for known in [known for known in sys.modules if known.startswith(f"{package.__name__}.")]:
            del sys.modules[known]  # the files may have changed since
        sys.modules[package.__name__] = package
        name = f"{package.__name__}.{RULES}"
    check_regular(file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # annotations written as text are looked up there
    spec.loader.exec_module(module)
    return module


def _variants(declared: Declaration) -> Iterator[dict[str, OptionValue]]:
    """Yield the default options, and each option at its ends with the others at their defaults."""
    yield {}
    for option in declared.options:
        ends: tuple[OptionValue, ...]
        if isinstance(option.default, bool):
            ends = (not option.default,)
        elif isinstance(option.default, str):
            ends = (str(option.low), str(option.high))
        else:
            ends = (option.numbers[0], option.numbers[-1])
        for end in ends:
            if end != option.default:
                yield {option.name: end}
