"""Characters that cannot be shown as they are, by their place in a text.

Joiners are invisible, and words of some scripts and sequences of emoji need them: they are legible there, and nowhere
else. So are tags, which spell the region of a flag.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

ZWNJ, ZWJ = "\u200c", "\u200d"
JOINED_SCRIPTS = frozenset(
    "ARABIC SYRIAC MANDAIC MONGOLIAN NKO PHAGS-PA ADLAM HANIFI DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU "
    "KANNADA MALAYALAM SINHALA MYANMAR KHMER TIBETAN BALINESE JAVANESE SUNDANESE MEETEI LIMBU NEWA".split()
)
"""Scripts in which a joiner changes how letters are written, by the first word of the names of their letters."""
VIRAMA = 9
"""The combining class of signs that join two consonants, also at the end of a word."""
PICTURES = range(0x1F000, 0x1FB00)
"""Blocks of emoji. Python may not know the newest ones, and terminals do."""
ARROW = "\u2194"
"""The one part of joined emoji that is a mathematical symbol."""
FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
"""A black flag, a region as tags, and the end of the tags."""
WITH_NUMBER = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Format characters that are drawn, around the number behind them."""
SELECTORS = range(0xE0100, 0xE01F0)
"""Variation selectors that choose one of the forms of a Chinese character."""
INVISIBLE = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0))
) | frozenset(map(chr, SELECTORS))
"""Letters, marks and symbols that are drawn as nothing or as a blank."""
SHAPELESS = ("Lo", "Mn", "So", "Zs")
"""Categories of characters that do not control a terminal, but may be drawn as nothing or as a blank."""
CONTROLS = {
    0x00: "NULL",
    0x07: "BELL",
    0x08: "BACKSPACE",
    0x09: "TAB",
    0x0A: "LINE FEED",
    0x0B: "LINE TABULATION",
    0x0C: "FORM FEED",
    0x0D: "CARRIAGE RETURN",
    0x1B: "ESCAPE",
    0x7F: "DELETE",
    0x85: "NEXT LINE",
    0x9B: "CONTROL SEQUENCE INTRODUCER",
}
KINDS = {"Cc": "CONTROL CHARACTER", "Cf": "FORMAT CHARACTER", "Cs": "SURROGATE", "Co": "PRIVATE USE CHARACTER"}


def is_plain(text: str) -> bool:
    """Return whether all characters of a text can be shown as they are, wherever they are."""
    return text.isprintable() and (text.isascii() or INVISIBLE.isdisjoint(text))


def illegible(text: str) -> Iterator[int]:
    """Yield the places of all characters that cannot be shown as they are. Blanks of other widths are among them."""
    if is_plain(text):
        return
    tags = {at for flag in FLAG.finditer(text) for at in range(flag.start() + 1, flag.end())}
    for at, character in enumerate(text):
        if not (is_plain(character) or at in tags or _fits(text, at)):
            yield at


def _fits(text: str, at: int) -> bool:
    """Return whether a character is legible because of what it is, or of its neighbours."""
    character, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if character in (ZWNJ, ZWJ):
        return joins_letters(text, at) or (character == ZWJ and _ends_picture(before) and _is_picture(after))
    if ord(character) in SELECTORS:
        return _name(before).startswith("CJK")
    return character in WITH_NUMBER or _is_picture(character)


def joins_letters(text: str, at: int) -> bool:
    """Return whether a character of a text stands where words of some scripts have a joiner."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    # Behind a virama, also at the end of a word.
    return _is_joined(before) and (_is_joined(after) or unicodedata.combining(before) == VIRAMA)


def is_sign(text: str, at: int) -> bool:
    """Return whether a character of a text is a joiner or a mark of a script that has joiners."""
    return joins_letters(text, at) or (unicodedata.category(text[at])[0] == "M" and _is_joined(text[at]))


def _is_joined(character: str) -> bool:
    """Return whether a character is a letter or mark of a script that has joiners."""
    return character != "" and unicodedata.category(character)[0] in "LM" and _script(character) in JOINED_SCRIPTS


@lru_cache(maxsize=1024)
def _script(character: str) -> str:
    return _name(character).partition(" ")[0]


def _name(character: str) -> str:
    return unicodedata.name(character, "") if character else ""


def _is_picture(character: str) -> bool:
    """Return whether a character is an emoji, or may be one."""
    if not character or character in INVISIBLE:
        return False
    category = unicodedata.category(character)
    return category == "So" or character == ARROW or (category in ("Cn", "Sk") and ord(character) in PICTURES)


def _ends_picture(character: str) -> bool:
    """Return whether an emoji may end with a character: itself, a colour, or the choice of its coloured form."""
    return character == "\ufe0f" or _is_picture(character)


def check_legible(text: str) -> str:
    """Return a text if all of its characters can be shown.

    Raises:
        ValueError: One cannot, which the message names with its place.
    """
    for at in illegible(text):
        if unicodedata.category(text[at]) != "Zs":
            raise ValueError(_cannot_be_shown(text, at))
    return text


def check_name(text: str) -> str:
    """Return a name if it has no format characters but joiners between letters, and none that controls a terminal.

    Letters and marks without a shape are left to the rules for names.

    Raises:
        ValueError: It has one, which the message names with its place.
    """
    for at, character in enumerate(text):
        refused = not is_plain(character) and unicodedata.category(character) not in SHAPELESS
        if refused and not (joins_letters(text, at) or _is_picture(character)):
            raise ValueError(_cannot_be_shown(text, at))
    return text


def _cannot_be_shown(text: str, at: int) -> str:
    return f"has a character that cannot be shown: character {at + 1}, {described(text[at])}"


def described(character: str) -> str:
    """Return the code and the name of a character: `U+202E RIGHT-TO-LEFT OVERRIDE`."""
    code = ord(character)
    kind = KINDS.get(unicodedata.category(character), "UNASSIGNED CHARACTER")
    return f"U+{code:04X} {unicodedata.name(character, '') or CONTROLS.get(code, kind)}"
