"""Modules that are joined to bundles: which belong together, what they still do, and what stays a file of its own."""

import pytest

from kibitz_server.net.pages.bundles import bundled
from kibitz_server.net.pages.compact import compact_module

A = """import {b as other, Shape} from "./b.js";
const own = 1;
export const a = () => other() + own;
export class Round extends Shape {}
"""
B = "const own = 2;\nexport function b() {\n  return own;\n}\nexport class Shape {}\n"


def of(**texts: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the bundles of modules in one folder, and where each module is."""
    sources = {f"{name}.js": text for name, text in texts.items()}
    return bundled(sources, {name: compact_module(text) for name, text in sources.items()})


def test_modules_belong_together_by_the_views_that_need_them() -> None:
    """What the page always needs is one bundle. What two views need is in none of theirs."""
    view = 'import {b} from "./b.js";\nimport {%s} from "./%s.js";\nexport const open = () => [b, %s];\n'
    _, home = of(
        main='import {a} from "./a.js";\nawait a;\nimport("./first.js");\nimport("./second.js");\n',
        a='import {t} from "./t.js";\nexport const a = t;\n',
        t="export const t = 1;\n",
        first=view % ("c", "c", "c"),
        second=view % ("d", "d", "d"),
        b='import {e} from "./e.js";\nimport {t} from "./t.js";\nexport const b = e + t;\n',
        c="export const c = 1;\n",
        d="export const d = 1;\n",
        e="export const e = 1;\n",
    )
    together = [{name for name, where in home.items() if where == bundle} for bundle in dict.fromkeys(home.values())]
    assert sorted(map(sorted, together)) == [
        ["a.js", "t.js"],
        ["b.js", "e.js"],
        ["c.js", "first.js"],
        ["d.js", "second.js"],
    ]


@pytest.mark.parametrize(
    "odd",
    [
        "export let odd = 1;\n",
        "const odd = 1;\nexport {odd};\n",
        'export * from "./b.js";\n',
        "export const odd = import.meta.url;\n",
        "export const odd = await 1;\n",
        'import * as all from "./b.js";\nexport const odd = all;\n',
    ],
)
def test_other_forms_stay_files_of_their_own(odd: str) -> None:
    """A module that a function cannot stand for is served as it is."""
    _, home = of(main='import {a} from "./a.js";\nimport {odd} from "./odd.js";\n', a=A, b=B, odd=odd)
    assert "odd.js" not in home
    _, home = of(
        main='import {c} from "./c.js";\n',
        c='import {odd} from "./odd.js";\nexport const c = odd;\n',
        a=A,
        b=B,
        odd=odd,
    )
    assert "odd.js" not in home


def test_circles_stay_files() -> None:
    """Modules that need each other are not joined, and neither is one that is needed by an odd one that it needs."""
    _, home = of(
        main='import {c} from "./c.js";\nimport {a} from "./a.js";\n',
        a=A,
        b=B,
        c='import {d} from "./d.js";\nexport const c = () => d();\n',
        d='import {c} from "./c.js";\nexport const d = () => c();\n',
    )
    assert set(home) == {"a.js", "b.js"}
    _, home = of(
        main='import {a} from "./a.js";\n',
        a='import {odd} from "./odd.js";\nexport const a = odd;\n',
        odd='import {b} from "./b.js";\nexport const odd = await b();\n',
        b=B,
        c="export const c = 1;\n",
    )
    assert "a.js" not in home


def test_the_same_name_is_exported_once() -> None:
    """A bundle cannot export two values under one name, so the second module stays outside."""
    _, home = of(
        main='import "./a.js";\nimport "./b.js";\nimport "./c.js";\n',
        a="export const open = 1;\n",
        b="export const open = 2;\n",
        c="export const c = 1;\n",
    )
    assert set(home) == {"a.js", "c.js"}


def test_later_imports_lead_to_the_same_files() -> None:
    """A bundle is in another folder than its members."""
    bundles, _ = of(
        main='import "./a.js";\nimport "./b.js";\n', a='export const a = () => import("./later.js");\n', b=B, later=""
    )
    assert 'import("/assets/later.js")' in bundles["bundles/main.js"]
