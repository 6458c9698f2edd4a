"""Modules and stylesheets without comments: everything else stays, also what looks like a comment."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

import kibitz_client
from kibitz_server.net.pages.comments import module_without_comments, style_without_comments

FOLDER = Path(kibitz_client.__file__).parent / "web"
TYPESCRIPT = Path(__file__).parents[3] / "web" / "node_modules" / "typescript"
COMPARE = """
const ts = require(process.argv[1]);
let input = "";
process.stdin.on("data", (part) => (input += part)).on("end", () => {
  const print = (text) => {
    const file = ts.createSourceFile("a.mjs", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
    if (file.parseDiagnostics.length) throw Error(file.parseDiagnostics[0].messageText + text.slice(0, 200));
    return ts.createPrinter({removeComments: true}).printFile(file);
  };
  const differing = JSON.parse(input).filter(([, before, after]) => print(before) !== print(after));
  console.log(JSON.stringify(differing.map(([name]) => name)));
});
"""
"""Prints the names of modules of which the syntax tree without comments has changed, by the parser of TypeScript."""


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("// line\na; // end\n", "\na;\n"),
        ("/** @type {A} */\nlet a = /** @type {B} */ (b);\n", "\nlet a = (b);\n"),
        ("/* two\n * lines */ a;\n", "\na;\n"),
        ("return/* a */b\n", "return b\n"),
        ("a = '// no'; b = \"/* no */\"; c = 'it\\'s // no';\n", None),
        (
            "a = `// no ${b /* yes */ + `/* no ${{c: `//`}}`} /* no */ $ \\` \\${ //`;\n",
            "a = `// no ${b + `/* no ${{c: `//`}}`} /* no */ $ \\` \\${ //`;\n",
        ),
        ("a = b / c; // d / e\n", "a = b / c;\n"),
        ("a = b.match(/[/*'`]\\/\\/\"/g) / 2; // '\n", "a = b.match(/[/*'`]\\/\\/\"/g) / 2;\n"),
        ("a = i++ / 2 + '/'; // b\n", "a = i++ / 2 + '/';\n"),
        ("return /'/.test(a); // b\n", "return /'/.test(a);\n"),
        ("a = {b: `${c}`}; // d\n", "a = {b: `${c}`};\n"),
    ],
)
def test_comments_of_modules_are_left_out(source: str, served: str | None) -> None:
    """Strings, templates and regular expressions stay, and so does the number of lines."""
    assert module_without_comments(source) == (source if served is None else served)


def test_comments_of_stylesheets_are_left_out() -> None:
    """Strings stay, and so does the number of lines."""
    source = '/* a\n * b */\na { content: "/* no */"; } /* c */\nb /* d */ i { }\n'
    assert style_without_comments(source) == '\n\na { content: "/* no */"; }\nb i { }\n'


def sources() -> list[Path]:
    """Return the modules that the server changes."""
    return [path for path in sorted(FOLDER.rglob("*.js")) if path.parent.name != "vendor"]


@pytest.mark.io
def test_every_module_means_the_same_without_comments() -> None:
    """The parser of TypeScript finds the same syntax tree, on the same number of lines, and no comment is left."""
    node = shutil.which("node")
    if node is None or not TYPESCRIPT.is_dir():
        pytest.skip("the parser of TypeScript is not installed; try: make lint-web")
    modules = [(path.name, text := path.read_text(), module_without_comments(text)) for path in sources()]
    assert modules
    done = subprocess.run(
        [node, "-e", COMPARE, str(TYPESCRIPT)], input=json.dumps(modules), capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == []
    for name, before, after in modules:
        assert after.count("\n") == before.count("\n"), name
        assert "/**" not in after, name
