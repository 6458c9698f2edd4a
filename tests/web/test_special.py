"""The parts of a match that only few boards have, in a view whose match changes."""

from typing import Any

from tests.web.node import Node

# A view shows states of one or two matches. The result is what each drawing shows: the position, or the end of a hand.
_SHOWN = """async (states) => {
  globalThis.window ??= globalThis;
  globalThis.document ??= {createTreeWalker: () => ({}), createComment: () => ({})};
  const {SpecialParts} = await import("/assets/panels/match/extras/special.js");
  const {prepare} = await import("/assets/board/contents/index.js");
  const special = new SpecialParts({style: () => Promise.resolve(), changed() {}, refused() {}});
  await prepare(states[0].board);
  globalThis.addEventListener ??= () => {};
  globalThis.removeEventListener ??= () => {};
  let match = states[0].match;
  const shown = states.map((state) => {
    if (state.match !== match) special.reset();
    match = state.match;
    return special.onBoard(state, state.position).position.position;
  });
  special.skip();
  return shown;
}"""


def hand(match: str, ply: int, number: int) -> dict[str, Any]:
    """Return a state of a match after a first hand that North has won."""
    return {
        "match": match,
        "board": {"shape": "table"},
        "game": {"seats": ["North", "South"]},
        "seats": [{"kind": "human", "name": name, "seat": seat} for seat, name in enumerate(["ann", "bob"])],
        "you": None,
        "options": {},
        "position": {
            "ply": ply,
            "position": f"{match}{ply}",
            "trays": [{"name": "cards", "owner": 0, "faces": ["back", "back"]}],
            "counters": {"hand": number, "pot": 3, "last hand won by North": 4},
        },
    }


def test_another_match_is_no_next_hand() -> None:
    """A hand that ends is shown for a while; the first sight of another match shows that match."""
    node = Node()  # it has a document of its own
    try:
        assert node.evaluate(_SHOWN, [hand("a", 5, 1), hand("a", 6, 2)]) == ["a5", "a6 ended"]
        assert node.evaluate(_SHOWN, [hand("a", 5, 1), hand("b", 6, 2)]) == ["a5", "b6"]
    finally:
        node.close()
