"""Counts of the code base: lines, twins, long functions, names and folders; with `--commit`, the files of a commit.

`python -m tests.counts` takes a few seconds. Files that programs make, and data, are no lines of source. A place
describes the parts of a game if lines or cells of its text begin with the names of at least half of them.
"""

import argparse
import ast
import gc
import json
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import PurePosixPath
from typing import Any

from kibitz_server.games.contract.parts import PARTS
from tests.structure import ROOT, Module, cycles, full_folders, import_graph, modules, shared_classes, statements
from tests.web.sources import import_graph as page_graph
from tests.web.sources import sources

ROOTS = ("client", "server", "protocol", "tests", "bench", "training", "docs")
LANGUAGES = {"Python": (".py",), "JavaScript": (".js", ".mjs", ".cjs")}
OTHERS = (".c", ".css", ".h", ".html", ".md", ".patch", ".sh", ".tcss", ".toml", ".yml")
"""Endings of written files in other languages; any other file is data, or made by a program."""
MADE = ("docs/protocol/*", "*/vendor/*")
"""Files with the ending of a written one that a program made, or that others wrote."""
MADE_TABLE = re.compile(r"<!-- parts: .*?<!-- end of parts -->", re.DOTALL)
"""A table on a page that `kibitz_server.games.contract.parts` made."""
LONG = 80
"""Lines of a function; the limit that the style of the page has (tests/web/eslint.config.mjs)."""
ESLINT = "tests/web/node_modules/.bin/eslint"
PAGE = ("client", "examples", "bench/page", "tests/web")


def is_written(path: str) -> bool:
    """Return whether a file is source or prose that people write, by its path from the root."""
    endings = (*chain.from_iterable(LANGUAGES.values()), *OTHERS)
    return path.endswith(endings) and not any(PurePosixPath("/" + path).match(pattern) for pattern in MADE)


def root_of(path: str) -> str:
    """Return the root of the sources that a file lies below."""
    first = path.partition("/")[0]
    return first if first in ROOTS else "other"


def by_root(paths: Iterable[str]) -> dict[str, list[str]]:
    """Return the written files by their root, and all others as `made`, without roots that have none."""
    found: dict[str, list[str]] = {root: [] for root in (*ROOTS, "other", "made")}
    for path in paths:
        found[root_of(path) if is_written(path) else "made"].append(path)
    return {root: files for root, files in found.items() if files}


def git(*arguments: str) -> list[str]:
    """Return the lines that a command of git prints."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


def lines(paths: Iterable[str]) -> dict[str, Counter[str]]:
    """Return the lines of the written files by root and language."""
    found: dict[str, Counter[str]] = {root: Counter() for root in (*ROOTS, "other")}
    for path in filter(is_written, paths):
        language = next((name for name, endings in LANGUAGES.items() if path.endswith(endings)), "other")
        found[root_of(path)][language] += (ROOT / path).read_bytes().count(b"\n")
    return found


def long_functions(module: Module) -> int:
    """Return how many functions of a module have more than LONG lines, their decorators apart."""
    functions = (node for node in statements(module.tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return sum((node.end_lineno or 0) - node.lineno >= LONG for node in functions)


def long_functions_of_the_page() -> int | None:
    """Return how many functions of JavaScript have more than LONG lines; None without ESLint."""
    if not (ROOT / ESLINT).exists():
        return None
    command = [ESLINT, "--config", "tests/web/eslint.config.mjs", "--format", "json", *PAGE]
    said: list[dict[str, Any]] = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout)
    rules = [message["ruleId"] for file in said for message in file["messages"]]
    return rules.count("max-lines-per-function")


def describes_parts(text: str) -> bool:
    """Return whether lines or cells of a text begin with the names of at least half of the parts of a game."""
    text = MADE_TABLE.sub("", text)
    return 2 * len(PARTS.keys() & re.findall(r"^\W*(\w+)", text, re.MULTILINE)) >= len(PARTS)


def counts() -> Iterator[tuple[str, object]]:
    """Yield what is counted besides lines, with its number."""
    found, page = modules(), sources()
    files = [path for path in git("ls-files") if is_written(path)]
    source_paths = {module.path for module in found.values()}
    others = (Module(path, ROOT / path) for path in files if path.endswith(".py") and ROOT / path not in source_paths)
    described = [path for path in files if path.endswith((".py", ".md")) and describes_parts((ROOT / path).read_text())]
    same = shared_classes(found.values())
    page_folders = Counter(PurePosixPath(name).parent for name in page)
    yield "modules of the page that are twins of Python modules", sum(bool(source.twins) for source in page.values())
    yield "places that describe the parts of a game", len(described)
    yield f"functions of more than {LONG} lines, JavaScript", long_functions_of_the_page()
    yield f"functions of more than {LONG} lines, Python sources", sum(map(long_functions, found.values()))
    yield f"functions of more than {LONG} lines, other Python", sum(map(long_functions, others))
    yield "names of public classes that several modules define", len(same)
    yield "classes with such a name", sum(map(len, same.values()))
    yield "modules in the fullest folder, Python", max(full_folders().values())
    yield "modules in the fullest folder, JavaScript", max(page_folders.values())
    yield "import cycles, Python", len(cycles(import_graph(found)))
    yield "import cycles, JavaScript", len(cycles(page_graph()))


def print_commit(commit: str) -> None:
    """Print the files that a commit changes by root; those that programs make, and data, apart."""
    found = by_root(git("diff", "--name-only", commit if ".." in commit else f"{commit}^!"))
    made = found.pop("made", [])
    print(f"{sum(map(len, found.values()))} files, and {len(made)} that programs make")
    for root, files in found.items():
        print(f"  {root}: {len(files)}", *files, sep="\n    ")
    if made:
        print(f"  made: {len(made)}", *made, sep="\n    ")


def print_counts() -> None:
    """Print the lines by root and language, and the other counts."""
    names = (*LANGUAGES, "other")
    print(f"{'lines':<10}", *(f"{name:>10}" for name in names))
    for root, languages in lines(git("ls-files")).items():
        print(f"{root:<10}", *(f"{languages[name]:>10,}" for name in names))
    for what, number in counts():
        print(f"{what}: {'needs npm' if number is None else number}")


def main() -> None:
    """Print the counts, or the files of a commit."""
    parser = argparse.ArgumentParser(prog="python -m tests.counts", description=__doc__)
    parser.add_argument("--commit", metavar="HASH", help="a commit, or several as A..B, whose files are counted")
    commit = parser.parse_args().commit
    if commit:
        print_commit(commit)
    else:
        gc.disable()  # it takes half of the time, over syntax trees that are needed until the end
        print_counts()


if __name__ == "__main__":
    main()
