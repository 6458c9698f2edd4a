"""What the wheel has of the page."""

from pathlib import Path
from typing import Any, cast

import pytest
from deploy.wheel import PageHook
from hatchling.bridge.app import Application

from tests.deploy.wheels import SOURCES, unpacked_wheel


class FakeApp:
    """Keeps the warnings of a build."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, message: str) -> None:
        """Keep a warning."""
        self.warnings.append(message)


def included(root: Path, app: FakeApp, version: str = "standard") -> dict[str, str]:
    """Return the folders that the hook adds to a wheel of a checkout."""
    missing = cast(Any, None)
    data: dict[str, Any] = {"force_include": {}}
    PageHook(str(root), {}, missing, missing, "", "wheel", cast(Application, app)).initialize(version, data)
    folders: dict[str, str] = data["force_include"]
    return folders


@pytest.mark.io
def test_the_wheel_has_the_bundled_page(tmp_path: Path) -> None:
    """It has no sources beside it, and all else that the packages have."""
    packages = unpacked_wheel(tmp_path)
    page = packages / "kibitz_client" / "web"
    assert {"bundled.json", "index.html", "icon.svg"} <= {path.name for path in page.iterdir()}
    assert not (page / "views").exists()
    sources = {path.relative_to(SOURCES.parents[1]) for path in SOURCES.parent.rglob("*.py")}
    assert {path.relative_to(packages) for path in (packages / "kibitz_client").rglob("*.py")} == sources


def test_without_esbuild_the_wheel_has_the_sources(tmp_path: Path) -> None:
    """The build says so."""
    app = FakeApp()
    assert included(tmp_path, app) == {str(tmp_path / "client/kibitz_client/web"): "kibitz_client/web"}
    assert app.warnings == ["The wheel has the page as sources: esbuild is not installed; try: make wheel"]


def test_a_release_requires_the_bundled_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not built without esbuild."""
    monkeypatch.setenv("KIBITZ_PAGE", "bundled")
    with pytest.raises(RuntimeError, match="esbuild is not installed"):
        included(tmp_path, FakeApp())


def test_an_editable_installation_has_the_checkout(tmp_path: Path) -> None:
    """Nothing is built for it."""
    app = FakeApp()
    assert included(tmp_path, app, "editable") == {}
    assert app.warnings == []
