"""The wheel of a release, built for tests."""

import zipfile
from pathlib import Path

import pytest
from deploy.page import bundler
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "client" / "kibitz_client" / "web"


def required_bundler() -> Path:
    """Return the program of esbuild, or skip the test, which fails it in CI."""
    found = bundler(ROOT)
    if found is None:
        pytest.skip("esbuild is not installed; try: make lint-web")
    return found


def unpacked_wheel(folder: Path) -> Path:
    """Build the wheel, and return the folder that has its packages."""
    required_bundler()
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    packages = folder / "packages"
    with zipfile.ZipFile(built) as wheel:
        wheel.extractall(packages)
    return packages
