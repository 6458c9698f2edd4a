"""Modules that are always loaded together, joined to one file: fewer requests, and a fifth fewer compressed bytes.

A bundle is a module that exports what its members export. The import map leads the names of all of them there, so
sources and other modules know nothing of it. `joining` writes its text. A module that does not fit into one stays a
file of its own.

Members are found by what reaches them: the modules that the page always needs, and those that the same views need.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from kibitz_server.net.pages.joining import EXPORT, IMPORT, LATER, Module, declared, joined, resolved
from kibitz_server.net.pages.views import MAIN

FOLDER = "bundles"
ANY_EXPORT = re.compile(r"^export\b", re.MULTILINE)
UNFIT = re.compile(r"\bimport\.meta\b|^(?![^\n]*\basync\b)(?:\S[^\n]*[=(:,]\s*)?await\b", re.MULTILINE)
"""What needs a module of its own: its address, or a wait before it is ready, in a line that is not indented."""
NAMES = re.compile(r"([\w$]+)(?:\s+as\s+([\w$]+))?")


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
            found[name] = joined([modules[member] for member in members])
            home |= dict.fromkeys(members, name)
    return found, home


def _read(name: str, source: str, text: str) -> Module:
    module = Module(name, text, declared=set(declared(source)))
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
