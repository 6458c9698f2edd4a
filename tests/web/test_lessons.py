"""Lessons and classes on the page: a teacher makes one, two pupils answer, and the table of the teacher follows."""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.web.checks import use_axe, violations
from tests.web.conftest import Visitors
from tests.web.node import Node

NOT_YET, ONCE = re.compile("not answered"), re.compile("right, 1 try")
FORK = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1"


def join(page: Page, name: str) -> None:
    """Join a lesson or a class as a pupil."""
    page.get_by_label("Your first name").fill(name)
    page.get_by_role("button", name="Begin").click()


def play(page: Page, start: str, end: str) -> None:
    """Play a move by two taps or clicks."""
    for cell in (start, end):
        page.locator(f"[data-cell][aria-label^={cell}]").click()


def code_of(page: Page) -> str:
    """Return the code in the address."""
    return urlsplit(page.url).path.split("/")[2]


@pytest.mark.timeout(240)
def test_a_lesson_is_made_and_solved(visitors: Visitors) -> None:
    """Three tasks by the form; a phone and a desktop answer them; the results are live, and only the teacher's."""
    teacher = visitors.open("/lessons/new", before=use_axe)
    teacher.get_by_label("Name", exact=True).fill("Forks and cuts")
    form = teacher.locator(".task-form")
    teacher.get_by_role("button", name="Find the move").click()
    form.get_by_label("Question").fill("Find the fork.")
    form.get_by_label("Position as text").fill(FORK)
    form.get_by_label("Position as text").press("Tab")
    expect(form.locator("[data-cell][aria-label^=b5]")).to_have_accessible_name("b5, white knight, can be played")
    teacher.get_by_role("button", name="Mark right moves").click()
    play(teacher, "b5", "c7")
    expect(form.locator(".task-answers")).to_contain_text("c7")
    form.get_by_label("Explanation").fill("The knight attacks king and rook.")
    assert violations(teacher, "the form", phone=False) == []
    teacher.get_by_role("button", name="Question with choices").click()
    form.get_by_label("Question", exact=True).fill("What does alpha-beta cut?")
    form.get_by_label("Answer 1", exact=True).fill("Nothing")
    teacher.get_by_role("button", name="Make the lesson").click()
    expect(teacher.get_by_role("alert")).to_contain_text("Task 2 needs two answers")
    form.get_by_label("Answer 2", exact=True).fill("What cannot matter")
    form.get_by_label("Answer 2 is right").check()
    teacher.get_by_role("button", name="Exercise about a tree").click()
    teacher.get_by_role("button", name="Make the lesson").click()
    teacher.wait_for_url("**/results")
    code = code_of(teacher)

    ann = visitors.open(f"/lesson/{code}", phone=True, before=use_axe)
    join(ann, "Ann")
    expect(ann.locator(".told")).to_contain_text("Find the fork.")
    play(ann, "b5", "d6")
    expect(ann.locator(".told.bad")).to_contain_text("Nd6+ is wrong")
    play(ann, "b5", "c7")
    expect(ann.locator(".told.good")).to_contain_text("The knight attacks king and rook.")
    assert violations(ann, "a task", phone=True) == []
    # The field for codes of matches leads there too.
    bob = visitors.open("/")
    bob.locator("#join-code").fill(code)
    bob.locator("#join-code").press("Enter")
    bob.get_by_role("link", name="Open as a lesson").click()
    join(bob, "Bob")
    bob.get_by_role("button", name="Next task").click()
    bob.get_by_role("button", name="What cannot matter").click()
    expect(bob.locator(".told.good")).to_contain_text("That is right.")
    bob.get_by_role("button", name="Next task").click()
    for branch in ("2.2", "2.3"):
        bob.get_by_role("checkbox", name=branch).check()
    bob.get_by_role("button", name="Check").click()
    expect(bob.locator(".exercise-verdict.good")).to_be_visible()

    rows = teacher.locator(".lesson-table tbody tr")
    expect(rows.nth(0).locator("td")).to_have_text([re.compile("2 tries"), NOT_YET, NOT_YET, "1"])
    expect(rows.nth(1).locator("td")).to_have_text([NOT_YET, ONCE, ONCE, "2"])
    expect(rows.nth(1)).to_contain_text("Bob, here now")
    assert violations(teacher, "the results", phone=False) == []
    teacher.get_by_role("button", name="All to this task").last.click()
    expect(ann.locator(".exercise-branches")).to_be_visible()
    # A pupil who comes to the page before, and joins after another step, begins where the others are.
    late = visitors.open(f"/lesson/{code}")
    expect(late.get_by_label("Your first name")).to_be_visible()
    second = teacher.get_by_role("button", name="All to this task").nth(1)
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    join(late, "Cem")
    expect(late.locator(".lesson-choices")).to_be_visible()
    expect(late.locator(".lesson-head [aria-current=step]")).to_have_text("2")
    # The draft of a lesson stays when another one, which is not there, was wanted in between.
    writer = visitors.open("/lessons/new")
    writer.get_by_role("button", name="Question with choices").click()
    writer.locator(".task-form").get_by_label("Question", exact=True).fill("Which move wins?")
    writer.goto(f"{writer.url}?from=ABCDEF")
    expect(writer.locator(".maker-add")).to_be_visible()
    writer.get_by_role("link", name="All lessons").click()
    writer.get_by_role("link", name="New lesson").click()
    expect(writer.locator(".task-form").get_by_label("Question", exact=True)).to_have_value("Which move wins?")
    ann.goto(f"{ann.url.split('?')[0]}/results")
    expect(ann.locator("main")).to_contain_text("only the teacher who made the lesson can do that")
    expect(rows.first).to_contain_text("away")
    for page in (teacher, ann, bob, late, writer):
        page.close()


@pytest.mark.timeout(240)
def test_a_class_follows_its_teacher(visitors: Visitors) -> None:
    """Two pupils see each step; one looks around and returns; a late connection catches up."""
    teacher = visitors.open("/learn")
    teacher.get_by_role("link", name="Teach a class").click()
    teacher.get_by_label("Name").fill("Class 3b")
    teacher.get_by_role("button", name="Begin the class").click()
    expect(teacher.locator(".lesson-invite img")).to_have_js_property("complete", True)
    count = teacher.locator(".class-count")
    path = f"/class/{code_of(teacher)}"
    pupils = [visitors.open(path, phone=True, before=use_axe), visitors.open(path)]
    for page, name in zip(pupils, ("Ann", "Bob"), strict=True):
        join(page, name)
    expect(count).to_have_text("2 of 2 follow")
    ann, bob = pupils
    assert violations(ann, "a class", phone=True) == []
    for step in ("step 2 of 21", "step 3 of 21"):
        teacher.get_by_role("button", name="Next step").click()
        for page in (teacher, *pupils):
            expect(page.locator(".learn")).to_contain_text(step)
    ann.get_by_role("button", name="Next step").click()
    expect(ann.locator(".class-bar")).to_contain_text("You look around")
    expect(count).to_have_text("1 of 2 follow")
    bob.context.set_offline(True)
    teacher.get_by_role("button", name="Minimax", exact=True).click()
    expect(teacher.locator(".learn figcaption")).to_contain_text("Minimax")
    bob.context.set_offline(False)
    ann.get_by_role("button", name="Follow the teacher").click()
    for page in pupils:
        expect(page.locator(".learn figcaption")).to_contain_text("Minimax")
    expect(count).to_have_text("2 of 2 follow")
    for page in (teacher, *pupils):
        page.close()


def test_drafts_become_tasks_and_back(node: Node) -> None:
    """The tasks of a file come out as they went in. Empty answers are left out, and the right one stays right."""
    common = {"question": "Which?", "explanation": "So."}
    place = {"kind": "game", "game": "chess", "options": {}, "position": FORK, "moves": []}
    tree = {"exercise": "value", "leaves": "3 12 / 2 4", "first": "min", "at": "2"}
    tasks = [
        {"kind": "move", **common, "at": place, "answers": ["Nc7"]},
        {"kind": "choice", **common, "at": None, "choices": ["a", "b"], "right": 2},
        {"kind": "exercise", **common, **tree},
    ]
    text = json.dumps({"name": "Forks", "tasks": tasks})
    again = node.evaluate(
        """async (text) => {
          const {readFile, taskOf} = await import("/assets/lessons/draft.js");
          const {name, drafts} = readFile(text);
          return {name, tasks: drafts.map(taskOf)};
        }""",
        text,
    )
    assert again == {"name": "Forks", "tasks": tasks}
    found = node.evaluate(
        """async () => {
          const {lacks, newDraft, readFile, taskOf} = await import("/assets/lessons/draft.js");
          const draft = {...newDraft("choice", "", "Which?"), choices: ["", "a", "", "b"], right: 3};
          const move = newDraft("move", "chess", "Win.");
          return [taskOf(draft).right, lacks(draft), lacks({...draft, right: 0}), lacks(move), readFile("[]")];
        }"""
    )
    assert found == [2, None, "Choices", "Answers", None]


def test_events_of_a_lesson_are_taken_in_order(node: Node) -> None:
    """Early ones after the result, old ones not at all; after a gap or a new connection the lesson is opened again."""
    found = node.evaluate(
        """async () => {
          const {LessonSubscription} = await import("/assets/lessons/subscription.js");
          let told, arrived, result;
          const seen = [];
          const stop = () => {};
          const link = {
            listen: (tell) => ((told = tell), stop),
            onarrival: (arrive) => ((arrived = arrive), stop),
            isOpen: false,
          };
          const uses = {
            open: () => new Promise((resolve) => (result = resolve)),
            take: ({seq}) => seen.push(`open ${seq}`),
            event: ({seq}) => seen.push(seq),
            failed: (error) => seen.push(String(error)),
          };
          const event = (seq, lesson = "AB") => told({t: "lesson", lesson, seq});
          const answer = async (seq) => (result({seq}), await new Promise((resolve) => setTimeout(resolve)));
          const subscription = new LessonSubscription(link, "AB", uses);
          void subscription.open();
          event(4); event(5); event(6, "CD");
          await answer(4);
          event(6); event(6); event(8);
          await answer(8);
          arrived();
          event(9);
          await answer(9);
          event(10);
          return seen;
        }"""
    )
    assert found == ["open 4", 5, 6, "open 8", "open 9", 10]
