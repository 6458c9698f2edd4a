"""Studies on the page: their tree and notation, and one that is made of a replay, annotated, shared and exported."""

import io
import re
from typing import Any

import chess.pgn
from playwright.sync_api import Page, expect

from tests.web import driver
from tests.web.conftest import Visitors
from tests.web.modules import run_module
from tests.web.node import Node

TOLD: list[dict[str, Any]] = [
    {"text": "Begin"},
    {"parent": 0, "move": "e2e4", "said": "e4", "seat": 0},
    {"parent": 1, "move": "e7e5", "said": "e5", "seat": 1, "text": "Open"},
    {"parent": 2, "move": "g1f3", "said": "Nf3", "seat": 0, "nags": [1], "shapes": ["g62-45", "r28"]},
    {"parent": 1, "move": "c7c5", "said": "c5", "seat": 1},
    {"parent": 4, "move": "b1c3", "said": "Nc3", "seat": 0},
    {"parent": 0, "move": "d2d4", "said": "d4", "seat": 0},
]
LIST = """({partsFrom, numbersOf}, told) => {
  const nodes = told.map((each) => ({chance: false, text: "", ...each, children: []}));
  for (const node of nodes.slice(1)) (node.parent = nodes[node.parent]).children.push(node);
  const numbers = numbersOf(nodes[0], true, 1);
  const move = ({node, numbered}) => {
    const {number, later} = numbers.get(node);
    return `${later ? (numbered ? `${number}...` : "") : `${number}.`}${node.said}`;
  };
  const text = (part) => part.kind === "note" ? `{${part.node.text}}`
    : part.kind === "lines" ? part.lines.map((line) => `(${line.map(text).join(" ")})`).join(" ") : move(part);
  return partsFrom(nodes[0].children[0]).map(text).join(" ");
}"""


def on_tree(node: Node, run: str) -> Any:
    """Return what code finds out about the tree of `TOLD`."""
    code = f"(module) => {{ const root = module.treeOf({TOLD!r}); const nodes = module.nodesOf(root); {run} }}"
    return run_module(node, "studies/tree.js", code.replace("None", "null"), [[]])[0]


def test_a_tree_is_saved_as_it_came(node: Node) -> None:
    """Columns have the nodes in an order in which parents come first."""
    saved = on_tree(node, "return module.columnsOf(root);")
    assert saved["moves"] == ["e2e4", "d2d4", "e7e5", "c7c5", "g1f3", "b1c3"]
    assert saved["parents"] == [0, 0, 1, 1, 3, 4]
    assert saved["texts"][0] == "Begin"
    assert (saved["nags"][5], saved["shapes"][5]) == ([1], ["g62-45", "r28"])


def test_lines_change_places_and_go(node: Node) -> None:
    """A variation becomes the main line with the moves before it, and a position goes with all that follows."""
    said = "const said = () => module.nodesOf(root).map((each) => each.said).join(' ');"
    last = "const last = nodes.find((each) => each.said === 'Nc3');"
    assert on_tree(node, f"{said} {last} module.promote(last); return [said(), module.isMain(last)];") == [
        " e4 d4 c5 e5 Nc3 Nf3",
        True,
    ]
    assert on_tree(node, f"{said} {last} return [module.prune(last.parent).said, said()];") == ["e4", " e4 d4 e5 Nf3"]
    assert on_tree(node, f"{last} return [module.sibling(last.parent, 1).said, module.movesTo(last)];") == [
        "e5",
        ["e2e4", "c7c5", "b1c3"],
    ]


def test_shapes_are_texts(node: Node) -> None:
    """An arrow has two cells, and a circle one."""
    run = "return ['y3-4', 'b7'].map((text) => module.shapeText(module.shapeOf(text)));"
    assert on_tree(node, run) == ["y3-4", "b7"]


def test_variations_follow_the_move_that_they_replace(node: Node) -> None:
    """After a note or a variation, a move of the second side has its number again."""
    (text,) = run_module(node, "studies/notation.js", LIST, [[TOLD]])
    assert text == "1.e4 (1.d4) 1...e5 {Open} (1...c5 2.Nc3) 2.Nf3"
    signs = run_module(node, "studies/notation.js", "toggledSign", [[[1], 5], [[1, 16], 16], [[1], 16], [[5], 5]])
    assert signs == [[5], [1], [1, 16], []]
    assert run_module(node, "studies/notation.js", "signsText", [[[5, 16]], [[]]]) == ["!? ±", ""]


def test_a_study_is_saved_also_after_its_deletion_was_refused(node: Node) -> None:
    """Nothing is saved while it is being deleted. A wish to save is fulfilled when all saves have ended."""
    ask = """async ({Saving}, root) => {
      globalThis.window ??= globalThis;
      const waiting = [];
      const link = {command: ({title}) => new Promise((done) => waiting.push(() => done({version: title})))};
      const saving = new Saving(link, {study: "s", version: 1, title: "a", listed: false}, root, () => {});
      const change = (title) => ((saving.title = title), saving.note());
      const titles = [];
      const told = (title) => saving.flush().then(() => titles.push(title));
      change("b");
      told("b");
      change("c");
      told("c");
      waiting.shift()();
      await new Promise((done) => setTimeout(done));
      const between = [...titles, saving.status];
      waiting.shift()();
      await new Promise((done) => setTimeout(done));
      saving.hold(true);
      change("d");
      await saving.flush();
      const held = [waiting.length, saving.status];
      saving.hold(false);
      void saving.flush();
      waiting.shift()();
      await new Promise((done) => setTimeout(done));
      return [between, titles, held, saving.status];
    }"""
    root: dict[str, Any] = {"move": None, "text": "", "nags": [], "shapes": [], "children": []}
    (found,) = run_module(node, "studies/saving.js", ask, [[root]])
    assert found == [["waiting"], ["b", "c"], [0, "waiting"], "saved"]


def test_a_position_that_was_gone_to_stays(node: Node) -> None:
    """The answer to a move adds it to the tree. A reader who looks elsewhere by then is not led back."""
    ask = """async ({Explorer}, told) => {
      let answer = () => {};
      const link = {command: () => new Promise((done) => (answer = done))};
      const game = {name: "chess", seats: []};
      const shown = {nodes: told, state: {to_move: 0}, game, options: {}, start: null, study: "s"};
      const explorer = new Explorer(link, shown, () => {}, () => {});
      const played = explorer.play("b1c3");
      const reached = [{}, {move: "b1c3", said: "Nc3", seat: 0, chance: false}];
      const [e4] = explorer.root.children;
      const move = answer;
      void explorer.go(e4);
      move({line: reached, state: {to_move: 1}, result: null});
      await played;
      return [explorer.at.said, explorer.root.children.map(({said}) => said)];
    }"""
    (found,) = run_module(node, "studies/explorer.js", ask, [[TOLD]])
    assert found == ["e4", ["e4", "d4", "Nc3"]]


def play(page: Page, move: str) -> None:
    """Type a move, and wait until the list is at it."""
    page.locator("#typed-move").fill(move)
    page.locator("#typed-move").press("Enter")
    expect(page.locator(".study-move.shown")).to_contain_text(move)


def test_a_study_is_made_of_a_replay_and_shared(visitors: Visitors) -> None:
    """Named, with a variation, a note, a sign and an arrow, it is there after a reload; a reader cannot change it."""
    page = visitors.open("/archive")
    page.locator("input[type=file]").set_input_files(
        {"name": "game.pgn", "mimeType": "text/plain", "buffer": b"1. e4 e5 2. Nf3 *"}
    )
    page.get_by_role("button", name="Save as a study").click()
    page.locator("dialog input[name=title]").fill("What I learned")
    page.locator("dialog .primary").click()
    expect(page.locator(".study-moves")).to_contain_text("e4")
    play(page, "d4")
    page.locator(".note textarea").fill("More space.\nAnd the centre.")
    page.get_by_role("button", name="Interesting move").click()
    page.mouse.move(*driver.point_of(page, 51))
    driver.wait_until(page, "() => document.querySelector('.in-match kibitz-board').pen")
    page.mouse.down(button="right")
    page.mouse.move(*driver.point_of(page, 35), steps=3)
    page.mouse.up(button="right")
    expect(page.locator(".drawn-arrow.green")).to_have_count(1)
    # The button lets the main button of a mouse draw too; the same arrow again goes.
    page.get_by_role("button", name="Draw", exact=True).click()
    for arrows in (2, 1):
        page.mouse.move(*driver.point_of(page, 11))
        page.mouse.down()
        page.mouse.move(*driver.point_of(page, 27), steps=3)
        page.mouse.up()
        expect(page.locator(".drawn-arrow.green")).to_have_count(arrows)
    page.get_by_role("button", name="Draw", exact=True).click()
    page.locator(".study-title").fill("My first study")
    page.locator(".study-title").press("Tab")
    expect(page.locator(".save-state.saved")).to_be_visible()
    page.reload()
    expect(page.locator(".study-title")).to_have_value("My first study")
    page.locator(".study-move", has_text="d4").click()
    expect(page.locator(".variations .study-move.shown")).to_contain_text("d4!?")
    expect(page.locator(".note textarea")).to_have_value("More space.\nAnd the centre.")
    expect(page.locator(".drawn-arrow.green")).to_have_count(1)
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link of the study").input_value()
    with page.expect_download() as download:
        page.get_by_role("button", name="PGN").click()
    game = chess.pgn.read_game(io.StringIO(download.value.path().read_text()))
    assert game is not None
    first, second = game.variations
    assert (first.san(), second.san(), second.nags, len(list(game.mainline()))) == ("e4", "d4", {5}, 3)
    assert ([arrow.pgn() for arrow in second.arrows()], game.headers["Event"]) == (["Gd2d4"], "My first study")
    assert re.sub(r"\s+", " ", second.comment).endswith("More space. And the centre.")
    page.keyboard.press("Escape")
    reader = visitors.open(link[link.index("/study/") :])
    expect(reader.locator("h1")).to_have_text("My first study")
    expect(reader.locator(".note textarea, .study-title, #typed-move")).to_have_count(0)
    reader.locator(".study-move", has_text="d4").click()
    expect(reader.locator(".note")).to_contain_text("More space.")
    expect(reader.locator(".drawn-arrow.green")).to_have_count(1)
    # The owner's other window saves first; this one learns of it, and loads what is there.
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".note textarea").fill("Elsewhere")
    expect(other.locator(".save-state.saved")).to_be_visible()
    page.locator(".note textarea").fill("Here")
    page.get_by_role("button", name="Load again").click()
    expect(page.locator(".study-moves")).to_contain_text("Elsewhere")
    reader.get_by_role("button", name="Make a copy").click()
    expect(reader.locator(".study-title")).to_have_value("My first study")
    reader.locator(".back").click()
    expect(reader.locator(".study-rows")).to_contain_text("My first study")
