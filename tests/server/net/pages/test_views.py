"""Views of the page: which module an address opens, and which files it loads at first."""

from kibitz_server.net.pages.prepared import prepare
from kibitz_server.net.pages.views import MAIN, view_of, views_of

ROUTER = """const match = () => import("../views/match.js");
const VIEWS = {
  "": () => import("../views/lobby.js"),
  tv: match,
  match,
  embed: ({query}) => (query.has("ply") ? replay() : match()),
};
export const routeOf = (url) => ({
  path: url.pathname,
});
"""
LOBBY = """import {html} from "lit-html";
import {
  t,
} from "../words/index.js";
export const open = () => t(html);
"""
FILES = {
    "main.js": 'import {a} from "./app/router.js";\nawait a;\n',
    "app/router.js": ROUTER + "export const a = 1;\n",
    "views/lobby.js": LOBBY,
    "views/match.js": 'export const open = (app) => app.style("match.css");\n',
    "words/index.js": 'export const t = () =>\n  import("./de.js");\nexport const a = add(() => import("./de.js"));\n',
    "words/de.js": "export default 1;\n",
    "vendor/lit-html.js": "export const html = 1;\n",
}


def test_the_router_says_which_module_a_view_is() -> None:
    """A view has a module of its own, or one that has a name because several addresses open it."""
    assert views_of(FILES) == {"": "views/lobby.js", "tv": "views/match.js", "match": "views/match.js"}


def test_an_address_of_two_parts_may_have_a_view_of_its_own() -> None:
    """Otherwise the first part decides, whatever follows."""
    router = """const VIEWS = {
  events: () => import("../views/events.js"),
  "events/new": () => import("../views/form.js"),
};
"""
    views = views_of({"app/router.js": router})
    assert views == {"events": "views/events.js", "events/new": "views/form.js"}
    addresses = ("/events", "/events/new", "/events/old", "/new", "/")
    form, usual = "views/form.js", "views/events.js"
    assert [view_of(path, views) for path in addresses] == [usual, form, usual, None, None]


def test_a_view_loads_what_it_imports_and_its_stylesheets() -> None:
    """Static imports count, also those that span lines. Dynamic ones do not, wherever they stand."""
    first = prepare(FILES).first
    always = ["main.js", "app/router.js"]
    assert first[MAIN] == [*always, "styles/first.css"]
    lobby = ["main.js", "bundles/lobby.js", "app/router.js", "vendor/lit-html.js", "styles/first.css"]
    assert first["views/lobby.js"] == lobby
    assert first["views/match.js"] == [
        "main.js",
        "views/match.js",
        "app/router.js",
        "styles/first.css",
        "styles/match.css",
    ]
