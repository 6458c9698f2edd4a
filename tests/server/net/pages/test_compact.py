"""Modules in fewer bytes: what means something stays, also what looks like a comment."""

import json
import subprocess
from pathlib import Path

import pytest

import kibitz_client
from kibitz_server.net.pages.compact import compact_module
from tests.programs import NODE

FOLDER = Path(kibitz_client.__file__).parent / "web"
TYPESCRIPT = Path(__file__).parents[3] / "web" / "node_modules" / "typescript"
COMPARE = r"""
const ts = require(process.argv[1]);
let input = "";
process.stdin.on("data", (part) => (input += part)).on("end", () => {
  const print = (text) => {
    const file = ts.createSourceFile("a.mjs", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS);
    if (file.parseDiagnostics.length) throw Error(file.parseDiagnostics[0].messageText + text.slice(0, 200));
    const markup = (context) => (node) => {
      const seen = ts.visitEachChild(node, markup(context), context);
      const make = context.factory;
      const plain = (part) => part.text.replace(/\s*\n\s*/g, "\n");
      if (ts.isNoSubstitutionTemplateLiteral(seen)) return make.createNoSubstitutionTemplateLiteral(plain(seen));
      if (ts.isTemplateHead(seen)) return make.createTemplateHead(plain(seen));
      if (ts.isTemplateMiddle(seen)) return make.createTemplateMiddle(plain(seen));
      if (ts.isTemplateTail(seen)) return make.createTemplateTail(plain(seen));
      return seen;
    };
    const [same] = ts.transform(file, [(context) => (root) => ts.visitNode(root, markup(context))]).transformed;
    const printed = ts.createPrinter({removeComments: true}).printFile(same).replace(/\s+/g, " ");
    if (process.argv[2] !== "joined") return printed;
    // A list on several lines is printed with other blanks, and with the comma at its end.
    return printed.replace(/ ?([{}()[\],;]) ?/g, "$1").replace(/,(?=[\])}])/g, "");
  };
  const differing = JSON.parse(input).filter(([, before, after]) => print(before) !== print(after));
  console.log(JSON.stringify(differing.map(([name]) => name)));
});
"""
"""Prints the names of modules whose syntax tree has changed, by the parser of TypeScript.

It ignores comments, the layout of the source, and indentation in templates.
"""


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("// line\na; // end\n", "\na;\n"),
        ("/** @type {A} */\nlet a = /** @type {B} */ (b);\n", "\nlet a=(b);\n"),
        ("/* two\n * lines */ a;\n", "\na;\n"),
        ("return/* a */b\n", "return b\n"),
        ("  if (a) {\n    b( c , d );\n  }\n", "if(a){\nb(c,d);\n}\n"),
        ("a = b + +c - -d; e = f + ++g; h = i in j; k = l ? m : n\n", "a=b+ +c- -d;e=f+ ++g;h=i in j;k=l?m:n\n"),
        ("a = '// no'; b = \"/* no */\"; c = 'it\\'s // no';\n", "a='// no';b=\"/* no */\";c='it\\'s // no';\n"),
        (
            "a = `// no ${b /* yes */ + `/* no ${{c: `//`}}`} \\` \\${ //`;\n",
            "a=`// no ${b+`/* no ${{c:`//`}}`} \\` \\${ //`;\n",
        ),
        ("a = b / c; // d / e\n", "a=b/c;\n"),
        ("a = b.match(/[/*'`]  \\/\\/\"/g) / 2; // '\n", "a=b.match(/[/*'`]  \\/\\/\"/g)/2;\n"),
        ("a = b / /c/.exec(d).index;\n", "a=b/ /c/.exec(d).index;\n"),
        ("a = i++ / 2 + '/'; // b\n", "a=i++/2+'/';\n"),
        ("return /'/.test(a); // b\n", "return/'/.test(a);\n"),
        ("a = {b: `${c}`}; // d\n", "a={b:`${c}`};\n"),
        ("a = html`<b>\n    ${c}  d\n  </b>`;\n", "a=html`<b>\n${c}  d\n</b>`;\n"),
        ("a = `b\n    ${c}\n  d`;\n", "a=`b\n    ${c}\n  d`;\n"),
        ("a = html`\n  ${b(`\n  c`)}\n  d`;\n", "a=html`\n${b(`\n  c`)}\nd`;\n"),
    ],
)
def test_a_module_becomes_compact(source: str, served: str) -> None:
    """Comments and blanks go. Strings, plain templates and regular expressions stay, and so do the lines of code."""
    assert compact_module(source) == served


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("// a\n\nconst a = 1; // b\n\nb(\n  c,\n  d\n);\ne\nf\n", "\nconst a=1;b(c,d);e\nf\n"),
        ("a = `b;\n  c{\n`;\nd", "a=`b;\n  c{\n`;d"),
        ("if (a) {\n  b;\n}\nelse {\n  c\n}\nd", "if(a){b;}\nelse{c}\nd"),
    ],
)
def test_lines_are_joined_where_a_break_means_nothing(source: str, served: str) -> None:
    """A break that may end a statement stays, and so does the text of a plain template."""
    assert compact_module(source, joined=True) == served


@pytest.mark.io
@pytest.mark.parametrize("joined", [False, True])
def test_every_module_means_the_same_when_compact(*, joined: bool) -> None:
    """The parser of TypeScript finds the same syntax tree, and no comment is left."""
    if not TYPESCRIPT.is_dir():
        pytest.skip("the parser of TypeScript is not installed; try: make lint-web")
    paths = [path for path in sorted(FOLDER.rglob("*.js")) if path.parent.name != "vendor"]
    modules = [(path.name, text := path.read_text(), compact_module(text, joined=joined)) for path in paths]
    assert modules
    done = subprocess.run(
        [NODE.required(), "-e", COMPARE, str(TYPESCRIPT), "joined" if joined else "lines"],
        input=json.dumps(modules),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == []
    for name, _, after in modules:
        assert "/**" not in after, name
