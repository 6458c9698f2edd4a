"""Modules and stylesheets without their comments, which are a third of what a browser would load.

Line breaks stay, so a browser names the same lines as the source. All else stays as it is: strings, templates and
regular expressions may contain what looks like a comment.
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
STYLE_TOKEN = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/""", re.DOTALL)


def module_without_comments(source: str) -> str:
    """Return a JavaScript module without its comments."""
    out = _Output()
    braces: list[int] = []
    """Open braces of each `${` that has not ended, the innermost last."""
    last = ""
    at = 0
    while at < len(source):
        token = TOKEN.match(source, at)
        assert token is not None
        kind, text = token.lastgroup, token[0]
        if kind == "comment":
            out.drop(text)
            at = token.end()
            continue
        if text == "/" and _begins_expression(last) and (found := EXPRESSION.match(source, at)):
            text = found[0]
        elif text == "`":
            text += _text_of_template(source, at + 1)
            if text.endswith("${"):
                braces.append(0)
        elif text == "{" and braces:
            braces[-1] += 1
        elif text == "}" and braces:
            if braces[-1]:
                braces[-1] -= 1
            else:
                braces.pop()
                text += _text_of_template(source, at + 1)
                if text.endswith("${"):
                    braces.append(0)
        if kind == "space":
            out.add_space(text)
        else:
            out.add(text)
            last = text
        at += len(text)
    return out.text()


def style_without_comments(source: str) -> str:
    """Return a stylesheet without its comments."""
    out, at = _Output(), 0
    for token in STYLE_TOKEN.finditer(source):
        out.add(source[at : token.start()])
        if token[1] is None:
            out.drop(token[0])
        else:
            out.add(token[0])
        at = token.end()
    out.add(source[at:])
    return out.text()


def _text_of_template(source: str, at: int) -> str:
    """Return the text of a template from a place on: until its end, or until the next expression in it."""
    found = TEXT_OF_TEMPLATE.match(source, at)
    return found[0] if found else source[at:]


def _begins_expression(last: str) -> bool:
    """Return whether a slash behind a token begins a regular expression. Otherwise it divides."""
    if last in BEFORE_EXPRESSION or not last:
        return True
    return not (last in ("++", "--") or last[-1].isalnum() or last[-1] in ENDS_OF_VALUES)


class _Output:
    """Text without comments, and without the blanks that would be left at the ends of their lines."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._dropped = False

    def add(self, text: str) -> None:
        """Add text. Two words that a comment was between stay apart, and two blanks become one."""
        if self._dropped:
            before = self._parts[-1][-1:] if self._parts else "\n"
            if before.isspace():
                text = text.lstrip(" \t")
            elif not text[:1].isspace():
                self._parts.append(" ")
            if text.startswith("\n"):
                self._strip()
            self._dropped = not text
        if text:
            self._parts.append(text)

    def add_space(self, text: str) -> None:
        """Add blanks and line breaks between tokens."""
        if self._dropped and "\n" in text:
            text = text[text.index("\n") :]
        self.add(text)

    def drop(self, comment: str) -> None:
        """Leave a comment out, except for its line breaks."""
        if (breaks := comment.count("\n")) > 0:
            self._strip()
            self._parts.append("\n" * breaks)
        self._dropped = True

    def text(self) -> str:
        """Return the whole text."""
        return "".join(self._parts)

    def _strip(self) -> None:
        if self._parts:
            self._parts[-1] = self._parts[-1].rstrip(" \t")
