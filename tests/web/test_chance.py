"""Games with chance: texts of players for the chance events, and pairs that are only picked."""

import hashlib
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.server.conftest import InProcessServer
from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import START, on_points

HASH = hashlib.sha256(bytes(32)).hexdigest()
FOLLOW = """async ({LiveMatch}, messages, refused) => {
  const sent = [];
  let hear = () => {};
  const answers = {
    watch: () => Promise.resolve({match: messages[0].match}),
    give_client_seed: () => refused ? Promise.reject() : Promise.resolve({}),
  };
  const link = {
    status: {state: "online"},
    listen: (listener) => ((hear = listener), () => {}),
    onarrival: () => () => {},
    command: (command) => (sent.push(command), answers[command.t]()),
  };
  new LiveMatch(link, messages[0].code);
  for (const message of messages) {
    hear(message);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return sent.filter(({t}) => t === "give_client_seed");
}"""


def opened(**fields: Any) -> dict[str, Any]:
    """Return the snapshot of an open match, as its host receives it, with the fields of a game with chance."""
    server = InProcessServer()
    ann = server.connect("ann")
    ann.host("tictactoe")
    found = next(message.model_dump(mode="json") for message in ann.take() if message.t == "snapshot")
    return {**found, "server_seed_hash": HASH, "client_seeds": [None, None], **fields}


def given(node: Node, *messages: dict[str, Any], refuse: bool = False) -> list[dict[str, Any]]:
    """Return the commands with which a match that received these messages gave its text."""
    (found,) = run_module(node, "network/live_match.js", FOLLOW, [[[*messages], refuse]])
    return [*found]


def test_a_player_gives_a_client_seed_by_itself(node: Node) -> None:
    """As soon as a seat is taken in an open match with chance, once, and again if a later snapshot lacks it."""
    mine = opened()
    (first,) = given(node, mine)
    (second,) = given(node, mine)
    assert first["match"] == mine["match"]
    assert len(first["client_seed"]) == 32
    assert first["client_seed"] != second["client_seed"]
    one, again = given(node, mine, {**mine, "seq": mine["seq"] + 1})
    # A server that got several could use the one that suits it.
    assert one["client_seed"] == again["client_seed"]
    assert len(given(node, mine, {**mine, "client_seeds": [first["client_seed"], None]})) == 1
    assert len(given(node, mine, refuse=True)) == 1


@pytest.mark.parametrize(
    "fields",
    [{"server_seed_hash": None}, {"phase": "running"}, {"you": None, "yours": []}, {"client_seeds": ["text", None]}],
    ids=["no chance", "running", "a spectator", "given"],
)
def test_no_other_client_gives_a_text(node: Node, fields: dict[str, Any]) -> None:
    """Neither in other games or phases, nor without a seat, nor twice."""
    assert given(node, opened(**fields)) == []


def test_picked_pairs_are_shown_as_if_played(node: Node) -> None:
    """Checkers move from pair to pair, and a single one of the other side goes to its bar."""
    counts = [0] * 28
    counts[12], counts[8], counts[4] = 2, -1, -2
    position = on_points(counts, to_move=0)
    ask = """({previewed}, position, picked) => {
      const {counts} = previewed(position, picked);
      return Object.fromEntries(Object.entries(counts).filter(([, count]) => count));
    }"""
    cases = [
        ([], {"4": -2, "8": -1, "12": 2}),
        ([12], {"4": -2, "8": -1, "12": 2}),
        ([12, 8], {"4": -2, "8": 1, "12": 1, "25": -1}),
        ([12, 8, 8, 6, 12], {"4": -2, "6": 1, "12": 1, "25": -1}),
    ]
    found = run_module(node, "match/choosing.js", ask, [[position, picked] for picked, _ in cases])
    assert found == [wanted for _, wanted in cases]
    black = on_points(START, to_move=1)
    (found,) = run_module(node, "match/choosing.js", ask, [[black, [0, 1]]])
    assert (found["0"], found["1"]) == (-1, -1)


STEPS = """async ({moveList}, moves) => {
  const {render} = await import("lit-html");
  const sheet = document.createElement("link");
  Object.assign(sheet, {rel: "stylesheet", href: "/assets/styles/match.css"});
  const loaded = new Promise((resolve) => (sheet.onload = resolve));
  const host = document.createElement("div");
  host.style.width = "320px";
  document.body.append(sheet, host);
  await loaded;
  const views = moves.map((move, ply) => ({ply, move, elapsed_ms: 3_723_000}));
  const chances = views.map(({ply}) => ({ply, text: "52"}));
  render(moveList({moves: views, chances, timed: true, at: 0, first: 0, go: () => {}}), host);
  const lines = [...host.querySelectorAll(".move")].flatMap((button, place) => {
    const node = [...button.childNodes].find(({nodeType, data}) => nodeType === Node.TEXT_NODE && data.trim());
    return moves[place].split(" ").map((step) => {
      const range = document.createRange();
      range.setStart(node, node.data.indexOf(step));
      range.setEnd(node, node.data.indexOf(step) + step.length);
      return range.getClientRects().length;
    });
  });
  const wide = host.scrollWidth;
  host.remove();
  sheet.remove();
  return [lines, wide];
}"""


def test_a_step_is_in_one_line(module_page: Page) -> None:
    """Lists of moves are narrow on phones. A move breaks between its steps, and nothing is cut."""
    moves = ["24/18*/13", "bar/22*/21", "24/23 13/12 8/7 6/5", "6/off(2) 5/off"]
    ((lines, wide),) = run_module(module_page, "panels/moves.js", STEPS, [[moves]])
    assert lines == [1] * 8
    assert wide == 320
