"""Search trees on the page: the same sentences as in the app, a tidy drawing, and a state that a link contains."""

import random
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kibitz_client.tui.search_tree.nodes import label, node_entries
from kibitz_client.tui.search_tree.steps import SearchSteps
from kibitz_protocol.commands.explain import Explain, Explained, OfGame
from tests.client.tui.search_tree.test_chance_nodes import TREE as CHANCE
from tests.client.tui.search_trees import TEXTBOOK, leaf_tree, tree_of
from tests.web.conftest import Visitors
from tests.web.modules import as_json, run_module
from tests.web.node import Node

KNUTH = "[[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]], [[7]], [[5]], [[9, 8], [6]]]"
"""A tree of three plies with cuts at MIN and at MAX nodes."""
TICTACTOE = "/learn?game=tictactoe&moves=b2+a1+c1+a3+a2&depth=4"
SIDE_BY_SIDE = "/learn?leaves=3+12+8+%2F+2+4+6+%2F+14+5+2&show=both"

STEPS = """async (module, explained) => {
  const {label, scored, valueText} = await import("/assets/learn/nodes.js");
  const value = explained.board ? scored : valueText;
  const search = new module.SearchSteps(explained, {value});
  const {entries} = search;
  return {
    steps: search.steps.map(({at, alpha, beta, best, text, cut}) => ({at, alpha, beta, best, text, cut})),
    whole: entries.map((entry) => label(entry, value)),
    labels: search.steps.map((_, now) => entries.map((entry) => search.label(entry, now))),
  };
}"""


def twin(explained: Explained) -> dict[str, Any]:
    """Return what the terminal app makes of a tree."""
    entries = node_entries(explained)
    search = SearchSteps(entries, explained.steps)
    found = {
        "steps": search.steps,
        "whole": [label(entry) for entry in entries],
        "labels": [[search.label(entry, now) for entry in entries] for now in range(len(search.steps))],
    }
    plain: dict[str, Any] = as_json(found)
    return plain


def of_game(algorithm: str, game: str, moves: str, depth: int) -> Explained:
    """Return the tree of a position of a game."""
    of = OfGame(game=game, moves=moves.split())
    return tree_of(Explain.model_validate({"id": "1", "of": of, "algorithm": algorithm, "depth": depth}))


@pytest.mark.parametrize("algorithm", ["textbook", "minimax"])
def test_the_sentences_are_those_of_the_terminal_app(node: Node, algorithm: str) -> None:
    """The sentence of each step and the label of every node after it are equal, for leaf values and for games."""
    trees = [
        leaf_tree(tree, first, algorithm)
        for tree in (TEXTBOOK, KNUTH, "[-1.5, [2, -3]]", "7")
        for first in ("max", "min")
    ]
    trees += [of_game(algorithm, "tictactoe", "b2 a1 c1 a3 a2", 4), of_game(algorithm, "kalah", "3", 2)]
    trees.append(leaf_tree().model_copy(update={"steps": []}))
    found = run_module(node, "learn/steps.js", STEPS, [[as_json(tree)] for tree in trees])
    for tree, result in zip(trees, found, strict=True):
        assert result == twin(tree)


@pytest.mark.usefixtures("games_with_chance")
@pytest.mark.parametrize(("game", "depth"), [("climb", 3), pytest.param("backgammon", 2, marks=pytest.mark.long)])
@pytest.mark.parametrize("algorithm", ["textbook", "minimax"])
def test_draws_have_the_sentences_of_the_terminal_app(node: Node, algorithm: str, game: str, depth: int) -> None:
    """Means over draws, their weights, and draws that are left out."""
    tree = of_game(algorithm, game, "", depth)
    assert tree.root.player == "chance"
    trees = [tree, CHANCE] if algorithm == "textbook" else [tree]
    found = run_module(node, "learn/steps.js", STEPS, [[as_json(tree)] for tree in trees])
    assert found == [twin(tree) for tree in trees]


ALIGNED = """async (module, minimax, textbook) => {
  const [all, some] = [new module.SearchSteps(minimax), new module.SearchSteps(textbook)];
  return {all: all.steps.map(({key}) => key), some: some.steps.map(({key}) => key), aligned: module.aligned(all, some)};
}"""


def test_both_searches_go_in_step(node: Node) -> None:
    """Alpha-beta is at the same node as minimax, or waits while minimax searches what it leaves out."""
    pairs = [(leaf_tree(tree, algorithm="minimax"), leaf_tree(tree)) for tree in (TEXTBOOK, KNUTH)]
    pairs.append(
        (of_game("minimax", "tictactoe", "b2 a1 c1 a3 a2", 4), of_game("textbook", "tictactoe", "b2 a1 c1 a3 a2", 4))
    )
    inputs = [[as_json(every), as_json(some)] for every, some in pairs]
    for result in run_module(node, "learn/steps.js", ALIGNED, inputs):
        line = result["aligned"]
        for key, place in zip(result["all"], line, strict=True):
            assert place["waits"] == (result["some"][place["at"]] != key)
        assert line[-1] == {"at": len(result["some"]) - 1, "waits": False}
        assert sorted({place["at"] for place in line}) == list(range(len(result["some"])))


TIDY = """(module, tree, gap) => {
  const number = [];
  const prepare = (item) => ({width: item[0], below: item[1].map(prepare)});
  const root = prepare(tree);
  const began = performance.now();
  const {places, left, right} = module.tidy(root, (item) => item.below, (item) => item.width, gap);
  const took = performance.now() - began;
  const plain = (item) => ({...places.get(item), width: item.width, below: item.below.map(plain)});
  return {root: plain(root), left, right, took};
}"""


def random_tree(numbers: random.Random, nodes: int) -> list[Any]:
    """Return a tree of about that many nodes, each as its width and the trees below it."""
    root: list[Any] = [numbers.choice((40, 92)), []]
    every = [root]
    while len(every) < nodes:
        child: list[Any] = [numbers.choice((40, 92)), []]
        numbers.choice(every[-40:])[1].append(child)
        every.append(child)
    return root


def walk(node: dict[str, Any]) -> Any:
    """Yield a node and all nodes below it."""
    yield node
    for child in node["below"]:
        yield from walk(child)


def check_tidy(result: dict[str, Any], gap: float) -> None:
    """Fail if nodes of a ply overlap, or a parent is not centred over its children."""
    plies: dict[int, list[tuple[float, float]]] = {}
    for node in walk(result["root"]):
        half = node["width"] / 2
        plies.setdefault(node["ply"], []).append((node["x"] - half, node["x"] + half))
        if node["below"]:
            middle = (node["below"][0]["x"] + node["below"][-1]["x"]) / 2
            assert node["x"] == pytest.approx(middle)
            xs = [child["x"] for child in node["below"]]
            assert xs == sorted(xs)
    for boxes in plies.values():
        # In the order of the search, and so from left to right.
        assert all(left[1] + gap <= right[0] + 1e-6 for left, right in pairwise(boxes))
    assert min(left for boxes in plies.values() for left, _ in boxes) == pytest.approx(result["left"])
    assert max(right for boxes in plies.values() for _, right in boxes) == pytest.approx(result["right"])


def test_the_drawing_is_tidy(node: Node) -> None:
    """Nodes never overlap, parents are centred, and 900 nodes are placed at once."""
    trees = [random_tree(random.Random(seed), nodes) for seed, nodes in enumerate((1, 2, 5, 13, 60, 200, 900, 900))]
    results = run_module(node, "learn/layout.js", TIDY, [[tree, 10] for tree in trees])
    for result in results:
        check_tidy(result, 10)
    assert min(result["took"] for result in results[-2:]) < 100


def mirrored(tree: list[Any]) -> list[Any]:
    """Return a tree with its branches in the opposite order."""
    return [tree[0], [mirrored(below) for below in reversed(tree[1])]]


def test_a_mirrored_tree_has_the_mirrored_drawing(node: Node) -> None:
    """Small branches between large ones lean to neither side."""
    tree = random_tree(random.Random(7), 80)
    one, other = run_module(node, "learn/layout.js", TIDY, [[tree, 10], [mirrored(tree), 10]])
    places = sorted((node["ply"], round(node["x"], 6)) for node in walk(one["root"]))
    assert places == sorted((node["ply"], round(-node["x"], 6) + 0.0) for node in walk(other["root"]))


def test_leaf_values_as_students_type_them(node: Node) -> None:
    """A slash parts branches, more slashes part larger ones, and brackets stay."""
    texts = ["3 12 8 / 2 4 6", "1,2/3;4//5 6/7", "[[1, 2], 3]", "5"]
    assert run_module(node, "learn/subject.js", "nested", [[text] for text in texts]) == [
        "[[3, 12, 8], [2, 4, 6]]",
        "[[[1, 2], [3, 4]], [[5, 6], [7]]]",
        "[[1, 2], 3]",
        "[5]",
    ]


def test_an_address_has_the_whole_state(node: Node) -> None:
    """What is read from an address makes the same address again."""
    addresses = [
        "/learn?leaves=3+1+%2F+2+9&first=min&show=both&step=4",
        "/learn?game=nim&o.heaps=1%2C2&moves=1-1&depth=5&step=9",
        "/learn?match=7KQ2XF&ply=12&depth=2&show=minimax",
    ]
    function = "(module, text) => module.addressOf(module.readSubject(new URL(text, 'http://kibitz').searchParams))"
    assert run_module(node, "learn/subject.js", function, [[address] for address in addresses]) == addresses


def said(page: Page, text: str) -> None:
    """Wait until a sentence is shown and said to screen readers."""
    expect(page.locator(".say").last).to_contain_text(text)
    expect(page.locator("[aria-live=polite]")).to_contain_text(text)


def test_from_the_lobby_to_a_stepped_tree(visitors: Visitors) -> None:
    """A new visitor needs a link and a button; nothing moves by itself."""
    page = visitors.open()
    page.get_by_role("link", name="Learn").first.click()
    expect(page.locator(".say")).to_contain_text("root: max is to move")
    page.get_by_role("button", name="Next step").click()
    said(page, "1: min is to move")
    page.get_by_role("button", name="Next step").click()
    said(page, "1.1: a leaf of 3")
    expect(page.locator(".node.here .value")).to_have_text("3")
    page.get_by_role("button", name="Next cut").click()
    said(page, "alpha 3 ≥ beta 2: 2 branches are left out")
    said(page, "MAX is already sure of 3 elsewhere")
    expect(page.locator(".node.pruned:not(.unseen)")).to_have_count(2)
    expect(page.get_by_role("button", name="Next cut")).to_be_disabled()
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".say")).to_contain_text("The value of the root is 3")
    expect(page.locator(".edge.principal")).to_have_count(2)
    expect(page.locator(".compare")).to_contain_text("Alpha-beta searched 11 of 13 nodes: 85 %")


@pytest.mark.long
def test_a_link_leads_to_the_step(visitors: Visitors) -> None:
    """The address follows the steps; a reload and another visitor come to the same one."""
    page = visitors.open(SIDE_BY_SIDE)
    page.get_by_role("button", name="Next cut").click()
    expect(page).to_have_url(re.compile(r"show=both&step=12$"))
    page.reload()
    expect(page.locator(".step-slider")).to_contain_text("step 12 of 25")
    other = visitors.open(page.url[page.url.index("/learn") :])
    expect(other.locator(".say").last).to_contain_text("2 branches are left out")
    other.get_by_role("button", name="Minimax", exact=True).click()
    expect(other.locator(".step-slider")).to_contain_text("step 12 of 25")
    expect(other.locator("kibitz-tree")).to_have_count(1)


@pytest.mark.long
def test_alpha_beta_waits_for_minimax(visitors: Visitors) -> None:
    """Side by side, both have the same places, and alpha-beta waits where it leaves branches out."""
    page = visitors.open(f"{SIDE_BY_SIDE}&step=13")
    minimax, textbook = page.locator(".pane").first, page.locator(".pane").last
    expect(minimax.locator(".say")).to_contain_text("2.2: a leaf of 4")
    expect(textbook.locator(".say")).to_contain_text("It waits")
    expect(minimax.locator("figcaption")).to_contain_text("8 nodes visited")
    expect(textbook.locator("figcaption")).to_contain_text("7 nodes visited")
    places = [
        pane.locator(".node").evaluate_all("nodes => nodes.map((node) => node.getAttribute('transform'))")
        for pane in (minimax, textbook)
    ]
    assert places[0] == places[1]


@pytest.mark.nightly
def test_what_alpha_beta_never_searches_is_outlined(visitors: Visitors) -> None:
    """Side by side, the tree of alpha-beta shows the six nodes below a branch that it leaves out, and their edges."""
    page = visitors.open("/learn?leaves=8+5/6+-4//3+8/4+-6///1+9/5+2//5+3/7+2&show=both")
    expect(page.locator(".pane").last.locator(".ghost")).to_have_count(12)
    expect(page.locator(".pane").first.locator(".ghost")).to_have_count(0)


@pytest.mark.long
def test_steps_play_until_a_press(visitors: Visitors) -> None:
    """Playing starts and stops by its button, and stops at the end."""
    page = visitors.open("/learn?step=18")
    page.locator(".speed select").select_option("0.25")
    page.get_by_role("button", name="Play the steps").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".step-slider")).to_contain_text("step 21 of 21")
    expect(page.get_by_role("button", name="Play the steps")).to_be_visible()


@pytest.mark.nightly
def test_a_game_with_boards(visitors: Visitors) -> None:
    """Boards are drawn near, and left out far away."""
    page = visitors.open(TICTACTOE)
    expect(page.locator("kibitz-tree .board-svg").first).to_be_visible()
    expect(page.locator(".node-card kibitz-mini svg")).to_be_visible()
    page.get_by_role("button", name="Whole tree").click()
    expect(page.locator(".tree-svg.far")).to_be_visible()
    expect(page.locator("kibitz-tree .board-svg").first).to_be_hidden()


def test_drag_wheel_and_keys_move_the_drawing(visitors: Visitors) -> None:
    """The drawing follows the pointer, and grows around it."""
    page = visitors.open()
    page.goto(page.url + "learn")
    world = page.locator(".tree-svg > g")
    page.locator(".node.here").wait_for()

    def camera() -> list[float]:
        return [float(number) for number in re.findall(r"[-\d.]+", world.get_attribute("transform") or "")]

    box = page.locator("kibitz-tree").bounding_box()
    assert box is not None
    x, _, scale = camera()
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 50, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "(x) => Number(document.querySelector('.tree-svg > g').transform.baseVal[0].matrix.e) > x", arg=x + 40
    )
    moved = camera()
    assert moved[2] == scale
    page.mouse.wheel(0, -300)
    page.wait_for_function(
        "(k) => document.querySelector('.tree-svg > g').transform.baseVal[1].matrix.a > k", arg=scale
    )
    page.locator(".tree-svg").focus()
    before = camera()[0]
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(
        "(x) => Number(document.querySelector('.tree-svg > g').transform.baseVal[0].matrix.e) > x", arg=before + 50
    )
    page.keyboard.press("0")
    page.wait_for_function(
        "(k) => document.querySelector('.tree-svg > g').transform.baseVal[1].matrix.a.toFixed(3) === k.toFixed(3)",
        arg=scale,
    )


@pytest.mark.long
def test_the_outline_by_keyboard(visitors: Visitors) -> None:
    """Arrows walk, open and close the list as the pattern of a tree view says; the drawing folds with it."""
    page = visitors.open("/learn?step=21")
    items = page.get_by_role("tree").get_by_role("treeitem")
    expect(items).to_have_count(13)
    expect(items.first).to_have_accessible_name("root: principal variation, max value 3")
    expect(items.nth(7)).to_have_accessible_name("2: left out: alpha 3 at least beta 2")
    items.first.focus()
    page.keyboard.press("ArrowDown")
    expect(items.nth(1)).to_be_focused()
    expect(items.nth(1)).to_have_attribute("aria-level", "2")
    page.keyboard.press("ArrowLeft")
    expect(items.nth(1)).to_have_attribute("aria-expanded", "false")
    expect(items).to_have_count(10)
    expect(page.locator("kibitz-tree .node")).to_have_count(10)
    expect(page.locator(".hidden-count")).to_have_text("+3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(items.nth(2)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(items.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(items.last).to_be_focused()
    expect(page.locator(".node-card h2")).to_have_text("3.3")


@pytest.mark.long
def test_a_tree_that_is_too_large_has_a_way_out(visitors: Visitors) -> None:
    """The refusal is shown with its hint, and a button finds a smaller tree."""
    page = visitors.open("/learn?game=connect4&depth=7")
    expect(page.get_by_role("alert")).to_contain_text("more than 2000 nodes")
    expect(page.get_by_role("alert")).to_contain_text("fits here")
    page.get_by_role("button", name="Search a smaller tree").click()
    expect(page.locator(".say")).to_contain_text("root: max is to move")
    expect(page.locator(".depth")).to_contain_text(re.compile("[2-6] plies"))


@pytest.mark.nightly
def test_typed_leaf_values(visitors: Visitors) -> None:
    """A student types values and gets their tree; a mistyped value is refused with a reason."""
    page = visitors.open("/learn")
    page.get_by_role("button", name="Leaf values").click()
    page.get_by_label("Leaf values", exact=False).last.fill("4 9 / 7 x")
    page.get_by_role("button", name="Draw the tree").click()
    expect(page.get_by_role("alert")).to_contain_text("[[3, 12, 8], [2, 4, 6]]")
    page.get_by_role("button", name="Leaf values").click()
    page.locator("input[name=leaves]").fill("4 9 / 7 1")
    page.locator("select[name=first]").select_option("min")
    page.get_by_role("button", name="Draw the tree").click()
    expect(page.locator(".say")).to_contain_text("root: min is to move")
    expect(page).to_have_url(re.compile("leaves=4\\+9\\+%2F\\+7\\+1&first=min"))
    page.go_back()
    expect(page.get_by_role("alert")).to_be_visible()


@pytest.mark.long
def test_a_position_of_a_match(visitors: Visitors) -> None:
    """The link in a match that is over opens the tree of the position that is shown."""
    page = visitors.open("/new?game=tictactoe&opponent=together")
    page.get_by_role("button", name="Create the match").click()
    link = page.get_by_role("link", name="Search tree of this position")
    for ply, cell in enumerate(("b2", "a1", "c1", "a3", "a2", "c3", "c2")):
        expect(link).to_have_count(0)
        page.locator(f"[role=gridcell][aria-label^='{cell},']").click()
        expect(page.locator(f"[role=gridcell][aria-label^='{cell},']")).to_have_attribute(
            "aria-label", re.compile(f"{cell}, {('cross', 'nought')[ply % 2]}, .*last move")
        )
    for _ in range(2):
        page.get_by_role("button", name="Back", exact=True).click()
    link.click()
    expect(page).to_have_url(re.compile(r"/learn\?match=[0-9A-Z]{6}&ply=5&depth=4"))
    expect(page.locator(".say")).to_contain_text("root: max is to move")
    nodes = node_entries(of_game("textbook", "tictactoe", "b2 a1 c1 a3 a2", 4))
    expect(page.locator("kibitz-tree .node")).to_have_count(len(nodes))


@pytest.mark.nightly
@pytest.mark.parametrize("path", ["/learn", SIDE_BY_SIDE, TICTACTOE])
def test_a_phone_needs_no_sideways_scrolling(visitors: Visitors, path: str) -> None:
    """The view fits a phone, with the button for the next step in sight."""
    page = visitors.open(path, phone=True)
    page.locator(".node.here >> visible=true").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    button = page.get_by_role("button", name="Next step").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= 740 - 58
    sizes = page.locator(".learn :is(button, select, a):visible").evaluate_all(
        "each => each.map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height))"
    )
    assert min(sizes) >= 32
