"""Modules that are loaded when they are needed, or ahead of that."""

from tests.web.node import Node

LATER = """async ([failures, waits]) => {
  const {later} = await import("/assets/network/later.js");
  const now = performance.now.bind(performance);
  let at = 0, asked = 0;
  performance.now = () => at;
  const module = later(async () => { if (asked++ < failures) throw new Error("away"); return {name: "it"}; }, () => {});
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const seen = [];
  for (const wait of waits) { at += wait; seen.push(module()?.name ?? null); await turn(); }
  performance.now = now;
  return [seen, asked];
}"""


def test_a_failure_is_tried_again(node: Node) -> None:
    """Not at each drawing, but a second later; once it is there nothing is loaded again."""
    assert node.evaluate(LATER, [1, [0, 10, 500, 600, 0, 0]]) == [[None, None, None, None, "it", "it"], 2]
    assert node.evaluate(LATER, [0, [0, 0, 0]]) == [[None, "it", "it"], 1]
