"""Compact files of the page are kept between starts of servers."""

import os
from pathlib import Path

import pytest

from kibitz_server.net.pages import prepared

FILES = {"main.js": "const a = 1; // one\n", "styles/page.css": "body { color: red }\n", "vendor/lit.js": "a  = 1;\n"}


def kept(folder: Path, files: dict[str, str]) -> prepared.Prepared:
    """Return the files as a new process gets them."""
    prepared._kept.cache_clear()
    return prepared.kept(files, folder)


def test_a_later_start_reads_what_an_earlier_one_made(tmp_path: Path) -> None:
    """The files are those that would be made, and libraries are as published."""
    made = kept(tmp_path, FILES)
    assert made == prepared.prepare(FILES)
    assert made.texts == {
        "main.js": "const a=1;\n",
        "styles/page.css": "body{color:red}",
        "vendor/lit.js": "a  = 1;\n",
    }
    [file] = tmp_path.iterdir()
    file.write_text('[{"main.js": "read"}, {}, {}, {}]')
    assert kept(tmp_path, FILES).texts == {"main.js": "read"}


def test_a_damaged_or_other_file_is_not_used(tmp_path: Path) -> None:
    """A file that cannot be read is made again, and changed files have another one."""
    kept(tmp_path, FILES)
    [file] = tmp_path.iterdir()
    for damage in ("", "[]", "7", '{"a": 1}', "[1, 2, 3, 4]"):
        file.write_text(damage)
        assert kept(tmp_path, FILES) == prepared.prepare(FILES), damage
    assert kept(tmp_path, FILES | {"main.js": "b;\n"}).texts["main.js"] == "b;\n"


def test_a_stylesheet_may_consist_of_others() -> None:
    """Browsers get them as one file, and the others not by themselves."""
    files = {"styles/first.css": '@import "a.css";\n@import "b.css";\n', "styles/a.css": "a { top: 0 }\n"}
    made = prepared.prepare({**files, "styles/b.css": "b { top: 1px }\n"})
    assert made.texts == {"styles/first.css": "a{top:0}b{top:1px}"}


def test_few_versions_are_kept(tmp_path: Path) -> None:
    """The oldest ones go."""
    for number in range(5):
        kept(tmp_path, {"main.js": f"a = {number};\n"})
        newest = max(tmp_path.iterdir(), key=lambda file: file.stat().st_mtime_ns)
        os.utime(newest, (number, number))
    assert sorted(file.stat().st_mtime for file in tmp_path.iterdir()) == [2, 3, 4]


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are made at each start, and nothing is written into the working folder of a user without a home."""
    (tmp_path / "file").touch()
    assert kept(tmp_path / "file" / "page", FILES) == prepared.prepare(FILES)
    monkeypatch.chdir(tmp_path)
    assert kept(Path("~/.cache/kibitz/page"), FILES) == prepared.prepare(FILES)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
