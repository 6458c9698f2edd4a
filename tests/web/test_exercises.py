"""Exercises about search trees: their answers are those of the server's searches, and a pupil works through them."""

import itertools
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.client.tui.search_trees import leaf_tree
from tests.web.conftest import Visitors
from tests.web.modules import as_json, run_module
from tests.web.node import Node

MODULE = "learn/exercises/questions.js"
BOOK = "async ({BOOK}) => BOOK"
NESTED = "async (_, text) => JSON.parse((await import('/assets/learn/subject.js')).nested(text))"
MARKED = """({Marks}, answers) => {
  const marks = new Marks("broken");
  for (const [kind, place, right] of answers) marks.note(kind, place, right);
  const kept = new Marks(marks.text());
  const counted = kept.count("value");
  kept.clear("value");
  return [counted, kept.count("value").answered, kept.count("cut").right];
}"""


@pytest.fixture(scope="module")
def book(node: Node) -> dict[str, list[dict[str, Any]]]:
    """Return the questions, each with its tree."""
    (found,) = run_module(node, MODULE, BOOK, [[]])
    questions = [each for kind in found.values() for each in kind]
    trees = run_module(node, MODULE, NESTED, [[each["leaves"]] for each in questions])
    for each, tree in zip(questions, trees, strict=True):
        each["tree"] = tree
    return dict(found)


def test_every_question_has_an_answer(book: dict[str, list[dict[str, Any]]]) -> None:
    """Values are asked of inner nodes, something is cut in the questions about cuts but one, and an order is better."""
    for each in book["value"]:
        paths = {node_path for node_path, node in walk(as_json(explained(each, "minimax").root)) if node["children"]}
        assert each["at"] in paths
    cuts = [explained(each, "textbook").pruned for each in book["cut"]]
    assert sum(count > 0 for count in cuts) >= 4
    for each in book["order"]:
        assert len({explained(each, "textbook", order).searched for order in orders(each)}) > 1


def test_orders_are_marked_by_the_search(node: Node, book: dict[str, list[dict[str, Any]]]) -> None:
    """The count of each order is that of the server's alpha-beta, and the best one is the least of all."""
    for each in book["order"]:
        counts = [explained(each, "textbook", order).searched for order in orders(each)]
        inputs = [[each["tree"], each["first"], order] for order in orders(each)]
        for mark, count in zip(run_module(node, MODULE, "markOrder", inputs), counts, strict=True):
            assert (mark["count"], mark["best"]) == (count, min(counts))
            assert mark["all"] == explained(each, "minimax").searched
            assert counts[orders(each).index(tuple(mark["example"]))] == min(counts)


def test_values_and_cuts_are_marked(node: Node) -> None:
    """The value that the other player would take has its own mark, and what is below a cut need not be named."""
    root = as_json(explained({"tree": [[3, 12], [2, 4]], "first": "max"}, "minimax").root)
    marks = run_module(node, MODULE, "markValue", [[root, 3], [root, 2], [root, 4]])
    assert marks == ["right", "opposite", "wrong"]
    mark = "({markCuts}, cut, answer) => markCuts(cut, new Set(answer))"
    assert run_module(node, MODULE, mark, [[["0.1.1", "0.2"], ["0.2", "0.2.1", "0.10", "0.1"]]]) == [
        {"found": ["0.2"], "missed": ["0.1.1"], "searched": ["0.10", "0.1"]}
    ]


def test_the_first_answers_count(node: Node) -> None:
    """A second answer to a question changes nothing, kept answers are read again, and broken ones are left out."""
    answers = [["value", 0, True], ["value", 0, False], ["value", 1, False], ["value", 1, True], ["cut", 2, True]]
    assert run_module(node, MODULE, MARKED, [[answers]]) == [[{"right": 1, "answered": 2, "of": 5}, 0, 1]]


def test_addresses_of_questions(node: Node) -> None:
    """Questions of the book and others come back from their addresses, and other addresses ask nothing."""
    function = """({readQuestion, addressOfQuestion}, query) => {
  const found = readQuestion(new URLSearchParams(query));
  return found && [found.place, addressOfQuestion(found.question)];
}"""
    own = "/learn?exercise=value&leaves=1+2+%2F+3+4&first=min&at=2"
    results = run_module(node, MODULE, function, [["exercise=cut-9"], [own.partition("?")[2]], ["exercise=x"], [""]])
    assert results[0][0] == 4
    assert results[1:] == [[None, own], None, None]


def test_a_pupil_answers(visitors: Visitors) -> None:
    """By keys, by mouse and by touch; each answer is explained, counted, kept, and sent as a link."""
    page = visitors.open("/learn?exercise=value-1")
    page.locator("#exercise-value").fill("12")
    page.keyboard.press("Enter")
    verdict(page, "Not quite", "That is the highest of 3, 12, 8. MIN is to move here and takes the lowest: 3.")
    page.get_by_role("button", name="Try again").click()
    page.locator("#exercise-value").fill("3")
    page.keyboard.press("Enter")
    verdict(page, "Right", "MIN takes the lowest of 3, 12, 8, which is 3.")
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(r"exercise=value-2$"))
    expect(page.locator(".exercise-card h2")).to_have_text("What is the value of the root?")
    page.locator("#exercise-value").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator(".exercise-places")).to_contain_text("1 of 5 right")

    page.get_by_role("link", name="Cuts").click()
    expect(page.locator(".exercise-card h2")).to_contain_text("Which branches")
    page.locator(".node.leaf").nth(4).click()
    page.locator(".exercise-branches").get_by_label("2.3").check()
    page.get_by_role("button", name="Check").click()
    verdict(page, "Right", "MAX is already sure of 3 elsewhere")
    expect(page.locator(".node.pruned")).to_have_count(2)
    page.reload()
    expect(page.locator(".exercise-places")).to_contain_text("1 of 5 right")

    phone = visitors.open("/learn?exercise=order-1", phone=True)
    phone.get_by_role("button", name="Check").click()
    verdict(phone, "Not quite", "8 are enough, for example in the order B")
    phone.get_by_role("button", name="Try again").click()
    phone.get_by_role("button", name="B: earlier").tap()
    expect(phone.locator(".exercise-order li").first).to_contain_text("B")
    phone.get_by_role("button", name="Check").tap()
    verdict(phone, "Right", "no order visits fewer")
    sizes = phone.locator(".exercise-card :is(button, a, input):visible").evaluate_all(
        "(all) => all.map((each) => each.closest('label') ?? each).map((each) => each.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 36


def verdict(page: Page, *texts: str) -> None:
    """Wait until an answer is judged with these texts."""
    for text in texts:
        expect(page.locator(".exercise-verdict")).to_contain_text(text)


def explained(question: dict[str, Any], algorithm: str, order: tuple[int, ...] | None = None) -> Any:
    """Return the server's search of a question's tree, with the branches of its root in an order."""
    tree = question["tree"]
    return leaf_tree(json.dumps([tree[each] for each in order] if order else tree), question["first"], algorithm)


def orders(question: dict[str, Any]) -> list[tuple[int, ...]]:
    """Return all orders of the branches of the root."""
    return list(itertools.permutations(range(len(question["tree"]))))


def walk(node: Any, path: str = "") -> list[tuple[str, Any]]:
    """Return the nodes below one with their paths, counted from 1."""
    below = [walk(child, f"{path}.{place}".removeprefix(".")) for place, child in enumerate(node["children"], start=1)]
    return [(path, node), *itertools.chain.from_iterable(below)]
