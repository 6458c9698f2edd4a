"""The pages that promise something name tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(("page", "at_least"), [("security.md", 40), ("operating.md", 12)])
def test_every_promise_has_its_test(page: str, at_least: int) -> None:
    """Each test function and test file that a page names exists."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    paths = list((ROOT / "tests").rglob("test_*.py"))
    files = {path.name for path in paths}
    sources = "".join(path.read_text(encoding="utf-8") for path in paths)
    named = re.findall(r"`(test_\w+(?:\.py)?)`", text)
    assert len(named) >= at_least
    assert [name for name in named if name not in files and f"def {name}(" not in sources] == []
