"""The arrows between the rooms: who may import whom, and what the fast starters must not load."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "kibitz_protocol": {"kibitz_protocol"},
    "kibitz_client": {"kibitz_client", "kibitz_protocol"},
    "kibitz_server.games": {"kibitz_server.games"},
    "kibitz_server.engine": {"kibitz_server.engine", "kibitz_server.games"},
    "kibitz_server.tools": {"kibitz_server.tools", "kibitz_server.engine", "kibitz_server.games"},
    "kibitz_server.core": {"kibitz_server.core", "kibitz_server.games"},
    "kibitz_server.shell": {
        "kibitz_server.shell",
        "kibitz_server.core",
        "kibitz_server.engine",
        "kibitz_server.games",
        "kibitz_protocol",
    },
}
"""For each room, the rooms of ours that it may import. The games lie below core and engine, so the shell sees them."""

PURE = ("kibitz_server.games", "kibitz_server.core")
IMPURE_MODULES = {"asyncio", "logging", "random", "secrets", "socket", "structlog", "threading", "time", "sqlalchemy"}


def modules() -> list[tuple[str, Path]]:
    """Every source module with its dotted name."""
    return [
        (".".join(path.relative_to(ROOT / root).with_suffix("").parts), path)
        for root in ("server", "client", "protocol")
        for path in sorted((ROOT / root).rglob("*.py"))
    ]


def imports(path: Path) -> set[str]:
    """The dotted names a module imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def room_of(name: str) -> str | None:
    """The room a module belongs to; None for the composition root, which may see everything."""
    return next((room for room in ALLOWED if name == room or name.startswith(f"{room}.")), None)


def test_arrows_point_one_way() -> None:
    """No room imports a room that it must not know."""
    wrong = []
    for name, path in modules():
        room = room_of(name)
        if room is None:
            continue
        for target in imports(path):
            ours = target.split(".")[0] in ("kibitz_server", "kibitz_client", "kibitz_protocol")
            if ours and not any(target == a or target.startswith(f"{a}.") for a in ALLOWED[room]):
                # `from kibitz_server import games` inside the games is the room itself.
                wrong.append(f"{name} -> {target}")
    assert not wrong


def test_protocol_needs_pydantic_alone() -> None:
    """The protocol package could be installed by itself."""
    outside = {
        target.split(".")[0]
        for name, path in modules()
        if name.startswith("kibitz_protocol")
        for target in imports(path)
    }
    assert outside - set(sys.stdlib_module_names) <= {"kibitz_protocol", "pydantic", "pydantic_core"}


def test_the_pure_rooms_are_pure() -> None:
    """Rules and core draw no lots, read no clock, wait for nothing and write nothing down."""
    wrong = [
        f"{name} -> {target}"
        for name, path in modules()
        if name.startswith(PURE)
        for target in imports(path)
        if target.split(".")[0] in IMPURE_MODULES
    ]
    assert not wrong


def test_the_core_does_not_wait() -> None:
    """Only the shell, the client and the composition root contain `async`."""
    rooms = {
        room_of(name)
        for name, path in modules()
        if any(isinstance(node, ast.AsyncFunctionDef | ast.Await) for node in ast.walk(ast.parse(path.read_text())))
    }
    assert rooms <= {None, "kibitz_server.shell", "kibitz_client"}


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("kibitz_server.engine.worker", {"pydantic", "websockets", "sqlalchemy", "asyncio", "kibitz_server.core"}),
        ("kibitz_server.app", {"numba", "numpy", "textual", "kibitz_client"}),
        (
            "kibitz_client.tui.app",
            {"pydantic", "websockets", "numba", "numpy", "sqlalchemy", "kibitz_server", "kibitz_protocol.values"},
        ),
        ("kibitz_client.cli", {"textual", "numba", "numpy", "sqlalchemy", "kibitz_server", "websockets", "pydantic"}),
    ],
)
@pytest.mark.io
def test_what_must_start_fast_stays_light(module: str, unwanted: set[str]) -> None:
    """Workers, server and command line load nothing they do not need to begin."""
    code = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not unwanted & set(loaded)
