"""The page of a release: bundled by esbuild into files whose names have hashes, which the server serves as they are."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import brotli

from kibitz_server.net.pages.compact import compact_module
from kibitz_server.net.pages.joining import IMPORT, LATER, ROOT, resolved
from kibitz_server.net.pages.views import BROTLI, BUNDLED, MAIN, MATCH_VIEW, OWN_STYLE, STYLE, first_files, views_of

PACKAGES = "tests/web/node_modules"
"""Where npm installs esbuild, as `tests/web/package-lock.json` pins it."""
COMMON = "common.js"
"""A module that imports what the page always needs, and what the usual views all need. Each module that is loaded later
imports it, so that esbuild makes one file of all that, and not one for each group of views that needs it too."""
USUAL = ("views/lobby.js", "views/new_match.js", MATCH_VIEW)
SMALL, SEVERAL = 1300, 5
"""Characters of a module, with what it imports, that is there too if at least so many views need it: the headers of a
file of its own would take as many bytes."""
SHARING = ("views/lobby.js", "views/boards.js", "views/replay.js", "views/puzzles/puzzles.js")
"""Views in whose order what each shares with the view of a match becomes one file, where esbuild would make one for
each group of views."""
MOST = 0.6
"""A view that loads at least this share of such a file's text loads all of it."""
COPIED = ("index.html", "*.svg", "*.webmanifest", "*.mjs", "vendor/README.md")
COMPRESSED = (".js", ".css", ".svg", ".webmanifest")
OUT = "built/"
OPTIONS = (
    *"--bundle --splitting --format=esm --charset=utf8 --legal-comments=eof --log-level=warning".split(),
    *("--minify", "--mangle-props=^_[a-z]"),  # members of classes that only the class uses
    *("--alias:lit-html=./vendor/lit-html.js", "--alias:gifenc=./vendor/gifenc.js"),
    *(f"--outdir={OUT}", "--entry-names=[dir]/[name].[hash]", "--chunk-names=chunks/[name].[hash]"),
    "--metafile=meta.json",
)


def bundler(root: Path) -> Path | None:
    """Return the program of esbuild in a checkout, which runs without node; None if npm has not installed it."""
    return next((root / PACKAGES / "@esbuild").glob("*/bin/esbuild"), None)


def bundle(program: Path, sources: Path, built: Path) -> None:
    """Write the bundled page into a new folder.

    Args:
        program: The program of esbuild.
        sources: The folder of the page.
        built: The folder to write.

    Raises:
        subprocess.CalledProcessError: esbuild failed, and has printed why.
    """
    modules = {
        path.relative_to(sources).as_posix(): path.read_text(encoding="utf-8")
        for path in sources.rglob("*.js")
        if path.parent.name != "vendor"
    }
    styles = {f"styles/{name}" for text in modules.values() for name in OWN_STYLE.findall(text)}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(sources, copy, dirs_exist_ok=True)
        for name, text in _with_common(modules).items():
            (copy / name).write_text(text, encoding="utf-8")
        subprocess.run([program, MAIN, STYLE, *sorted(styles), *OPTIONS], cwd=copy, check=True)
        shutil.copytree(copy / OUT, built)
        outputs = json.loads((copy / "meta.json").read_text(encoding="utf-8"))["outputs"]
    for pattern in COPIED:
        for path in sources.glob(pattern):
            target = built / path.relative_to(sources)
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, target)
    for path in sorted(built.rglob("*")):
        if path.suffix in COMPRESSED:
            path.with_name(path.name + BROTLI).write_bytes(brotli.compress(path.read_bytes(), brotli.MODE_TEXT))
    (built / BUNDLED).write_text(json.dumps(_described(modules, outputs)), encoding="utf-8")


def _with_common(modules: dict[str, str]) -> dict[str, str]:
    """Return the modules that esbuild gets. Unlike esbuild, `compact_module` shortens the markup of templates."""
    compact = {name: compact_module(text) for name, text in modules.items()}
    later = {resolved(name, target) for name, text in compact.items() for target in LATER.findall(text)}
    reached = {name: _reached(name, compact) for name in (MAIN, *later)}
    views = set(views_of(modules).values())
    placed = reached[MAIN] | set.intersection(*(reached[view] for view in USUAL))
    for name in sorted(set().union(*(reached[view] for view in USUAL))):
        more = _reached(name, compact) - placed
        size = sum(len(compact[each]) for each in more)
        if size < SMALL and sum(name in reached[view] for view in views) >= SEVERAL:
            placed |= more
    common = "".join(f'import "./{name}";\n' for name in sorted(placed - {MAIN}))
    shared = {COMMON: (common, {MAIN, *later})}
    for number, other in enumerate(SHARING):
        group = (reached[MATCH_VIEW] & reached[other]) - placed
        placed |= group
        least = MOST * sum(len(compact[name]) for name in group)
        # A part of a view mostly finds the file there already.
        users = {
            user
            for user in later
            if (shares := group & reached[user])
            and (user not in views or sum(len(compact[name]) for name in shares) >= least)
        }
        shared[f"shared{number}.js"] = ("".join(f'import "./{name}";\n' for name in sorted(group)), users)
    for file, (_, users) in shared.items():
        for name in users:
            compact[name] = f'import "{"../" * name.count("/") or "./"}{file}";\n{compact[name]}'
    return compact | {file: text for file, (text, _) in shared.items()}


def _reached(start: str, modules: dict[str, str]) -> set[str]:
    """Return a module and those that it imports, directly or through others."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in modules and name not in found:
            found.add(name)
            waiting += [resolved(name, each["target"]) for each in IMPORT.finditer(modules[name])]
    return found


def _described(modules: dict[str, str], outputs: dict[str, Any]) -> dict[str, Any]:
    """Return what the server knows of the files.

    Args:
        modules: The sources of the modules by name.
        outputs: What esbuild tells of each file that it has written.
    """
    files = {name.removeprefix(OUT): output for name, output in outputs.items()}
    home = {output["entryPoint"]: name for name, output in files.items() if "entryPoint" in output}
    needs = {
        name: [each["path"].removeprefix(OUT) for each in output["imports"] if each["kind"] == "import-statement"]
        for name, output in files.items()
    }
    return {
        "imports": {ROOT + name: file for name, file in home.items() if name.endswith(".css")},
        "views": views_of(modules),
        "first": first_files(modules, home, needs),
    }
