"""The text of a bundle: modules that follow each other in one.

A member keeps its names as they are if they mean nothing in other members. If not, it becomes a function that is called
once and returns its exports, and a shared name that means something else in a member gets one with a dollar.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from kibitz_server.net.pages.compact import compact_module

ROOT = "/assets/"
"""The folder of the page's files in addresses."""
IMPORT = re.compile(
    r"""^import\b\s*(?:(?P<names>[\w$,{}*\s]+?)\s*from\s*)?["'](?P<target>[^"']+)["'];?""", re.MULTILINE
)
LATER = re.compile(r"""\bimport\(\s*["'](\.[^"']+)["']\s*\)""")
EXPORT = re.compile(r"^export\s+(?:(?:async\s+function|function|class|const)\b\s*([\w$]+)|default\b)", re.MULTILINE)
DECLARED = re.compile(
    r"^(?:export\s+)?(?:async\s+function\b\*?|function\b\*?|class\b|const\b|let\b)\s*(?:([\w$]+)|[\[{]([^=]*?)[\]}]\s*=)",
    re.MULTILINE,
)
"""A declaration of one name or of several for all of a module: its line in the source is not indented."""
WORD = re.compile(r"(?:(?<![\w$.])|(?<=\.\.\.))[A-Za-z_$][\w$]*")
"""What may be a name that is not one of a property; words of strings count too."""


@dataclass(slots=True)
class Module:
    """A module of the page.

    `names` are its imports as (target, exported name, local name), `exports` its exported names, and `declared` all
    names that it declares for all of itself. `steady` says that no exported value is ever replaced by another one, so
    that importers may copy it.
    """

    name: str
    text: str
    targets: list[str] = field(default_factory=list)
    later: set[str] = field(default_factory=set)
    names: list[tuple[str, str, str]] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)
    steady: bool = True
    fits: bool = True


def resolved(importer: str, target: str) -> str:
    """Return the file that a module imports. A library has its bare name."""
    if not target.startswith("."):
        return target
    parts = list(PurePosixPath(importer).parent.parts)
    for part in target.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def joined(members: list[Module]) -> str:
    """Return the text of a bundle.

    Args:
        members: Its modules, each behind what it imports; no two export the same name.
    """
    return _Joining(members).text()


class _Joining:
    """Names and texts of a bundle.

    `_shared` has the names that members see of each other and of other files, by file and exported name.
    """

    def __init__(self, members: list[Module]) -> None:
        self._members = members
        self._names = {module.name for module in members}
        self._bodies = {module.name: _body(module) for module in members}
        self._words = {name: set(WORD.findall(body)) for name, body in self._bodies.items()}
        self._declared = {module.name: module.declared for module in members}
        self._known = {
            module.name: {(target, exported): local for target, exported, local in module.names}
            | {(module.name, each): "$default" if each == "default" else each for each in module.exports}
            for module in members
        }
        self._shared: dict[tuple[str, str], str] = {}
        taken: set[str] = set()
        for key in dict.fromkeys(key for known in self._known.values() for key in known):
            plain = key[1] not in taken and all(self._leaves(module.name, key) for module in members)
            self._shared[key] = key[1] if plain else f"${len(self._shared)}"
            taken.add(self._shared[key])

    def text(self) -> str:
        """Return the whole text: imports, members, exports."""
        parts = [self._plain(module) or self._called(module) for module in self._members]
        exports = ",".join(
            _renamed(self._shared[module.name, each], "as", each) for module in self._members for each in module.exports
        )
        return "\n".join([*self._imports(), *parts, f"export{{{exports}}};", ""])

    def _leaves(self, name: str, key: tuple[str, str]) -> bool:
        """Return whether a shared name may have its exported one, as far as a member is concerned."""
        own = self._known[name].get(key)
        if own is not None:
            return own == key[1]
        # A member that is a function has its own declarations. Any other use of the word may mean a global one.
        return key[1] not in self._words[name] or key[1] in self._declared[name] | set(self._known[name].values())

    def _imports(self) -> Iterator[str]:
        taken: dict[str, list[str]] = {
            target: [] for module in self._members for target in module.targets if target not in self._names
        }
        for (target, exported), name in self._shared.items():
            if target not in self._names:
                taken[target].append(_renamed(exported, "as", name))
        for target, names in taken.items():
            yield f"import{{{','.join(names)}}}from{_quoted(target)};" if names else f"import{_quoted(target)};"

    def _plain(self, module: Module) -> str:
        """Return a member as it is; nothing if its names mean something else in others."""
        known = self._known[module.name]
        if any(self._shared[key] != local for key, local in known.items()):
            return ""
        own = self._declared[module.name] - set(known.values())
        others = [words for name, words in self._words.items() if name != module.name]
        if not own.isdisjoint(self._shared.values()) or not all(own.isdisjoint(words) for words in others):
            return ""
        return self._bodies[module.name]

    def _called(self, module: Module) -> str:
        """Return a member as a call of a function."""
        known = self._known[module.name].items()
        taken = ",".join(
            f"{local}={self._shared[key]}"
            for key, local in known
            if key[0] != module.name and self._shared[key] != local
        )
        given = ",".join(_renamed(each, ":", self._known[module.name][module.name, each]) for each in module.exports)
        result = ",".join(_renamed(each, ":", self._shared[module.name, each]) for each in module.exports)
        inside = f"{f'const {taken};' if taken else ''}\n{self._bodies[module.name]}\nreturn{{{given}}}"
        return f"const{{{result}}}=(()=>{{{inside}}})();"


def _body(module: Module) -> str:
    """Return the text of a member without its imports, and without the word that exports."""
    text = IMPORT.sub("", module.text)
    text = EXPORT.sub(
        lambda found: "const $default=" if found[1] is None else found[0].removeprefix("export").lstrip(), text
    )
    text = compact_module(text, joined=True)
    return LATER.sub(lambda found: f"import({_quoted(resolved(module.name, found[1]))})", text).strip()


def declared(source: str) -> Iterator[str]:
    """Yield the names that a module declares for all of itself, by its text as written."""
    for name, names in DECLARED.findall(source):
        yield from [name] if name else WORD.findall(names)


def _renamed(name: str, sign: str, other: str) -> str:
    """Return a pair of names as JavaScript writes it, where the second may be left out if both are the same."""
    if name == other:
        return name
    return f"{name} {sign} {other}" if sign.isalpha() else f"{name}{sign}{other}"


def _quoted(target: str) -> str:
    """Return the name of a file as modules name it from anywhere: the import map knows it."""
    return f'"{ROOT}{target}"' if target.endswith(".js") else f'"{target}"'
