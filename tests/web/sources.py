"""The sources of the page as Python sees them: modules with their imports, and the texts of a language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
WEB = ROOT / "client" / "kibitz_client" / "web"
ARCHITECTURE = ROOT / "docs" / "architecture.md"

COMMENT = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|//[^\n]*|/\*.*?\*/""", re.DOTALL)
IMPORT = re.compile(
    r"""^\s*(?:import\s*|(?:import|export)\b[^"';]*?\bfrom\s*)["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)""",
    re.MULTILINE,
)
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
HOLE = re.compile(r'\$\{(?:[^{}`"]|"[^"]*"|\{[^{}]*\})*\}')
TEMPLATE = re.compile(rf"`([a-z]\w*\.(?:[\w.]|{HOLE.pattern})*)`")
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|(\w+)|([{}:,])')
PLACEHOLDER = re.compile(r"\{(\w+)\}")
COMPOSES = {"app/router.js": "views"}
"""Modules that may load a layer above theirs, and which: the router leads to the views."""


@dataclass(frozen=True)
class Source:
    """A module of the page. `name` is its path below the folder of the page."""

    name: str
    text: str

    @property
    def folder(self) -> str:
        """The folder, which is a layer; the name itself for a module outside of folders."""
        return self.name.partition("/")[0]

    @property
    def twins(self) -> list[str]:
        """The modules of the Python client that compute the same, by the comment at the head of the source."""
        lines = takewhile(lambda line: line.startswith("//"), self.text.splitlines())
        head = " ".join(line.removeprefix("// ") for line in lines)
        return re.findall(r"[\w/]+\.py", head.partition("twin of ")[2])

    @property
    def imports(self) -> set[str]:
        """The modules that it imports, now or on demand, without libraries."""
        targets = {first or second for first, second in IMPORT.findall(uncommented(self.text))}
        return {resolved(self.name, target) for target in targets if target.startswith(".")}


@cache
def sources() -> dict[str, Source]:
    """Return the modules of the page by their names, without the libraries."""
    paths = sorted(path for path in WEB.rglob("*.js") if "vendor" not in path.parts)
    names = [path.relative_to(WEB).as_posix() for path in paths]
    return {name: Source(name, path.read_text()) for name, path in zip(names, paths, strict=True)}


def import_graph() -> dict[str, set[str]]:
    """Return for each module the modules that it imports, without those that may load a layer above theirs."""
    return {name: source.imports for name, source in sources().items() if name not in COMPOSES}


def uncommented(text: str) -> str:
    """Return a source without its comments."""
    return COMMENT.sub(lambda found: found[1] or "", text)


def resolved(name: str, target: str) -> str:
    """Return the module that another one imports by a relative address."""
    parts = list(PurePosixPath(name).parent.parts)
    for part in target.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def layers() -> list[set[str]]:
    """Return the layers from the top, as the document of the architecture states them."""
    line = next(line for line in ARCHITECTURE.read_text().splitlines() if line.startswith("`main.js` >"))
    return [set(re.findall(r"`([^`]+)`", part)) for part in line.split(">")]


def texts(language: str) -> dict[str, dict[str, str]]:
    """Return the texts of a language by key; each with its plural forms, or with the form `other` alone.

    Raises:
        ValueError: The file is not an object of texts.
    """
    found: dict[str, dict[str, str]] = {}
    # Some parts of the page have their texts in files of their own.
    for path in (WEB / "words" / f"{language}.js", *sorted((WEB / "words").glob(f"*/{language}.js"))):
        _read_texts(path, found)
    return found


def texts_of_parts(language: str) -> dict[str, dict[str, dict[str, str]]]:
    """Return the texts of the parts of the page that load their own, by the name of the part."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for path in sorted((WEB / "words").glob(f"*/{language}.js")):
        _read_texts(path, found.setdefault(path.parent.name, {}))
    return found


def _read_texts(path: Path, found: dict[str, dict[str, str]]) -> None:
    body = uncommented(path.read_text()).partition("{")[2]
    tokens = iter([(found[1], found[2] or found[3]) for found in TOKEN.finditer(body)])
    for key, mark in tokens:
        if mark == "}":
            return
        if mark == ",":
            continue
        if key is None or next(tokens) != (None, ":"):
            raise ValueError(f"{path.name}: a key is expected before {mark!r} after {list(found)[-1:]}")
        if key in found:
            raise ValueError(f"{path.name} has {key!r} again")
        text, mark = next(tokens)
        found[key] = {"other": text} if mark is None else dict(_forms(tokens))
    raise ValueError(f"{path.name} does not end")


def _forms(tokens: Iterator[tuple[str | None, str | None]]) -> Iterator[tuple[str, str]]:
    for _, form in tokens:
        if form == "}":
            return
        if form == ",":
            continue
        next(tokens)
        text, _ = next(tokens)
        yield str(form), str(text)


def placeholders(text: dict[str, str]) -> set[str]:
    """Return the names of the values in a text, in any of its forms."""
    return {name for form in text.values() for name in PLACEHOLDER.findall(form)}


def literals(text: str) -> set[str]:
    """Return the strings of a source, without its comments."""
    return set(STRING.findall(uncommented(text)))


def patterns(text: str) -> set[str]:
    """Return patterns of the keys that the templates of a source make, such as those of `offer.${kind}`."""
    return {
        r"[\w ,-]+".join(re.escape(part) for part in HOLE.split(template))
        for template in TEMPLATE.findall(uncommented(text))
    }
