"""Servers of other projects that play the same game in memory: `bench/peers`, run by node."""

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from bench.server.processes import ServerProcess, process

FOLDER = Path(__file__).parent.parent / "peers"
COLYSEUS, BOARDGAME = "colyseus", "boardgame"
"""Names of programs in FOLDER, and of protocols of the load generator."""
TITLES = {COLYSEUS: "Colyseus", BOARDGAME: "boardgame.io"}
PACKAGES = {"@colyseus/core": "Colyseus", "boardgame.io": "boardgame.io"}
OLDEST_NODE = 20


def missing() -> str | None:
    """Return why the peers cannot run here, or None."""
    node = shutil.which("node")
    if node is None:
        return "skipped: no node here"
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    if int(version.lstrip("v").partition(".")[0] or 0) < OLDEST_NODE:
        return f"skipped: node {version} here, the peers need {OLDEST_NODE}"
    if not (FOLDER / "node_modules").is_dir():
        return "skipped: the peers are not installed (npm ci in bench/peers; `make bench ARGS=server` does it)"
    return None


def versions() -> dict[str, str]:
    """Return the pinned versions of the peers and the version of node; empty where they cannot run."""
    if missing():
        return {}
    pinned = json.loads((FOLDER / "package.json").read_text())["dependencies"]
    node = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout.strip()
    return {title: pinned[package] for package, title in PACKAGES.items()} | {"node": node.lstrip("v")}


@contextlib.contextmanager
def peer(name: str) -> Iterator[ServerProcess]:
    """Run a peer that is not missing."""
    with process("node", str(FOLDER / f"{name}.cjs"), NODE_ENV="production") as server:
        yield server
