"""Modules that are always loaded together, joined to one file: fewer requests, and a fifth fewer compressed bytes.

A bundle is a module that exports what its members export. The import map leads the names of all of them there, so
sources and other modules know nothing of it. Each member is a function that is called once, in the order of the
imports, and returns its exports. A module that this form does not fit stays a file of its own.

Members are found by what reaches them: the modules that the page always needs, and those that the same views need.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from kibitz_server.net.pages.compact import compact_module

MAIN = "main.js"
FOLDER = "bundles"
IMPORT = re.compile(
    r"""^import\b\s*(?:(?P<names>[\w$,{}*\s]+?)\s*from\s*)?["'](?P<target>[^"']+)["'];?""", re.MULTILINE
)
LATER = re.compile(r"""\bimport\(\s*["'](\.[^"']+)["']\s*\)""")
EXPORT = re.compile(r"^export\s+(?:(?:async\s+function|function|class|const)\b\s*([\w$]+)|default\b)", re.MULTILINE)
ANY_EXPORT = re.compile(r"^export\b", re.MULTILINE)
UNFIT = re.compile(r"\bimport\.meta\b|^(?![^\n]*\basync\b)(?:\S[^\n]*[=(:,]\s*)?await\b", re.MULTILINE)
"""What needs a module of its own: its address, or a wait before it is ready, in a line that is not indented."""
NAMES = re.compile(r"([\w$]+)(?:\s+as\s+([\w$]+))?")


@dataclass(slots=True)
class Module:
    """A module of the page.

    `names` are its imports as (target, exported name, local name), and `exports` its exported names. `steady` says that
    no exported value is ever replaced by another one, so that importers may copy it.
    """

    name: str
    text: str
    targets: list[str] = field(default_factory=list)
    later: set[str] = field(default_factory=set)
    names: list[tuple[str, str, str]] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    steady: bool = True
    fits: bool = True


def bundled(sources: Mapping[str, str], compact: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return bundles by their names, and the bundle of each module that is in one.

    Args:
        sources: Modules by their names, as written, without libraries.
        compact: The same modules in fewer bytes.
    """
    modules = {name: _read(name, source, compact[name]) for name, source in sources.items()}
    for module in modules.values():
        if not all(modules[target].steady for target in module.targets if target in modules):
            module.fits = False
    found: dict[str, str] = {}
    home: dict[str, str] = {}
    for by, group in _groups(modules).items():
        members = _ordered(group, modules)
        if len(members) > 1:
            name = f"{FOLDER}/{PurePosixPath(*by).stem if len(by) == 1 else f'shared{len(found)}'}.js"
            found[name] = _bundle([modules[member] for member in members])
            home |= dict.fromkeys(members, name)
    return found, home


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


def _read(name: str, source: str, text: str) -> Module:
    module = Module(name, text)
    module.later = {resolved(name, target) for target in LATER.findall(text)}
    for found in IMPORT.finditer(text):
        target = resolved(name, found["target"])
        module.targets.append(target)
        names = (found["names"] or "").strip()
        if "*" in names:
            module.fits = False
        before, _, inside = names.partition("{")
        if default := before.strip(" ,\n"):
            module.names.append((target, "default", default))
        for exported, local in NAMES.findall(inside):
            module.names.append((target, exported, local or exported))
    exports = [found[1] or "default" for found in EXPORT.finditer(text)]
    module.exports = exports
    module.steady = len(exports) == len(ANY_EXPORT.findall(text))
    if not module.steady or UNFIT.search(source) or name == MAIN:
        module.fits = False
    return module


def _reached(start: Iterable[str], modules: Mapping[str, Module]) -> set[str]:
    """Return the modules that some modules import, directly or through others, and these themselves."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name in modules and name not in found:
            found.add(name)
            waiting += modules[name].targets
    return found


def _groups(modules: Mapping[str, Module]) -> dict[frozenset[str], list[str]]:
    """Return modules by the entries that reach them; those that the page always needs belong to its own."""
    always = _reached([MAIN], modules)
    entries = sorted({later for module in modules.values() for later in module.later if later in modules} - always)
    reached = {entry: _reached([entry], modules) for entry in entries}
    groups: dict[frozenset[str], list[str]] = {}
    for name in modules:
        by = frozenset((MAIN,)) if name in always else frozenset(e for e in entries if name in reached[e])
        if by:
            groups.setdefault(by, []).append(name)
    return groups


def _ordered(group: list[str], modules: Mapping[str, Module]) -> list[str]:
    """Return the members of a bundle, each behind what it imports. Nothing in it may wait for what is outside of it."""
    members = {name for name in group if modules[name].fits}
    exported: set[str] = set()
    for name in sorted(members):
        if exported.isdisjoint(modules[name].exports):
            exported.update(modules[name].exports)
        else:
            members.discard(name)
    # What a module outside needs of the bundle would not be ready when a member needs that module, and in a circle
    # of members one would come too early. Such members stay outside.
    while late := [name for name in sorted(members) if _is_late(name, members, modules)]:
        members.difference_update(late)
    ordered: dict[str, None] = {}

    def add(name: str) -> None:
        for target in modules[name].targets:
            if target in members and target not in ordered:
                add(target)
        ordered[name] = None

    for name in sorted(members):
        if name not in ordered:
            add(name)
    return list(ordered)


def _is_late(name: str, members: set[str], modules: Mapping[str, Module]) -> bool:
    """Return whether a member imports itself through others, or a module outside that needs the bundle."""
    targets = [target for target in modules[name].targets if target in modules]
    if name in _reached(targets, modules):
        return True
    outside = [target for target in targets if target not in members]
    return not members.isdisjoint(_reached(outside, modules))


def _bundle(members: list[Module]) -> str:
    """Return the text of a bundle. Its own names have a dollar, so that they hide no names of members."""
    own: dict[tuple[str, str], str] = {}
    names = {module.name for module in members}

    def name_of(target: str, exported: str) -> str:
        return own.setdefault((target, exported), f"${len(own)}")

    bodies = [_body(module, name_of) for module in members]
    outside: dict[str, list[str]] = {
        target: [] for module in members for target in module.targets if target not in names
    }
    for (target, exported), name in own.items():
        if target not in names:
            outside[target].append(f"{exported} as {name}")
    imports = [
        f"import{{{','.join(taken)}}}from{_quoted(target)};" if taken else f"import{_quoted(target)};"
        for target, taken in outside.items()
    ]
    exports = ",".join(f"{own[module.name, each]} as {each}" for module in members for each in module.exports)
    return "\n".join([*imports, *bodies, f"export{{{exports}}};", ""])


def _body(module: Module, name_of: Callable[[str, str], str]) -> str:
    """Return a member as a call of a function."""
    text = IMPORT.sub("", module.text)
    text = EXPORT.sub(
        lambda found: "const $default=" if found[1] is None else found[0].removeprefix("export").lstrip(), text
    )
    text = compact_module(text, joined=True)
    text = LATER.sub(lambda found: f"import({_quoted(resolved(module.name, found[1]))})", text)
    taken = ",".join(f"{local}={name_of(target, exported)}" for target, exported, local in module.names)
    given = ",".join("default:$default" if each == "default" else each for each in module.exports)
    result = ",".join(f"{each}:{name_of(module.name, each)}" for each in module.exports)
    inside = f"{f'const {taken};' if taken else ''}\n{text.strip()}\nreturn{{{given}}}"
    return f"const{{{result}}}=(()=>{{{inside}}})();"


def _quoted(target: str) -> str:
    """Return the name of a file as modules name it from anywhere: the import map knows it."""
    return f'"/assets/{target}"' if target.endswith(".js") else f'"{target}"'
