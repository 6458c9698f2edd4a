"""Files of the web page: addresses with hashes, and the import map."""

import gzip
import json
from pathlib import Path

from kibitz_server.net.pages.assets import Assets
from kibitz_server.net.pages.compact import compact_module
from kibitz_server.net.pages.prepared import prepare

FILES = {
    "main.js": 'import {a} from "./views/lobby.js";\nconst later = () => import("./views/late.js");\n',
    "views/lobby.js": 'import {html} from "lit-html";\nimport {\n  t,\n} from "../words/index.js";\n',
    "views/late.js": "export {};\n",
    "words/index.js": "export const t = 1;\n",
    "vendor/lit-html.js": "export const html = 1;\n",
    "styles/page.css": "body { color: red }\n",
}


def test_the_address_follows_from_the_content() -> None:
    """A changed file has another address, and the old one is gone."""
    before = Assets(prepare(FILES))
    after = Assets(prepare({**FILES, "main.js": "changed"}))
    assert before.address("main.js") != after.address("main.js")
    assert before.address("styles/page.css") == after.address("styles/page.css")
    assert after.at(before.address("main.js")) is None


def test_assets_are_found_with_and_without_their_hash() -> None:
    """Only the address with the hash may be kept by browsers."""
    assets = Assets(prepare(FILES))
    found = assets.at(assets.address("main.js"))
    assert found is not None
    asset, hashed = found
    assert hashed
    assert asset.data == gzip.decompress(asset.encoded["gzip"]) == compact_module(FILES["main.js"]).encode()
    assert assets.text("vendor/lit-html.js") == FILES["vendor/lit-html.js"]
    assert assets.at("/assets/main.js") == (asset, False)
    assert assets.at("/assets/../app.py") is None
    assert assets.at("/main.js") is None


def test_the_import_map_leads_names_to_addresses() -> None:
    """Libraries have bare names, and all modules their addresses without a hash."""
    assets = Assets(prepare(FILES))
    imports = json.loads(assets.import_map)["imports"]
    assert imports["lit-html"] == assets.address("vendor/lit-html.js")
    assert imports["/assets/main.js"] == assets.address("main.js")
    assert imports["/assets/views/lobby.js"] == imports["/assets/words/index.js"] == assets.address("bundles/main.js")


def test_the_page_of_a_release_is_served_as_it_is(tmp_path: Path) -> None:
    """Its files have hashes in their names, which are their addresses. Other files get one with a hash."""
    (tmp_path / "main.ABCD2345.js").write_text('import  "./a.BCDE2345.js";\n')
    (tmp_path / "a.BCDE2345.js").touch()
    (tmp_path / "a.BCDE2346.css").touch()
    (tmp_path / "icon.svg").touch()
    first = ["main.ABCD2345.js", "a.BCDE2345.js", "a.BCDE2346.css"]
    described = {"imports": {"/assets/a.css": "a.BCDE2346.css"}, "views": {"": "a.js"}, "first": {"a.js": first}}
    (tmp_path / "bundled.json").write_text(json.dumps(described))
    assets = Assets.read(tmp_path)
    assert assets.first(assets.views[""]) == [f"/assets/{name}" for name in first]
    assert json.loads(assets.import_map) == {"imports": {"/assets/a.css": "/assets/a.BCDE2346.css"}}
    assert assets.text("main.ABCD2345.js") == 'import  "./a.BCDE2345.js";\n'
    assert all((found := assets.at(f"/assets/{name}")) and found[1] for name in first)
    assert assets.address("icon.svg") != "/assets/icon.svg"
