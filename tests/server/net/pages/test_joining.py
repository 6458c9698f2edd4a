"""The text of a bundle: its members do what they do as files, in fewer bytes."""

import json
import subprocess
from pathlib import Path

import pytest

import kibitz_client
from kibitz_server.net.pages.bundles import bundled
from kibitz_server.net.pages.compact import compact_module
from tests.programs import NODE

FOLDER = Path(kibitz_client.__file__).parent / "web"
A = """import {b as other, Shape} from "./b.js";
const own = 1;
export const a = () => other() + own;
export class Round extends Shape {}
"""
B = "const own = 2;\nexport function b() {\n  return own;\n}\nexport class Shape {}\n"


def bundle(**texts: str) -> str:
    """Return the bundle of all modules."""
    sources = {f"{name}.js": text for name, text in texts.items()}
    sources["main.js"] = "".join(f'import "./{name}";\n' for name in sources)
    bundles, home = bundled(sources, {name: compact_module(text) for name, text in sources.items()})
    assert set(home) == set(sources) - {"main.js"}
    return bundles["bundles/main.js"]


def result(folder: Path, text: str, expression: str) -> object:
    """Return the value of an expression with the exports of a bundle, which are in `all`."""
    (folder / "bundle.mjs").write_text(text)
    (folder / "run.mjs").write_text(
        f'import * as all from "./bundle.mjs";\nconsole.log(JSON.stringify({expression}));\n'
    )
    done = subprocess.run([NODE.required(), folder / "run.mjs"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.io
def test_members_work_as_before(tmp_path: Path) -> None:
    """They import each other, and names that only one of them has do not meet those of others."""
    text = bundle(a=A, b=B)
    assert result(tmp_path, text, "[all.a(), all.b(), new all.Round() instanceof all.Shape]") == [3, 2, True]


@pytest.mark.io
def test_each_member_has_all_its_names(tmp_path: Path) -> None:
    """Also those that stand behind others in one line of the bundle, and names of a list in several lines."""
    text = bundle(
        a="let first = 1;\nconst own = first;\nexport const a = () => own;\n",
        b="let second = 2;\nconst own = second;\nexport const b = () => own;\n",
        c="let third = 3;\nconst [\n  own,\n] = [third];\nexport const c = () => own;\n",
    )
    assert result(tmp_path, text, "[all.a(), all.b(), all.c()]") == [1, 2, 3]


def test_names_that_mean_one_thing_stay() -> None:
    """Such members stand behind each other as they are."""
    text = bundle(
        a='import {b} from "./b.js";\nconst more = 1;\nexport const a = () => b() + more;\n',
        b="export function b() {\n  return 2;\n}\n",
    )
    assert text == "function b(){return 2;}\nconst more=1;const a=()=>b()+more;\nexport{b,a};\n"


@pytest.mark.io
def test_no_name_hides_a_global_one(tmp_path: Path) -> None:
    """A member that means the browser's own name is not given the one of another member, exported or not."""
    text = bundle(
        a="export const URL = 1;\nexport const first = URL;\n",
        b="const escape = 2;\nexport const second = [escape, {escape}, ...[escape].map((escape) => escape)];\n",
        c='export const third = [typeof URL, new URL("http://a.b/c").pathname, escape("ä")];\n',
    )
    shown = "[all.URL, all.first, all.second, all.third]"
    assert result(tmp_path, text, shown) == [1, 1, [2, {"escape": 2}, 2], ["function", "/c", "%E4"]]


@pytest.mark.io
def test_members_may_take_other_names(tmp_path: Path) -> None:
    """A name may be another member's, be taken from two members, or be none at all."""
    text = bundle(
        a="export const one = 1;\nexport default one + 1;\n",
        b='import two, {one as name} from "./a.js";\nconst one = 5;\nexport const b = [one, name, two];\n',
        c='import {name as one} from "./d.js";\nimport {one as name} from "./a.js";\nexport const c = [one, name];\n',
        d="export const name = 9;\n",
        e="const [one, more] = [6, 7];\nexport const e = () => [one, more];\n",
    )
    shown = "[all.one, all.default, all.b, all.c, all.name, all.e()]"
    assert result(tmp_path, text, shown) == [1, 2, [5, 1, 2], [9, 1], 9, [6, 7]]


def test_imports_of_other_files_are_shared() -> None:
    """Two members that import the same are one import, and a file that is only run is still run."""
    text = bundle(
        a='import {html} from "lit-html";\nexport const a = html`<b>`;\n',
        b='import {html} from "lit-html";\nimport "other";\nexport const b = html`<i>`;\n',
    )
    assert text.startswith('import{html}from"lit-html";\nimport"other";\nconst a=html`<b>`;')


@pytest.mark.io
def test_every_bundle_of_the_page_is_a_module(tmp_path: Path) -> None:
    """Node reads each of them without an error, and most modules are in one."""
    paths = [path for path in FOLDER.rglob("*.js") if path.parent.name != "vendor"]
    sources = {path.relative_to(FOLDER).as_posix(): path.read_text() for path in paths}
    bundles, home = bundled(sources, {name: compact_module(text) for name, text in sources.items()})
    assert len(home) > len(sources) / 2
    for name, text in bundles.items():
        file = tmp_path / Path(name).with_suffix(".mjs").name
        file.write_text(text)
        subprocess.run([NODE.required(), "--check", file], check=True)
