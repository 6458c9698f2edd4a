"""The command `explain`: trees of games, of matches, and of leaf values."""

import json
from typing import Any

import pytest

from kibitz_protocol.codec import encode
from kibitz_protocol.commands.explain import Explain, Explained
from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.games.registry import load
from kibitz_server.jobs import trees
from kibitz_server.jobs.trees import MAX_NODES
from tests.fakes.server import ManualHelpers
from tests.games.chance import chance_games
from tests.server.conftest import FakeClient, InProcessServer

TEXTBOOK = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
NIM = {"kind": "game", "game": "nim", "options": {"heaps": "1,2"}}


async def explained(guest: FakeClient, of: dict[str, Any], **fields: Any) -> Any:
    """Return the answer, which a helper makes."""
    id = guest.send("explain", of=of, **fields)
    guest.server.store.commit()
    await guest.server.runtime.background.settled()
    return next(m for m in guest.received if m.t in ("accepted", "refused") and m.id == id)


async def test_leaf_values_are_searched_with_pruning(server: InProcessServer) -> None:
    """Alpha-beta prunes two leaves of the second branch, because MAX has 3 already."""
    tree = (await explained(server.connect("ann"), {"kind": "leaves", "tree": TEXTBOOK})).result
    assert (tree.root.player, tree.root.value, tree.searched, tree.pruned) == ("max", 3, 11, 2)
    assert (tree.unpruned, tree.board, tree.root.shown) == (13, None, None)
    second = tree.root.children[1]
    assert [node.pruned for node in second.children] == [False, True, True]
    assert (second.bound, second.value, second.children[1].alpha, second.children[1].beta) == ("at most", 2, 3, 2)


async def test_the_answer_has_the_steps_of_the_search(server: InProcessServer) -> None:
    """It says what each step changes, and leaves out everything else."""
    of = {"kind": "leaves", "tree": "[[3, 12], [2, 4]]"}
    tree = (await explained(server.connect("ann"), of)).result
    assert [step.to for step in tree.steps] == [0, 1, 2, 1, 3, 1, 0, 4, 5, 4, 0]
    cut = tree.steps[-2]
    assert (cut.child, cut.alpha, cut.beta, cut.best, cut.cut) == (5, None, 2, 2, True)
    asked = Explain.model_validate({"t": "explain", "id": "1", "of": of})
    data = trees.explained(asked, "leaf values", [[3, 12], [2, 4]])
    assert data["steps"][:4] == [{"to": 0}, {"to": 1}, {"to": 2}, {"to": 1, "child": 2, "beta": 3, "best": 3}]


async def test_min_may_move_first_without_pruning(server: InProcessServer) -> None:
    """Minimax searches every leaf."""
    of = {"kind": "leaves", "tree": TEXTBOOK, "first": "min"}
    tree = (await explained(server.connect("ann"), of, algorithm="minimax")).result
    assert (tree.root.player, tree.root.value, tree.searched, tree.pruned) == ("min", 6, 13, 0)


async def test_a_position_of_a_game(server: InProcessServer) -> None:
    """The tree starts from the initial position or after moves, and has the depth of the command."""
    ann = server.connect("ann")
    tree = (await explained(ann, {**NIM, "moves": ["2-1"]}, depth=1)).result
    assert [node.move for node in tree.root.children] == ["1-1", "2-1"]
    assert tree.title == "nim 1,1"


async def test_a_position_with_a_draw_that_is_due(server: InProcessServer) -> None:
    """The tree has a chance node with the weights of its draws, and shows the position at each of them."""
    with chance_games():
        of = {"kind": "game", "game": "dash", "moves": ["dash"]}
        tree = (await explained(server.connect("ann"), of, depth=1)).result
        assert (tree.root.player, tree.root.value, tree.unpruned) == ("chance", 100, 3)
        assert [(node.move, node.weight) for node in tree.root.children] == [("heads", 1), ("tails", 2)]
        assert all(node.shown.rows == ["-"] for node in tree.root.children)


async def test_a_match_with_chance_events(server: InProcessServer) -> None:
    """A ply of a match is its number of moves, and the draws after them are made."""
    with chance_games():
        ann = server.connect("ann")
        code = ann.host(game="dash", seats=[{"kind": "me"}, {"kind": "me"}])
        ann.ask("give_client_seed", match=code, client_seed="ann")
        ann.ask("move", match=code, ply=0, move="dash")
        tree = (await explained(ann, {"kind": "match", "match": code}, depth=1)).result
        assert tree.root.player == "max"
        assert tree.title.endswith("ply 1")
        assert [node.move for node in tree.root.children] == ["walk", "dash"]


async def test_the_current_position_of_a_match(server: InProcessServer) -> None:
    """A client that may watch a match may ask for its tree; others are refused."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(help=True)
    bob.ask("join", match=code)
    ann.ask("move", match=code, ply=0, move="b2")
    tree = (await explained(bob, {"kind": "match", "match": code}, depth=1)).result
    assert len(tree.root.children) == 8
    assert tree.title == f"tictactoe, match {code}, ply 1"
    assert (await explained(bob, {"kind": "match", "match": "NOSUCH"})).code == "unknown_match"
    hidden = ann.host(visibility="private")
    assert (await explained(bob, {"kind": "match", "match": hidden})).code == "wrong_key"
    closed = ann.host(watchable=False)
    assert (await explained(bob, {"kind": "match", "match": closed})).code == "no_watchers"


async def test_each_node_has_its_board(server: InProcessServer) -> None:
    """Pruned nodes have a board too, and the tree has the fixed part of the board."""
    of = {"kind": "game", "game": "tictactoe", "moves": ["b2"]}
    tree = (await explained(server.connect("ann"), of, depth=2)).result
    assert tree.board.column_labels == ["a", "b", "c"]
    assert tree.root.shown.rows == ["---", "-X-", "---"]
    child = tree.root.children[0]
    assert (child.move, child.shown.rows, child.shown.last) == ("a3", ["O--", "-X-", "---"], [0])
    for node in (node for child in tree.root.children for node in child.children):
        assert "".join(node.shown.rows).count("X") == 2
    assert any(node.pruned for child in tree.root.children for node in child.children)


async def test_a_large_tree_of_large_boards_has_no_boards(server: InProcessServer) -> None:
    """With boards the answer would be too long."""
    of = {"kind": "game", "game": "reversi", "options": {"size": 10}}
    small = (await explained(server.connect("ann"), of, depth=2)).result
    assert small.root.children[0].shown is not None
    asked = Explain.model_validate({"t": "explain", "id": "1", "of": of, "depth": 5, "algorithm": "minimax"})
    # The server's bound of two seconds of processor time is too small for this tree on a busy machine.
    start = load("reversi", {"size": 10}).start()
    large = Explained.model_validate(trees.explained(asked, "reversi", start, stop=lambda: False))
    assert 1_500 < large.searched == large.unpruned
    assert (large.root.shown, large.root.children[0].shown) == (None, None)
    assert large.board is not None


async def test_an_earlier_ply_of_a_match(server: InProcessServer) -> None:
    """A tree can be of any ply that was played."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(moves=["b2"], help=True)
    bob.ask("join", match=code)
    bob.ask("move", match=code, ply=0, move="a1")
    ann.ask("move", match=code, ply=0, move="a1")
    of = {"kind": "match", "match": code}
    assert len((await explained(ann, of, depth=1)).result.root.children) == 7
    earlier = (await explained(ann, {**of, "ply": 0}, depth=1)).result
    assert (len(earlier.root.children), earlier.title) == (8, f"tictactoe, match {code}, ply 0")
    later = await explained(ann, {**of, "ply": 2}, depth=1)
    assert (later.code, later.hint) == ("stale_ply", "you can see it up to ply 1")


async def test_no_help_in_a_rated_match(server: InProcessServer) -> None:
    """Trees and hints are refused to every client until the rated match is over."""
    ann, bob, eve = server.connect("ann", account=True), server.connect("bob", account=True), server.connect("eve")
    code = ann.host(rated=True)
    bob.ask("join", match=code)
    of = {"kind": "match", "match": code}
    for guest in (ann, eve):
        refused = await explained(guest, of)
        assert (refused.code, refused.hint) == ("no_help", "ask again when the match is over")
    assert ann.ask("hint", match=code).code == "no_help"
    ann.ask("resign", match=code)
    assert (await explained(eve, of)).t == "accepted"


def test_a_tree_that_takes_too_long_is_refused() -> None:
    """The hint says what to do."""
    asked = Explain.model_validate({"t": "explain", "id": "1", "of": NIM})
    with pytest.raises(CommandRefused, match="takes too long") as caught:
        trees.explained(asked, "nim", load("nim").start(), stop=lambda: True)
    assert caught.value.code == Code.TREE_TOO_LARGE
    assert "in a moment" in (caught.value.hint or "")


async def test_a_spectator_delay_applies_to_trees(server: InProcessServer) -> None:
    """A spectator gets the tree of the position that it sees."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(delay={"moves": 2}, help=True)
    bob.ask("join", match=code)
    ann.ask("move", match=code, ply=0, move="b2")
    of = {"kind": "match", "match": code}
    assert len((await explained(bob, of, depth=1)).result.root.children) == 8
    assert len((await explained(eve, of, depth=1)).result.root.children) == 9


@pytest.mark.parametrize(
    ("of", "depth", "code"),
    [
        ({"kind": "leaves", "tree": "[3, []]"}, 3, "bad_tree"),
        ({"kind": "leaves", "tree": "[3, "}, 3, "bad_tree"),
        ({"kind": "leaves", "tree": "[1e999]"}, 3, "bad_tree"),
        ({"kind": "leaves", "tree": "[" + "9" * 5000 + "]"}, 3, "bad_tree"),
        ({"kind": "leaves", "tree": '["' + "x" * 5000 + '"]'}, 3, "bad_tree"),
        ({"kind": "leaves", "tree": "[" * 9000 + "1" + "]" * 9000}, 3, "bad_tree"),
        ({"kind": "leaves", "tree": json.dumps([1] * (MAX_NODES + 1))}, 3, "tree_too_large"),
        ({"kind": "game", "game": "connect4"}, 12, "tree_too_large"),
        ({"kind": "game", "game": "nosuch"}, 3, "unknown_game"),
        ({**NIM, "options": {"heaps": "x"}}, 3, "bad_option"),
        ({**NIM, "position": "nonsense"}, 3, "bad_position"),
        ({**NIM, "moves": ["9-9"]}, 3, "bad_moves"),
    ],
)
async def test_invalid_subjects_are_refused(server: InProcessServer, of: dict[str, Any], depth: int, code: str) -> None:
    """Each refusal has a short sentence and a hint."""
    refused = await explained(server.connect("ann"), of, depth=depth)
    assert (refused.t, refused.code) == ("refused", code)
    assert refused.hint
    assert len(refused.message) < 400


async def test_the_largest_tree_fits_into_a_message(server: InProcessServer) -> None:
    """Even the widest tree is far below the bound of an outbox."""
    half = [1] * ((MAX_NODES - 6) // 2)
    tree = json.dumps([[1e15 - 1], [-1e15 + 0.125, *half, *half]])
    answer = await explained(server.connect("ann"), {"kind": "leaves", "tree": tree})
    assert answer.result.pruned > MAX_NODES - 10
    assert len(encode(answer)) < 700_000


async def test_the_largest_tree_with_boards_fits_into_a_message(server: InProcessServer) -> None:
    """A tree with nearly the most cells is below the bound of an outbox."""
    answer = await explained(server.connect("ann"), {"kind": "game", "game": "reversi"}, depth=5, algorithm="minimax")
    assert answer.result.searched > 1_500
    assert answer.result.root.shown is not None
    assert len(encode(answer)) < 900_000


async def test_one_tree_a_player_at_a_time() -> None:
    """A second tree of the same player is refused while the first is made, and no command stays pending."""
    helpers = ManualHelpers()
    server = InProcessServer(helpers=helpers)
    ann, bob = server.connect("ann"), server.connect("bob")
    of = {"kind": "leaves", "tree": TEXTBOOK}
    first, second = ann.send("explain", of=of), ann.send("explain", of=of)
    others = bob.send("explain", of=of)
    for _ in range(2):
        await helpers.finish()
    answers = {message.id: message for guest in (ann, bob) for message in guest.received if message.t != "notice"}
    assert (answers[first].t, answers[second].code, answers[others].t) == ("accepted", "too_many", "accepted")
    assert ann.session.pending == 0
