"""What hatch does for a wheel: it gets the bundled page, or the sources of the page where esbuild is not installed.

With `KIBITZ_PAGE=bundled` in the environment, as in `make wheel`, a wheel without the bundled page is refused.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = "client/kibitz_client/web"
TARGET = "kibitz_client/web"


class PageHook(BuildHookInterface[BuilderConfig]):
    """Adds the page to the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the page before the wheel is written. An editable installation uses the checkout itself.

        Raises:
            RuntimeError: The bundled page is required, and esbuild is not installed.
        """
        if version == "editable":
            return
        root = Path(self.root)
        # hatch loads this file alone, in an environment without the project.
        sys.path[:0] = [self.root, str(root / "server")]
        from deploy.page import bundle, bundler

        page = root / SOURCES
        program = bundler(root)
        if program is not None:
            self._folder = tempfile.TemporaryDirectory()
            page = Path(self._folder.name, "web")
            bundle(program, root / SOURCES, page)
        elif os.environ.get("KIBITZ_PAGE") == "bundled":
            raise RuntimeError("esbuild is not installed; try: make wheel")
        else:
            self.app.display_warning("The wheel has the page as sources: esbuild is not installed; try: make wheel")
        build_data["force_include"][str(page)] = TARGET

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove what was made for the wheel."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
