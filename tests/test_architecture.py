"""The structure of the sources: layers, cycles, folders, names, vocabulary, and what fast starters must not load."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import structure
from tests.structure import MAX_MODULES, Module, Vocabulary

PURE = ("kibitz_server.games", "kibitz_server.core")
IMPURE_MODULES = {"asyncio", "logging", "random", "secrets", "socket", "structlog", "threading", "time", "sqlalchemy"}
MAY_WAIT = {
    "kibitz_client",
    *(
        f"kibitz_server.{name}"
        for name in "accounts alerts app cli conformance handlers mdns mqtt net pool runtime store".split()
    ),
}
SHARED_WITH_CORE = {
    f"kibitz_protocol.{name}" for name in ("game_names", "fairness.chance", "match_codes", "tournaments.formats")
}
WITHOUT_PROTOCOL = ("kibitz_server.games", "kibitz_server.engine", "kibitz_server.core")


@cache
def modules() -> dict[str, Module]:
    """Return every module of the sources. It is read in a test and not at import, which each worker of pytest does."""
    return structure.modules()


@cache
def graph() -> dict[str, set[str]]:
    """Return the imports between the modules of the sources."""
    return structure.import_graph(modules())


@pytest.mark.stays_in("test")
def test_imports_go_down() -> None:
    """A package imports only from layers below its own, and never from another distribution but the protocol."""
    assert structure.layer_breaches(graph()) == []


@pytest.mark.stays_in("test")
def test_no_import_cycle() -> None:
    """No module imports itself through others, imports for type checking counted."""
    assert structure.cycles(graph()) == []


def test_no_cycle_of_packages() -> None:
    """Packages import each other one way."""
    packages: dict[str, set[str]] = {}
    for name, targets in graph().items():
        own = structure.package_of(name)
        packages.setdefault(own, set()).update(structure.package_of(target) for target in targets)
    assert structure.cycles({name: targets - {name} for name, targets in packages.items()}) == []


def test_folders_are_small() -> None:
    """A folder has at most twelve modules."""
    assert {folder for folder, count in structure.full_folders().items() if count > MAX_MODULES} == set()


def test_a_class_name_has_one_meaning() -> None:
    """Modules share the name of a public class only for one concept, which tests/shared_names.txt names."""
    shared = structure.read_shared_names()
    assert structure.ambiguous_classes(modules().values(), shared) == []
    used = {line.partition(":")[0] for line in structure.ambiguous_classes(modules().values(), ())}
    assert shared.keys() - used == set()


def test_packages_import_nothing() -> None:
    """A package's `__init__` is its purpose in one docstring; only `store`, `bots` and `sdk` also export names."""
    wrong = [
        name
        for name, module in modules().items()
        if module.path.name == "__init__.py"
        and (not ast.get_docstring(module.tree) or structure.imports(module) - {"os"})
        and name not in ("kibitz_server.store", "kibitz_client.bots", "kibitz_client.sdk")
    ]
    assert wrong == []


@pytest.mark.stays_in("test")
def test_old_words_do_not_come_back() -> None:
    """Names, comments, docstrings, messages and pages use none of the words in tests/vocabulary.txt."""
    wrong = structure.old_words(structure.checked_modules(), structure.checked_pages(), Vocabulary.read())
    assert list(map(str, wrong)) == []


def test_functions_say_what_they_do() -> None:
    """The docstring of a public function begins with a verb in the imperative."""
    assert list(map(str, structure.docstrings_without_verb(modules().values()))) == []


def test_public_functions_list_what_they_raise() -> None:
    """A public function that raises says so in a `Raises:` section."""
    assert list(map(str, structure.undocumented_raises(modules().values()))) == []


def test_protocol_needs_pydantic_alone() -> None:
    """The protocol package could be installed by itself."""
    outside = {
        target.split(".")[0]
        for name, module in modules().items()
        if name.startswith("kibitz_protocol")
        for target in structure.imports(module)
    }
    assert outside - set(sys.stdlib_module_names) <= {"kibitz_protocol", "pydantic", "pydantic_core"}


def test_core_and_games_are_pure() -> None:
    """Core and games read no clock, draw no random numbers, do no I/O and write no logs."""
    wrong = [
        f"{name} -> {target}"
        for name, module in modules().items()
        if name.startswith(PURE)
        for target in structure.imports(module)
        if target.split(".")[0] in IMPURE_MODULES
    ]
    assert wrong == []


def test_the_server_reads_the_time_of_day_in_one_place() -> None:
    """Parts of a server are given a wall clock. Only `scheduler`, `maintenance` and commands read the system's."""
    readers = {
        structure.package_of(name)
        for name, module in modules().items()
        if name.startswith("kibitz_server.")
        and re.search(r"\btime\.time\b|\bdatetime\.(now|utcnow|today)\b", module.text)
    }
    assert readers <= {"kibitz_server.scheduler", "kibitz_server.maintenance", "kibitz_server.cli"}


def test_one_process_alone_loads_gacrux() -> None:
    """The program that pairs Swiss rounds is imported by its own child process only, and networkx by no module."""
    importers = {
        name
        for name, module in modules().items()
        if {target.split(".")[0] for target in structure.imports(module)} & {"gacrux", "networkx"}
    }
    assert importers == {"kibitz_server.runtime.tournaments.pairing_process"}
    assert not any("pairing_process" in target for targets in graph().values() for target in targets)


def test_core_and_engine_do_not_know_the_protocol() -> None:
    """Games, engine and core import of the protocol only names of games, codes, chance events, and formats."""
    wrong = [
        f"{name} -> {target}"
        for name, targets in graph().items()
        if name.startswith(WITHOUT_PROTOCOL)
        for target in targets
        if target.startswith("kibitz_protocol") and target not in SHARED_WITH_CORE
    ]
    assert wrong == []


def test_json_lines_need_rules_and_engine_alone() -> None:
    """The JSON line tools run without store, protocol or server."""
    allowed = ("kibitz_server.programs.json_lines", "kibitz_server.engine", "kibitz_server.games")
    wrong = [
        f"{name} -> {target}"
        for name, targets in graph().items()
        if name.startswith("kibitz_server.programs.json_lines.")
        for target in targets
        if not target.startswith(allowed)
    ]
    assert wrong == []


def test_only_some_packages_wait() -> None:
    """Only packages that do I/O contain `async`."""
    waiting = {
        name.split(".")[0] if name.startswith("kibitz_client") else structure.package_of(name)
        for name, module in modules().items()
        if any(isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(module.tree))
    }
    assert waiting <= MAY_WAIT


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        (
            "kibitz_server.engine.worker.search",
            {"pydantic", "websockets", "sqlalchemy", "asyncio", "kibitz_server.core"},
        ),
        ("kibitz_server.app", {"numba", "numpy", "textual", "kibitz_client", "gacrux", "networkx", "rustworkx"}),
        ("kibitz_protocol.tournaments.formats", {"pydantic"}),
        ("kibitz_server.runtime.tournaments.swiss", {"numpy", "gacrux", "networkx", "rustworkx"}),
        (
            "kibitz_client.tui.launch, kibitz_client.tui.app",
            {"pydantic", "websockets", "numba", "numpy", "sqlalchemy", "typer", "kibitz_server"},
        ),
        (
            "kibitz_client.cli.main",
            {"textual", "numba", "numpy", "sqlalchemy", "kibitz_server", "websockets", "pydantic"},
        ),
    ],
)
@pytest.mark.io
def test_what_must_start_fast_stays_light(module: str, unwanted: set[str]) -> None:
    """Workers, server and command line load nothing that they do not need to begin."""
    assert not unwanted & loaded_by(f"import {module}")


@pytest.mark.io
def test_reading_the_options_loads_no_validation_library() -> None:
    """Typer from 0.29 on builds a pydantic adapter for every option when the program starts."""
    build = "from typer.main import get_command; from kibitz_client.cli.main import app; get_command(app)"
    assert "pydantic" not in loaded_by(build)


def loaded_by(code: str) -> set[str]:
    """Return the names of the modules that a new interpreter has after some code."""
    command = [sys.executable, "-c", f"import sys; {code}; print(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


CORE, ENGINE, GAMES = "kibitz_server/core/", "kibitz_server/engine/", "kibitz_server/games/"
REFUSED = Vocabulary({"whoever": "", "anew": "", "somebody": "", "for ever": ""}, {"hearer": "", "nobody": ""})
PLANTED: dict[str, tuple[dict[str, str], Callable[[dict[str, Module]], list[Any]], list[Any]]] = {
    "a cycle by imports for type checking and within a function": (
        {
            CORE + "a.py": "from kibitz_server.core.b import B\n",
            CORE + "b.py": "def f():\n    from kibitz_server.core import c\n",
            CORE + "c.py": "if TYPE_CHECKING:\n    from kibitz_server.core.a import A\n",
        },
        lambda found: structure.cycles(structure.import_graph(found)),
        [["kibitz_server.core.a", "kibitz_server.core.b", "kibitz_server.core.c"]],
    ),
    "imports of a higher layer and of a sibling, but not of a lower one": (
        {
            CORE + "a.py": "from kibitz_server.games import nim\nfrom kibitz_server.engine import limit\n",
            ENGINE + "limit.py": "",
            GAMES + "nim.py": "from kibitz_server.core import a\n",
            "kibitz_server/unknown/b.py": "",
        },
        lambda found: structure.layer_breaches(structure.import_graph(found)),
        [
            "kibitz_server.core.a -> kibitz_server.engine.limit",
            "kibitz_server.games.nim -> kibitz_server.core.a",
            "kibitz_server.unknown.b is in no layer",
        ],
    ),
    "a class name of two modules, but not one that they may share": (
        {
            CORE + "a.py": "class Line: ...\nclass Grid: ...\nclass _Own: ...\n",
            GAMES + "nim.py": "class Line: ...\nclass Grid: ...\nclass _Own: ...\n",
        },
        lambda found: structure.ambiguous_classes(found.values(), {"Grid"}),
        ["Line: kibitz_server.core.a, kibitz_server.games.nim"],
    ),
    "words in a docstring, a comment, a message and names": (
        {"a.py": '"""Whoever comes."""\n# anew\ndef hearer_of(nobody): raise E("ask somebody else")\n'},
        lambda found: sorted(offence.line for offence in structure.old_words(found.values(), [], REFUSED)),
        [1, 2, 3, 3, 3],
    ),
    "a word in a page": (
        {"page.md": "Fine.\nIt lasts for ever.\n"},
        lambda found: [offence.line for offence in structure.old_words([], [found["page"].path], REFUSED)],
        [2],
    ),
    "a raise of the function's own without a section": (
        {
            "a.py": 'def f():\n    """Do."""\n    raise E\n'
            'def g():\n    """Do.\n\n    Raises:\n        E: always.\n    """\n    raise E\n'
            'def h():\n    """Do."""\n    def inner():\n        raise E\n'
        },
        lambda found: [offence.line for offence in structure.undocumented_raises(found.values())],
        [1],
    ),
}
"""What breaks a rule: the files, the check, and what it finds in them."""


@pytest.mark.parametrize("planted", PLANTED)
def test_what_is_planted_is_found(planted: str, tmp_path: Path) -> None:
    """Each check finds what breaks its rule, and nothing else."""
    sources, check, wanted = PLANTED[planted]
    found = {}
    for name, text in sources.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        module = name.rpartition(".")[0].replace("/", ".")
        found[module] = Module(module, path)
    assert check(found) == wanted
