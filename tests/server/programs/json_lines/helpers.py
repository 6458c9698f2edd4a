"""Helpers of the tests of these tools: tools called as functions, and commands run as processes."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from kibitz_server.programs.json_lines.analyse import FIELDS as ANALYSE_FIELDS
from kibitz_server.programs.json_lines.analyse import analyse
from kibitz_server.programs.json_lines.explain import FIELDS as EXPLAIN_FIELDS
from kibitz_server.programs.json_lines.explain import explained
from kibitz_server.programs.json_lines.lines import answer_lines
from kibitz_server.programs.json_lines.rules import FIELDS as RULES_FIELDS
from kibitz_server.programs.json_lines.rules import rules

Tool = tuple[tuple[str, ...], Callable[[dict[str, Any]], dict[str, Any]]]
RULES: Tool = (RULES_FIELDS, rules)
ANALYSE: Tool = (ANALYSE_FIELDS, analyse)
EXPLAIN: Tool = (EXPLAIN_FIELDS, explained)
TOOLS = {"rules": RULES, "analyse": ANALYSE, "explain": EXPLAIN}
COMMAND = [sys.executable, "-m", "kibitz_server"]


def answers(tool: Tool, *lines: str) -> list[dict[str, Any]]:
    """Return the answers of a tool to these lines."""
    output = io.StringIO()
    answer_lines(lines, output, *tool)
    return [json.loads(line) for line in output.getvalue().splitlines()]


def answer(tool: Tool, **fields: Any) -> dict[str, Any]:
    """Return the answer of a tool to one line with these fields."""
    (found,) = answers(tool, json.dumps(fields))
    return found


def run(*arguments: str, lines: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run a command with these lines as its standard input."""
    return subprocess.run([*COMMAND, *arguments], input=lines, capture_output=True, timeout=240, check=False)
