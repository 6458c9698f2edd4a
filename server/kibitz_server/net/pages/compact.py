"""Modules in fewer bytes: without comments and without blanks that mean nothing.

Line breaks of code stay, so a browser names the same lines as the source. All else stays as it is: strings, templates
and regular expressions may contain what looks like a comment. In templates of HTML and SVG, an indented new line
becomes a plain one, which browsers draw as the same blank. Minifiers in Python, such as rjsmin, do not know templates
within templates, and change their texts.
"""

import re

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<string>'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")
    |(?P<space>\s+)
    |(?P<word>[\w$]+)
    |(?P<sign>\+\+|--|.)""",
    re.DOTALL | re.VERBOSE,
)
TEXT_OF_TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?:`|\$\{)", re.DOTALL)
EXPRESSION = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/")
BEFORE_EXPRESSION = frozenset(
    ("return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "await", "yield")
)
"""Words after which a slash begins a regular expression. After other words and after a closing bracket it divides."""
ENDS_OF_VALUES = ")]}`'\"/_$"
MARKUP = frozenset(("html", "svg"))
"""Functions of templates whose text is markup."""
INDENTED = re.compile(r"\s*\n\s*")
OPEN, CLOSED = frozenset(";{,(["), frozenset("})]")
"""Signs after which, and before which, a line break means nothing."""
SIGNS = "+-/"
"""Signs that mean something else when doubled."""


def compact_module(source: str, *, joined: bool = False) -> str:
    """Return a JavaScript module in fewer bytes.

    Args:
        source: The module, or a part of it.
        joined: Whether lines are joined where a break means nothing, for a file of several modules, whose lines no
            source has.
    """
    parts: list[str] = []
    templates: list[_Template] = []
    """Templates that have not ended, the innermost last."""
    last, between = "", ""
    at = 0
    while at < len(source):
        token = TOKEN.match(source, at)
        assert token is not None
        kind, text = token.lastgroup, token[0]
        if kind in ("comment", "space"):
            # A comment separates tokens like a blank.
            between += "\n" * text.count("\n") or " "
            at += len(text)
            continue
        if text == "/" and _begins_expression(last) and (found := EXPRESSION.match(source, at)):
            text = found[0]
        shown = text
        if text == "`":
            templates.append(_Template(last in MARKUP))
            text, shown = _with_text(source, at, templates)
        elif text == "{" and templates:
            templates[-1].braces += 1
        elif text == "}" and templates and templates[-1].braces:
            templates[-1].braces -= 1
        elif text == "}" and templates:
            text, shown = _with_text(source, at, templates)
        parts += _joined(last, between, text) if joined else _between(last, between, text), shown
        last, between = text, ""
        at += len(text)
    return "".join(parts) + "\n" * between.count("\n")


class _Template:
    """A template that has not ended. `braces` counts the open ones in its expression."""

    __slots__ = ("braces", "markup")

    def __init__(self, markup: bool) -> None:
        self.markup = markup
        self.braces = 0


def _with_text(source: str, at: int, templates: list[_Template]) -> tuple[str, str]:
    """Return the text of the innermost template from a sign on, until its end or its next expression, and compacted."""
    found = TEXT_OF_TEMPLATE.match(source, at + 1)
    text = source[at : found.end() if found else len(source)]
    shown = INDENTED.sub("\n", text) if templates[-1].markup else text
    if not text.endswith("${"):
        templates.pop()
    return text, shown


def _between(last: str, blanks: str, text: str) -> str:
    """Return what must stay of the blanks and comments between two tokens."""
    if "\n" in blanks:
        return "\n" * blanks.count("\n")
    if not blanks or not last:
        return ""
    words = _is_word(last[-1]) and _is_word(text[0])
    return " " if words or (last[-1] == text[0] and text[0] in SIGNS) else ""


def _joined(last: str, blanks: str, text: str) -> str:
    """Return what must stay between two tokens where lines may be joined."""
    if last[-1:] in OPEN or text[0] in CLOSED:
        return ""
    return "\n" if "\n" in blanks else _between(last, blanks, text)


def _is_word(sign: str) -> bool:
    return sign.isalnum() or sign in "_$"


def _begins_expression(last: str) -> bool:
    """Return whether a slash behind a token begins a regular expression. Otherwise it divides."""
    if last in BEFORE_EXPRESSION or not last:
        return True
    return not (last in ("++", "--") or last[-1].isalnum() or last[-1] in ENDS_OF_VALUES)
