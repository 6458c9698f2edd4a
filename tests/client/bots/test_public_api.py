"""Everything that the docs and the examples import is public: it is in the `__all__` of its module."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages import PAGES, PYTHON_BLOCK, ROOT, text_of

PUBLIC = {
    "kibitz_client.bots",
    "kibitz_client.sdk",
    "kibitz_client.testing",
    "kibitz_server.games.board",
    "kibitz_server.games.game",
    "kibitz_server.games.record",
}
"""The public modules. Each has an `__all__`."""


def sources() -> Iterator[tuple[Path, str]]:
    """Yield the Python code of each doc page and example."""
    for page in PAGES:
        for code in PYTHON_BLOCK.findall(text_of(page)):
            yield page, code
    for example in sorted((ROOT / "examples").rglob("*.py")):
        yield example, example.read_text(encoding="utf-8")


def imports() -> Iterator[tuple[str, str, str]]:
    """Yield file, module and name of each import from Kibitz; the name is `*` where a module is imported whole."""
    for path, code in sources():
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Import):
                found = [(alias.name, "*") for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                found = [(node.module or "", alias.name) for alias in node.names]
            else:
                continue
            for module, name in found:
                if module.startswith("kibitz_"):
                    yield str(path.relative_to(ROOT)), module, name


def test_the_docs_and_examples_are_found() -> None:
    """The guides to bots and games and both example bots import from Kibitz."""
    files = {file for file, _, _ in imports()}
    assert {"docs/bots.md", "docs/add-a-game.md", "examples/bots/random_bot.py"} <= files


@pytest.mark.parametrize(("file", "module", "name"), sorted(set(imports())))
def test_what_the_docs_import_is_public(file: str, module: str, name: str) -> None:
    """An imported name is in the `__all__` of a public module."""
    assert module in PUBLIC, f"{file} imports {module}, which is not public"
    assert name == "*" or name in importlib.import_module(module).__all__, f"{file}: {module}.{name} is not public"


@pytest.mark.parametrize("module", sorted(PUBLIC))
def test_public_names_exist(module: str) -> None:
    """Every name of an `__all__` is defined, and its module has a docstring."""
    found = importlib.import_module(module)
    assert found.__doc__
    assert [name for name in found.__all__ if not hasattr(found, name)] == []


@pytest.mark.parametrize("module", ["kibitz_client.bots", "kibitz_client.sdk", "kibitz_client.testing"])
def test_public_objects_have_docstrings(module: str) -> None:
    """Every public class and function of the libraries has a docstring of its own."""
    found = importlib.import_module(module)
    objects = {name: getattr(found, name) for name in found.__all__}
    assert [name for name, value in objects.items() if callable(value) and not value.__doc__] == []
