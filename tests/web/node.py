"""A process of node that runs modules of the page which need no document."""

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.programs import NODE
from tests.web.sources import WEB

RUNNER = Path(__file__).with_suffix(".mjs")


class NodeError(Exception):
    """A function threw, or a module cannot be loaded. The text is the error with its stack."""


class Node:
    """Calls functions of JavaScript one after the other in one process, which keeps the modules that it has loaded."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [NODE.required(), RUNNER, WEB], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        """Call a function with one argument, as `Page.evaluate` does, and return its result as a JSON value.

        Raises:
            NodeError: The function throws.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([expression, arg]) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise NodeError(answer["error"])
        return answer["result"]

    def close(self) -> None:
        """End the process."""
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()
