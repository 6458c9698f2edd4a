"""The list of matches and games that the page keeps up to date."""

from tests.web.modules import run_module
from tests.web.node import Node

_LOAD = """async ({Lobby}) => {
  let hear = () => {}, arrive = async () => {};
  const asked = [];
  const link = {
    welcome: {you: {id: "p1"}, seeks: []},
    listen: (listener) => (hear = listener),
    onarrival: (arrived) => (arrive = arrived),
    command: (command) => new Promise((resolve) => asked.push([command.cursor ?? command.t, resolve])),
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (name, result) => {
    asked.find(([each]) => each === name)[1](result);
    await turn();
  };
  const row = (match, ply) => ({match, ply, you: null, phase: "running"});
  const lobby = new Lobby(link);
  arrive();
  await answer("games", {games: [{name: "go", summary: ""}]});
  await answer("list", {matches: [row("a", 1), row("b", 1)], next: "more"});
  hear({t: "lobby", changed: [row("c", 9)], gone: ["a"]});
  await answer("more", {matches: [row("c", 1)], next: null});
  return {rows: lobby.rows.map(({match, ply}) => [match, ply]), same: lobby.games === lobby.games};
}"""


def test_news_that_comes_between_pages_counts(node: Node) -> None:
    """A match that ends while the list is read is not in it, and another one is as it is by then."""
    (found,) = run_module(node, "network/lobby.js", _LOAD, [[]])
    assert sorted(found["rows"]) == [["b", 1], ["c", 9]]
    assert found["same"]


_GAMES = """async ({Lobby}) => {
  const {addTexts} = await import("/assets/words/index.js");
  const lobby = new Lobby({listen() {}, onarrival() {}});
  lobby._games = [{name: "thing", title: "Thing", summary: ""}];
  const seen = [lobby.games[0].title];
  await addTexts({"game.thing": "Ding"}, async () => ({default: {}}));
  return [...seen, lobby.games[0].title];
}"""


def test_games_have_the_latest_texts(node: Node) -> None:
    """Their texts may come after the games."""
    assert run_module(node, "network/lobby.js", _GAMES, [[]]) == [["Thing", "Ding"]]
