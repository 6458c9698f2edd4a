"""The structure of the page's sources: layers, import cycles, folders, and the texts of its languages."""

import re
from collections import Counter
from pathlib import PurePosixPath

import pytest

from tests.structure import MAX_MODULES, cycles
from tests.web.sources import (
    COMPOSES,
    WEB,
    Source,
    import_graph,
    layers,
    literals,
    patterns,
    placeholders,
    sources,
    texts,
    texts_of_parts,
)

LONGEST = 420
"""Lines of a module. One of more has more than one subject."""
MOST_TWINS = 13
"""Modules that compute what the Python client computes too."""


def breaches(found: dict[str, Source]) -> list[str]:
    """Return the imports that go up, or to folders that are not layers."""
    place = {folder: number for number, level in enumerate(layers()) for folder in level}
    wrong = []
    for source in found.values():
        for target in source.imports:
            above = target.partition("/")[0]
            if COMPOSES.get(source.name) == above:
                continue
            if place.get(above, -1) < place.get(source.folder, 99):
                wrong.append(f"{source.name} imports {target}")
    return sorted(wrong)


def test_imports_go_down() -> None:
    """A module imports from its own layer and those below, in the order of docs/architecture.md."""
    assert breaches(sources()) == []


def test_every_folder_is_a_layer() -> None:
    """A new folder gets its place in the order."""
    assert {source.folder for source in sources().values()} == set().union(*layers())


def test_every_import_exists() -> None:
    """A module that was moved or removed is imported nowhere."""
    known = set(sources())
    missing = {name: sorted(source.imports - known) for name, source in sources().items() if source.imports - known}
    assert missing == {}


def test_no_module_imports_itself_through_others() -> None:
    """Modules have an order, apart from the router that loads the views."""
    assert cycles(import_graph()) == []


def test_shapes_of_boards_do_not_know_their_table() -> None:
    """The table imports the shapes, so that a small board needs no module about large ones."""
    table = "board/shapes/index.js"
    shapes = {name: source.imports for name, source in sources().items() if name.startswith("board/shapes/")}
    assert table in shapes
    above = ("board/contents/", "board/board.js", table)
    assert {name: found for name, found in shapes.items() if any(target.startswith(above) for target in found)} == {}


def test_no_folder_has_many_modules() -> None:
    """A reader can take in a folder at a glance."""
    counts = Counter(PurePosixPath(name).parent.as_posix() for name in sources())
    assert {folder: count for folder, count in counts.items() if count > MAX_MODULES} == {}


def test_no_module_is_long() -> None:
    """A module has one subject."""
    lengths = {name: source.text.count("\n") for name, source in sources().items() if not name.startswith("words/")}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_twins_are_few_and_name_their_modules() -> None:
    """What a module computes as the Python client does is written twice; the server sends what it can send instead."""
    found = {name: source.twins for name, source in sources().items() if source.twins}
    assert 0 < len(found) <= MOST_TWINS
    assert [path for paths in found.values() for path in paths if not (WEB.parent / path).is_file()] == []


def test_every_text_that_is_asked_for_exists() -> None:
    """A misspelt key would be shown to the reader in place of its text."""
    known = texts("en")
    groups = {key.partition(".")[0] for key in known}
    asked = re.compile(rf"(?:{'|'.join(groups)})\.\w+(?:\.\w+)*")
    missing = {}
    for name, source in sources().items():
        if name.startswith("words/"):
            continue
        # A name with the ending of a file is not the name of a text.
        keys = {text for text in literals(source.text) if asked.fullmatch(text) and not text.endswith((".js", ".css"))}
        if unknown := keys - set(known):
            missing[name] = sorted(unknown)
    assert missing == {}


LENT = {
    "app/format.js": {"row.more"},
    "people/form.js": {"account.hide", "account.show"},
    "records/rows.js": {"archive.replay"},
    "tournaments/form/terms.js": {"new.badClock"},
}
"""Texts of functions that some views do not call: ends of matches, passwords, lists of records, forms of events."""


def test_views_load_the_texts_that_they_show() -> None:
    """A key whose part of the texts is not loaded would be shown to the reader in place of its text."""
    part_of = {key: f"words/{part}/index.js" for part, found in texts_of_parts("en").items() for key in found}
    graph = import_graph()
    missing = {}
    for view in sources()["app/router.js"].imports:
        reached = reachable(graph, view)
        for name in reached:
            asked = literals(sources()[name].text) - LENT.get(name, set())
            if lost := {key for key in asked if part_of.get(key, name) not in {name, *reached}}:
                missing[view, name] = sorted(lost)
    assert missing == {}


def reachable(graph: dict[str, set[str]], first: str) -> set[str]:
    """Return a module with all that it imports, now or on demand, itself or through others."""
    found, waiting = {first}, [first]
    while waiting:
        new = graph.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def test_every_text_is_used() -> None:
    """A text that no module asks for would be translated in vain."""
    modules = [source.text for name, source in sources().items() if not name.startswith("words/")]
    direct = set().union(*map(literals, modules))
    made = re.compile("|".join(set().union(*map(patterns, modules))))
    assert [key for key in texts("en") if key not in direct and not made.fullmatch(key)] == []


def test_languages_have_the_same_texts() -> None:
    """German has each text of the page, with the same values in it, and more for what the server says."""
    english, german = texts("en"), texts("de")
    assert [
        key for key in set(german) ^ set(english) if not (key in german and key.startswith(("reason.", "game.")))
    ] == []
    differing = {key: text for key, text in english.items() if placeholders(text) != placeholders(german[key])}
    assert differing == {}


def test_plurals_have_the_form_of_many() -> None:
    """`other` is the form that every language has."""
    for language in ("en", "de"):
        assert [key for key, text in texts(language).items() if "other" not in text] == []


UP = Source(
    "words/index.js",
    'import {\n  a,\n} from "../app/a.js";\nconst later = () => import("./../board/b.js");\n// import "../views/c.js";',
)
KEYS = 'html`<b class="x.y">${t("a.one")} ${t(`a.${kind ? "two" : `${x}`}.z`)} ${t(`a.b.${kind}`)}</b>` // "a.three"'


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (breaches({UP.name: UP}), ["words/index.js imports app/a.js", "words/index.js imports board/b.js"]),
        ({key for key in literals(KEYS) if key.startswith("a.")}, {"a.one"}),
        (patterns(KEYS), {r"a\.b\.[\w ,-]+"}),
    ],
    ids=["imports that go up", "keys", "keys that templates make"],
)
def test_what_is_planted_is_found(found: object, wanted: object) -> None:
    """Imports on demand count too, keys within templates as well, and comments do not."""
    assert found == wanted
