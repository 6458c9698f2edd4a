"""Which view an address opens, and which files browsers load for it at first.

The router of the page says which module the view is, and that module says which further stylesheets it needs.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

MAIN = "main.js"
MATCH_VIEW = "views/match.js"
TOURNAMENT_VIEW = "views/tournaments/tournament.js"
ROUTER = "app/router.js"
STYLE = "styles/first.css"
"""The stylesheet of every view."""
ROUTE = re.compile(r"""^  "?([\w/]*)"?(?:: (?:\(\) => import\("\.\./([^"]+)"\)|(\w+)))?,""", re.MULTILINE)
NAMED_ROUTE = re.compile(r"""^const (\w+) = \(\) => import\("\.\./([^"]+)"\)""", re.MULTILINE)
BUNDLED = "bundled.json"
"""The file in which the page of a release has the import map, the views, and what each loads first."""
BROTLI = ".br"
"""What a release adds to the name of a file for that which Brotli compresses it to."""
OWN_STYLE = re.compile(r"""\.style\("([\w-]+\.css)"\)""")
FIRST_STYLE = re.compile(r"""(?<!&& app)\.style\("([\w-]+\.css)"\)""")
"""A stylesheet that a view always needs; others come with what is loaded on demand."""


def views_of(sources: Mapping[str, str]) -> dict[str, str]:
    """Return the modules of views by the first part of their addresses, or the first two.

    Args:
        sources: The sources of the page by name.
    """
    router = sources.get(ROUTER, "")
    named = dict(NAMED_ROUTE.findall(router))
    found = ((first, module or named.get(name or first)) for first, module, name in ROUTE.findall(router))
    return {first: module for first, module in found if module}


def view_of(path: str, views: Mapping[str, str]) -> str | None:
    """Return the module of the view that an address opens by its first two parts, or its first one."""
    first, _, second = path.removeprefix("/").partition("/")
    return views.get(f"{first}/{second}") or views.get(first)


def first_files(
    sources: Mapping[str, str], home: Mapping[str, str], needs: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """Return which files browsers load at first, by the module of the view; by `MAIN` for addresses without a view.

    The file of `MAIN` comes first.

    Args:
        sources: The sources of the page by name.
        home: The file of each module and stylesheet that is in one of another name.
        needs: The files that each file imports when it is loaded.
    """

    def files(view: str) -> Iterator[str]:
        waiting = [home.get(name, name) for name in (MAIN, view)]
        for file in waiting:
            yield file
            waiting += [target for target in needs.get(file, ()) if target not in waiting]
        for style in (STYLE, *(f"styles/{name}" for name in FIRST_STYLE.findall(sources.get(view, "")))):
            yield home.get(style, style)

    return {view: list(dict.fromkeys(files(view))) for view in (MAIN, *views_of(sources).values())}
