"""The pages for readers: their links, the commands that they show, and where they say that code is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages import FENCED, PAGES, ROOT, commands, mentioned, name_of, problem, text_of, words_of

LINK = re.compile(r'\]\(([^()\s]+)\)|\bsrc="([^"]+)"')
ROOTS = (ROOT / "server", ROOT / "client", ROOT / "protocol", ROOT)


@pytest.mark.stays_in("test-all")
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_are_understood(page: Path) -> None:
    """The programs accept each command in a shell block, and the Makefile has each target."""
    assert [said for words in commands(page) if (said := problem(words))] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_mentioned_commands_exist(page: Path) -> None:
    """Each command, option and target that a sentence mentions exists."""
    found = map(problem, mentioned(page))
    assert [said for said in found if "No such" in said or "no target" in said] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """Each file that a page links to or shows exists, and has the heading that the link names."""
    wrong = []
    for linked, shown in LINK.findall(FENCED.sub("", text_of(page))):
        address, _, heading = (linked or shown).partition("#")
        target = page.parent / address if address else page
        if re.match(r"\w+:", address):
            continue
        if not target.exists() or (heading and heading not in headings(target)):
            wrong.append(linked or shown)
    assert wrong == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_mentioned_files_exist(page: Path) -> None:
    """Each file of the sources that a page names by its path from the root exists."""
    named = re.findall(
        r"(?<![\w/])(?:tests|bench|training|deploy|examples|docs)/[\w/.-]*\w", FENCED.sub("", text_of(page))
    )
    assert [path for path in named if not (ROOT / path).exists()] == []


def headings(page: Path) -> set[str]:
    """Return the headings of a page as GitHub writes them in addresses."""
    found = re.findall(r"^#+ (.*)$", FENCED.sub("", text_of(page)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def rows() -> list[str]:
    """Return the rows of the tables that say where code is."""
    page = text_of(ROOT / "docs" / "where-to-find.md")
    return [line for line in page.splitlines() if line.startswith("| ") and "?" in line]


def absent(row: str) -> list[str]:
    """Return the files and names of a row that do not exist. A file name alone is in the folder before it."""
    files: list[Path] = []
    names, wrong = [], []
    for token in re.findall(r"`([^`]+)`", row):
        if "/" in token:
            found = next((root / token for root in ROOTS if (root / token).exists()), None)
        elif token.endswith(".py"):
            last = files[-1] if files else ROOT
            found = next((path for path in (last / token, last.parent / token) if path.exists()), None)
        else:
            names.append(token)
            continue
        if found is None:
            wrong.append(token)
        else:
            files.append(found)
    sources = [path.read_text(encoding="utf-8") for file in files for path in sources_of(file)]
    for name in names:
        last = name.removesuffix("()").rpartition(".")[2]
        if not any(re.search(rf"\b{last}\b", source) for source in sources):
            wrong.append(name)
    return wrong


def sources_of(file: Path) -> Iterator[Path]:
    """Yield a file, or those below a folder."""
    yield from file.rglob("*.*y") if file.is_dir() else [file]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.split("|")[1].strip())
def test_places_exist(row: str) -> None:
    """Each file of docs/where-to-find.md exists, and each name is in one of the files of its row."""
    assert absent(row) == []


def test_wrong_places_are_found() -> None:
    """A file that moved and a name that is gone are reported."""
    row = "`kibitz_server/core/match/phase.py`: `no_such_name`; `decide.py`, `gone.py`, `kibitz_server/x/y.py`"
    assert absent(row) == ["gone.py", "kibitz_server/x/y.py", "no_such_name"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("make serv", "no target ['serv']"),
        ("make bench ARGS=serve", "no target ['serve']"),
        ("make generated ARGS='schemas schema'", "no target ['schema']"),
        ("python -m bench.no.such", "no target bench.no.such"),
        ("make bench ARGS='server --only moves'", ""),
        ("kibitz plai chess", "No such command 'plai'"),
        ("KIBITZ_PLAIN=1 kibitz play chess --agianst level:3 | jq", "No such option: --agianst"),
        ("kibitz-server db backup", "Missing argument 'file'"),
        ("kibitz play chess --against level:3 > moves.txt", ""),
    ],
)
def test_a_wrong_command_is_found(line: str, said: str) -> None:
    """An unknown target, command or option and a missing argument are reported; a right command is not."""
    report = problem(next(words_of(line)))
    assert (said in report, bool(report)) == (True, bool(said))
