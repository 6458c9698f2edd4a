"""Measurements of the source tree: layers, import cycles, modules per folder, shared names, vocabulary, docstrings.

`make structure` prints the counts; tests/test_architecture.py holds them. The words that are refused are in
tests/vocabulary.txt, the names of classes that modules may share in tests/shared_names.txt.
"""

import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE_ROOTS = ("server", "client", "protocol")
MAX_MODULES = 12
SERVER_LAYERS = """
__main__
cli
conformance
app
net wiring
handlers mqtt
runtime mdns programs
tournament_files
jobs records maintenance game_check alerts puzzles lessons
accounts messages settings
store pool telemetry openings
core engine
games limits addresses scheduler temporary
"""
CLIENT_LAYERS = """
__main__
cli
tui
bots commands sdk
testing
terminal
text
network
board parsing storage
match requests settings
columns errors growing reading
"""
PROTOCOL_LAYERS = """
spec
mqtt formats mdns fairness
codec
to_client to_server
tournaments
commands
values
validation refusals capabilities game_names match_codes service_links
"""
"""A package imports from the lines below its own."""

RAISES_WANTED = (
    "kibitz_protocol",
    "kibitz_client.bots",
    "kibitz_client.sdk",
    "kibitz_client.testing",
    "kibitz_server.games",
)
"""Packages that others program against: their public functions list what they raise."""
NO_VERB = re.compile(
    r"(Whether|Who|Whoever|What|Whatever|Which|Whose|Whom|How|Where|When|Why|The|An?|All|Every|Each|No)\b"
)
"""First words of a function's docstring that are no imperative."""


@dataclass(frozen=True)
class Module:
    """A Python file with its dotted name."""

    name: str
    path: Path

    @cached_property
    def text(self) -> str:
        """The source."""
        return self.path.read_text()

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree of the source."""
        return ast.parse(self.text)


class Offence(NamedTuple):
    """A place that breaks a rule."""

    path: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def modules(root: Path = ROOT, source_roots: Iterable[str] = SOURCE_ROOTS) -> dict[str, Module]:
    """Return every module below the source roots by its dotted name; a package stands for its `__init__`."""
    found = {}
    for source_root in source_roots:
        for path in sorted((root / source_root).rglob("*.py")):
            parts = path.relative_to(root / source_root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = Module(name, path)
    return found


def imports(module: Module) -> set[str]:
    """Return the dotted names that a module imports anywhere in it, for type checking alone too."""
    names = set()
    for node in statements(module.tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield every statement at any depth. Expressions, most of a tree, are not entered."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, name, ()):
            if isinstance(node, ast.stmt):
                yield node
            yield from statements(node)


def import_graph(found: Mapping[str, Module]) -> dict[str, set[str]]:
    """Return for each module the modules of the project that it imports."""
    graph: dict[str, set[str]] = {}
    for name, module in found.items():
        # `from package import name` is the module `package.name` where there is one, else its package.
        targets = {target if target in found else target.rpartition(".")[0] for target in imports(module)}
        graph[name] = {target for target in targets if target in found and target != name}
    return graph


def cycles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components of more than one node, each sorted (Tarjan, 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in graph.get(node, ()):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            at = stack.index(node)
            component, stack[at:] = stack[at:], []
            if len(component) > 1:
                found.append(sorted(component))

    for node in graph:
        if node not in index:
            visit(node)
    return sorted(found)


def layers_of(distribution: str, text: str) -> dict[str, int]:
    """Return the height of each package of a distribution: 0 is the lowest layer."""
    rows = text.split("\n")[1:-1]
    return {f"{distribution}.{name}": len(rows) - at for at, row in enumerate(rows) for name in row.split()}


LAYERS = (
    layers_of("kibitz_server", SERVER_LAYERS)
    | layers_of("kibitz_client", CLIENT_LAYERS)
    | layers_of("kibitz_protocol", PROTOCOL_LAYERS)
)


def package_of(module: str) -> str:
    """Return the package that a module belongs to: the first two parts of its name."""
    return ".".join(module.split(".")[:2])


def layer_breaches(graph: Mapping[str, set[str]], layers: Mapping[str, int] = LAYERS) -> list[str]:
    """Return every import that does not go to a lower layer of the same distribution, or leaves it otherwise."""
    wrong = []
    for name, targets in graph.items():
        package, distribution = package_of(name), name.split(".")[0]
        if package != distribution and package not in layers:
            wrong.append(f"{name} is in no layer")
            continue
        for target in targets:
            other = package_of(target)
            if other in (package, "kibitz_protocol"):
                continue
            if distribution != "kibitz_protocol" and target.startswith("kibitz_protocol"):
                continue
            if not target.startswith(distribution) or layers.get(other, -1) >= layers.get(package, 0):
                wrong.append(f"{name} -> {target}")
    return sorted(wrong)


def full_folders(root: Path = ROOT) -> dict[str, int]:
    """Return the folders of the sources with their number of modules.

    `__init__` is not counted, nor are the steps of the database, of which each version may add one.
    """
    counts: dict[str, int] = {}
    for module in modules(root).values():
        if module.path.name != "__init__.py" and module.path.parent.name != "versions":
            folder = str(module.path.parent.relative_to(root))
            counts[folder] = counts.get(folder, 0) + 1
    return counts


def read_shared_names(path: Path = ROOT / "tests" / "shared_names.txt") -> dict[str, str]:
    """Return the class names that modules may share, each with the concept that it stands for."""
    lines = (line for line in path.read_text().splitlines() if line and not line.startswith("#"))
    rows = (line.partition(":") for line in lines)
    return {name: concept.strip() for names, _, concept in rows for name in names.split()}


def shared_classes(found: Iterable[Module]) -> dict[str, list[str]]:
    """Return the names of public classes that several modules define, with the modules."""
    users: dict[str, list[str]] = {}
    for module in found:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                users.setdefault(node.name, []).append(module.name)
    return {name: names for name, names in users.items() if len(names) > 1}


def ambiguous_classes(found: Iterable[Module], shared: Container[str]) -> list[str]:
    """Return the names of public classes that several modules define, with the modules; `shared` are left out."""
    return [f"{name}: {', '.join(names)}" for name, names in shared_classes(found).items() if name not in shared]


def shared_file_names(found: Iterable[Module]) -> dict[str, int]:
    """Return the file names that several modules have, `__init__` not counted, with the number of modules."""
    counts = Counter(module.path.name for module in found)
    return {name: count for name, count in counts.items() if count > 1 and name != "__init__.py"}


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the public functions and methods of a module: those whose name, and whose class's, has no underscore."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            waiting += node.body
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            yield node


def raises(function: ast.AST) -> bool:
    """Return whether a function's own body, without functions inside it, raises an exception that it names."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if (isinstance(node, ast.Raise) and node.exc is not None) or raises(node):
            return True
    return False


def undocumented_raises(found: Iterable[Module]) -> list[Offence]:
    """Return the public functions that raise without a `Raises:` section in their docstring."""
    return [
        Offence(module.path, function.lineno, f"{function.name} raises, and its docstring has no Raises:")
        for module in found
        for function in functions(module.tree)
        if raises(function) and "Raises:" not in (ast.get_docstring(function) or "")
    ]


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Return whether a function is a property, whose docstring may be a noun phrase."""
    return any("property" in ast.unparse(decorator) for decorator in function.decorator_list)


def docstrings_without_verb(found: Iterable[Module]) -> list[Offence]:
    """Return the public functions whose docstring begins with a word that is no imperative."""
    return [
        Offence(module.path, function.lineno, f"{function.name}: {text.splitlines()[0]}")
        for module in found
        for function in functions(module.tree)
        if not is_property(function) and (text := ast.get_docstring(function)) and NO_VERB.match(text)
    ]


class Vocabulary(NamedTuple):
    """Words that are refused: in prose as regular expressions, in names as whole words."""

    prose: dict[str, str]
    names: dict[str, str]

    @classmethod
    def read(cls, path: Path = ROOT / "tests" / "vocabulary.txt") -> "Vocabulary":
        """Return the vocabulary in a file: lines of `prose` or `name`, the word, and `:` with what to say instead."""
        kinds: dict[str, dict[str, str]] = {"prose": {}, "name": {}}
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                kind, _, rest = line.partition(" ")
                word, _, instead = rest.partition(":")
                kinds[kind][word.strip()] = instead.strip()
        return cls(kinds["prose"], kinds["name"])

    def prose_pattern(self) -> re.Pattern[str]:
        """Return one pattern that finds every refused word of prose."""
        return re.compile(rf"\b({'|'.join(self.prose)})\b", re.IGNORECASE)


def prose_of(module: Module) -> Iterator[tuple[int, str]]:
    """Yield the comments, docstrings and messages of a module with their lines: strings of several words."""
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and " " in token.string):
            for number, line in enumerate(token.string.splitlines()):
                yield token.start[0] + number, line


def defined_names(module: Module) -> Iterator[tuple[int, str]]:
    """Yield the names of functions, classes and parameters that a module defines, with their lines."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg


def words_of(name: str) -> set[str]:
    """Return the words of a name in snake case or camel case, in lower case."""
    return {part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def old_words(found: Iterable[Module], pages: Iterable[Path], vocabulary: Vocabulary) -> list[Offence]:
    """Return the places in modules and Markdown pages that use a refused word."""
    pattern, wrong = vocabulary.prose_pattern(), []
    for module in found:
        # Most modules contain none of the words, and to take a module apart is slow.
        texts = list(prose_of(module)) if pattern.search(module.text) else []
        lower = module.text.lower()
        named = defined_names(module) if any(word in lower for word in vocabulary.names) else ()
        wrong += [
            Offence(module.path, line, f"{match.group()!r} in: {text.strip()[:90]}")
            for line, text in texts
            for match in pattern.finditer(text)
        ]
        wrong += [
            Offence(module.path, line, f"{word!r} in the name {name}: say {vocabulary.names[word]}")
            for line, name in named
            for word in sorted(words_of(name) & set(vocabulary.names))
        ]
    for page in pages:
        for number, text in enumerate(page.read_text().splitlines(), 1):
            wrong += [Offence(page, number, f"{match.group()!r} in: {text[:90]}") for match in pattern.finditer(text)]
    return wrong


def checked_modules() -> list[Module]:
    """Return the modules whose words are checked: sources, tests, benches, training, deployment and examples."""
    own = (Path(__file__), ROOT / "tests" / "test_architecture.py")  # these quote the words
    folders = (*SOURCE_ROOTS, "tests", "bench", "training", "deploy", "examples")
    paths = (path for folder in folders for path in sorted((ROOT / folder).rglob("*.py")) if path not in own)
    return [Module(path.stem, path) for path in paths]


def checked_pages() -> list[Path]:
    """Return the Markdown pages whose words are checked; the change log quotes the past."""
    return [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def main() -> int:
    """Print the counts, and each offence; return 1 when there is one."""
    found = modules()
    graph = import_graph(found)
    sections: list[tuple[str, list[str]]] = [
        ("import cycles", [" ".join(cycle) for cycle in cycles(graph)]),
        ("imports against the layers", layer_breaches(graph)),
        (
            f"folders with more than {MAX_MODULES} modules",
            [f"{folder}: {count}" for folder, count in full_folders().items() if count > MAX_MODULES],
        ),
        ("class names with several meanings", ambiguous_classes(found.values(), read_shared_names())),
        (
            "words of the old vocabulary",
            list(map(str, old_words(checked_modules(), checked_pages(), Vocabulary.read()))),
        ),
        ("function docstrings without a verb", list(map(str, docstrings_without_verb(found.values())))),
        (
            "public functions without Raises: where they raise, in the public packages",
            list(map(str, undocumented_raises(m for m in found.values() if m.name.startswith(RAISES_WANTED)))),
        ),
        (
            "the same elsewhere",
            list(map(str, undocumented_raises(m for m in found.values() if not m.name.startswith(RAISES_WANTED)))),
        ),
    ]
    print("modules per folder:")
    for folder, count in sorted(full_folders().items()):
        print(f"  {count:>3}  {folder}")
    alike = shared_file_names(found.values())
    print(f"modules that share their file name: {sum(alike.values())}, with {len(alike)} names")
    for title, offences in sections:
        print(f"{title}: {len(offences)}")
        for offence in offences:
            print(f"  {offence.replace(str(ROOT) + '/', '')}")
    return int(any(offences for _, offences in sections))


if __name__ == "__main__":
    sys.exit(main())
