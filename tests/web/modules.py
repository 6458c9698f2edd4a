"""Modules of the page, run over inputs from Python, so that they can be compared with their twins.

    def test_the_twins_agree(node: Node) -> None:
        inputs = [[as_json(board), as_json(position), [3]], [as_json(board), as_json(position), [4]]]
        assert run_module(node, "match/choosing.js", "targets", inputs) == [[1, 2], []]

`node` runs modules that need no document. For others there is `module_page`, a page in Chromium that all tests of a
worker share: a test must not navigate it. An export is called by its name, once for each list of arguments. Where that
is not enough, write a function in JavaScript that gets the module first and then the arguments; it may be `async`:

    run_module(node, "match/clock.js", "(module, began, at) => new module.Stopwatch(began).elapsed(at)", inputs)

Results come back as JSON: a `Set` is a sorted list, a `Map` a sorted list of pairs, `undefined` is None.
"""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Protocol

from pydantic import BaseModel

# Text is far faster to hand over than a value, which Playwright describes node by node.
_RUN = """async ([address, inputs]) => {
  const module = await import(address);
  const run = %s;
  const plain = (value) => {
    if (value instanceof Set) return [...value].map(plain).sort(order);
    if (value instanceof Map) return [...value].map(plain).sort(order);
    if (Array.isArray(value)) return value.map(plain);
    if (value === undefined) return null;
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
  };
  const order = (a, b) => {
    const [x, y] = [a, b].map((each) => (Array.isArray(each) ? each[0] : each));
    return x < y ? -1 : x > y ? 1 : 0;
  };
  const results = [];
  for (const input of JSON.parse(inputs)) results.push(plain(await run(module, ...input)));
  return JSON.stringify(results);
}"""


class Runner(Protocol):
    """Calls functions of JavaScript: `Node`, or a page of Playwright."""

    def evaluate(self, expression: str, arg: Any = None) -> Any:
        """Call a function with one argument, and return its result as a JSON value."""


def run_module(runner: Runner, module: str, function: str, inputs: Sequence[Sequence[Any]]) -> list[Any]:
    """Call a function of a module once for each list of arguments, and return the results.

    Args:
        runner: The fixture `node` or `module_page`.
        module: The module's name below the folder of the page, such as `match/state.js`.
        function: The name of an export, or the source of a function of the module and the arguments.
        inputs: The arguments of each call, as JSON values.

    Raises:
        NodeError: The module cannot be loaded, or the function throws, in node.
        playwright.sync_api.Error: The same in Chromium.
    """
    called = f"(module, ...input) => module[{function!r}](...input)" if function.isidentifier() else f"({function})"
    found: list[Any] = json.loads(runner.evaluate(_RUN % called, [f"/assets/{module}", json.dumps(as_json(inputs))]))
    return found


def as_json(value: Any) -> Any:
    """Return a value of the Python client as the JSON value that `run_module` returns for the same thing."""
    # Most values, whose checks below would take long.
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_json(item) for key, item in value.items()}
    if isinstance(value, AbstractSet):
        return sorted(as_json(item) for item in value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [as_json(item) for item in value]
    return value
