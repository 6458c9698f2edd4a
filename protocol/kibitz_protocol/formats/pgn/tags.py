"""Tags of PGN: `[White "Anna"]`, and what programs and people write in their place."""

import re
from dataclasses import dataclass

from kibitz_protocol.formats.moves import LONGEST

STRICT = re.compile(r'\[\s*(\w[\w.-]*)\s*"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]')
LINE = re.compile(r"\[[^\S\n]*(?:(\w[\w.-]*)(?:[^\S\n]|[=:])*)?([^\n]{0,1000}+)[^\n]*")
UNCLOSED = re.compile(r'"[^"\[\]]*+"\s*(?=\[\s*\w[\w.-]*\s*")')
"""The value of a tag without `]`, before another tag on its line."""
AT_LINE_START = re.compile(r'^[ \t]{0,20}(\[)\s*(?!%)\w[\w.-]*\s*["“„«\']', re.MULTILINE)
"""The bracket at the beginning of a line with a tag, which no comment of a program has."""
NAME = r"[A-Za-z]\w*"
QUOTES = "\"“”„‟«»'‘’`"
ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag, and the index of the text after it. `fault` says what is wrong with how it is written."""

    name: str
    value: str
    end: int
    fault: str = ""


def tag_at(text: str, at: int) -> Tag:
    """Return the tag at an index, where there is a bracket. Of a tag that cannot be read, the name is empty."""
    if found := STRICT.match(text, at):
        return Tag(found[1][:LONGEST], _unescaped(found[2]), found.end())
    found = LINE.match(text, at)
    assert found is not None
    name, rest = found[1] or "", found[2].rstrip()
    end = found.end()
    value, closed, more = rest.rpartition("]")
    if (unclosed := UNCLOSED.match(rest)) is not None:
        end, rest, closed = found.start(2) + unclosed.end(), unclosed[0].rstrip(), ""
    elif closed and not more.strip(" \t;"):
        rest = value.rstrip()
    elif closed and (cut := re.match(r'[^"\]\[]*("[^"]*")?\s*\]', rest)) is not None:
        # Moves or another tag follow on the same line.
        end = found.start(2) + cut.end()
        rest = cut[0][:-1].rstrip()
    else:
        closed = ""
    if not re.fullmatch(NAME, name):
        return Tag("", text[at : at + 40].partition("\n")[0], end)
    fault = (
        "has no ']'" if not closed else "is not in quotation marks" if rest[:1] != '"' else "has odd quotation marks"
    )
    return Tag(name[:LONGEST], _unescaped(rest.strip(QUOTES + " \t")), end, fault)


def _unescaped(value: str) -> str:
    return ESCAPED.sub(r"\1", value)[: 5 * LONGEST]
