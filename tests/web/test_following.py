"""Matches that a page follows: the server has one subscription to each of them for all parts of the page."""

from typing import Any

from tests.web.node import Node

# A step of a script follows a match by its id, code or `tv`, closes a follower by its place, or lets the server answer.
_FOLLOW = """async (script) => {
  const {LiveMatch} = await import("/assets/network/live_match.js");
  const sent = [], waiting = [], made = [];
  const link = {
    status: {state: "online"}, isOpen: true, listen: () => () => {}, onarrival: () => () => {},
    command: (command) => {
      sent.push(`${command.t} ${command.match}`);
      return new Promise((resolve) => waiting.push(() => resolve({match: "id"})));
    },
  };
  const deeds = {
    open: (ref) => made.push(new LiveMatch(link, ref)),
    close: (place) => made[place].close(),
    answer: () => waiting.splice(0).forEach((answer) => answer()),
  };
  for (const [deed, what] of script) {
    deeds[deed](what);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return sent;
}"""


def commands(node: Node, *script: tuple[str, Any]) -> list[str]:
    """Return the commands that the followers of a script send."""
    return [*node.evaluate(_FOLLOW, script)]


def test_a_match_is_left_with_its_last_follower(node: Node) -> None:
    """Another board of the same match goes on, whichever of them is closed first."""
    opened: list[tuple[str, Any]] = [("open", "id"), ("answer", 0), ("open", "id"), ("answer", 0)]
    for first, second in ((0, 1), (1, 0)):
        assert commands(node, *opened, ("close", first)) == ["watch id", "watch id"]
        assert commands(node, *opened, ("close", first), ("close", second))[2:] == ["unwatch id"]


def test_a_match_that_is_closed_before_the_answer_is_left(node: Node) -> None:
    """The server would go on to send its events, and count a spectator."""
    closed: list[tuple[str, Any]] = [("open", "id"), ("close", 0)]
    assert commands(node, *closed, ("answer", 0)) == ["watch id", "unwatch id"]
    assert commands(node, *closed, ("open", "id"), ("answer", 0)) == ["watch id", "watch id"]


def test_television_is_always_left(node: Node) -> None:
    """What it shows may be its own match, and the server would send the next ones too."""
    assert commands(node, ("open", "tv"), ("close", 0), ("answer", 0))[:2] == ["watch tv", "unwatch tv"]
    opened: list[tuple[str, Any]] = [("open", "id"), ("answer", 0), ("open", "tv"), ("close", 0)]
    assert commands(node, *opened) == ["watch id", "watch tv"]


# Boards come into sight one after the other; then some are scrolled out of sight. The result is which are followed.
_SCROLL = """async ([count, gone]) => {
  globalThis.document ??= {createTreeWalker: () => ({}), createComment: () => ({})};
  globalThis.HTMLElement ??= class {};
  const observers = [];
  globalThis.IntersectionObserver = class {
    constructor(seen) { observers.push(seen); }
    observe() {}
    disconnect() {}
  };
  let Preview;
  globalThis.customElements ??= {get() {}, define: (name, made) => (name === "kibitz-preview" && (Preview = made))};
  await import("/assets/panels/preview.js");
  const none = () => () => {};
  const command = () => new Promise(() => {});
  const link = {status: {state: "online"}, isOpen: true, listen: none, onarrival: none, command};
  const boards = Array.from({length: count}, (_, place) => {
    const board = new Preview();
    board.source = {link, row: {match: String(place), watchable: true}};
    board.connectedCallback();
    return board;
  });
  observers.forEach((seen) => seen([{isIntersecting: true}]));
  gone.forEach((place) => observers[place]([{isIntersecting: false}]));
  return boards.flatMap(({_live}, place) => (_live ? [place] : []));
}"""


def test_a_board_in_sight_gets_the_place_of_one_that_left() -> None:
    """Sixteen are followed at once; the others in sight wait until one of these is scrolled away."""
    node = Node()  # it has elements of its own
    try:
        assert node.evaluate(_SCROLL, [19, [17, 0, 5]]) == [*range(1, 5), *range(6, 17), 18]
    finally:
        node.close()
