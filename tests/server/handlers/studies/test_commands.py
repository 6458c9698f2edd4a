"""The commands of studies, on a server in memory."""

import io
from typing import Any

import chess.pgn
import pytest

from kibitz_protocol.formats.record import messages_of
from kibitz_server.store import people
from tests.fakes.server import settle
from tests.server.conftest import FakeClient, InProcessServer

OF_CHESS = {"kind": "game", "game": "chess", "moves": ["e4", "e5", "Nf3"]}


async def ask(client: FakeClient, t: str, **fields: Any) -> Any:
    """Return the answer to a command, which a helper may work for."""
    id = client.send(t, **fields)
    await settle()
    client.server.store.commit()
    return next(m for m in client.received if m.t in ("accepted", "refused") and m.id == id)


async def result(client: FakeClient, t: str, **fields: Any) -> Any:
    """Return the result of a command, which must be accepted."""
    answer = await ask(client, t, **fields)
    assert answer.t == "accepted", answer
    return answer.result


async def made(client: FakeClient, **fields: Any) -> str:
    """Make a study, and return its code."""
    return str((await result(client, "create_study", **{"title": "Italian", "of": OF_CHESS, **fields})).study)


def sent(nodes: list[Any]) -> list[dict[str, Any]]:
    """Return told nodes as a client sends them back."""
    names = {"parent", "move", "text", "nags", "shapes"}
    return [node.model_dump(include=names, exclude_defaults=True) for node in nodes]


async def saved(client: FakeClient, code: str, nodes: list[dict[str, Any]], **fields: Any) -> Any:
    """Save a study, and return it as it is shown then."""
    version = (await result(client, "show_study", study=code)).version
    tree = {
        "parents": [node["parent"] for node in nodes[1:]],
        "moves": [node["move"] for node in nodes[1:]],
        "texts": [node.get("text", "") for node in nodes],
        "nags": [node.get("nags", []) for node in nodes],
        "shapes": [node.get("shapes", []) for node in nodes],
    }
    given = {"study": code, "version": version, "title": "Italian", "tree": tree, **fields}
    await result(client, "save_study", **given)
    return await result(client, "show_study", study=code)


async def test_an_owner_annotates_and_a_reader_reads(server: InProcessServer) -> None:
    """Moves are checked by the rules and get what people write; notes come back as they were; others cannot save."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = await made(ann)
    nodes = sent((await result(ann, "show_study", study=code)).nodes)
    assert [node.get("move") for node in nodes] == [None, "e2e4", "e7e5", "g1f3"]
    nodes[3] |= {"text": "Develops.\nAttacks e5.", "nags": [1], "shapes": ["r45-28"]}
    shown = await saved(ann, code, [*nodes, {"parent": 2, "move": "Bc4"}], title="Italian game")
    last = shown.nodes[-1]
    assert (last.parent, last.move, last.said, last.seat) == (2, "f1c4", "Bc4", 0)
    assert (shown.title, shown.version, shown.yours, shown.owner) == ("Italian game", 2, True, "ann")
    read = await result(bob, "show_study", study=code.lower().replace("-", ""))
    assert (read.yours, read.nodes) == (False, shown.nodes)
    again = await ask(bob, "save_study", study=code, version=2, title="Mine", tree={})
    assert (again.code, (await ask(bob, "delete_study", study=code)).code) == ("not_allowed", "not_allowed")
    noted = sent(shown.nodes)
    noted[0]["text"] = "Begin"
    assert (await saved(ann, code, noted)).nodes[1:] == shown.nodes[1:]


async def test_two_windows_do_not_overwrite_each_other(server: InProcessServer) -> None:
    """The second save of the same version is refused, and changes nothing."""
    ann = server.connect("ann")
    code = await made(ann)
    first = {"study": code, "version": 1, "title": "First", "tree": {}}
    assert (await result(ann, "save_study", **first)).version == 2
    assert (await ask(ann, "save_study", **{**first, "title": "Second"})).code == "study_changed"
    assert (await result(ann, "show_study", study=code)).title == "First"


@pytest.mark.parametrize(
    "tree",
    [
        {"parents": [0], "moves": []},
        {"parents": [1], "moves": ["e2e4"]},
        {"parents": [0, 0], "moves": ["e2e4", "e2e4"]},
        {"parents": list(range(501)), "moves": [f"x{place}" for place in range(501)]},
        {"texts": ["\x1b[31m"]},
        {"texts": ["one", "two"]},
        {"shapes": [["p1-2"]]},
        {"parents": [0] * 600, "moves": [f"x{place}" for place in range(600)]},
    ],
)
async def test_what_is_no_tree_is_no_message(server: InProcessServer, tree: dict[str, Any]) -> None:
    """A parent comes first, a move once after each position, and lines, texts and trees have bounds."""
    ann = server.connect("ann")
    with pytest.raises(Exception, match="tree"):
        await ask(ann, "save_study", study="X", version=1, title="T", tree=tree)


async def test_an_illegal_move_is_refused(server: InProcessServer) -> None:
    """The sentence names it."""
    ann = server.connect("ann")
    code = await made(ann)
    refused = await ask(ann, "save_study", study=code, version=1, title="T", tree={"parents": [0], "moves": ["e2e5"]})
    assert (refused.code, "e2e5" in refused.message) == ("bad_moves", True)


async def test_a_match_becomes_a_study_when_it_is_over(server: InProcessServer) -> None:
    """Before, it is refused, as an analysis board is."""
    ann, bob = server.connect("ann"), server.connect("bob")
    match = ann.host("tictactoe")
    await ask(bob, "join", match=match)
    await ask(ann, "move", match=match, ply=0, move="b2")
    of = {"kind": "match", "match": match}
    assert (await ask(ann, "create_study", title="T", of=of)).code == "not_over"
    await ask(bob, "resign", match=match)
    code = await made(ann, of=of)
    assert [node.move for node in (await result(ann, "show_study", study=code)).nodes] == [None, "b2"]


async def test_lists_have_own_studies_and_listed_ones(server: InProcessServer) -> None:
    """A study is in the list of the server only when its owner says so."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code, other = await made(ann), await made(ann, of={"kind": "game", "game": "tictactoe"})
    await saved(ann, code, [{}], listed=True)
    mine = await result(ann, "list_studies")
    assert ({row.study for row in mine.studies}, mine.most) == ({code, other}, 100)
    assert [row.study for row in (await result(ann, "list_studies", game="tictactoe")).studies] == [other]
    assert [
        (row.study, row.yours, row.moves) for row in (await result(bob, "list_studies", whose="listed")).studies
    ] == [(code, False, 0)]
    assert (await result(bob, "list_studies")).studies == []
    await result(ann, "delete_study", study=code)
    assert (await ask(ann, "show_study", study=code)).code == "unknown_study"


async def test_a_player_has_a_hundred_studies_at_most(server: InProcessServer) -> None:
    """The next one is refused until one is deleted."""
    ann = server.connect("ann")
    codes = [await made(ann, of={"kind": "game", "game": "nim"}) for _ in range(100)]
    assert (await ask(ann, "create_study", title="T", of={"kind": "game", "game": "nim"})).code == "too_many"
    await result(ann, "delete_study", study=codes[0])
    await made(ann)


async def test_a_moderator_deletes_any_study(server: InProcessServer) -> None:
    """Listed texts of others may have to go. The audit log says which did, and has nothing of the moderator's own."""
    ann, root = server.connect("ann"), server.connect("root")
    root.connection.info.role = "moderator"
    code = await made(ann)
    await result(root, "delete_study", study=await made(root))
    await result(root, "delete_study", study=code)
    assert (await result(ann, "list_studies")).studies == []
    (entry,) = server.store.query(lambda connection: people.last_audit_entries(connection, 10))
    assert (entry.by_name, entry.action, entry.target) == ("root", "delete_study", "ann")
    assert entry.detail.startswith(f"study {code}: ")


async def test_games_go_on_after_a_draw_without_a_claim(server: InProcessServer) -> None:
    """As on an analysis board."""
    ann = server.connect("ann")
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 3
    code = await made(ann, of={"kind": "game", "game": "chess", "moves": moves})
    nodes = sent((await result(ann, "show_study", study=code)).nodes)
    assert (await saved(ann, code, [*nodes, {"parent": len(moves), "move": "e4"}])).nodes[-1].said == "e4"
    assert "e4" in (await result(ann, "export_study", study=code)).content
    assert (await result(ann, "export_study", study=code, form="record")).content


async def test_exported_pgn_is_what_python_chess_reads(server: InProcessServer) -> None:
    """Moves, variations, comments, signs, arrows and circles; the position of a study that begins elsewhere."""
    ann = server.connect("ann")
    code = await made(ann)
    nodes = sent((await result(ann, "show_study", study=code)).nodes)
    nodes[0]["text"] = "An {old} opening"
    nodes[3] |= {"text": "Good", "nags": [1, 14], "shapes": ["g45-28", "b28"]}
    more = [{"parent": 2, "move": "Bc4"}, {"parent": 4, "move": "Nf6", "nags": [6]}, {"parent": 1, "move": "c5"}]
    await saved(ann, code, [*nodes, *more, {"parent": 3, "move": "Nc6"}], title="Quiet game")
    file = await result(ann, "export_study", study=code)
    game = chess.pgn.read_game(io.StringIO(file.content))
    assert game is not None
    assert (game.errors, game.headers["Event"], game.headers["Annotator"]) == ([], "Quiet game", "ann")
    assert game.comment == "An (old) opening"
    e4 = game.next()
    assert e4 is not None
    assert [child.san() for child in e4.variations] == ["e5", "c5"]
    knight, bishop = e4.variations[0].variations
    assert (knight.san(), bishop.san(), bishop.variations[0].nags) == ("Nf3", "Bc4", {6})
    assert knight.nags == {1, 14}
    assert knight.comment.endswith("Good")
    assert {(arrow.tail, arrow.head) for arrow in knight.arrows()} == {(chess.F3, chess.E5), (chess.E5, chess.E5)}
    assert [move.uci() for move in game.mainline_moves()] == ["e2e4", "e7e5", "g1f3", "b8c6"]
    elsewhere = await made(
        ann, of={"kind": "game", "game": "chess", "position": "4k3/8/8/8/8/8/8/4K2R b - - 0 9", "moves": ["Kd7"]}
    )
    game = chess.pgn.read_game(io.StringIO((await result(ann, "export_study", study=elsewhere)).content))
    assert game is not None
    assert (game.board().fen(), game.errors) == ("4k3/8/8/8/8/8/8/4K2R b - - 0 9", [])


async def test_exported_sgf_has_the_tree(server: InProcessServer) -> None:
    """Only Go has it."""
    sgf = pytest.importorskip("sgfmill.sgf")
    ann = server.connect("ann")
    code = await made(ann, of={"kind": "game", "game": "go", "options": {"size": 9}, "moves": ["E5", "C3"]})
    nodes = sent((await result(ann, "show_study", study=code)).nodes)
    nodes[1] |= {"text": "Tengen [yes]", "nags": [5], "shapes": ["g40-0", "y1"]}
    await saved(ann, code, [*nodes, {"parent": 1, "move": "G7"}, {"parent": 3, "move": "pass"}])
    content = (await result(ann, "export_study", study=code, form="sgf")).content
    root = sgf.Sgf_game.from_string(content).get_root()
    (first,) = root
    assert first.get_move() == ("b", (4, 4))
    assert (first.get("C"), first.get("IT")) == ("Tengen [yes]", True)
    assert (first.get("AR"), first.get("CR")) == ([((4, 4), (8, 0))], {(8, 1)})
    assert [child.get_move() for child in first] == [("w", (2, 2)), ("w", (6, 6))]
    assert first[1][0].get_move() == ("b", None)
    refused = await ask(ann, "export_study", study=await made(ann), form="sgf")
    assert refused.code == "bad_option"


@pytest.mark.parametrize(
    "of",
    [OF_CHESS, {"kind": "game", "game": "backgammon", "moves": []}, {"kind": "game", "game": "nim", "moves": []}],
)
async def test_an_exported_record_is_read_as_one(server: InProcessServer, of: dict[str, Any]) -> None:
    """Its snapshot has the whole study, and the first line is a match that can be replayed."""
    ann = server.connect("ann")
    code = await made(ann, of=of)
    content = (await result(ann, "export_study", study=code, form="record")).content
    messages = [line.message for line in messages_of(content.splitlines())]
    first, *events = messages
    assert (first.t, first.study.title, first.study.owner) == ("snapshot", "Italian", "ann")
    assert len([event for event in events if event.event.kind == "moved"]) == len(first.study.nodes) - 1


async def test_a_study_of_dice_is_written_with_its_rolls(server: InProcessServer) -> None:
    """Chance outcomes are tried out like moves."""
    ann = server.connect("ann")
    of = {"kind": "game", "game": "backgammon", "moves": ["31", "8/5 6/5"]}
    content = (await result(ann, "export_study", study=await made(ann, of=of))).content
    assert "1. 31: 8/5 6/5 *" in content
