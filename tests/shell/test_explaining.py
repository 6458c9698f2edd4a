"""Trees explained over the protocol: of games, of matches, and of leaf values that somebody typed."""

import json
from typing import Any

import pytest

from kibitz_protocol.codec import encode
from kibitz_server.shell.explaining import MOST_NODES
from tests.shell.conftest import Guest, House

TEXTBOOK = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
NIM = {"kind": "game", "game": "nim", "options": {"heaps": "1,2"}}


async def explained(guest: Guest, of: dict[str, Any], **fields: Any) -> Any:
    """The answer, which is made in another thread."""
    id = guest.ask("explain", of=of, **fields)
    guest.house.store.commit()
    await guest.house.runtime.aside.settled()
    return next(m for m in guest.heard if m.t in ("accepted", "refused") and m.id == id)


async def test_leaf_values_of_ones_own(house: House) -> None:
    """The tree of the textbooks: two leaves of its second branch are left out, for the 3 that max is sure of."""
    tree = (await explained(house.enter("ann"), {"kind": "leaves", "tree": TEXTBOOK})).result
    assert (tree.root.player, tree.root.value, tree.searched, tree.pruned) == ("max", 3, 11, 2)
    second = tree.root.children[1]
    assert [node.pruned for node in second.children] == [False, True, True]
    assert (second.bound, second.value, second.children[1].alpha, second.children[1].beta) == ("at most", 2, 3, 2)


async def test_min_may_move_first_and_nothing_need_be_left_out(house: House) -> None:
    """Minimax looks at every leaf."""
    of = {"kind": "leaves", "tree": TEXTBOOK, "first": "min"}
    tree = (await explained(house.enter("ann"), of, algorithm="minimax")).result
    assert (tree.root.player, tree.root.value, tree.searched, tree.pruned) == ("min", 6, 13, 0)


async def test_a_position_of_a_game(house: House) -> None:
    """From its start or after moves, as many plies as were asked for."""
    ann = house.enter("ann")
    tree = (await explained(ann, {**NIM, "moves": ["2-1"]}, depth=1)).result
    assert [node.move for node in tree.root.children] == ["1-1", "2-1"]
    assert tree.title == "nim 1,1"


async def test_a_match_as_it_stands(house: House) -> None:
    """Whoever may watch it may have it explained; a code that nobody has is refused, and so is a private match."""
    ann, bob = house.enter("ann"), house.enter("bob")
    code = ann.host()
    bob.say("join", match=code)
    ann.say("move", match=code, ply=0, move="b2")
    tree = (await explained(bob, {"kind": "match", "match": code}, depth=1)).result
    assert len(tree.root.children) == 8
    assert tree.title == f"tictactoe, match {code}, ply 1"
    assert (await explained(bob, {"kind": "match", "match": "NOSUCH"})).code == "unknown_match"
    hidden = ann.host(visibility="private")
    assert (await explained(bob, {"kind": "match", "match": hidden})).code == "wrong_key"
    closed = ann.host(watchable=False)
    assert (await explained(bob, {"kind": "match", "match": closed})).code == "no_watchers"


async def test_a_delay_holds_for_trees_too(house: House) -> None:
    """Who watches has explained what they see, not what was played since."""
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    code = ann.host(delay={"moves": 2})
    bob.say("join", match=code)
    ann.say("move", match=code, ply=0, move="b2")
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
        ({"kind": "leaves", "tree": json.dumps([1] * (MOST_NODES + 1))}, 3, "tree_too_large"),
        ({"kind": "game", "game": "connect4"}, 12, "tree_too_large"),
        ({"kind": "game", "game": "nosuch"}, 3, "unknown_game"),
        ({**NIM, "options": {"heaps": "x"}}, 3, "bad_option"),
        ({**NIM, "position": "nonsense"}, 3, "bad_position"),
        ({**NIM, "moves": ["9-9"]}, 3, "bad_moves"),
    ],
)
async def test_what_cannot_be_explained(house: House, of: dict[str, Any], depth: int, code: str) -> None:
    """It is refused in a sentence that can be read, with a way out."""
    refused = await explained(house.enter("ann"), of, depth=depth)
    assert (refused.t, refused.code) == ("refused", code)
    assert refused.hint
    assert len(refused.message) < 400


async def test_the_largest_tree_fits_the_wire(house: House) -> None:
    """Even the widest tree that is explained is far below what may wait for a client."""
    half = [1] * ((MOST_NODES - 6) // 2)
    tree = json.dumps([[1e15 - 1], [-1e15 + 0.125, *half, *half]])
    answer = await explained(house.enter("ann"), {"kind": "leaves", "tree": tree})
    assert answer.result.pruned > MOST_NODES - 10
    assert len(encode(answer)) < 700_000


async def test_one_tree_a_player_at_a_time(house: House) -> None:
    """A second one is refused while the first is made; another player's is not. Nothing is left waiting."""
    ann, bob = house.enter("ann"), house.enter("bob")
    of = {"kind": "leaves", "tree": TEXTBOOK}
    first, second = ann.ask("explain", of=of), ann.ask("explain", of=of)
    others = bob.ask("explain", of=of)
    await house.runtime.aside.settled()
    answers = {message.id: message for guest in (ann, bob) for message in guest.heard if message.t != "notice"}
    assert (answers[first].t, answers[second].code, answers[others].t) == ("accepted", "too_many", "accepted")
    assert (await explained(ann, of)).t == "accepted"
    assert ann.session.pending == 0
